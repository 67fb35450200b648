//! Pseudo-random numbers that depend only on a seed: the same on every machine, forever.

/// Turns a counter into well-mixed words (S. Vigna, `splitmix64.c`, <https://prng.di.unimi.it/splitmix64.c>).
#[must_use]
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mix(*state)
}

/// The finalizer of [`split_mix`]: a bijection in which every output bit depends on every input bit.
#[inline(always)]
#[must_use]
pub fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// xoroshiro128++ (Blackman & Vigna 2021, "Scrambled linear pseudorandom number generators").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 2],
}

impl Random {
    /// One of many independent streams of a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut counter = mix(seed ^ 0x6d63_7473) ^ stream.wrapping_mul(0xd134_2543_de82_ef95);
        Self::from_state([split_mix(&mut counter), split_mix(&mut counter)])
    }

    /// A generator in a given state. Replaces the all-zero state, which the generator would never leave.
    #[must_use]
    pub fn from_state(state: [u64; 2]) -> Self {
        Self { state: if state == [0; 2] { [1, 0] } else { state } }
    }

    /// The state, for other implementations that continue from it.
    #[must_use]
    pub fn state(&self) -> [u64; 2] {
        self.state
    }

    /// The next 64 bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        let [first, mut second] = self.state;
        let result = first.wrapping_add(second).rotate_left(17).wrapping_add(first);
        second ^= first;
        self.state = [first.rotate_left(49) ^ second ^ second << 21, second.rotate_left(28)];
        result
    }

    /// A number from 0 to `limit − 1`, all equally likely; 0 if `limit` is 0.
    ///
    /// Lemire 2019, "Fast random integer generation in an interval".
    #[inline(always)]
    pub fn below(&mut self, limit: u32) -> u32 {
        loop {
            let product = (self.bits() >> 32) * u64::from(limit);
            if product as u32 >= limit || is_fair(product as u32, limit) {
                return (product >> 32) as u32;
            }
        }
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts the elements into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// Whether to accept a product of a 32-bit random number and `limit`, by its lower half. Rejecting the others makes every
/// result equally likely.
#[cold]
#[must_use]
pub fn is_fair(low: u32, limit: u32) -> bool {
    limit == 0 || low >= limit.wrapping_neg() % limit
}

#[cfg(test)]
mod tests {
    use rand_core::{RngCore, SeedableRng};
    use rand_xoshiro::Xoroshiro128PlusPlus;

    use super::*;

    #[test]
    fn it_is_the_published_generator() {
        let state: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&state[0].to_le_bytes());
        bytes[8..].copy_from_slice(&state[1].to_le_bytes());
        let (mut own, mut other) = (Random::from_state(state), Xoroshiro128PlusPlus::from_seed(bytes));
        for _ in 0..1000 {
            assert_eq!(own.bits(), other.next_u64());
        }
    }

    #[test]
    fn limits_are_kept_and_every_number_comes_equally_often() {
        let mut random = Random::new(1, 2);
        assert_eq!((random.below(0), random.below(1)), (0, 0));
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 22.5, "six degrees of freedom, one in a thousand: {counts:?}");
    }

    #[test]
    fn a_product_is_rejected_where_a_result_would_come_once_too_often() {
        // 2^32 = 3 · 1431655765 + 1: among the multiples of 3, only the one whose lower half is 0 is one too many.
        assert!(!is_fair(0, 3));
        assert!(is_fair(1, 3) && is_fair(2, 3));
        assert!(is_fair(0, 4) && is_fair(0, 1) && is_fair(0, 0));
    }

    #[test]
    fn streams_differ_and_shuffling_loses_nothing() {
        assert_ne!(Random::new(1, 0).bits(), Random::new(1, 1).bits());
        assert_ne!(Random::new(1, 0).bits(), Random::new(2, 0).bits());
        let mut elements: Vec<u32> = (0..20).collect();
        Random::new(3, 0).shuffle(&mut elements);
        assert_ne!(elements, (0..20).collect::<Vec<_>>());
        elements.sort_unstable();
        assert_eq!(elements, (0..20).collect::<Vec<_>>());
    }
}
