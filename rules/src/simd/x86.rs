//! AVX2 and AVX-512: the directions of a board in the lanes of a register.
//!
//! Lanes 0 to 3 lead to higher bit numbers, lanes 4 to 7 to lower ones (see [`Geometry`]). Shifts
//! differ by lane, so any board shape takes the same time.

use std::arch::x86_64::*;

use super::{Isa, count_flips};
use crate::discs::Discs;
use crate::geometry::Geometry;

/// Token of a processor with AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

/// Token of a processor with AVX-512 F, CD, VL and DQ and all of [`Avx2`].
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx2 {
    /// The token, if this processor has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

impl Avx512 {
    /// The token, if this processor has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        (Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq"))
        .then_some(Self(()))
    }
}

impl Isa for Avx2 {
    #[inline(always)]
    fn flips(self, geometry: &Geometry, discs: Discs, square: u8) -> u64 {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { flips_avx2(geometry, discs, square) }
    }

    #[inline(always)]
    fn mobility(self, geometry: &Geometry, discs: Discs) -> u64 {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { mobility_avx2(geometry, discs) }
    }

    #[inline(always)]
    fn stable(self, geometry: &Geometry, own: u64, occupied: u64) -> u64 {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { stable_avx2(geometry, own, occupied) }
    }

    #[inline(always)]
    fn last_flips(self, geometry: &Geometry, discs: Discs, square: u8) -> [u32; 2] {
        match &geometry.last_flips {
            // SAFETY: the token proves that the processor has the instructions.
            Some(lines) => unsafe { lines.count(discs.player, square) },
            None => count_flips(self, geometry, discs, square),
        }
    }
}

impl Isa for Avx512 {
    #[inline(always)]
    fn flips(self, geometry: &Geometry, discs: Discs, square: u8) -> u64 {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { flips_avx512(geometry, discs, square) }
    }

    #[inline(always)]
    fn mobility(self, geometry: &Geometry, discs: Discs) -> u64 {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { mobility_avx512(geometry, discs) }
    }

    #[inline(always)]
    fn stable(self, geometry: &Geometry, own: u64, occupied: u64) -> u64 {
        // SAFETY: the token proves that the processor has the instructions.
        unsafe { stable_avx512(geometry, own, occupied) }
    }

    #[inline(always)]
    fn last_flips(self, geometry: &Geometry, discs: Discs, square: u8) -> [u32; 2] {
        match &geometry.last_flips {
            // SAFETY: the token proves that the processor has the instructions.
            Some(lines) => unsafe { lines.count(discs.player, square) },
            None => count_flips(self, geometry, discs, square),
        }
    }
}

/// Loads half of an array of eight directions: 0 for those towards higher bits, 1 for the others.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn load_half(array: &[u64; 8], half: usize) -> __m256i {
    // SAFETY: both halves lie within the array; the load needs no alignment.
    unsafe { _mm256_loadu_si256(array.as_ptr().add(4 * half).cast()) }
}

