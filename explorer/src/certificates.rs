//! Proof certificates, offered beside the values they make claims about.

use solver::{Board, Scoring, Start};

/// A certificate on offer. It is not checked here; the recipient can check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Its name in addresses: letters, digits, `.`, `-` and `_`.
    pub name: String,
    /// What it claims, in a sentence.
    pub claim: String,
    /// The board of the position whose value it bounds.
    pub board: Board,
    /// The start, if the position is one.
    pub start: Option<Start>,
    /// Who gets the empties.
    pub scoring: Scoring,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Certificate {
    /// Whether a name can appear in an address unescaped.
    #[must_use]
    pub fn is_plain(name: &str) -> bool {
        !name.is_empty()
            && !name.starts_with('.')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
    }
}
