//! What the rules need of some 64-bit lanes that are worked on together.

/// Some lanes of 64 bits. Every operation is done in each lane by itself.
///
/// Implementations with special instructions are sound only inside functions compiled for them, into which all of this
/// is inlined.
pub(super) trait Vector: Copy {
    /// The same word in all lanes.
    fn splat(word: u64) -> Self;

    /// Lanes from the first words of a slice, which has enough.
    fn load(words: &[u64]) -> Self;

    /// Lanes into the first words of a slice, which has room for them.
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

    /// Rotation to the left by `BY`, whose complement to 64 is `REST`.
    fn rotated<const BY: i32, const REST: i32>(self) -> Self;

    /// A bit for each lane that is 0.
    fn zeros(self) -> u32;

    /// Picks one of the set bits of each lane by 32 random bits in the upper half of `random`: bit number
    /// ⌊r · n / 2³²⌋ of the n set ones. Lanes without any stay 0. Also tells for which lanes the lower half of the
    /// product is below n, so that it may not be fair (see [`mcts::random::is_fair`]).
    fn pick(self, random: Self) -> (Self, u32);
}
