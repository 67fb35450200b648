//! From the bytes of a file to a certificate, as `proofs/FORMAT.md` describes them.
//!
//! That the moves are unpacked right, and the checksum, need not be trusted: a wrong move proves nothing false.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use sha2::{Digest, Sha256};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::certificate::{Certificate, Limit, Proof};
use crate::position::{BLACK, MAX_SQUARES, Position, WHITE};
use crate::rules::Scoring;

/// What every certificate begins with.
pub const MAGIC: [u8; 8] = *b"OTHPROOF";
/// The newest version that is read; all older ones are, too.
pub const VERSION: u8 = 3;
/// The shortest side of a board.
pub const MIN_SIDE: usize = 3;
/// The most empty squares at which a proof may leave a position to the search.
pub const MOST_CUT: u32 = 24;
/// The most moves of a proof.
const MOST_MOVES: u64 = 1 << 31;
/// Unless other memory is allowed, a proof may have so many moves, and so many more for each packed byte. The certificates of
/// 6x6 have fewer than five.
const MOVES: [u64; 2] = [1 << 20, 16];
/// Its positions may then take so many bytes, and so many more for each byte of the file; those of 6x6 take two thirds.
const WALK_BYTES: [u64; 2] = [32 << 20, 512];

/// Why bytes are not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// They do not begin with [`MAGIC`].
    #[error("this is not a certificate: it does not begin with OTHPROOF")]
    Foreign,
    /// Another version.
    #[error("the certificate is of version {0}, this program reads versions 1 to {VERSION}")]
    Version(u8),
    /// Something is missing at the end.
    #[error("the certificate ends too early")]
    Short,
    /// The checksum is the first, and not the second, which the file states.
    #[error("the certificate is damaged: its checksum is {0:016x}, not {1:016x}")]
    Seal(u64, u64),
    /// A field, named as in `FORMAT.md`, has a value that makes no sense.
    #[error("the certificate makes no sense: {0} is {1}")]
    Field(&'static str, i128),
    /// The moves of a proof cannot be decompressed, or are not as many as announced.
    #[error("the moves of proof {0} cannot be decompressed to what is announced")]
    Moves(usize),
    /// So many moves in so many bytes are more than the file's size, or the memory, allows.
    #[error("the certificate announces {0} moves in {1} bytes; at most {2} are unpacked from so few")]
    TooManyMoves(u64, u64, u64),
    /// Bytes after the end.
    #[error("the certificate goes on behind its end")]
    Long,
}

impl Certificate {
    /// Reads a certificate, which may ask for as much memory as an honest one of its size needs.
    ///
    /// # Errors
    /// The bytes are not a certificate of a known version, are damaged, or ask for too much memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        Self::from_bytes_within(bytes, None)
    }

    /// Reads a certificate, which may ask for this many bytes of memory for the file, its moves and its positions.
    ///
    /// # Errors
    /// See [`Certificate::from_bytes`].
    pub fn from_bytes_within(bytes: &[u8], memory: Option<u64>) -> Result<Self, FormatError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(FormatError::Foreign);
        }
        let version = *bytes.get(MAGIC.len()).ok_or(FormatError::Short)?;
        if !(1..=VERSION).contains(&version) {
            return Err(FormatError::Version(version));
        }
        let (body, seal) = bytes.split_last_chunk().ok_or(FormatError::Short)?;
        if body.len() < 32 {
            return Err(FormatError::Short);
        }
        let (found, expected) = (xxh3_64(body), u64::from_le_bytes(*seal));
        if found != expected {
            return Err(FormatError::Seal(found, expected));
        }
        let mut reader = Reader(&body[MAGIC.len() + 1..]);
        let head: [u8; 7] = reader.bytes()?;
        let [rows, cols, scoring, side, cut, count, unused] = head.map(usize::from);
        let sides = MIN_SIDE..=MAX_SQUARES / MIN_SIDE;
        for (field, value, allowed) in [
            ("rows", rows, sides.clone()),
            ("cols", cols, sides),
            ("rows times cols", rows * cols, 0..=MAX_SQUARES),
            ("scoring", scoring, 0..=Scoring::ALL.len() - 1),
            ("side", side, 0..=1),
            ("cut", cut, 0..=MOST_CUT as usize),
            ("proofs", count, 1..=2),
            ("unused", unused, 0..=0),
        ] {
            if !allowed.contains(&value) {
                return Err(FormatError::Field(field, value as i128));
            }
        }
        let scoring = Scoring::ALL[scoring];
        let (file, black, white) = (bytes.len() as u64, reader.word()?, reader.word()?);
        let (pair, side) = [((black, white), BLACK), ((white, black), WHITE)][side];
        let root = Position::new(rows, cols, pair, side).ok_or_else(|| {
            let is_black_right = black & white == 0 && Position::new(rows, cols, (black, 0), BLACK).is_some();
            let (field, value) = if is_black_right { ("white", white) } else { ("black", black) };
            FormatError::Field(field, value.into())
        })?;
        let proofs = proofs(&mut reader, root.squares() as i32, count, memory.map(|all| all.saturating_sub(file)))?;
        if !reader.0.is_empty() {
            return Err(FormatError::Long);
        }
        let taken = proofs.iter().fold(file, |taken, proof| taken + proof.moves.len() as u64);
        let walk_bytes = memory.map_or(WALK_BYTES[0] + file * WALK_BYTES[1], |all| all.saturating_sub(taken));
        let sha256 = Sha256::digest(bytes).into();
        Ok(Self { root, scoring, cut: cut as u32, version, proofs, sha256, walk_bytes })
    }
}

