//! A tree of given width and depth with seeded values, to measure searches and parallel schemes in isolation.

use crate::game::{Game, Score};
use crate::random::mix;

/// A tree in which every position above the last level has the same number of moves.
///
/// Every move adds a seeded number from −[`Self::STEP`] to [`Self::STEP`] to the total of the side that makes it; the
/// score at the end is the sum. So the values of parents and children are correlated, as in real games (the incremental
/// random trees of Smith & Nau 1994). To make playouts cost more, use [`crate::playout::Delayed`].
#[derive(Clone, Copy, Debug)]
pub struct ArtificialTree {
    seed: u64,
    branching: u8,
    depth: u8,
}

/// A node of an artificial tree, identified by the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArtificialState {
    /// Number of moves made.
    ply: u8,
    /// Hash of the path.
    path: u64,
    /// Sum of the moves so far, for the side to move.
    sum: i16,
}

impl ArtificialTree {
    /// The most that one move adds to the score.
    pub const STEP: Score = 4;

    /// A tree `depth` moves deep, with `branching` moves in every position; both at least 1.
    #[must_use]
    pub fn new(seed: u64, branching: u8, depth: u8) -> Self {
        Self { seed, branching: branching.max(1), depth: depth.max(1) }
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> ArtificialState {
        ArtificialState { ply: 0, path: mix(self.seed), sum: 0 }
    }

    /// The exact value of a position, for the side to move, found by visiting everything below it.
    #[must_use]
    pub fn value(&self, state: &ArtificialState) -> Score {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.iter().map(|&chosen| -self.value(&self.apply(state, chosen))).max().unwrap_or_else(|| self.score(state))
    }
}

impl Game for ArtificialTree {
    type State = ArtificialState;
    type Move = u8;

    fn moves(&self, state: &ArtificialState, moves: &mut Vec<u8>) {
        if state.ply < self.depth {
            moves.extend(0..self.branching);
        }
    }

    fn apply(&self, state: &ArtificialState, chosen: u8) -> ArtificialState {
        let path = mix(state.path.wrapping_add(u64::from(chosen) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let range = 2 * Self::STEP as u64 + 1;
        let gain = (path >> 40) % range;
        ArtificialState { ply: state.ply + 1, path, sum: -(state.sum + gain as i16 - Self::STEP as i16) }
    }

    fn score(&self, state: &ArtificialState) -> Score {
        Score::from(state.sum)
    }

    fn max_score(&self) -> Score {
        Self::STEP * Score::from(self.depth)
    }

    fn hash(&self, state: &ArtificialState) -> u64 {
        state.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_has_the_shape_and_the_values_of_its_seed() {
        let tree = ArtificialTree::new(1, 3, 4);
        let (mut level, mut moves) = (vec![tree.root()], Vec::new());
        for _ in 0..4 {
            let children = level.iter().flat_map(|state| (0..3).map(|chosen| tree.apply(state, chosen)));
            level = children.collect();
        }
        assert_eq!(level.len(), 81);
        for state in &level {
            tree.moves(state, &mut moves);
            assert!(moves.is_empty() && tree.score(state).abs() <= tree.max_score());
        }
        let value = |seed| ArtificialTree::new(seed, 3, 4).value(&ArtificialTree::new(seed, 3, 4).root());
        assert_eq!(value(1), value(1));
        assert!((0..20).any(|seed| value(seed) != value(1)));
    }
}
