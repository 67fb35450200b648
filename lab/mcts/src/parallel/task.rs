//! What to search, by which scheme, and the result.

use super::merge::Merge;
use crate::budget::Budget;
use crate::game::Game;
use crate::settings::Settings;

/// How threads work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Independent trees, each shared by its own group of threads.
    Forest {
        /// Number of trees, at least 1.
        trees: usize,
        /// Threads for each tree, at least 1.
        threads: usize,
        /// How the trees agree on one move.
        merge: Merge,
    },
    /// One thread descends the tree and hands leaves to whichever worker is idle (Kubota et al.).
    Leaf {
        /// Number of workers, at least 1; the thread with the tree is not one of them.
        workers: usize,
        /// Leaves queued per worker beyond the one it is playing, so that it need not wait for the tree.
        ahead: usize,
    },
}

impl Scheme {
    /// One thread and one tree.
    pub const SINGLE: Self = Self::Forest { trees: 1, threads: 1, merge: Merge::Sum };

    /// Number of threads that play out.
    #[must_use]
    pub fn workers(self) -> usize {
        match self {
            Self::Forest { trees, threads, .. } => trees.max(1) * threads.max(1),
            Self::Leaf { workers, .. } => workers.max(1),
        }
    }
}

/// What to search, and with which parts.
#[derive(Debug)]
pub struct Task<'a, G: Game, S, E> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub state: G::State,
    /// How to select.
    pub select: S,
    /// What `select` may ask.
    pub evaluation: &'a E,
    /// Everything else.
    pub settings: Settings,
    /// How long.
    pub budget: Budget,
    /// Seed of the random numbers.
    pub seed: u64,
}
