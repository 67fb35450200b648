//! The generator of [`Random`] in every lane.

use super::vector::Vector;
use crate::random::Random;

/// xoroshiro128++ in lanes, each with a seed of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneRandom<V> {
    state: [V; 2],
}

impl<V: Vector> LaneRandom<V> {
    /// Seeds the first `N` lanes from another generator.
    #[inline(always)]
    pub(super) fn new<const N: usize>(random: &mut Random) -> Self {
        let (mut first, mut second) = ([0; N], [0; N]);
        for lane in 0..N {
            [first[lane], second[lane]] = Random::from_state([random.bits(), random.bits()]).state();
        }
        Self { state: [V::load(&first), V::load(&second)] }
    }

    /// The next 64 bits of every lane.
    #[inline(always)]
    pub(super) fn bits(&mut self) -> V {
        let [first, second] = self.state;
        let result = first.plus(second).rotated::<17, 47>().plus(first);
        let second = second.xor(first);
        let next = first.rotated::<49, 15>().xor(second).xor(second.up(21));
        self.state = [next, second.rotated::<28, 36>()];
        result
    }
}
