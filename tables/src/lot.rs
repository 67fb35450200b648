//! Draws entries that nobody can predict.

use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasher, RandomState};

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

impl Share {
    /// Draws positions at random, so that the author of the entries cannot know which; `None` for all.
    ///
    /// # Errors
    /// An error among the entries.
    pub fn draw(
        self,
        entries: impl Iterator<Item = Result<(Discs, Proven), TableError>>,
    ) -> Result<Option<HashSet<Discs>>, TableError> {
        let seed = RandomState::new().hash_one(0);
        // The positions with the least hashes, with the largest of these on top.
        let (mut drawn, mut least) = (HashSet::new(), BinaryHeap::new());
        for entry in entries {
            let (discs, _) = entry?;
            let hash = hash(discs, seed);
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
        Ok(Some(drawn))
    }
}

/// A pseudo-random number for a position.
pub(crate) fn hash(discs: Discs, seed: u64) -> u64 {
    let bytes = [discs.player().bits().to_le_bytes(), discs.opponent().bits().to_le_bytes()].concat();
    xxh3_64_with_seed(&bytes, seed)
}
