//! Four lanes in plain words, which compilers vectorize if they can.

use super::vector::Vector;

/// Lanes as an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words([u64; Self::WIDTH]);

impl Words {
    pub(super) const WIDTH: usize = 4;

    #[inline(always)]
    fn map(self, one: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(one))
    }

    #[inline(always)]
    fn zip(self, other: Self, one: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|lane| one(self.0[lane], other.0[lane])))
    }
}

impl Vector for Words {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; Self::WIDTH])
    }

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        Self(std::array::from_fn(|lane| words[lane]))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[..Self::WIDTH].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |one, other| one ^ other)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |one, other| one & !other)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn up(self, by: u64) -> Self {
        self.map(|word| word.checked_shl(by as u32).unwrap_or(0))
    }

    #[inline(always)]
    fn down(self, by: u64) -> Self {
        self.map(|word| word.checked_shr(by as u32).unwrap_or(0))
    }

    #[inline(always)]
    fn rotated<const BY: i32, const REST: i32>(self) -> Self {
        self.map(|word| word.rotate_left(BY as u32))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        (0..Self::WIDTH).fold(0, |bits, lane| bits | u32::from(self.0[lane] == 0) << lane)
    }

    #[inline(always)]
    fn pick(self, random: Self) -> (Self, u32) {
        let mut suspects = 0;
        let picked = std::array::from_fn(|lane| {
            let mut bits = self.0[lane];
            let count = bits.count_ones();
            let product = (random.0[lane] >> 32) * u64::from(count);
            suspects |= u32::from((product as u32) < count) << lane;
            for _ in 0..product >> 32 {
                bits &= bits - 1;
            }
            bits & bits.wrapping_neg()
        });
        (Self(picked), suspects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcts::Random;

    #[test]
    fn the_bit_of_the_right_number_is_picked() {
        let mut random = Random::new(4, 0);
        for _ in 0..5000 {
            let words: [u64; 4] =
                std::array::from_fn(|lane| (0..lane).fold(random.bits(), |word, _| word & random.bits()));
            let draws: [u64; 4] = std::array::from_fn(|_| random.bits());
            let (picked, _) = Words(words).pick(Words(draws));
            for lane in 0..4 {
                let places: Vec<u32> = (0..64).filter(|place| words[lane] >> place & 1 == 1).collect();
                let number = ((draws[lane] >> 32) * places.len() as u64) >> 32;
                assert_eq!(
                    picked.0[lane],
                    places.get(number as usize).map_or(0, |place| 1 << place),
                    "{words:x?} {draws:x?}"
                );
            }
        }
    }

    #[test]
    fn every_bit_is_picked_equally_often() {
        let mut random = Random::new(6, 0);
        let word = 0x8000_0100_0040_2001;
        let mut counts = [0u32; 64];
        for _ in 0..25_000 {
            let (picked, _) = Words([word; 4]).pick(Words(std::array::from_fn(|_| random.bits())));
            picked.0.iter().for_each(|bit| counts[bit.trailing_zeros() as usize] += 1);
        }
        assert_eq!(counts.iter().sum::<u32>(), 100_000);
        let found = (0..64).filter(|place| word >> place & 1 == 1).map(|place| f64::from(counts[place]));
        let expected = 100_000.0 / 5.0;
        let chi_square: f64 = found.map(|count| (count - expected).powi(2) / expected).sum();
        assert!(chi_square < 18.5, "four degrees of freedom, one in a thousand: {counts:?}");
    }
}
