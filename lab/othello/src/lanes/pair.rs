//! Two vectors side by side: while one waits for a result, the processor continues with the other.

use super::vector::Vector;

/// Twice the lanes of a vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<V>(V, V);

/// Number of lanes of the first vector; each has at most eight.
#[inline(always)]
fn width<V>() -> usize {
    size_of::<V>() / size_of::<u64>()
}

impl<V: Vector> Pair<V> {
    #[inline(always)]
    fn zip(self, other: Self, one: impl Fn(V, V) -> V) -> Self {
        Self(one(self.0, other.0), one(self.1, other.1))
    }
}

impl<V: Vector> Vector for Pair<V> {
    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self(V::splat(word), V::splat(word))
    }

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        Self(V::load(words), V::load(&words[width::<V>()..]))
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        self.0.store(words);
        self.1.store(&mut words[width::<V>()..]);
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, V::and)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, V::or)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, V::xor)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, V::without)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, V::plus)
    }

    #[inline(always)]
    fn up(self, by: u64) -> Self {
        Self(self.0.up(by), self.1.up(by))
    }

    #[inline(always)]
    fn down(self, by: u64) -> Self {
        Self(self.0.down(by), self.1.down(by))
    }

    #[inline(always)]
    fn rotated<const BY: i32, const REST: i32>(self) -> Self {
        Self(self.0.rotated::<BY, REST>(), self.1.rotated::<BY, REST>())
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        self.0.zeros() | self.1.zeros() << width::<V>()
    }

    #[inline(always)]
    fn pick(self, random: Self) -> (Self, u32) {
        let (one, other) = (self.0.pick(random.0), self.1.pick(random.1));
        (Self(one.0, other.0), one.1 | other.1 << width::<V>())
    }
}
