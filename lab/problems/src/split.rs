//! The three parts of a set.

use std::fmt;

use crate::hash::text_hash;

/// A part of a set. The common name of a position and its symmetric twins determines the part, so twins are never in
/// different parts, and a larger set moves no position to another part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Split {
    /// For training: about eight in ten positions.
    Train,
    /// For model selection: about one in ten.
    Validation,
    /// For the final evaluation: about one in ten.
    Test,
}

impl Split {
    /// All parts, in order.
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// The part of the position with this name (see [`crate::record::identity`]): the first eight bytes of the name's
    /// SHA-256, as a big-endian number, modulo ten: 0 to 7 train, 8 validation, 9 test.
    #[must_use]
    pub fn of(id: &str) -> Self {
        match text_hash(id) % 10 {
            8 => Self::Validation,
            9 => Self::Test,
            _ => Self::Train,
        }
    }

    /// `train`, `validation` or `test`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
