//! Pseudo-random numbers that depend on a seed alone.

/// Source: S. Vigna, `splitmix64.c`, <https://prng.di.unimi.it/splitmix64.c>
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one of many streams of a seed.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mixed = Self(seed).next() ^ stream;
        Self(Self(mixed).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number from 0 to `limit - 1`.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit)) as u32
    }

    /// One of the elements.
    pub(crate) fn pick<T: Copy>(&mut self, elements: &[T]) -> T {
        elements[self.below(elements.len() as u32) as usize]
    }
}
