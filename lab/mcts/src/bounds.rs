//! Proven bounds on a value, and how they propagate up the tree (MCTS-Solver, Winands et al. 2008; with bounds on scores as
//! in Cazenave & Saffidine 2011, "Score bounded Monte-Carlo tree search").

use std::fmt;
use std::sync::atomic::{AtomicI32, Ordering};

use serde::{Deserialize, Serialize};

use crate::game::Score;

/// Proven bounds on a position's value: `lower ≤ value ≤ upper`, in the game's own units, for one side. Each use says
/// which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScoreBounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl ScoreBounds {
    /// What is known before anything is proven: no score is larger than `max_score`, nor smaller than its negative.
    #[must_use]
    pub fn unknown(max_score: Score) -> Self {
        Self { lower: -max_score, upper: max_score }
    }

    /// A proven value.
    #[must_use]
    pub fn at(value: Score) -> Self {
        Self { lower: value, upper: value }
    }

    /// Whether the two bounds still differ.
    #[must_use]
    pub fn are_open(self) -> bool {
        self.lower < self.upper
    }

    /// The value, if the two bounds meet.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The same knowledge seen from the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// Both pieces of knowledge together.
    #[must_use]
    pub fn intersect(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// The bounds that the moves' bounds prove for the position, all for the side to move there; `None` without moves.
    #[must_use]
    pub fn best_of(moves: impl Iterator<Item = Self>) -> Option<Self> {
        moves.reduce(|one, other| Self { lower: one.lower.max(other.lower), upper: one.upper.max(other.upper) })
    }
}

/// `+3` for a proven value, else `-2 to +5`.
impl fmt::Display for ScoreBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(value) => write!(f, "{value:+}"),
            None => write!(f, "{:+} to {:+}", self.lower, self.upper),
        }
    }
}

/// The bounds of a node, for the side to move there. They only ever get tighter, in whatever order threads add to them.
#[derive(Debug)]
pub struct Proven {
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Proven {
    /// All that is known is that no score is larger than `max_score`, nor smaller than its negative.
    #[must_use]
    pub fn unknown(max_score: Score) -> Self {
        Self { lower: AtomicI32::new(-max_score), upper: AtomicI32::new(max_score) }
    }

    /// The bounds.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> ScoreBounds {
        ScoreBounds { lower: self.lower.load(Ordering::Relaxed), upper: self.upper.load(Ordering::Relaxed) }
    }

    /// Intersects with these bounds; returns whether that tightened anything.
    pub fn narrow(&self, bounds: ScoreBounds) -> bool {
        let lower = self.lower.fetch_max(bounds.lower, Ordering::Relaxed) < bounds.lower;
        let upper = self.upper.fetch_min(bounds.upper, Ordering::Relaxed) > bounds.upper;
        lower | upper
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_only_get_narrower_and_the_best_move_decides() {
        let proven = Proven::unknown(8);
        assert!(proven.narrow(ScoreBounds { lower: -2, upper: 9 }));
        assert!(!proven.narrow(ScoreBounds { lower: -3, upper: 8 }));
        assert_eq!(proven.bounds(), ScoreBounds { lower: -2, upper: 8 });
        assert_eq!(proven.bounds().negated(), ScoreBounds { lower: -8, upper: 2 });
        let moves = [ScoreBounds { lower: -8, upper: 5 }, ScoreBounds::at(1)];
        assert_eq!(ScoreBounds::best_of(moves.into_iter()), Some(ScoreBounds { lower: 1, upper: 5 }));
        assert_eq!(ScoreBounds::best_of(std::iter::empty()), None);
        assert_eq!([moves[0].to_string(), moves[1].to_string()], ["-8 to +5", "+1"]);
    }
}
