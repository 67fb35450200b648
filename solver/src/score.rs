//! What a finished game is worth, and what is known of an unfinished one.
//!
//! Sign convention, stated here once: every score is seen from the side to move.

use std::fmt;
use std::str::FromStr;

use crate::position::Discs;

/// A disc difference for the side to move, −64 to 64.
pub type Score = i32;

/// Who receives the squares that are empty at the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scoring {
    /// Nobody, except after a wipe-out, when the winner does (Takeshita & Ikeda 2015, section 3.8).
    #[default]
    Discs,
    /// The winner always does (World Othello Federation); a draw stays 0.
    Wof,
}

impl Scoring {
    /// Both scorings.
    pub const ALL: [Self; 2] = [Self::Discs, Self::Wof];

    /// The score of a finished game on a board of `squares` squares, for the side to move.
    #[must_use]
    pub fn final_score(self, discs: Discs, squares: u32) -> Score {
        let (own, other) = (discs.player.count_ones() as Score, discs.opponent.count_ones() as Score);
        let empties = squares as Score - own - other;
        let winner_takes_empties = self == Self::Wof || own == 0 || other == 0;
        let difference = own - other;
        if winner_takes_empties { difference + difference.signum() * empties } else { difference }
    }

    /// The name used in options, tables and output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Wof => "wof",
        }
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scoring {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|scoring| scoring.name() == text)
            .ok_or_else(|| format!("scoring '{text}' is unknown: it is discs or wof"))
    }
}

/// Win, draw or loss for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The side to move loses.
    Loss,
}

impl Outcome {
    /// `win`, `draw` or `loss`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

/// Proven limits of a position's value: `lower ≤ value ≤ upper`, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// What is known before any search on a board of `squares` squares.
    #[must_use]
    pub fn unknown(squares: u32) -> Self {
        Self { lower: -(squares as Score), upper: squares as Score }
    }

    /// A proven value.
    #[must_use]
    pub fn at(value: Score) -> Self {
        Self { lower: value, upper: value }
    }

    /// Whether the two limits have not met yet.
    #[must_use]
    pub fn are_open(self) -> bool {
        self.lower < self.upper
    }

    /// Whether no value fits between the limits: one of them is false.
    #[must_use]
    pub fn contradict(self) -> bool {
        self.lower > self.upper
    }

    /// The value, if the two limits meet.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Win, draw or loss, if the limits decide it.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match (self.lower, self.upper) {
            (1.., _) => Some(Outcome::Win),
            (_, ..=-1) => Some(Outcome::Loss),
            (0, 0) => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The answer that these limits give to the null window above `alpha`: an upper bound that is at most
    /// `alpha` or a lower one above it.
    #[inline(always)]
    #[must_use]
    pub fn decide(self, alpha: Score) -> Option<Score> {
        if self.upper <= alpha {
            return Some(self.upper);
        }
        (self.lower > alpha).then_some(self.lower)
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
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(value) => write!(f, "{value:+}"),
            None => write!(f, "{:+} to {:+}", self.lower, self.upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(scoring: Scoring, own: u32, other: u32) -> Score {
        let player = (1u64 << own) - 1;
        let opponent = ((1u64 << other) - 1) << own;
        scoring.final_score(Discs { player, opponent }, 16)
    }

    #[test]
    fn empties_go_to_the_winner_after_a_wipe_out_or_under_wof() {
        assert_eq!(score(Scoring::Discs, 3, 11), -8);
        assert_eq!(score(Scoring::Wof, 3, 11), -10);
        assert_eq!(score(Scoring::Discs, 5, 0), 16);
        assert_eq!(score(Scoring::Discs, 0, 5), -16);
        assert_eq!(score(Scoring::Wof, 5, 5), 0);
        assert_eq!(score(Scoring::Discs, 9, 7), 2);
    }

    #[test]
    fn bounds_tell_the_outcome() {
        let outcome = |lower, upper| Bounds { lower, upper }.outcome();
        assert_eq!(outcome(1, 16), Some(Outcome::Win));
        assert_eq!(outcome(-16, -1), Some(Outcome::Loss));
        assert_eq!(outcome(0, 0), Some(Outcome::Draw));
        assert_eq!(outcome(0, 2), None);
        assert_eq!(outcome(-2, 0), None);
    }
}
