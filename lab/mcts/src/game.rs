//! What a search must know of a game.
//!
//! Conventions, stated here once for the whole crate:
//!
//! - Two sides move in turn, without exception; a side that cannot move passes, and the pass is a move of its own.
//! - A [`Score`] is seen from the side to move, in units of the game (in Othello discs): more is better for it, 0 is a draw.
//! - A *reward* is a number from 0 to 1 for one side: 1 is a win, 0 a loss, ½ a draw; what is good for one side is
//!   1 less that for the other. [`crate::Reward`] makes rewards of scores.

use std::fmt::Debug;
use std::hash::Hash;

use crate::random::Random;

/// What a finished game is worth for the side to move, in units of the game's own, at most [`Game::max_score`]: positive for a
/// win, 0 for a draw, negative for a loss.
pub type Score = i32;

/// A game of two sides with complete information, without chance and without an endless line of play.
pub trait Game: Send + Sync {
    /// A position, the side to move included where it matters.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Puts the legal moves into `moves`, which is empty; none if and only if the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);

    /// The position after a legal move, with the other side to move.
    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// The score of a finished game, for the side that would be to move.
    fn score(&self, state: &Self::State) -> Score;

    /// No score is larger than this, nor smaller than its negative; at least 1.
    fn max_score(&self) -> Score;

    /// A number that is the same for equal positions and almost always differs for others.
    ///
    /// What is proven never rests on it: positions with the same hash are compared.
    fn hash(&self, state: &Self::State) -> u64;

    /// Whether the game is over.
    fn is_over(&self, state: &Self::State) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.is_empty()
    }

    /// How many kinds of moves there are for "all moves as first", which takes moves of one kind for the same wherever
    /// in a game they are made; 0 if the game has no such kinds.
    fn kinds(&self) -> usize {
        0
    }

    /// The kind of a move, below [`Game::kinds`].
    fn kind(&self, _chosen: Self::Move) -> usize {
        0
    }

    /// Plays random moves to the end, each legal one equally likely, and returns the score for the side to move in
    /// `state`. The kinds of the moves go into `trace`, if there is one.
    ///
    /// A game may have a faster one of its own.
    fn random_game(&self, state: &Self::State, random: &mut Random, mut trace: Option<&mut Vec<u16>>) -> Score {
        let (mut now, mut moves, mut sign) = (state.clone(), Vec::new(), 1);
        loop {
            moves.clear();
            self.moves(&now, &mut moves);
            if moves.is_empty() {
                return sign * self.score(&now);
            }
            let chosen = moves[random.below(moves.len() as u32) as usize];
            if let Some(trace) = &mut trace {
                trace.push(self.kind(chosen) as u16);
            }
            now = self.apply(&now, chosen);
            sign = -sign;
        }
    }
}
