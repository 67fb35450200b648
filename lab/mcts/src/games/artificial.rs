//! Games of given width and depth with seeded values and an adjustable number of transpositions, to measure searches and
//! parallel schemes in isolation.

use std::collections::HashSet;

use crate::game::{Game, Score};
use crate::random::mix;

/// A game in which every position above the last level has the same number of moves. With one part it is a tree; with more
/// there are that many trees side by side, each move is made in one of them, as in a sum of games, and moves of the same
/// side in different parts commute: the more parts of fewer moves each, the more paths lead to a position.
///
/// Every move adds a seeded number from −[`Self::STEP`] to [`Self::STEP`] to the total of the side that makes it; the
/// score at the end is the sum. So the values of parents and children are correlated, as in real games (the incremental
/// random trees of Smith & Nau 1994). To make playouts cost more, use [`crate::playout::Delayed`].
#[derive(Clone, Copy, Debug)]
pub struct ArtificialTree<const PARTS: usize = 1> {
    seed: u64,
    branching: u8,
    depth: u8,
}

/// A position of an artificial game: the moves made in each part, and who made them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArtificialState<const PARTS: usize = 1> {
    /// Number of moves made.
    ply: u8,
    /// Hash of the moves in each part and, if there are several, of the sides that made them.
    paths: [u64; PARTS],
    /// Sum of the moves so far, for the side to move.
    sum: i16,
}

impl ArtificialTree {
    /// A tree `depth` moves deep, with `branching` moves in every position; both at least 1.
    #[must_use]
    pub fn new(seed: u64, branching: u8, depth: u8) -> Self {
        Self::in_parts(seed, branching, depth)
    }
}

impl<const PARTS: usize> ArtificialTree<PARTS> {
    /// The most that one move adds to the score.
    pub const STEP: Score = 4;

    /// A game of `depth` moves in parts with `branching` moves each; both at least 1.
    #[must_use]
    pub fn in_parts(seed: u64, branching: u8, depth: u8) -> Self {
        Self { seed, branching: branching.max(1), depth: depth.max(1) }
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> ArtificialState<PARTS> {
        let paths = std::array::from_fn(|part| mix(self.seed.wrapping_add(part as u64)));
        ArtificialState { ply: 0, paths, sum: 0 }
    }

    /// The exact value of a position, for the side to move, found by visiting everything below it.
    #[must_use]
    pub fn value(&self, state: &ArtificialState<PARTS>) -> Score {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.iter().map(|&chosen| -self.value(&self.apply(state, chosen))).max().unwrap_or_else(|| self.score(state))
    }

    /// How many paths lead to a position after this many plies, on average over the positions. Visits every position up to
    /// there.
    #[must_use]
    pub fn ways(&self, plies: u8) -> f64 {
        let (mut level, mut ways, mut moves) = (HashSet::from([self.root()]), 1.0, Vec::new());
        for _ in 0..plies.min(self.depth) {
            let mut next = HashSet::new();
            for state in &level {
                moves.clear();
                self.moves(state, &mut moves);
                next.extend(moves.iter().map(|&chosen| self.apply(state, chosen)));
            }
            ways *= PARTS as f64 * f64::from(self.branching);
            level = next;
        }
        ways / level.len() as f64
    }
}

impl<const PARTS: usize> Game for ArtificialTree<PARTS> {
    type State = ArtificialState<PARTS>;
    type Move = u8;

    fn moves(&self, state: &ArtificialState<PARTS>, moves: &mut Vec<u8>) {
        if state.ply < self.depth {
            moves.extend(0..PARTS as u8 * self.branching);
        }
    }

    fn apply(&self, state: &ArtificialState<PARTS>, chosen: u8) -> ArtificialState<PARTS> {
        let (part, number) = (usize::from(chosen / self.branching), u64::from(chosen % self.branching));
        let step = if PARTS == 1 { number + 1 } else { 2 * number + u64::from(state.ply % 2) + 1 };
        let path = mix(state.paths[part].wrapping_add(step).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let gain = (path >> 40) % (2 * Self::STEP as u64 + 1);
        let mut next =
            ArtificialState { ply: state.ply + 1, sum: -(state.sum + gain as i16 - Self::STEP as i16), ..*state };
        next.paths[part] = path;
        next
    }

    fn score(&self, state: &ArtificialState<PARTS>) -> Score {
        Score::from(state.sum)
    }

    fn max_score(&self) -> Score {
        Self::STEP * Score::from(self.depth)
    }

    fn hash(&self, state: &ArtificialState<PARTS>) -> u64 {
        match state.paths[..] {
            [path] => path,
            _ => state.paths.iter().fold(u64::from(state.ply), |hash, &path| mix(hash.wrapping_add(path))),
        }
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

    #[test]
    fn moves_of_a_side_in_different_parts_commute_and_others_do_not() {
        let game = ArtificialTree::<3>::in_parts(1, 3, 6);
        let play = |moves: &[u8]| moves.iter().fold(game.root(), |state, &chosen| game.apply(&state, chosen));
        // The first side plays 0 in part one and 3 in part two, in either order; the other plays 6 in part three in between.
        assert_eq!(play(&[0, 6, 3]), play(&[3, 6, 0]));
        assert_ne!(play(&[0, 4, 3]), play(&[3, 4, 0]), "a reply in part two stands before or behind 3");
        assert_ne!(play(&[0, 1, 2]), play(&[2, 1, 0]), "in one part the order counts");
        assert_ne!(play(&[0, 3]), play(&[3, 0]), "who made a move counts");
    }

    #[test]
    fn the_number_of_ways_grows_with_the_parts() {
        fn ways<const PARTS: usize>() -> f64 {
            ArtificialTree::<PARTS>::in_parts(3, 8 / PARTS as u8, 12).ways(5)
        }
        let ways = [ways::<1>(), ways::<2>(), ways::<4>(), ways::<8>()];
        assert!(ways[0] == 1.0 && ways.is_sorted_by(|one, other| one < other), "{ways:?}");
    }

    #[test]
    fn positions_that_are_equal_have_equal_hashes_and_scores_within_the_limit() {
        let game = ArtificialTree::<4>::in_parts(5, 2, 5);
        let (mut level, mut moves) = (vec![game.root()], Vec::new());
        for _ in 0..5 {
            moves.clear();
            game.moves(&level[0], &mut moves);
            level = level.iter().flat_map(|state| moves.iter().map(|&chosen| game.apply(state, chosen))).collect();
        }
        let states: HashSet<_> = level.iter().copied().collect();
        let hashes: HashSet<u64> = states.iter().map(|state| game.hash(state)).collect();
        assert_eq!(hashes.len(), states.len());
        assert!(states.len() < level.len());
        assert!(states.iter().all(|state| game.score(state).abs() <= game.max_score()));
    }
}
