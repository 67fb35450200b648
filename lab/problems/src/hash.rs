//! SHA-256 of bytes and of texts.

use sha2::{Digest, Sha256};

/// The checksum of a file's bytes in hexadecimal, as `sha256sum` writes it.
#[must_use]
pub fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first 64 bits of the SHA-256 of a text.
pub(crate) fn text_hash(text: &str) -> u64 {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
}
