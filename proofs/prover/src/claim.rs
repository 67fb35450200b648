//! Claims about a value.

use std::fmt;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use solver::{Bounds, Score};
use thiserror::Error;

/// A claim about the value of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The value is this.
    Exactly(Score),
    /// The value is this or more.
    AtLeast(Score),
    /// The value is this or less.
    AtMost(Score),
    /// The side to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The other side wins.
    Loss,
}

/// A limit of a value. A claim is one or two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The value is at least this; the side to move proves it.
    AtLeast(Score),
    /// The value is at most this; the other side proves it.
    AtMost(Score),
}

/// A text that is not a claim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClaimError {
    /// It is none of the forms of a claim.
    #[error("claim '{0}' is unknown: it is value=-4, value>=-4, value<=-4 (any number), win, draw or loss")]
    Unknown(String),
    /// Its number is beyond all boards.
    #[error("claim '{0}': no board has values like this")]
    Beyond(String),
}

impl Claim {
    /// The limits that make up the claim, the lower first.
    #[must_use]
    pub fn limits(self) -> Vec<Limit> {
        match self {
            Self::Exactly(score) => vec![Limit::AtLeast(score), Limit::AtMost(score)],
            Self::AtLeast(score) => vec![Limit::AtLeast(score)],
            Self::AtMost(score) => vec![Limit::AtMost(score)],
            Self::Win => vec![Limit::AtLeast(Score::new(1))],
            Self::Draw => Self::Exactly(Score::new(0)).limits(),
            Self::Loss => vec![Limit::AtMost(Score::new(-1))],
        }
    }
}

impl Limit {
    /// The number in it.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            Self::AtLeast(score) | Self::AtMost(score) => score,
        }
    }

    /// The score that the side that proves it has to reach, from its own point of view.
    #[must_use]
    pub fn goal(self) -> Score {
        match self {
            Self::AtLeast(score) => score,
            Self::AtMost(score) => -score,
        }
    }

    /// Whether the side to move is the one that proves it.
    #[must_use]
    pub fn is_of_mover(self) -> bool {
        matches!(self, Self::AtLeast(_))
    }

    /// Whether these bounds imply it.
    pub(crate) fn follows_from(self, bounds: Bounds) -> bool {
        match self {
            Self::AtLeast(score) => bounds.lower >= score,
            Self::AtMost(score) => bounds.upper <= score,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(score) => write!(f, "value={score}"),
            Self::AtLeast(score) => write!(f, "value>={score}"),
            Self::AtMost(score) => write!(f, "value<={score}"),
            Self::Win => f.write_str("win"),
            Self::Draw => f.write_str("draw"),
            Self::Loss => f.write_str("loss"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::AtLeast(score) => Claim::AtLeast(score).fmt(f),
            Self::AtMost(score) => Claim::AtMost(score).fmt(f),
        }
    }
}

impl FromStr for Claim {
    type Err = ClaimError;

    /// Reads a claim as it is written, in upper or lower case, with spaces, and with the signs of print (−, ≥ and ≤).
    fn from_str(text: &str) -> Result<Self, ClaimError> {
        let unknown = || ClaimError::Unknown(text.to_owned());
        let packed: String = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
        let packed = packed.to_lowercase().replace('−', "-").replace('≥', ">=").replace('≤', "<=");
        let score = |digits: &str| {
            let number = digits.parse().map_err(|error: ParseIntError| match error.kind() {
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => ClaimError::Beyond(text.to_owned()),
                _ => unknown(),
            });
            number.map(Score::new)
        };
        match packed.as_str() {
            "win" => Ok(Self::Win),
            "draw" => Ok(Self::Draw),
            "loss" => Ok(Self::Loss),
            other => {
                let rest = other.strip_prefix("value").ok_or_else(unknown)?;
                if let Some(digits) = rest.strip_prefix(">=") {
                    score(digits).map(Self::AtLeast)
                } else if let Some(digits) = rest.strip_prefix("<=") {
                    score(digits).map(Self::AtMost)
                } else {
                    score(rest.strip_prefix('=').ok_or_else(unknown)?).map(Self::Exactly)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_as_they_are_written() {
        for text in ["value=-4", "value>=0", "value<=12", "win", "draw", "loss"] {
            assert_eq!(text.parse::<Claim>().unwrap().to_string(), text);
        }
        assert_eq!(" value = +4 ".parse(), Ok(Claim::Exactly(Score::new(4))));
        for (text, plain) in
            [("value=−8", "value=-8"), ("Value ≥ −8", "value>=-8"), ("value≤4", "value<=4"), ("Loss", "loss")]
        {
            assert_eq!(text.parse::<Claim>(), plain.parse(), "{text}");
        }
        for text in ["", "value", "value=", "value>4", "value==4", "value=4x", "wins", "4"] {
            assert_eq!(text.parse::<Claim>(), Err(ClaimError::Unknown(text.to_owned())));
        }
        for text in ["value>=99999999999", "value=-99999999999"] {
            let error = text.parse::<Claim>().unwrap_err();
            assert_eq!(error.to_string(), format!("claim '{text}': no board has values like this"));
        }
        // Which values are possible depends on the board.
        assert_eq!("value<=-163".parse(), Ok(Claim::AtMost(Score::new(-163))));
        assert_eq!("value=200".parse(), Ok(Claim::Exactly(Score::new(200))));
    }
}
