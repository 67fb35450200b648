//! Parts of a certificate's leaves, so that many machines, or many evenings, can share a check.

use std::fmt;
use std::str::FromStr;

/// One of the parts into which the leaves of a certificate are dealt, like cards: the first of `n` parts has the leaves
/// 1, `n + 1`, `2n + 1` and so on, in the order of `FORMAT.md`. Every leaf is in exactly one of them, and since
/// neighbours are alike, all parts cost about the same. As text `3/40`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    number: u32,
    of: u32,
}

impl Part {
    /// All leaves.
    pub const WHOLE: Self = Self { number: 1, of: 1 };
    /// The most parts.
    pub const MOST: u32 = 1_000_000;

    /// Part `number`, counted from 1, of this many; `None` if there is no such part, or if there are more than
    /// [`Part::MOST`].
    #[must_use]
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1 <= number && number <= of && of <= Self::MOST).then_some(Self { number, of })
    }

    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many parts there are.
    #[must_use]
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether it is the only one.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Whether it has the leaf of this number, from 0.
    #[must_use]
    pub fn has(self, leaf: u64) -> bool {
        leaf % u64::from(self.of) == u64::from(self.number - 1)
    }

    /// How many of this many leaves belong to the part.
    #[must_use]
    pub fn count(self, leaves: u64) -> u64 {
        let (number, of) = (u64::from(self.number), u64::from(self.of));
        leaves / of + u64::from(leaves % of >= number)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        let part = text.split_once('/').and_then(|(part, of)| Self::new(number(part)?, number(of)?));
        let most = Self::MOST;
        part.ok_or_else(|| {
            format!("part '{text}' is invalid: give K/N, for example 3/40, with K from 1 to N and N at most {most}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_leaf_is_in_exactly_one_part() {
        for of in [1, 2, 3, 7, 40] {
            let parts: Vec<Part> = (1..=of).map(|number| Part::new(number, of).unwrap()).collect();
            for leaves in [0, 1, 2, 39, 40, 41, 100] {
                let has = |part: &Part| (0..leaves).filter(|&leaf| part.has(leaf)).count() as u64;
                assert!(parts.iter().all(|part| part.count(leaves) == has(part)), "{leaves} leaves, {of} parts");
                assert_eq!(parts.iter().map(has).sum::<u64>(), leaves);
            }
        }
    }

    #[test]
    fn texts() {
        for text in ["1/1", "3/40", "1000000/1000000"] {
            assert_eq!(text.parse::<Part>().unwrap().to_string(), text);
        }
        let wrong =
            ["0/4", "5/4", "1/0", "1/1000001", "1/1000000000", "", "/", "1", "1/", "/1", "+1/2", "1/2/3", "-1/2"];
        for text in wrong.into_iter().chain(["1/99999999999999999999", "a/b", " 1/2", "1 /2", "1.0/2"]) {
            let error = text.parse::<Part>().unwrap_err();
            let rest = "is invalid: give K/N, for example 3/40, with K from 1 to N and N at most 1000000";
            assert_eq!(error, format!("part '{text}' {rest}"));
        }
    }
}
