//! A line with its checksum.

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// Why a line is not what was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SealError {
    /// The line is no text.
    #[error("the line is no UTF-8 text")]
    NotText,
    /// Nothing at its end looks like a checksum.
    #[error("the line has no checksum at its end")]
    Missing,
    /// The checksum is that of another line.
    #[error("the checksum #{0} does not match: the line is damaged")]
    Mismatch(String),
}

/// A line with its checksum: a space, `#`, and the lower half of XXH3-64 (seed 0) of what stands before them, as 8 lower-case
/// hexadecimal digits. The line feed is not added.
#[must_use]
pub fn sealed(text: &str) -> String {
    format!("{text} #{:08x}", xxh3_64(text.as_bytes()) as u32)
}

/// The text of a sealed line, without its checksum; `line` has no line feed.
///
/// # Errors
/// The line is not one that [`sealed`] gives.
pub fn unsealed(line: &[u8]) -> Result<&str, SealError> {
    let line = str::from_utf8(line).map_err(|_| SealError::NotText)?;
    let (text, sum) = line.rsplit_once(" #").ok_or(SealError::Missing)?;
    if sealed(text) != line {
        return Err(SealError::Mismatch(sum.to_owned()));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_that_of_the_ledgers() {
        let line = "job 1c3f4d441535f6d9 6x6 discs --------------XX----OO-------------- X asked >=0 found open \
                    nodes 5000002 seconds 0.671583 budget 5000000 solver 0.1.0-99fb9b3436";
        assert_eq!(sealed(line), format!("{line} #eadd1d3d"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(unsealed(b"\xff"), Err(SealError::NotText));
        assert_eq!(unsealed(b"one"), Err(SealError::Missing));
        assert_eq!(unsealed(b"one #00000000"), Err(SealError::Mismatch("00000000".to_owned())));
        assert_eq!(unsealed(sealed("one #2").as_bytes()), Ok("one #2"));
    }
}
