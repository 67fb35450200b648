//! Which games to play.

use mcts::Tally;
use mcts::playout::AmafTally;
use solver::Discs;

/// The most games at once, of any instruction set.
pub(super) const MAX_LANES: usize = 16;

/// Games to play.
pub(super) struct Job<'a> {
    /// Start positions.
    pub(super) starts: &'a [Discs],
    /// How many games from each position.
    pub(super) each: u32,
    /// The results by position, for the side to move there.
    pub(super) tallies: &'a mut [Tally],
    /// The moves of all games, if they are wanted; then there is only one position.
    pub(super) amaf: Option<&'a mut AmafTally>,
}
