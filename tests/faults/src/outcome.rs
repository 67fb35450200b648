//! The possible outcomes of a fault.

use std::fmt;
use std::str::FromStr;

/// The outcome of a fault; of several, the last in this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The answers are those of the undamaged files.
    Right,
    /// A status that is not 0, and one clear line.
    Refused,
    /// Another answer, which says itself that it rests on unverified imported data.
    Said,
    /// A status that is not 0, and no clear line.
    Unclear,
    /// More memory than allowed.
    Memory,
    /// More time than allowed.
    Hang,
    /// A panic, an abort, or another signal.
    Panic,
    /// Another answer, as if it were true.
    Wrong,
}

impl Outcome {
    /// All outcomes, in order.
    pub const ALL: [Self; 8] =
        [Self::Right, Self::Refused, Self::Said, Self::Unclear, Self::Memory, Self::Hang, Self::Panic, Self::Wrong];

    /// Its name in tables and journals.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Refused => "refused",
            Self::Said => "said",
            Self::Unclear => "unclear",
            Self::Memory => "memory",
            Self::Hang => "hang",
            Self::Panic => "panic",
            Self::Wrong => "wrong",
        }
    }

    /// Whether a program may behave this way.
    #[must_use]
    pub fn is_good(self) -> bool {
        matches!(self, Self::Right | Self::Refused | Self::Said)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Outcome {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|outcome| outcome.name() == text).ok_or(())
    }
}
