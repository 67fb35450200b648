//! Pseudo-random numbers that depend only on a seed, the same on every machine: for reproducible games, sets and
//! samples.

use crate::moves::Move;
use crate::position::Position;

/// A stream of pseudo-random numbers.
///
/// Source: S. Vigna, `splitmix64.c`, <https://prng.di.unimi.it/splitmix64.c>
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// One of the many streams of a seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mixed = Self(seed).bits() ^ stream;
        Self(Self(mixed).bits())
    }

    /// The next number, all 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number from 0 to `limit - 1`.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.bits() % u64::from(limit)) as u32
    }

    /// One of the elements.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<T: Copy>(&mut self, elements: &[T]) -> T {
        elements[self.index(elements.len())]
    }

    /// A random index into a list of `length` elements, from 0 to `length - 1`.
    ///
    /// # Panics
    /// If `length` is 0.
    pub fn index(&mut self, length: usize) -> usize {
        (self.bits() % length as u64) as usize
    }

    /// Any legal move, each as likely as the others; the pass where there is no other; `None` if the game is over.
    pub fn legal_move(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        if let [only @ Move::Pass] = moves[..] {
            return Some(only);
        }
        (!moves.is_empty()).then(|| self.pick(&moves))
    }
}
