//! Plain integer code for any processor.

use super::Isa;
use crate::discs::Discs;
use crate::geometry::Geometry;

/// No special instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn flips(self, geometry: &Geometry, discs: Discs, square: u8) -> u64 {
        let rays = &geometry.rays[usize::from(square & 63)];
        let mut flips = 0;
        for ray in &rays[..4] {
            let stops = ray & !discs.opponent;
            let nearest = stops & stops.wrapping_neg() & discs.player;
            // All ones below the player's disc, or nothing if there is none.
            flips |= ray & nearest.wrapping_sub(u64::from(nearest != 0));
        }
        for ray in &rays[4..] {
            // With bit 0 set there always is a highest bit; `& stops` drops it again if it is not a stop.
            let stops = ray & !discs.opponent;
            let highest = (1 << 63) >> (stops | 1).leading_zeros();
            let nearest = highest & stops & discs.player;
            flips |= ray & discs.opponent & nearest.wrapping_neg();
        }
        flips
    }

    #[inline(always)]
    fn mobility(self, geometry: &Geometry, discs: Discs) -> u64 {
        // On wide boards a far step can leave the word altogether.
        let raise = |bits: u64, by: u64| bits.checked_shl(by as u32).unwrap_or(0);
        let lower = |bits: u64, by: u64| bits.checked_shr(by as u32).unwrap_or(0);
        let mut moves = 0;
        for direction in 0..4 {
            let step = geometry.steps[direction];
            let turnable = discs.opponent & geometry.inner[direction];
            let (mut up, mut down) = (turnable & discs.player << step, turnable & discs.player >> step);
            up |= turnable & up << step;
            down |= turnable & down >> step;
            let (mut pairs_up, mut pairs_down) = (turnable & turnable << step, turnable & turnable >> step);
            let mut far = 2 * step;
            for round in 0..geometry.doublings {
                if round > 0 {
                    pairs_up &= raise(pairs_up, far / 2);
                    pairs_down &= lower(pairs_down, far / 2);
                }
                up |= pairs_up & raise(up, far);
                down |= pairs_down & lower(down, far);
                up |= pairs_up & raise(up, far);
                down |= pairs_down & lower(down, far);
                far *= 2;
            }
            moves |= up << step | down >> step;
        }
        moves & !discs.mask()
    }

    #[inline(always)]
    fn stable(self, geometry: &Geometry, own: u64, occupied: u64) -> u64 {
        let raise = |bits: u64, by: u64| bits.checked_shl(by as u32).unwrap_or(0);
        let lower = |bits: u64, by: u64| bits.checked_shr(by as u32).unwrap_or(0);
        let empties = geometry.full & !occupied;
        // Spread the empties along each axis; lines without any are full.
        let full: [u64; 4] = std::array::from_fn(|axis| {
            let (mut up, mut down) = (empties, empties);
            for (k, behind) in geometry.behind[..geometry.spreads].iter().enumerate() {
                up |= raise(up, geometry.steps[axis] << k) & behind[axis];
                down |= lower(down, geometry.steps[axis] << k) & behind[axis + 4];
            }
            !(up | down) | !geometry.inner[axis]
        });
        let mut stable = own & full[0] & full[1] & full[2] & full[3];
        while stable != 0 {
            let mut safe = own;
            for (axis, full) in full.iter().enumerate() {
                let step = geometry.steps[axis];
                let beside = stable << step & geometry.behind[0][axis] | stable >> step & geometry.behind[0][axis + 4];
                safe &= full | beside;
            }
            if safe == stable {
                break;
            }
            stable = safe;
        }
        stable
    }
}