/// Reads the proofs; no score is above `most` or below its negative, and their moves fit into this memory.
fn proofs(
    reader: &mut Reader<'_>,
    most: i32,
    count: usize,
    mut memory: Option<u64>,
) -> Result<Vec<Proof>, FormatError> {
    let mut proofs: Vec<Proof> = Vec::new();
    for number in 1..=count {
        let [kind, score] = reader.bytes()?;
        let score = i32::from(score as i8);
        let limit = match kind {
            0 if number == 1 => Limit::AtLeast(score),
            1 if number == count => Limit::AtMost(score),
            _ => return Err(FormatError::Field("kind", kind.into())),
        };
        if !(-most..=most).contains(&score) {
            return Err(FormatError::Field("score", score.into()));
        }
        let (length, packed) = (reader.word()?, reader.word()?);
        if length > MOST_MOVES {
            return Err(FormatError::Field("moves", length.into()));
        }
        let most = memory.unwrap_or(MOVES[0].saturating_add(packed.saturating_mul(MOVES[1])));
        let packed = reader.take(packed)?;
        if length > most {
            return Err(FormatError::TooManyMoves(length, packed.len() as u64, most));
        }
        let moves = unpacked(packed, length as usize).ok_or(FormatError::Moves(number))?;
        memory = memory.map(|left| left - length);
        proofs.push(Proof { limit, moves });
    }
    Ok(proofs)
}

/// The bytes of a zlib stream, if it has exactly `length` of them and nothing follows it.
fn unpacked(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let found = decompress(&mut DecompressorOxide::new(), packed, &mut bytes, 0, flags);
    (found == (TINFLStatus::Done, packed.len(), length)).then_some(bytes)
}

/// The bytes left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: u64) -> Result<&'a [u8], FormatError> {
        let count = usize::try_from(count).map_err(|_| FormatError::Short)?;
        let (taken, rest) = self.0.split_at_checked(count).ok_or(FormatError::Short)?;
        self.0 = rest;
        Ok(taken)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        self.take(N as u64).map(|taken| std::array::from_fn(|at| taken[at]))
    }

    fn word(&mut self) -> Result<u64, FormatError> {
        Ok(u64::from_le_bytes(self.bytes()?))
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec_zlib;

    use super::*;

    #[test]
    fn moves_are_one_whole_stream_and_nothing_else() {
        for length in [0, 1, 17, 5000] {
            let moves: Vec<u8> = (0..length).map(|place: usize| (place * place % 37) as u8).collect();
            let packed = compress_to_vec_zlib(&moves, 10);
            assert_eq!(unpacked(&packed, length), Some(moves));
            assert_eq!(unpacked(&packed, length + 1), None, "fewer than were announced");
            assert_eq!(
                length.checked_sub(1).and_then(|fewer| unpacked(&packed, fewer)),
                None,
                "more than were announced"
            );
            assert_eq!(unpacked(&[&packed[..], b"JUNK"].concat(), length), None);
            assert_eq!(unpacked(&[&packed[..], &packed[..]].concat(), length), None);
            assert_eq!(unpacked(&packed[..packed.len() - 1], length), None);
            let (last, rest) = packed.split_last().unwrap();
            assert_eq!(unpacked(&[rest, &[last ^ 1]].concat(), length), None, "another checksum");
        }
    }
}
