//! Existing positions, from a file or all that can be reached, in an order that a seed determines.

use std::collections::{BinaryHeap, HashSet};

use solver::random::Random;
use solver::{Board, Discs, Geometry, Position, Progress, Side, rules};

use super::Source;
use crate::label::LabelError;
use crate::record::canonical;

/// Draws a list from very many positions of one board, no two of them symmetric twins: the first `most` in the order in which
/// [`listed`] would give them all.
pub struct Draw {
    seed: u64,
    most: usize,
    geometry: Geometry,
    /// By place in the order, the last on top.
    drawn: BinaryHeap<(u64, Discs)>,
}

impl Draw {
    /// An empty draw of at most `most` positions.
    #[must_use]
    pub fn new(board: Board, seed: u64, most: usize) -> Self {
        Self { seed, most, geometry: Geometry::new(board), drawn: BinaryHeap::new() }
    }

    /// Considers a position. Skips finished games, which have nothing to label.
    pub fn add(&mut self, discs: Discs) {
        let entry = (key(self.seed, discs), discs);
        let is_early = self.drawn.len() < self.most || self.drawn.peek().is_some_and(|last| entry < *last);
        if is_early && !rules::is_over(&self.geometry, discs) {
            self.drawn.push(entry);
            if self.drawn.len() > self.most {
                self.drawn.pop();
            }
        }
    }

    /// The drawn positions, all with Black to move.
    #[must_use]
    pub fn finish(self) -> Vec<Position> {
        let board = self.geometry.board;
        let position = |(_, discs)| Position::new(board, discs, Side::Black);
        self.drawn.into_sorted_vec().into_iter().filter_map(position).collect()
    }
}

/// The positions in an order that depends on the seed, not on the order in which they come. Keeps the first of symmetric twins,
/// and leaves out finished games, which have nothing to label.
#[must_use]
pub fn listed(positions: impl IntoIterator<Item = Position>, seed: u64) -> Vec<Position> {
    let (mut known, mut kept) = (HashSet::new(), Vec::new());
    for position in positions {
        let twins = canonical(&position);
        if !position.is_over() && known.insert(twins) {
            kept.push((key(seed, twins.1), twins, position));
        }
    }
    kept.sort_unstable_by_key(|&(key, twins, _)| (key, twins));
    kept.into_iter().map(|(_, _, position)| position).collect()
}

/// A position's place in the order of a seed.
fn key(seed: u64, canonical: Discs) -> u64 {
    Random::new(Random::new(seed, canonical.player().bits()).bits(), canonical.opponent().bits()).bits()
}

/// A list of positions, no two of them symmetric twins.
impl Source for Vec<Position> {
    fn candidates(&self) -> Option<u64> {
        Some(self.len() as u64)
    }

    fn candidate(&self, number: u64, _: &Progress) -> Result<Option<Position>, LabelError> {
        Ok(usize::try_from(number).ok().and_then(|index| self.get(index)).copied())
    }
}
