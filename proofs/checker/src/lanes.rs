//! The moves along all four axes of a board at once, and the discs that a move turns over, by AVX2, with a word for every
//! axis. [`axes`](crate::axes) has the same in plain code.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_or_si256,
    _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
    _mm256_sub_epi64,
};

/// What the axes say one by one, side by side. There is one only where the processor has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    step: [u64; 4],
    after: [u64; 4],
    before: [u64; 4],
    /// The most doublings of any axis; on the others the last ones change nothing.
    doublings: u32,
    /// How often a walk has to double its length to pass a whole ray.
    spans: u32,
}

impl Lanes {
    /// The lanes of a board if the processor, which is asked at run time, has AVX2. Each axis has its step and the squares
    /// that a step upwards and one downwards in number can reach; `doublings` is the most of any.
    pub(crate) fn of(each: [(u64, u64, u64); 4], doublings: u32, longest_side: usize) -> Option<Self> {
        is_x86_feature_detected!("avx2").then(|| Self {
            step: each.map(|(step, ..)| step),
            after: each.map(|(_, after, _)| after),
            before: each.map(|(.., before)| before),
            doublings,
            spans: (longest_side - 1).next_power_of_two().trailing_zeros(),
        })
    }

    /// See [`Axes::closing`](crate::axes::Axes::closing).
    #[inline]
    pub(crate) fn closing(&self, own: u64, other: u64) -> u64 {
        // SAFETY: `of` has found AVX2.
        unsafe { self.closing_by_avx2(own, other) }
    }

    /// See [`Axes::turned`](crate::axes::Axes::turned).
    #[inline]
    pub(crate) fn turned(&self, ahead: &[u64; 4], behind: &[u64; 4], own: u64, other: u64) -> u64 {
        // SAFETY: `of` has found AVX2.
        unsafe { self.turned_by_avx2(ahead, behind, own, other) }
    }

    #[target_feature(enable = "avx2")]
    fn closing_by_avx2(&self, own: u64, other: u64) -> u64 {
        let (own, other) = (every(own), every(other));
        let (step, after, before) = (four(&self.step), four(&self.after), four(&self.before));
        let (mut over, mut under) = (_mm256_and_si256(other, after), _mm256_and_si256(other, before));
        let mut up = _mm256_and_si256(_mm256_sllv_epi64(own, step), over);
        let mut down = _mm256_and_si256(_mm256_srlv_epi64(own, step), under);
        let mut far = step;
        for _ in 0..self.doublings {
            up = _mm256_or_si256(up, _mm256_and_si256(_mm256_sllv_epi64(up, far), over));
            down = _mm256_or_si256(down, _mm256_and_si256(_mm256_srlv_epi64(down, far), under));
            over = _mm256_and_si256(over, _mm256_sllv_epi64(over, far));
            under = _mm256_and_si256(under, _mm256_srlv_epi64(under, far));
            far = _mm256_add_epi64(far, far);
        }
        let up = _mm256_and_si256(_mm256_sllv_epi64(up, step), after);
        let down = _mm256_and_si256(_mm256_srlv_epi64(down, step), before);
        together(_mm256_or_si256(up, down))
    }

    #[target_feature(enable = "avx2")]
    fn turned_by_avx2(&self, ahead: &[u64; 4], behind: &[u64; 4], own: u64, other: u64) -> u64 {
        let (own, other, none) = (every(own), every(other), _mm256_setzero_si256());
        // The first square of each ray that the other side does not hold, as a bit; none if it holds them all.
        let ahead = four(ahead);
        let stops = _mm256_andnot_si256(other, ahead);
        let first = _mm256_and_si256(stops, _mm256_sub_epi64(none, stops));
        let misses = _mm256_cmpeq_epi64(_mm256_and_si256(first, own), none);
        let passed = _mm256_and_si256(ahead, _mm256_sub_epi64(first, every(1)));
        let up = _mm256_andnot_si256(misses, passed);
        // Towards lower numbers, spread such squares down the axis: from the first on, every square of the ray is reached.
        // Bits that leave the board or the ray change nothing.
        let (step, behind) = (four(&self.step), four(behind));
        let mut reached = _mm256_andnot_si256(other, behind);
        let mut far = step;
        for _ in 0..self.spans {
            reached = _mm256_or_si256(reached, _mm256_srlv_epi64(reached, far));
            far = _mm256_add_epi64(far, far);
        }
        let first = _mm256_andnot_si256(_mm256_srlv_epi64(reached, step), reached);
        let misses = _mm256_cmpeq_epi64(_mm256_and_si256(first, own), none);
        let down = _mm256_andnot_si256(misses, _mm256_andnot_si256(reached, behind));
        together(_mm256_or_si256(up, down))
    }
}

/// A word in each lane.
#[target_feature(enable = "avx2")]
fn four(&[first, second, third, fourth]: &[u64; 4]) -> __m256i {
    _mm256_set_epi64x(fourth as i64, third as i64, second as i64, first as i64)
}

/// The same word in every lane.
#[target_feature(enable = "avx2")]
fn every(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

/// All lanes in one word.
#[target_feature(enable = "avx2")]
fn together(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}
