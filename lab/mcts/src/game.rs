//! What a search needs to know about a game.
//!
//! Conventions, stated here once for the whole crate:
//!
//! - The two sides alternate strictly; a side that cannot move passes, and the pass counts as a move.
//! - A [`Score`] is for the side to move, in the game's units (discs in Othello): more is better for it, 0 is a draw.
//! - A *reward* is a number from 0 to 1 for one side: 1 is a win, 0 a loss, ½ a draw; the other side's reward is
//!   1 minus it. [`crate::Reward`] turns scores into rewards.

use std::fmt::Debug;
use std::hash::Hash;

use crate::random::Random;

/// What a finished game is worth for the side to move, in the game's own units, at most [`Game::max_score`]: positive for a
/// win, 0 for a draw, negative for a loss.
pub type Score = i32;

/// A two-player game of perfect information, without chance and without infinite lines of play.
pub trait Game: Send + Sync {
    /// A position, including the side to move where that matters.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Puts the legal moves into `moves`, which is empty; there are none if and only if the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The position after a legal move, with the other side to move.
    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// The score of a finished game, for the side whose turn it would be.
    fn score(&self, state: &Self::State) -> Score;

    /// No score is larger than this, nor smaller than its negative; at least 1.
    fn max_score(&self) -> Score;

    /// A number that is the same for equal positions and almost always differs for others.
    ///
    /// Proofs never rely on it: the search compares positions that have the same hash.
    fn hash(&self, state: &Self::State) -> u64;

    /// Whether the game is over.
    fn is_over(&self, state: &Self::State) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.is_empty()
    }

    /// How many kinds of moves there are for "all moves as first", which treats moves of one kind as the same move wherever
    /// in a game they occur; 0 if the game has no such kinds.
    fn kinds(&self) -> usize {
        0
    }

    /// The kind of a move, below [`Game::kinds`].
    fn kind(&self, _chosen: Self::Move) -> usize {
        0
    }

    /// Plays uniformly random legal moves to the end and returns the score for the side to move in `state`. The kinds of
    /// the moves go into `trace`, if there is one.
    ///
    /// A game may override it with something faster.
    fn random_game(&self, state: &Self::State, random: &mut Random, trace: Option<&mut Vec<u16>>) -> Score {
        let (end, sign) = played(self, state, u32::MAX, trace, |_, moves| any(moves, random));
        sign * self.score(&end)
    }
}

/// One of some moves, all equally likely.
pub(crate) fn any<M: Copy>(moves: &[M], random: &mut Random) -> M {
    moves[random.below(moves.len() as u32) as usize]
}

/// Plays from a position until the game is over, or for this many plies; `choose` gets a position and its legal moves. The kinds of
/// the moves go into `trace`, if there is one. Returns the last position, and 1 if the side to move in it is the one in `start`,
/// else −1.
pub(crate) fn played<G: Game + ?Sized>(
    game: &G,
    start: &G::State,
    plies: u32,
    mut trace: Option<&mut Vec<u16>>,
    mut choose: impl FnMut(&G::State, &mut [G::Move]) -> G::Move,
) -> (G::State, Score) {
    let (mut now, mut moves, mut sign) = (start.clone(), Vec::new(), 1);
    for _ in 0..plies {
        moves.clear();
        game.moves(&now, &mut moves);
        if moves.is_empty() {
            break;
        }
        let chosen = choose(&now, &mut moves);
        if let Some(trace) = &mut trace {
            trace.push(game.kind(chosen) as u16);
        }
        now = game.apply(&now, chosen);
        sign = -sign;
    }
    (now, sign)
}
