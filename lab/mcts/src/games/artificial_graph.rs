//! A game with an adjustable number of transpositions, to measure searches that share positions.

use std::collections::HashSet;

use crate::game::{Game, Score};
use crate::random::mix;

/// The most parts of a game.
pub const MOST_PARTS: usize = 8;

/// Several artificial trees side by side: each move is made in one of them, as in a sum of games.
///
/// Moves of the same side in different parts commute. So with one part the game is a tree; with more parts of fewer moves
/// each, more paths lead to a position. Every move adds a seeded number from −[`Self::STEP`] to [`Self::STEP`] to the total
/// of the side that makes it; the score at the end is the sum (as in [`super::ArtificialTree`]).
#[derive(Clone, Copy, Debug)]
pub struct ArtificialGraph {
    seed: u64,
    parts: u8,
    branching: u8,
    depth: u8,
}

/// A position: the moves made in each part, and who made them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartsState {
    /// Number of moves made.
    ply: u8,
    /// Hash of the moves in each part and of the sides that made them.
    paths: [u64; MOST_PARTS],
    /// Sum of the moves so far, for the side to move.
    sum: i16,
}

impl ArtificialGraph {
    /// The most that one move adds to the score.
    pub const STEP: Score = 4;

    /// A game of `depth` moves in `parts` parts (at most [`MOST_PARTS`]) of `branching` moves each; all at least 1.
    #[must_use]
    pub fn new(seed: u64, parts: u8, branching: u8, depth: u8) -> Self {
        Self { seed, parts: parts.clamp(1, MOST_PARTS as u8), branching: branching.max(1), depth: depth.max(1) }
    }

    /// The root position.
    #[must_use]
    pub fn root(&self) -> PartsState {
        let mut paths = [0; MOST_PARTS];
        for (part, path) in paths.iter_mut().enumerate().take(self.parts.into()) {
            *path = mix(self.seed.wrapping_add(part as u64));
        }
        PartsState { ply: 0, paths, sum: 0 }
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
            ways *= f64::from(self.parts) * f64::from(self.branching);
            level = next;
        }
        ways / level.len() as f64
    }
}

impl Game for ArtificialGraph {
    type State = PartsState;
    type Move = u8;

    fn moves(&self, state: &PartsState, moves: &mut Vec<u8>) {
        if state.ply < self.depth {
            moves.extend(0..self.parts * self.branching);
        }
    }

    fn apply(&self, state: &PartsState, chosen: u8) -> PartsState {
        let (part, number) = (usize::from(chosen / self.branching), u64::from(chosen % self.branching));
        let side = u64::from(state.ply % 2);
        let path = &state.paths[part];
        let path = mix(path.wrapping_add(2 * number + side + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let gain = (path >> 40) % (2 * Self::STEP as u64 + 1);
        let mut next = PartsState { ply: state.ply + 1, sum: -(state.sum + gain as i16 - Self::STEP as i16), ..*state };
        next.paths[part] = path;
        next
    }

    fn score(&self, state: &PartsState) -> Score {
        Score::from(state.sum)
    }

    fn max_score(&self) -> Score {
        Self::STEP * Score::from(self.depth)
    }

    fn hash(&self, state: &PartsState) -> u64 {
        let parts = &state.paths[..self.parts.into()];
        parts.iter().fold(u64::from(state.ply), |hash, &path| mix(hash.wrapping_add(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(game: &ArtificialGraph, state: &PartsState) -> Score {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves.iter().map(|&chosen| -value(game, &game.apply(state, chosen))).max().unwrap_or_else(|| game.score(state))
    }

    #[test]
    fn moves_of_a_side_in_different_parts_commute_and_others_do_not() {
        let game = ArtificialGraph::new(1, 3, 3, 6);
        let play = |moves: &[u8]| moves.iter().fold(game.root(), |state, &chosen| game.apply(&state, chosen));
        // The first side plays 0 in part one and 3 in part two, in either order; the other plays 6 in part three in between.
        assert_eq!(play(&[0, 6, 3]), play(&[3, 6, 0]));
        assert_ne!(play(&[0, 4, 3]), play(&[3, 4, 0]), "a reply in part two stands before or behind 3");
        assert_ne!(play(&[0, 1, 2]), play(&[2, 1, 0]), "in one part the order counts");
        assert_ne!(play(&[0, 3]), play(&[3, 0]), "who made a move counts");
    }

    #[test]
    fn the_number_of_ways_grows_with_the_parts() {
        let ways = |parts: u8| ArtificialGraph::new(3, parts, 8 / parts, 12).ways(5);
        assert_eq!(ways(1), 1.0);
        assert!(1.0 < ways(2) && ways(2) < ways(4) && ways(4) < ways(8), "{} {} {}", ways(2), ways(4), ways(8));
    }

    #[test]
    fn positions_that_are_equal_have_equal_hashes_and_scores_within_the_limit() {
        let game = ArtificialGraph::new(5, 4, 2, 5);
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
        assert_eq!(value(&game, &game.root()), value(&game, &game.root()));
    }
}
