//! Four lanes of AVX2, eight of AVX-512.

use std::arch::x86_64::*;

use super::vector::Vector;

/// Whether a processor for which the solver has a token of AVX-512 has also what else [`Eight`] needs: VPOPCNTDQ.
pub(super) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512vpopcntdq")
}

/// Evaluates intrinsics inside a vector's method.
macro_rules! intrinsics {
    ($body:expr) => {{
        // SAFETY: the vectors are private to `lanes`, whose entry points are compiled for the instructions and called
        // only with the token that proves that the processor has them.
        unsafe { $body }
    }};
}

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Four(__m256i);

impl Vector for Four {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        intrinsics!(Self(_mm256_set1_epi64x(word as i64)))
    }

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        // Slicing checks that there are four words to read.
        intrinsics!(Self(_mm256_loadu_si256(words[..4].as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        intrinsics!(_mm256_storeu_si256(words[..4].as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        intrinsics!(Self(_mm256_and_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        intrinsics!(Self(_mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        intrinsics!(Self(_mm256_xor_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        intrinsics!(Self(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        intrinsics!(Self(_mm256_add_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn up(self, by: u64) -> Self {
        intrinsics!(Self(_mm256_sllv_epi64(self.0, _mm256_set1_epi64x(by as i64))))
    }

    #[inline(always)]
    fn down(self, by: u64) -> Self {
        intrinsics!(Self(_mm256_srlv_epi64(self.0, _mm256_set1_epi64x(by as i64))))
    }

    #[inline(always)]
    fn rotated<const BY: i32, const REST: i32>(self) -> Self {
        intrinsics!(Self(_mm256_or_si256(_mm256_slli_epi64::<BY>(self.0), _mm256_srli_epi64::<REST>(self.0))))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        intrinsics!({
            let equal = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u32
        })
    }

    /// Counts the bits in pairs, nibbles, bytes and so on, then chooses the half that holds the wanted bit six times (like
    /// "select the bit position" in S. Anderson's Bit Twiddling Hacks).
    #[inline(always)]
    fn pick(self, random: Self) -> (Self, u32) {
        intrinsics!({
            let word = |bits: u64| _mm256_set1_epi64x(bits as i64);
            let bits = self.0;
            let odd = word(0x5555_5555_5555_5555);
            let pairs = _mm256_sub_epi64(bits, _mm256_and_si256(_mm256_srli_epi64::<1>(bits), odd));
            let twos = word(0x3333_3333_3333_3333);
            let upper = _mm256_and_si256(_mm256_srli_epi64::<2>(pairs), twos);
            let nibbles = _mm256_add_epi64(_mm256_and_si256(pairs, twos), upper);
            let fours = word(0x0f0f_0f0f_0f0f_0f0f);
            let bytes = _mm256_and_si256(_mm256_add_epi64(nibbles, _mm256_srli_epi64::<4>(nibbles)), fours);
            let halves = _mm256_add_epi64(bytes, _mm256_srli_epi64::<8>(bytes));
            let quarters = _mm256_add_epi64(halves, _mm256_srli_epi64::<16>(halves));
            let low = |counts: __m256i, mask: u64| _mm256_and_si256(counts, word(mask));
            let count = low(_mm256_add_epi64(quarters, _mm256_srli_epi64::<32>(quarters)), 0x7f);

            let product = _mm256_mul_epu32(_mm256_srli_epi64::<32>(random.0), count);
            let mut number = _mm256_srli_epi64::<32>(product);
            let suspects = _mm256_cmpgt_epi64(count, low(product, 0xffff_ffff));
            let mut place = _mm256_setzero_si256();
            // Skips the lower half of what is left if it holds at most `number` bits.
            let mut halve = |counts: __m256i, mask: u64, width: u64| {
                let below = low(_mm256_srlv_epi64(counts, place), mask);
                let is_above = _mm256_xor_si256(_mm256_cmpgt_epi64(below, number), _mm256_set1_epi64x(-1));
                number = _mm256_sub_epi64(number, _mm256_and_si256(below, is_above));
                place = _mm256_add_epi64(place, _mm256_and_si256(word(width), is_above));
            };
            halve(quarters, 0x3f, 32);
            halve(halves, 0x1f, 16);
            halve(bytes, 0xf, 8);
            halve(nibbles, 0x7, 4);
            halve(pairs, 0x3, 2);
            halve(bits, 0x1, 1);
            let picked = _mm256_and_si256(bits, _mm256_sllv_epi64(word(1), place));
            (Self(picked), _mm256_movemask_pd(_mm256_castsi256_pd(suspects)) as u32)
        })
    }
}

/// Eight lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eight(__m512i);

impl Vector for Eight {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        intrinsics!(Self(_mm512_set1_epi64(word as i64)))
    }

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        // Slicing checks that there are eight words to read.
        intrinsics!(Self(_mm512_loadu_si512(words[..8].as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        intrinsics!(_mm512_storeu_si512(words[..8].as_mut_ptr().cast(), self.0));
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        intrinsics!(Self(_mm512_and_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        intrinsics!(Self(_mm512_or_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        intrinsics!(Self(_mm512_xor_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        intrinsics!(Self(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        intrinsics!(Self(_mm512_add_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn up(self, by: u64) -> Self {
        intrinsics!(Self(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(by as i64))))
    }

    #[inline(always)]
    fn down(self, by: u64) -> Self {
        intrinsics!(Self(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(by as i64))))
    }

    #[inline(always)]
    fn rotated<const BY: i32, const REST: i32>(self) -> Self {
        intrinsics!(Self(_mm512_rol_epi64::<BY>(self.0)))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        intrinsics!(u32::from(_mm512_testn_epi64_mask(self.0, self.0)))
    }

    /// Chooses the half that holds the wanted bit six times, each time by counting the bits of the lower half.
    #[inline(always)]
    fn pick(self, random: Self) -> (Self, u32) {
        intrinsics!({
            let word = |bits: u64| _mm512_set1_epi64(bits as i64);
            let count = _mm512_popcnt_epi64(self.0);
            let product = _mm512_mul_epu32(_mm512_srli_epi64::<32>(random.0), count);
            let mut number = _mm512_srli_epi64::<32>(product);
            let suspects = _mm512_cmplt_epi64_mask(_mm512_and_si512(product, word(0xffff_ffff)), count);
            let mut rest = self.0;
            // Cuts off the lower half if it holds at most `number` bits; `rest` holds the bits still in question.
            let mut place = _mm512_setzero_si512();
            for width in [32, 16, 8, 4, 2, 1u64] {
                let below = _mm512_popcnt_epi64(_mm512_and_si512(rest, word((1 << width) - 1)));
                let is_above = _mm512_cmple_epi64_mask(below, number);
                number = _mm512_mask_sub_epi64(number, is_above, number, below);
                rest = _mm512_mask_srlv_epi64(rest, is_above, rest, word(width));
                place = _mm512_mask_add_epi64(place, is_above, place, word(width));
            }
            let picked = _mm512_and_si512(self.0, _mm512_sllv_epi64(word(1), place));
            (Self(picked), u32::from(suspects))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::lane_random::tests::{draws, expected};
    use super::super::pair::Pair;
    use super::super::portable::Words;
    use super::*;
    use mcts::Random;
    use solver::simd::{Avx2, Avx512};

    /// The results of the plain lanes.
    fn plain(bits: &[u64], draws: &[u64]) -> (Vec<u64>, u32) {
        let (mut picked, mut suspects) = (Vec::new(), 0);
        for (index, (bits, draws)) in bits.chunks(4).zip(draws.chunks(4)).enumerate() {
            let (four, some) = Words::load(bits).pick(Words::load(draws));
            let mut words = [0; 4];
            four.store(&mut words);
            picked.extend(words);
            suspects |= some << (4 * index);
        }
        (picked, suspects)
    }

    #[test]
    fn every_lane_draws_what_a_generator_of_its_own_would() {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn eight_of_avx2() -> Vec<u64> {
            draws::<Pair<Four>, 8>()
        }
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn sixteen_of_avx512() -> Vec<u64> {
            draws::<Pair<Eight>, 16>()
        }
        if Avx2::detect().is_some() {
            // SAFETY: the processor has the features.
            assert_eq!(unsafe { eight_of_avx2() }, expected(8));
        }
        if Avx512::detect().is_some() && has_avx512() {
            // SAFETY: the processor has the features.
            assert_eq!(unsafe { sixteen_of_avx512() }, expected(16));
        }
    }

    #[test]
    fn the_same_bits_are_picked_as_by_plain_words() {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn four(bits: &[u64], draws: &[u64], out: &mut [u64]) -> u32 {
            let (picked, suspects) = Four::load(bits).pick(Four::load(draws));
            picked.store(out);
            suspects | (Four::load(bits).zeros() << 16)
        }
        #[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn eight(bits: &[u64], draws: &[u64], out: &mut [u64]) -> u32 {
            let (picked, suspects) = Eight::load(bits).pick(Eight::load(draws));
            picked.store(out);
            suspects | (Eight::load(bits).zeros() << 16)
        }
        let mut random = Random::new(11, 0);
        for round in 0..20_000 {
            // Dense, sparse, full and empty words; also extreme draws.
            let mut word = |sparse: u32| match random.below(24) {
                0 => 0,
                1 => u64::MAX,
                _ => (0..sparse).fold(random.bits(), |word, _| word & random.bits()),
            };
            let bits: [u64; 8] = std::array::from_fn(|lane| word(lane as u32 % 5));
            let draws: [u64; 8] = std::array::from_fn(|lane| if round % 7 == 0 { word(lane as u32) } else { word(0) });
            let zeros = (0..8).fold(0, |zeros, lane| zeros | u32::from(bits[lane] == 0) << lane);
            let (picked, suspects) = plain(&bits, &draws);
            let mut out = [0; 8];
            if Avx2::detect().is_some() {
                // SAFETY: the processor has the features.
                let told = unsafe { four(&bits, &draws, &mut out) };
                assert_eq!((&out[..4], told & 15, told >> 16), (&picked[..4], suspects & 15, zeros & 15), "{bits:x?}");
            }
            if Avx512::detect().is_some() && has_avx512() {
                // SAFETY: the processor has the features.
                let told = unsafe { eight(&bits, &draws, &mut out) };
                assert_eq!((&out[..], told & 255, told >> 16), (&picked[..], suspects, zeros), "{bits:x?}");
            }
        }
    }
}
