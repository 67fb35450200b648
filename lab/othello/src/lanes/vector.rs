//! What the rules need from a vector of 64-bit lanes.

/// A vector of 64-bit lanes. Every operation works lane by lane.
///
/// Implementations with special instructions are sound only inside functions compiled for these, into which all of this
/// is inlined.
pub(super) trait Vector: Copy {
    /// The same word in all lanes.
    fn splat(word: u64) -> Self;

    /// Loads the lanes from the first words of a slice, which must have enough.
    fn load(words: &[u64]) -> Self;

    /// Stores the lanes to the first words of a slice, which must have enough.
    fn store(self, words: &mut [u64]);

    /// `self & other`
    fn and(self, other: Self) -> Self;

    /// `self | other`
    fn or(self, other: Self) -> Self;

    /// `self ^ other`
    fn xor(self, other: Self) -> Self;

    /// `self & !other`
    fn without(self, other: Self) -> Self;

    /// `self + other`, wrapping.
    fn plus(self, other: Self) -> Self;

    /// `self << by`; 0 from 64 on.
    fn up(self, by: u64) -> Self;

    /// `self >> by`; 0 from 64 on.
    fn down(self, by: u64) -> Self;

    /// Rotates left by `BY`; `REST` is 64 − `BY`.
    fn rotated<const BY: i32, const REST: i32>(self) -> Self;

    /// A bit for each lane that is 0.
    fn zeros(self) -> u32;

    /// Picks one of the set bits of each lane by r, the 32 random bits in the upper half of `random`: bit number
    /// ⌊r · n / 2³²⌋ of the n set ones. Lanes without any stay 0. Also returns for which lanes the lower half of the product
    /// is below n, so that the draw may not be fair (see [`mcts::random::is_fair`]).
    fn pick(self, random: Self) -> (Self, u32);
}
