//! Scores of finished games, and bounds on the values of unfinished ones.
//!
//! Sign convention, stated here once: every score is seen from the side to move.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use thiserror::Error;

use crate::discs::Discs;

/// A score as a search computes with it: a plain integer.
pub type Value = i32;

/// A disc difference for the side to move. No game ends with less than −64 or more than 64.
///
/// Scores can only be compared, and negated for the other side (`-score`). They print like numbers, `6`, and with
/// `{:+}` always with their sign, `+6`.
///
/// ```
/// use rules::{Outcome, Score};
///
/// let score = Score::new(6);
/// assert_eq!((score.discs(), score.outcome(), format!("{score:+}")), (6, Outcome::Win, "+6".to_owned()));
/// assert!(-score < Score::DRAW);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(Value);

impl Score {
    /// Neither side has more.
    pub const DRAW: Self = Self(0);

    /// A disc difference.
    #[inline(always)]
    #[must_use]
    pub const fn new(discs: i32) -> Self {
        Self(discs)
    }

    /// The difference in discs.
    #[inline(always)]
    #[must_use]
    pub const fn discs(self) -> i32 {
        self.0
    }

    /// Whether the side to move wins, draws or loses.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self.0 {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

/// The same result seen from the other side.
impl Neg for Score {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl From<i32> for Score {
    #[inline(always)]
    fn from(discs: i32) -> Self {
        Self(discs)
    }
}

impl From<i8> for Score {
    #[inline(always)]
    fn from(discs: i8) -> Self {
        Self(discs.into())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who receives the squares that are empty at the end of a game.
///
/// ```
/// use rules::{Discs, Score, Scoring};
///
/// // 9 discs to 3, and 4 squares stay empty.
/// let discs = Discs::from_bits(0x1ff, 0xe00).expect("no square has two discs");
/// assert_eq!(Scoring::Discs.final_score(discs, 16), Score::new(6));
/// assert_eq!(Scoring::Wof.final_score(discs, 16), Score::new(10));
/// ```
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
    #[inline]
    #[must_use]
    pub fn final_score(self, discs: Discs, squares: u32) -> Score {
        let (own, other) = (discs.player.count_ones() as Value, discs.opponent.count_ones() as Value);
        let empties = squares as Value - own - other;
        let winner_takes_empties = self == Self::Wof || own == 0 || other == 0;
        let difference = own - other;
        Score(if winner_takes_empties { difference + difference.signum() * empties } else { difference })
    }

    /// The name used in options, tables and output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Discs => "discs",
            Self::Wof => "wof",
        }
    }

    /// Who receives the empty squares, in words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Discs => "after a wipe-out the winner also gets the empty squares",
            Self::Wof => "the winner always gets the empty squares",
        }
    }

    /// The byte for it in files: its place in [`Scoring::ALL`].
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The scoring of a byte, if there is one.
    #[must_use]
    pub fn of_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|scoring| scoring.code() == code)
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no scoring.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("scoring '{0}' is unknown: it is {names}", names = Scoring::ALL.map(Scoring::name).join(" or "))]
pub struct UnknownScoring(pub String);

impl FromStr for Scoring {
    type Err = UnknownScoring;

    fn from_str(text: &str) -> Result<Self, UnknownScoring> {
        let named = Self::ALL.into_iter().find(|scoring| scoring.name() == text);
        named.ok_or_else(|| UnknownScoring(text.to_owned()))
    }
}

/// Win, draw or loss for the side to move.
///
/// ```
/// assert_eq!(rules::Score::new(-2).outcome().name(), "loss");
/// ```
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

    /// 1 for a win, 0 for a draw, −1 for a loss.
    #[must_use]
    pub fn sign(self) -> i32 {
        match self {
            Self::Win => 1,
            Self::Draw => 0,
            Self::Loss => -1,
        }
    }
}

