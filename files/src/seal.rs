//! A line with its checksum.

use thiserror::Error;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Why a line fails its check.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SealError {
    /// The line is not text.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// Nothing at its end looks like a checksum.
    #[error("the line has no checksum at its end")]
    Missing,
    /// The checksum is that of another line, or of a line of another file.
    #[error("the checksum #{0} does not match: the line is damaged")]
    Mismatch(String),
}

/// How the lines of a file are sealed: a space, `#`, and a checksum of the text before them, in lower-case hexadecimal
/// digits. It does not cover the line feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// The lower half of XXH3-64 (seed 0), 8 digits. Files of earlier versions have it. A line of one file is valid in
    /// any other.
    Short,
    /// XXH3-64, 16 digits. The seed stands for what the file is about, so that a line of another file is not valid in
    /// this one.
    Bound(u64),
}

impl Seal {
    /// The seal of a line that itself says what it is about, such as a header.
    pub const ALONE: Self = Self::Bound(0);

    /// The seal of the lines of a file about `subject`: the seed is XXH3-64 (seed 0) of this text.
    #[must_use]
    pub fn of(subject: &str) -> Self {
        Self::Bound(xxh3_64(subject.as_bytes()))
    }

    /// A line with its checksum.
    #[must_use]
    pub fn seal(self, text: &str) -> String {
        format!("{text} #{}", self.checksum(text))
    }

    fn checksum(self, text: &str) -> String {
        match self {
            Self::Short => format!("{:08x}", xxh3_64(text.as_bytes()) as u32),
            Self::Bound(seed) => format!("{:016x}", xxh3_64_with_seed(text.as_bytes(), seed)),
        }
    }

    /// The text of a sealed line, without its checksum; `line` has no line feed.
    ///
    /// # Errors
    /// The line is not one that [`Seal::seal`] gives.
    pub fn open(self, line: &[u8]) -> Result<&str, SealError> {
        let line = str::from_utf8(line).map_err(|_| SealError::NotText)?;
        let (text, sum) = line.rsplit_once(" #").ok_or(SealError::Missing)?;
        if self.checksum(text) != sum {
            // Only its beginning: it may be anything.
            return Err(SealError::Mismatch(sum.chars().take(16).collect()));
        }
        Ok(text)
    }
}

/// A line with a checksum of 8 digits; see [`Seal::Short`].
#[must_use]
pub fn sealed(text: &str) -> String {
    Seal::Short.seal(text)
}

/// The text of a line that [`sealed`] has made.
///
/// # Errors
/// The line is not one that [`sealed`] gives.
pub fn unsealed(line: &[u8]) -> Result<&str, SealError> {
    Seal::Short.open(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_seal_is_that_of_the_first_ledgers() {
        let line = "job 1c3f4d441535f6d9 6x6 discs --------------XX----OO-------------- X asked >=0 found open \
                    nodes 5000002 seconds 0.671583 budget 5000000 solver 0.1.0-99fb9b3436";
        assert_eq!(sealed(line), format!("{line} #eadd1d3d"));
        assert_eq!(unsealed(sealed("one #2").as_bytes()), Ok("one #2"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for seal in [Seal::Short, Seal::ALONE, Seal::of("primes")] {
            assert_eq!(seal.open(b"\xff"), Err(SealError::NotText));
            assert_eq!(seal.open(b"one"), Err(SealError::Missing));
            assert_eq!(seal.open(b"one #00000000"), Err(SealError::Mismatch("00000000".to_owned())));
            assert_eq!(seal.open(seal.seal("one #2").as_bytes()), Ok("one #2"));
        }
        assert!(Seal::ALONE.open(format!("one #{}", "x".repeat(999)).as_bytes()).unwrap_err().to_string().len() < 99);
    }

    #[test]
    fn a_line_fits_its_own_file_alone() {
        let seals = [Seal::Short, Seal::ALONE, Seal::of("primes"), Seal::of("squares")];
        for one in seals {
            for other in seals {
                assert_eq!(one.open(other.seal("4").as_bytes()).is_ok(), one == other, "{one:?} {other:?}");
            }
        }
        assert_eq!(Seal::of("primes").seal("2").len(), "2 #".len() + 16);
    }
}
