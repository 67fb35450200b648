//! SHA-256, which names a certificate and its results where others must not be able to construct a second one of the
//! same name.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// A SHA-256 hash; as text, 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash([u8; 32]);

impl Hash {
    /// The hash of some bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The hash of words, each as eight bytes, the lowest first.
    pub(super) fn of_words(words: impl IntoIterator<Item = u64>) -> Self {
        let mut hasher = Sha256::new();
        words.into_iter().for_each(|word| hasher.update(word.to_le_bytes()));
        Self(hasher.finalize().into())
    }

    /// The hash of hashes.
    pub(super) fn of_all(hashes: impl IntoIterator<Item = Self>) -> Self {
        let mut hasher = Sha256::new();
        hashes.into_iter().for_each(|hash| hasher.update(hash.0));
        Self(hasher.finalize().into())
    }
}

impl From<[u8; 32]> for Hash {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let shown: String = text.chars().take(80).collect();
            format!("'{shown}' is not a SHA-256, which has 64 lower-case hexadecimal digits")
        };
        let digit = |byte: u8| (byte as char).to_digit(16).filter(|_| !byte.is_ascii_uppercase());
        let mut hash = [0; 32];
        if text.len() != 2 * hash.len() {
            return Err(wrong());
        }
        for (byte, pair) in hash.iter_mut().zip(text.as_bytes().chunks(2)) {
            let (high, low) = digit(pair[0]).zip(digit(pair[1])).ok_or_else(wrong)?;
            *byte = (high << 4 | low) as u8;
        }
        Ok(Self(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_that_of_sha256sum() {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Hash::of(b"abc").to_string(), text);
        assert_eq!(text.parse(), Ok(Hash::of(b"abc")));
        for wrong in ["", &text[1..], &text.to_uppercase(), &text.replace('b', "g"), "ä"] {
            assert!(wrong.parse::<Hash>().is_err(), "{wrong}");
        }
        assert_eq!(Hash::of_words([1, 2]), Hash::of(&[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]));
    }
}
