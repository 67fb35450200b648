//! Draws entries that nobody can predict.

use std::collections::{BinaryHeap, HashSet};

use solver::{Discs, Proven};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::error::TableError;

/// How many entries to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    /// All of them.
    All,
    /// This many, or all if there are fewer.
    Entries(usize),
    /// Each with this probability, from 0 to 1.
    Part(f64),
}

/// Positions drawn at random, and the number of entries from which they were drawn.
pub type Lot = (HashSet<Discs>, u64);

impl Share {
    /// Draws positions at random; `None` for all. Nobody can tell which if nobody knows the seed
    /// ([`solver::random::unpredictable`]).
    ///
    /// # Errors
    /// An error among the entries.
    pub fn draw(
        self,
        seed: u64,
        entries: impl Iterator<Item = Result<(Discs, Proven), TableError>>,
    ) -> Result<Option<Lot>, TableError> {
        // The positions with the least hashes, with the largest of these on top.
        let (mut drawn, mut least, mut of) = (HashSet::new(), BinaryHeap::new(), 0);
        for entry in entries {
            let (discs, _) = entry?;
            let hash = hash(discs, seed);
            of += 1;
            match self {
                Self::All => return Ok(None),
                Self::Part(part) if hash as f64 <= part * u64::MAX as f64 => drop(drawn.insert(discs)),
                Self::Part(_) => {}
                Self::Entries(most) => {
                    least.push((hash, discs));
                    if least.len() > most {
                        least.pop();
                    }
                }
            }
        }
        drawn.extend(least.into_iter().map(|(_, discs)| discs));
        Ok(Some((drawn, of)))
    }
}

/// A pseudo-random number for a position.
pub(crate) fn hash(discs: Discs, seed: u64) -> u64 {
    let bytes = [discs.player().bits().to_le_bytes(), discs.opponent().bits().to_le_bytes()].concat();
    xxh3_64_with_seed(&bytes, seed)
}
