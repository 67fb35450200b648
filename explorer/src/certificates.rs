//! Proof certificates that are offered beside the values of which they claim something.

use solver::{Board, Scoring, Start};

/// A certificate, as it is offered. It is not checked here; the recipient can check it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Its name in addresses: letters, digits, `.`, `-` and `_`.
    pub name: String,
    /// What it claims, in a sentence.
    pub claim: String,
    /// The board of the position whose value it limits.
    pub board: Board,
    /// The start that the position is; `None` of any other position.
    pub start: Option<Start>,
    /// Who gets the empties.
    pub scoring: Scoring,
    /// The file.
    pub bytes: Vec<u8>,
}

impl Certificate {
    /// Whether a name can stand in an address as it is.
    #[must_use]
    pub fn is_plain(name: &str) -> bool {
        !name.is_empty()
            && !name.starts_with('.')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
    }
}
