//! Which labels are proven again.

/// Which labels to prove again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Number of positions: drawn from those with few enough empties; if these do not suffice, the rest from the others, for
    /// the ends of their lines.
    pub positions: usize,
    /// The most empty squares of a position that `checker` searches.
    pub max_empties: u32,
    /// The seed, which alone decides which positions of a set are drawn. Take one that whoever made the set could not know:
    /// [`solver::random::unpredictable`].
    pub seed: u64,
}

impl Sample {
    /// The usual sample, at most 100 positions, searched from 20 empty squares on.
    #[must_use]
    pub const fn usual(seed: u64) -> Self {
        Self { positions: 100, max_empties: 20, seed }
    }
}
