//! Domineering: two sides take turns placing dominoes, one vertically, the other horizontally; a side that cannot move loses.
//!
//! This is all that a search on ranks needs from a game; nothing here knows about ranks, threads or networks.

use mcts::parallel::Task;
use mcts::random::mix;
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Game, Score, Settings};

/// A board of at most 64 squares, one bit each, row by row.
pub(crate) struct Domineering {
    pub(crate) rows: u32,
    pub(crate) columns: u32,
}

/// The occupied squares, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    taken: u64,
    is_upright: bool,
}

impl Domineering {
    /// The squares of a domino whose upper or left half is on this square; `None` if it would cross the edge.
    fn domino(&self, is_upright: bool, square: u32) -> Option<u64> {
        let (row, column) = (square / self.columns, square % self.columns);
        let (fits, step) =
            if is_upright { (row + 1 < self.rows, self.columns) } else { (column + 1 < self.columns, 1) };
        fits.then(|| 1 << square | 1 << (square + step))
    }

    /// The search: UCT with proofs, in a graph where transpositions share a node.
    pub(crate) fn task(&self) -> Task<'_, Self, Ucb1, Blind> {
        let settings = Settings { is_graph: true, proves: true, ..Settings::default() };
        let (select, budget) = (Ucb1 { c: 0.7 }, Budget::playouts(5_000_000));
        let state = Position { taken: 0, is_upright: true };
        Task { game: self, state, select, evaluation: &Blind, settings, budget, seed: 1 }
    }
}

impl Game for Domineering {
    type State = Position;
    /// The upper or left square of a domino.
    type Move = u32;

    fn moves(&self, state: &Position, moves: &mut Vec<u32>) {
        let is_free =
            |&square: &u32| self.domino(state.is_upright, square).is_some_and(|squares| squares & state.taken == 0);
        moves.extend((0..self.rows * self.columns).filter(is_free));
    }

    fn apply(&self, state: &Position, chosen: u32) -> Position {
        let squares = self.domino(state.is_upright, chosen).unwrap_or(0);
        Position { taken: state.taken | squares, is_upright: !state.is_upright }
    }

    fn score(&self, _: &Position) -> Score {
        -1 // the side to move cannot
    }

    fn max_score(&self) -> Score {
        1
    }

    fn hash(&self, state: &Position) -> u64 {
        mix(state.taken ^ mix(u64::from(state.is_upright)))
    }
}
