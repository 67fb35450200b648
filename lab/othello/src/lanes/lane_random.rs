//! The generator of [`Random`] in every lane.

use mcts::Random;

use super::vector::Vector;

/// The state of xoroshiro128++ in lanes, each with its own seed.
pub(super) type State<V> = [V; 2];

/// Seeds the first `N` lanes from another generator.
#[inline(always)]
pub(super) fn seeded<V: Vector, const N: usize>(random: &mut Random) -> State<V> {
    let (mut first, mut second) = ([0; N], [0; N]);
    for lane in 0..N {
        [first[lane], second[lane]] = Random::from_state([random.bits(), random.bits()]).state();
    }
    [V::load(&first), V::load(&second)]
}

/// The next 64 bits of every lane.
#[inline(always)]
pub(super) fn bits<V: Vector>(state: &mut State<V>) -> V {
    let [first, second] = *state;
    let result = first.plus(second).rotated::<17, 47>().plus(first);
    let second = second.xor(first);
    let next = first.rotated::<49, 15>().xor(second).xor(second.up(21));
    *state = [next, second.rotated::<28, 36>()];
    result
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::portable::Words;
    use super::*;

    /// Some numbers from every lane, one draw after the other.
    #[inline(always)]
    pub(in super::super) fn draws<V: Vector, const N: usize>() -> Vec<u64> {
        let mut lanes = seeded::<V, N>(&mut Random::new(9, 9));
        let mut all = Vec::new();
        for _ in 0..100 {
            let mut words = [0; N];
            bits(&mut lanes).store(&mut words);
            all.extend(words);
        }
        all
    }

    /// The same from a generator for each lane.
    pub(in super::super) fn expected(lanes: usize) -> Vec<u64> {
        let mut seeds = Random::new(9, 9);
        let mut each: Vec<Random> = (0..lanes).map(|_| Random::from_state([seeds.bits(), seeds.bits()])).collect();
        (0..100).flat_map(|_| each.iter_mut().map(Random::bits).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn every_lane_draws_what_a_generator_of_its_own_would() {
        assert_eq!(draws::<Words, 4>(), expected(4));
    }
}