/// Proven bounds on a position's value: `lower ≤ value ≤ upper`, for the side to move.
///
/// ```
/// use rules::{Bounds, Outcome};
///
/// let bounds = Bounds::new(2, 8);
/// assert_eq!((bounds.exact(), bounds.outcome()), (None, Some(Outcome::Win)));
/// assert_eq!(bounds.intersect(Bounds::new(-4, 2)).to_string(), "+2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Bounds with these two limits.
    #[inline(always)]
    #[must_use]
    pub fn new(lower: impl Into<Score>, upper: impl Into<Score>) -> Self {
        Self { lower: lower.into(), upper: upper.into() }
    }

    /// The bounds before any search on a board of `squares` squares.
    #[inline(always)]
    #[must_use]
    pub fn unknown(squares: u32) -> Self {
        Self::new(-(squares as Value), squares as Value)
    }

    /// A proven value.
    #[must_use]
    pub fn at(value: impl Into<Score>) -> Self {
        let value = value.into();
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
        match (self.lower.0, self.upper.0) {
            (1.., _) => Some(Outcome::Win),
            (_, ..=-1) => Some(Outcome::Loss),
            (0, 0) => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Whether the value is at least this, if the limits decide it.
    #[must_use]
    pub fn reach(self, at_least: Score) -> Option<bool> {
        if self.upper < at_least {
            return Some(false);
        }
        (self.lower >= at_least).then_some(true)
    }

    /// The answer that these limits give to the null window above `alpha`: an upper bound that is at most
    /// `alpha` or a lower one above it.
    #[inline(always)]
    #[must_use]
    pub fn decide(self, alpha: Value) -> Option<Value> {
        if self.upper.0 <= alpha {
            return Some(self.upper.0);
        }
        (self.lower.0 > alpha).then_some(self.lower.0)
    }

    /// The same bounds seen from the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// The bounds on the value under scoring `to` that follow from these under scoring `from`, on a board of `squares`
    /// squares.
    ///
    /// A finished game has the same winner under both. Under [`Scoring::Wof`] the margin is at least as large and,
    /// unless the game is a draw, has the parity of `squares`. A side that can force a margin under one scoring can
    /// force the margin that follows from it under the other.
    #[must_use]
    pub fn converted(self, from: Scoring, to: Scoring, squares: u32) -> Self {
        if from == to {
            return self;
        }
        let most = squares as Value;
        // The least margin under `to` of a side that has at least `margin` under `from`.
        let least = |margin: Value| match (to, margin) {
            (_, 0) => 0,
            (Scoring::Wof, 1..) => margin + ((margin ^ most) & 1),
            (Scoring::Wof, _) => -most,
            (Scoring::Discs, 1..) => 1,
            (Scoring::Discs, _) => margin,
        };
        Self::new(least(self.lower.0), -least(-self.upper.0))
    }

    /// What follows for a position with these bounds and for its moves, since the position has the value of its best move.
    /// The bounds of the moves are for the side that makes them. Without a move, nothing follows.
    #[must_use]
    pub fn deduced(self, moves: &mut [Self]) -> Self {
        let most = moves.iter().map(|one| one.upper).max();
        let least = moves.iter().map(|one| one.lower).max();
        let (Some(least), Some(most)) = (least, most) else { return self };
        let bounds = self.intersect(Self { lower: least, upper: most });
        for one in &mut *moves {
            one.upper = one.upper.min(bounds.upper);
        }
        // A single move has the position's value; so does the only move that can reach its lower bound.
        let mut able = moves.iter_mut().filter(|one| one.upper >= bounds.lower);
        if let (Some(only), None) = (able.next(), able.next()) {
            *only = only.intersect(bounds);
        }
        bounds
    }

    /// The bounds that follow from both together.
    #[inline]
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

    #[test]
    fn a_position_and_its_moves_say_the_same() {
        let deduced = |whole: (i32, i32), moves: &[(i32, i32)]| {
            let mut moves: Vec<Bounds> = moves.iter().map(|&(lower, upper)| Bounds::new(lower, upper)).collect();
            let whole = Bounds::new(whole.0, whole.1).deduced(&mut moves);
            let pair = |bounds: Bounds| (bounds.lower.discs(), bounds.upper.discs());
            (pair(whole), moves.into_iter().map(pair).collect::<Vec<_>>())
        };
        assert_eq!(deduced((-8, 8), &[]), ((-8, 8), vec![]));
        assert_eq!(deduced((-8, 8), &[(-2, 16)]), ((-2, 8), vec![(-2, 8)]));
        assert_eq!(deduced((-8, 8), &[(2, 16), (-16, 6)]), ((2, 8), vec![(2, 8), (-16, 6)]));
        assert_eq!(deduced((4, 16), &[(-16, 16), (-16, 3)]), ((4, 16), vec![(4, 16), (-16, 3)]));
        assert_eq!(deduced((-16, 16), &[(-16, 2), (0, 1)]), ((0, 2), vec![(-16, 2), (0, 1)]));
        // Whatever the values are, they fit what is deduced, and so do no others that did not fit before.
        for values in [[3, -5, 3], [0, 0, -16], [-7, -9, -8]] {
            let value = *values.iter().max().unwrap();
            let (whole, moves) = deduced((value - 1, value + 2), &values.map(|value| (value - 4, value + 1)));
            assert!((whole.0..=whole.1).contains(&value), "{whole:?}");
            assert!(moves.iter().zip(values).all(|(of, value)| (of.0..=of.1).contains(&value)), "{moves:?}");
        }
    }

    fn score(scoring: Scoring, own: u32, other: u32) -> i32 {
        let player = (1u64 << own) - 1;
        let opponent = ((1u64 << other) - 1) << own;
        scoring.final_score(Discs { player, opponent }, 16).discs()
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
        let outcome = |lower: i32, upper: i32| Bounds::new(lower, upper).outcome();
        assert_eq!(outcome(1, 16), Some(Outcome::Win));
        assert_eq!(outcome(-16, -1), Some(Outcome::Loss));
        assert_eq!(outcome(0, 0), Some(Outcome::Draw));
        assert_eq!(outcome(0, 2), None);
        assert_eq!(outcome(-2, 0), None);
    }

    #[test]
    fn bounds_tell_whether_a_score_is_reached_as_null_windows_do() {
        for (lower, upper) in (-3..=3).flat_map(|lower| (lower..=3).map(move |upper| (lower, upper))) {
            let bounds = Bounds::new(lower, upper);
            for at_least in -4..=4 {
                let by_window = bounds.decide(at_least - 1).map(|value| value >= at_least);
                assert_eq!(bounds.reach(Score::new(at_least)), by_window, "{bounds} {at_least}");
            }
        }
    }

    #[test]
    fn limits_under_one_scoring_hold_for_every_end_under_the_other() {
        for squares in [9, 12, 16] {
            let ends = || (0..=squares).flat_map(|own| (0..=squares - own).map(move |other| (own, other)));
            let value = |scoring: Scoring, (own, other): (u32, u32)| {
                let (player, opponent) = ((1u64 << own) - 1, ((1u64 << other) - 1) << own);
                scoring.final_score(Discs { player, opponent }, squares)
            };
            let most = squares as Value;
            let inside = |bounds: Bounds, score| bounds.lower <= score && score <= bounds.upper;
            for (from, to) in [(Scoring::Discs, Scoring::Wof), (Scoring::Wof, Scoring::Discs)] {
                for (lower, upper) in (-most..=most).flat_map(|lower| (lower..=most).map(move |upper| (lower, upper))) {
                    let bounds = Bounds::new(lower, upper);
                    let converted = bounds.converted(from, to, squares);
                    let mut possible = ends().filter(|&end| inside(bounds, value(from, end)));
                    assert!(possible.all(|end| inside(converted, value(to, end))), "{squares} {bounds} {converted}");
                    assert_eq!(bounds.converted(from, from, squares), bounds);
                }
            }
        }
        let converted = |lower: i32, upper: i32| Bounds::new(lower, upper).converted(Scoring::Discs, Scoring::Wof, 16);
        assert_eq!(converted(-3, -3), Bounds::new(-16, -4));
        assert_eq!(converted(2, 5), Bounds::new(2, 16));
        assert_eq!(converted(0, 0), Bounds::at(0));
        assert_eq!(converted(-1, 16), Bounds::new(-16, 16));
        assert_eq!(Bounds::new(-4, 10).converted(Scoring::Wof, Scoring::Discs, 16), Bounds::new(-4, 10));
        assert_eq!(Bounds::new(4, 10).converted(Scoring::Wof, Scoring::Discs, 16), Bounds::new(1, 10));
    }

    #[test]
    fn scores_print_as_numbers_do() {
        let texts = [-8, 0, 6].map(|discs| format!("{0} {0:+}", Score::new(discs)));
        assert_eq!(texts, ["-8 -8", "0 +0", "6 +6"]);
        assert_eq!(format!("{:+4}|{}", Score::new(6), Bounds::new(-2, 3)), "  +6|-2 to +3");
    }
}