/// The bits of all lanes together.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn or_lanes(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips_avx2(geometry: &Geometry, discs: Discs, square: u8) -> u64 {
    let rays = &geometry.rays[usize::from(square & 63)];
    let player = _mm256_set1_epi64x(discs.player as i64);
    let opponent = _mm256_set1_epi64x(discs.opponent as i64);
    let zero = _mm256_setzero_si256();

    let up = load_half(rays, 0);
    let stops = _mm256_andnot_si256(opponent, up);
    let nearest = _mm256_and_si256(_mm256_and_si256(stops, _mm256_sub_epi64(zero, stops)), player);
    // Below the player's disc; where there is none, the subtrahend is 0 instead of 1 and nothing remains.
    let found = _mm256_cmpeq_epi64(nearest, zero);
    let below = _mm256_sub_epi64(nearest, _mm256_add_epi64(_mm256_set1_epi64x(1), found));
    let flips_up = _mm256_and_si256(below, up);

    let down = load_half(rays, 1);
    let stops = _mm256_andnot_si256(opponent, down);
    // Smear the highest bit downwards; the squares of the ray above the smear, all the opponent's, are turned if the
    // highest stop is the player's.
    let mut smear = _mm256_or_si256(stops, _mm256_srli_epi64::<1>(stops));
    smear = _mm256_or_si256(smear, _mm256_srli_epi64::<2>(smear));
    smear = _mm256_or_si256(smear, _mm256_srli_epi64::<4>(smear));
    smear = _mm256_or_si256(smear, _mm256_srli_epi64::<8>(smear));
    smear = _mm256_or_si256(smear, _mm256_srli_epi64::<16>(smear));
    smear = _mm256_or_si256(smear, _mm256_srli_epi64::<32>(smear));
    let highest = _mm256_andnot_si256(_mm256_srli_epi64::<1>(smear), smear);
    let nearest = _mm256_and_si256(highest, player);
    let found = _mm256_cmpeq_epi64(nearest, zero);
    let flips_down = _mm256_andnot_si256(_mm256_or_si256(found, smear), down);

    or_lanes(_mm256_or_si256(flips_up, flips_down))
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips_avx512(geometry: &Geometry, discs: Discs, square: u8) -> u64 {
    let rays = &geometry.rays[usize::from(square & 63)];
    let player = _mm256_set1_epi64x(discs.player as i64);
    let opponent = _mm256_set1_epi64x(discs.opponent as i64);
    let zero = _mm256_setzero_si256();

    let up = load_half(rays, 0);
    let stops = _mm256_andnot_si256(opponent, up);
    let lowest = _mm256_and_si256(stops, _mm256_sub_epi64(zero, stops));
    let found = _mm256_test_epi64_mask(lowest, player);
    let below = _mm256_add_epi64(lowest, _mm256_set1_epi64x(-1));
    let flips_up = _mm256_maskz_and_epi64(found, below, up);

    let down = load_half(rays, 1);
    let stops = _mm256_andnot_si256(opponent, down);
    // A count of 64 shifts the bit out: no stop, no flip.
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
    let found = _mm256_test_epi64_mask(highest, player);
    let above = _mm256_andnot_si256(highest, _mm256_sub_epi64(zero, highest));
    let flips_down = _mm256_maskz_and_epi64(found, above, down);

    or_lanes(_mm256_or_si256(flips_up, flips_down))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mobility_avx2(geometry: &Geometry, discs: Discs) -> u64 {
    let step = load_half(&geometry.steps, 0);
    let player = _mm256_set1_epi64x(discs.player as i64);
    let turnable = _mm256_and_si256(_mm256_set1_epi64x(discs.opponent as i64), load_half(&geometry.inner, 0));
    let grow_up = |from: __m256i, within: __m256i, by: __m256i| {
        _mm256_or_si256(from, _mm256_and_si256(within, _mm256_sllv_epi64(from, by)))
    };
    let grow_down = |from: __m256i, within: __m256i, by: __m256i| {
        _mm256_or_si256(from, _mm256_and_si256(within, _mm256_srlv_epi64(from, by)))
    };
    let mut up = _mm256_and_si256(turnable, _mm256_sllv_epi64(player, step));
    let mut down = _mm256_and_si256(turnable, _mm256_srlv_epi64(player, step));
    up = grow_up(up, turnable, step);
    down = grow_down(down, turnable, step);
    let mut pairs_up = _mm256_and_si256(turnable, _mm256_sllv_epi64(turnable, step));
    let mut pairs_down = _mm256_srlv_epi64(pairs_up, step);
    let mut far = _mm256_add_epi64(step, step);
    for round in 0..geometry.doublings {
        if round > 0 {
            let half = _mm256_srli_epi64::<1>(far);
            pairs_up = _mm256_and_si256(pairs_up, _mm256_sllv_epi64(pairs_up, half));
            pairs_down = _mm256_and_si256(pairs_down, _mm256_srlv_epi64(pairs_down, half));
        }
        up = grow_up(grow_up(up, pairs_up, far), pairs_up, far);
        down = grow_down(grow_down(down, pairs_down, far), pairs_down, far);
        far = _mm256_add_epi64(far, far);
    }
    let moves = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    or_lanes(moves) & !discs.mask()
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn mobility_avx512(geometry: &Geometry, discs: Discs) -> u64 {
    // SAFETY: both arrays hold eight 64-bit lanes; the loads need no alignment.
    let (step, inner) = unsafe {
        (_mm512_loadu_si512(geometry.rotations.as_ptr().cast()), _mm512_loadu_si512(geometry.inner.as_ptr().cast()))
    };
    let player = _mm512_set1_epi64(discs.player as i64);
    let turnable = _mm512_and_si512(_mm512_set1_epi64(discs.opponent as i64), inner);
    // a | (b & rotated a), by truth table.
    let grow = |from: __m512i, within: __m512i, by: __m512i| {
        _mm512_ternarylogic_epi64::<0xf8>(from, within, _mm512_rolv_epi64(from, by))
    };
    let mut reached = _mm512_and_si512(turnable, _mm512_rolv_epi64(player, step));
    reached = grow(reached, turnable, step);
    let mut pairs = _mm512_and_si512(turnable, _mm512_rolv_epi64(turnable, step));
    let mut far = _mm512_add_epi64(step, step);
    for round in 0..geometry.doublings {
        if round > 0 {
            pairs = _mm512_and_si512(pairs, _mm512_rolv_epi64(pairs, _mm512_srli_epi64::<1>(far)));
        }
        reached = grow(grow(reached, pairs, far), pairs, far);
        far = _mm512_add_epi64(far, far);
    }
    let moves = _mm512_rolv_epi64(reached, step);
    or_lanes(_mm256_or_si256(_mm512_castsi512_si256(moves), _mm512_extracti64x4_epi64::<1>(moves))) & !discs.mask()
}

/// The bits that all lanes share.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn and_lanes(lanes: __m256i) -> u64 {
    let pair = _mm_and_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_and_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}

/// Grows the discs of `own` that are safe along all axes by those beside a stable one. `full` holds, by
/// axis, the squares that are safe there without a neighbour's help.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn grow_stable_avx2(geometry: &Geometry, own: u64, full: __m256i) -> u64 {
    let step = load_half(&geometry.steps, 0);
    let (behind_up, behind_down) = (load_half(&geometry.behind[0], 0), load_half(&geometry.behind[0], 1));
    let mut stable = own & and_lanes(full);
    while stable != 0 {
        let all = _mm256_set1_epi64x(stable as i64);
        let up = _mm256_and_si256(_mm256_sllv_epi64(all, step), behind_up);
        let down = _mm256_and_si256(_mm256_srlv_epi64(all, step), behind_down);
        let safe = own & and_lanes(_mm256_or_si256(full, _mm256_or_si256(up, down)));
        if safe == stable {
            break;
        }
        stable = safe;
    }
    stable
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn stable_avx2(geometry: &Geometry, own: u64, occupied: u64) -> u64 {
    let empties = _mm256_set1_epi64x((geometry.full & !occupied) as i64);
    let (mut up, mut down) = (empties, empties);
    let mut step = load_half(&geometry.steps, 0);
    for behind in &geometry.behind[..geometry.spreads] {
        up = _mm256_or_si256(up, _mm256_and_si256(_mm256_sllv_epi64(up, step), load_half(behind, 0)));
        down = _mm256_or_si256(down, _mm256_and_si256(_mm256_srlv_epi64(down, step), load_half(behind, 1)));
        step = _mm256_add_epi64(step, step);
    }
    // On a line with an empty square, and inner.
    let open = _mm256_and_si256(_mm256_or_si256(up, down), load_half(&geometry.inner, 0));
    grow_stable_avx2(geometry, own, _mm256_xor_si256(open, _mm256_set1_epi64x(-1)))
}

#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn stable_avx512(geometry: &Geometry, own: u64, occupied: u64) -> u64 {
    let load = |lanes: &[u64; 8]| {
        // SAFETY: the array holds eight 64-bit lanes; the load needs no alignment.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    };
    let mut spread = _mm512_set1_epi64((geometry.full & !occupied) as i64);
    let mut step = load(&geometry.rotations);
    for behind in &geometry.behind[..geometry.spreads] {
        spread = _mm512_ternarylogic_epi64::<0xf8>(spread, load(behind), _mm512_rolv_epi64(spread, step));
        step = _mm512_add_epi64(step, step);
    }
    let both = _mm256_or_si256(_mm512_castsi512_si256(spread), _mm512_extracti64x4_epi64::<1>(spread));
    let open = _mm256_and_si256(both, load_half(&geometry.inner, 0));
    grow_stable_avx2(geometry, own, _mm256_xor_si256(open, _mm256_set1_epi64x(-1)))
}
