//! What a check has done so far, so that a later one goes on from there.

use xxhash_rust::xxh3::xxh3_64;

/// What the bytes begin with.
const MAGIC: [u8; 8] = *b"OTHCHECK";
/// Version, certificate, portions, nodes.
const HEAD_BYTES: usize = 8 + 4 * 8;
const VERSION: u64 = 1;

/// Which portions of a certificate's leaves are proven. It is the checker's own note: who cannot trust the place where it
/// is kept begins anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The certificate's checksum.
    pub seal: u64,
    /// For each portion whether it is proven.
    pub done: Vec<bool>,
    /// Positions searched for those that are.
    pub nodes: u64,
}

impl Progress {
    /// Nothing done yet.
    #[must_use]
    pub fn new(seal: u64, portions: usize) -> Self {
        Self { seal, done: vec![false; portions], nodes: 0 }
    }

    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for word in [VERSION, self.seal, self.done.len() as u64, self.nodes] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.done.iter().map(|&done| u8::from(done)));
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`Progress::to_bytes`] wrote; `None` if the bytes are anything else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (body, seal) = bytes.split_last_chunk::<8>()?;
        if !body.starts_with(&MAGIC) || body.len() < HEAD_BYTES || xxh3_64(body) != u64::from_le_bytes(*seal) {
            return None;
        }
        let word = |at: usize| body[8 + 8 * at..].first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes));
        let done = &body[HEAD_BYTES..];
        if word(0)? != VERSION || word(2)? != done.len() as u64 || done.iter().any(|&byte| byte > 1) {
            return None;
        }
        Some(Self { seal: word(1)?, done: done.iter().map(|&byte| byte == 1).collect(), nodes: word(3)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_back_and_nothing_else_is_read() {
        let mut progress = Progress::new(0x1234_5678_9abc_def0, 9);
        (progress.done[0], progress.done[7], progress.nodes) = (true, true, 12_345);
        let bytes = progress.to_bytes();
        assert_eq!(Progress::from_bytes(&bytes), Some(progress));
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert_eq!(Progress::from_bytes(&other), None, "byte {at}");
            assert_eq!(Progress::from_bytes(&bytes[..at]), None, "{at} bytes");
        }
    }
}
