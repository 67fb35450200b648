//! Positions that exist already, in an order that a seed decides: of a file, or all that can be reached.

use std::collections::HashSet;

use solver::random::Random;
use solver::{Geometry, Position, Progress, rules};

use super::Source;
use crate::label::LabelError;
use crate::record::canonical;

/// A list of positions, none the symmetric twin of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed(Vec<Position>);

impl Listed {
    /// The positions in an order that depends on the seed and not on the order in which they come. Of twins the first is
    /// kept; where the game is over there is nothing to label, so these are left out.
    #[must_use]
    pub fn new(positions: impl IntoIterator<Item = Position>, seed: u64) -> Self {
        let mut known = HashSet::new();
        let mut kept = Vec::new();
        let mut geometry: Option<Geometry> = None;
        for position in positions {
            let of_board = geometry.take().filter(|geometry| geometry.board == position.board);
            let masks = of_board.unwrap_or_else(|| Geometry::new(position.board));
            let twins = canonical(&position);
            if !rules::is_over(&masks, position.discs) && known.insert(twins) {
                let key = Random::new(Random::new(seed, twins.1.player).bits(), twins.1.opponent).bits();
                kept.push((key, twins, position));
            }
            geometry = Some(masks);
        }
        kept.sort_unstable_by_key(|&(key, twins, _)| (key, twins));
        Self(kept.into_iter().map(|(_, _, position)| position).collect())
    }
}

impl Source for Listed {
    fn candidates(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }

    fn candidate(&self, number: u64, _: &Progress) -> Result<Option<Position>, LabelError> {
        Ok(usize::try_from(number).ok().and_then(|index| self.0.get(index)).copied())
    }
}
