//! Which games are to be played.

use mcts::Tally;
use mcts::playout::AmafTally;
use solver::Discs;

/// The most games at once, of any instruction set.
pub(super) const MAX_LANES: usize = 16;

/// Games to be played.
pub(super) struct Job<'a> {
    /// Where they begin.
    pub(super) starts: &'a [Discs],
    /// How many from each position.
    pub(super) each: u32,
    /// What they come to, by position, for the side to move there.
    pub(super) tallies: &'a mut [Tally],
    /// The moves of all, if they are wanted; from one position then.
    pub(super) amaf: Option<&'a mut AmafTally>,
}
