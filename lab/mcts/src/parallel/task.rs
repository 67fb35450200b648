//! Searches by several threads, one file for each scheme.
//!
//! | Scheme | What threads share | With the same seed and playouts |
//! | --- | --- | --- |
//! | [`Scheme::Forest`] with 1 thread for each tree (root parallel) | nothing until the end | the same moves and counts each time |
//! | [`Scheme::Forest`] of 1 tree (tree parallel) | the tree, with virtual loss | counts depend on timing; no playout is lost |
//! | [`Scheme::Forest`] otherwise (root × tree) | a tree for each group of threads | as tree parallel |
//! | [`Scheme::Leaf`] (leaf parallel) | nothing: one thread has the tree, the others play out | as tree parallel, but with 1 worker and none ahead the same each time |
//!
//! All spend exactly the budget of playouts, unless the root is decided before. What is proven is true under every scheme.

use crate::budget::Budget;
use crate::evaluate::Evaluate;
use crate::final_move::RootMove;
use crate::game::Game;
use crate::playout::Playout;
use crate::search::Settings;
use crate::select::Select;

mod forest;
mod leaf;
mod merge;

pub use merge::Merge;

/// How threads work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Independent trees, each searched by some threads that share it.
    Forest {
        /// Number of trees, at least 1.
        trees: usize,
        /// Threads for each tree, at least 1.
        threads: usize,
        /// How the trees come to one move.
        merge: Merge,
    },
    /// One thread goes down the tree and hands leaves to whichever worker is free (Kubota et al.).
    Leaf {
        /// Number of workers, at least 1; the thread with the tree is not one of them.
        workers: usize,
        /// Leaves that wait for each worker besides the one it has, so that it need not wait for the tree.
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

/// What is searched, and with which parts.
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
    /// Where the random numbers begin.
    pub seed: u64,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched<M> {
    /// The move to make; `None` when the game is over.
    pub chosen: Option<RootMove<M>>,
    /// All moves of the root, of all trees together.
    pub moves: Vec<RootMove<M>>,
    /// Playouts of all threads.
    pub playouts: u64,
    /// Nodes of all trees.
    pub nodes: usize,
    /// Memory of all trees, in bytes.
    pub bytes: usize,
    /// Share of the trees whose own choice is the move that is made; 1 with one tree.
    pub agreement: f64,
}

/// Searches by a scheme. `playout` makes the playouts of each worker, given its number.
pub fn search<G, S, E, P>(
    task: &Task<'_, G, S, E>,
    scheme: Scheme,
    playout: impl Fn(usize) -> P + Sync,
) -> Searched<G::Move>
where
    G: Game,
    S: Select,
    E: Evaluate<G>,
    P: Playout<G>,
{
    match scheme {
        Scheme::Forest { trees, threads, merge } => forest::search(task, trees.max(1), threads.max(1), merge, playout),
        Scheme::Leaf { workers, ahead } => leaf::search(task, workers.max(1), ahead, playout),
    }
}
