//! Pseudo-random numbers that depend only on a seed, the same on every machine: for reproducible games, sets and
//! samples. A check by sample takes an [`unpredictable`] seed, and says its [`miss_chance`].

use std::hash::{BuildHasher, RandomState};

use crate::moves::Move;
use crate::position::Position;

/// A stream of pseudo-random numbers.
///
/// Source: S. Vigna, `splitmix64.c`, <https://prng.di.unimi.it/splitmix64.c>
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// One of the many streams of a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mixed = Self(seed).bits() ^ stream;
        Self(Self(mixed).bits())
    }

    /// The next number, all 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number from 0 to `limit - 1`.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.bits() % u64::from(limit)) as u32
    }

    /// One of the elements.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<T: Copy>(&mut self, elements: &[T]) -> T {
        elements[self.index(elements.len())]
    }

    /// A random index into a list of `length` elements, from 0 to `length - 1`.
    ///
    /// # Panics
    /// If `length` is 0.
    pub fn index(&mut self, length: usize) -> usize {
        (self.bits() % length as u64) as usize
    }

    /// `count` of the elements, all of them if there are no more: any as likely as any other, and none twice. A larger sample
    /// begins with the smaller one of the same stream.
    #[must_use]
    pub fn sample<T>(&mut self, mut elements: Vec<T>, count: usize) -> Vec<T> {
        let count = count.min(elements.len());
        for place in 0..count {
            let drawn = place + self.index(elements.len() - place);
            elements.swap(place, drawn);
        }
        elements.truncate(count);
        elements
    }

    /// Any legal move, each as likely as the others; the pass where there is no other; `None` if the game is over.
    pub fn legal_move(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if let [only @ Move::Pass] = moves[..] {
            return Some(only);
        }
        (!moves.is_empty()).then(|| self.pick(&moves))
    }
}

/// A seed that nobody can know in advance, another one at each call. It is below 2^53, so that JSON keeps it whole.
///
/// The standard library takes the keys of its hash maps from the randomness of the operating system, and no two alike.
#[must_use]
pub fn unpredictable() -> u64 {
    RandomState::new().hash_one(()) >> 11
}

/// The probability that a check of `sampled` entries, drawn at random out of `entries`, finds nothing although one entry in a
/// hundred, rounded up, is false: 0 if all are checked, 1 if none is.
///
/// Of the samples without replacement, this is the share without one of the false entries (hypergeometric distribution).
#[must_use]
pub fn miss_chance(sampled: u64, entries: u64) -> f64 {
    if sampled >= entries {
        return 0.0;
    }
    let is_false = entries.div_ceil(100);
    // The places of the sample and of the false entries may change roles: the fewer take fewer steps.
    let (fewer, more) = (sampled.min(is_false), sampled.max(is_false));
    (0..fewer).map(|step| (entries - step).saturating_sub(more) as f64 / (entries - step) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of all placements of three false entries that leave the first `sampled` alone, counted one by one.
    fn counted(sampled: u64, entries: u64) -> f64 {
        let (mut all, mut missing) = (0.0, 0.0);
        for first in 0..entries {
            for second in first + 1..entries {
                for _third in second + 1..entries {
                    all += 1.0;
                    missing += f64::from(u8::from(first >= sampled));
                }
            }
        }
        missing / all
    }

    #[test]
    fn the_chance_of_missing_is_that_of_all_placements() {
        for entries in [201, 230] {
            for sampled in [1, 2, 100, 150, entries - 4, entries - 3, entries - 2, entries - 1] {
                let (found, expected) = (miss_chance(sampled, entries), counted(sampled, entries));
                assert!((found - expected).abs() < 1e-12, "{sampled} of {entries}: {found} {expected}");
            }
        }
        for sampled in 0..=60 {
            assert!((miss_chance(sampled, 60) - (60 - sampled) as f64 / 60.0).abs() < 1e-12, "{sampled}");
        }
        assert_eq!((miss_chance(0, 0), miss_chance(7, 7), miss_chance(0, 5), miss_chance(9, 8)), (0.0, 0.0, 1.0, 0.0));
        assert!((miss_chance(100, 1 << 40) - 0.99_f64.powi(100)).abs() < 1e-6);
    }

    #[test]
    fn a_sample_is_a_part_the_same_for_the_same_seed() {
        let drawn = |seed, count| Random::new(seed, 0).sample((0..1000).collect::<Vec<u32>>(), count);
        let whole = drawn(5, 2000);
        assert!(whole[..30] == drawn(5, 30) && drawn(5, 30) != drawn(6, 30));
        assert_eq!((0..1000).collect::<std::collections::BTreeSet<_>>(), whole.into_iter().collect());
        let seeds: std::collections::BTreeSet<u64> = (0..100).map(|_| unpredictable()).collect();
        assert!(seeds.len() == 100 && seeds.iter().all(|&seed| seed < 1 << 53), "{seeds:?}");
    }
}
