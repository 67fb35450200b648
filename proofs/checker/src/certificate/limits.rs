//! How much memory a certificate may ask for, whatever its bytes say.
//!
//! Moves are compressed, and few moves may lead to many positions. A small file must not be able to ask for much
//! memory, so the limits grow with the file, far beyond what honest certificates need.

/// The largest file that is read unless more memory is allowed.
const FILE_BYTES: u64 = 64 << 20;
/// Every proof may have this many moves, ...
const MOVES: u64 = 1 << 20;
/// ... and this many more for each packed byte. The certificates of 6x6 have fewer than five.
const MOVES_A_BYTE: u64 = 16;
/// The positions of a proof may take this much memory in any case, in bytes, ...
const WALK_BYTES: u64 = 32 << 20;
/// ... and this much more for each byte of the file. The certificates of 6x6 take less than two thirds of it.
const WALK_BYTES_A_BYTE: u64 = 512;

/// The most memory for one certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    memory_bytes: Option<u64>,
}

impl Limits {
    /// This many bytes for everything except the leaf searches (0.4 MiB a thread). The default allows files of at most 64
    /// MiB and what such a file may honestly need.
    #[must_use]
    pub fn of_memory(bytes: u64) -> Self {
        Self { memory_bytes: Some(bytes) }
    }

    /// The largest file, in bytes.
    #[must_use]
    pub fn file_bytes(self) -> u64 {
        self.memory_bytes.unwrap_or(FILE_BYTES)
    }

    /// The most moves, a byte each, of a proof packed in this many bytes; `taken` bytes hold the file and earlier
    /// moves.
    pub(super) fn moves(self, packed: u64, taken: u64) -> u64 {
        let usual = MOVES.saturating_add(packed.saturating_mul(MOVES_A_BYTE));
        self.memory_bytes.map_or(usual, |bytes| bytes.saturating_sub(taken))
    }

    /// The most memory, in bytes, for the positions of all proofs from a file of this many bytes; `taken` bytes hold the file and
    /// its moves.
    pub(super) fn walk_bytes(self, file: u64, taken: u64) -> u64 {
        let usual = WALK_BYTES.saturating_add(file.saturating_mul(WALK_BYTES_A_BYTE));
        self.memory_bytes.map_or(usual, |bytes| bytes.saturating_sub(taken))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_is_allowed_little_and_what_is_asked_for_counts() {
        let usual = Limits::default();
        assert_eq!((usual.file_bytes(), usual.moves(0, 9), usual.walk_bytes(0, 9)), (64 << 20, 1 << 20, 32 << 20));
        assert_eq!((usual.moves(1000, 9), usual.walk_bytes(1000, 9)), ((1 << 20) + 16_000, (32 << 20) + 512_000));
        assert_eq!((usual.moves(u64::MAX, 9), usual.walk_bytes(u64::MAX, 9)), (u64::MAX, u64::MAX));
        let little = Limits::of_memory(1000);
        assert_eq!((little.file_bytes(), little.moves(5, 200), little.walk_bytes(100, 300)), (1000, 800, 700));
        assert_eq!((little.moves(5, 2000), little.walk_bytes(1000, 2000)), (0, 0));
    }
}
