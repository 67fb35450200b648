//! Search with several threads, one file for each scheme (named as in Chaslot, Winands & van den Herik 2008, "Parallel
//! Monte-Carlo tree search").
//!
//! | Scheme | What threads share | With the same seed and playouts |
//! | --- | --- | --- |
//! | [`Scheme::Forest`] with 1 thread per tree (root parallel) | nothing until the end | the same moves and counts each time |
//! | [`Scheme::Forest`] of 1 tree (tree parallel) | the tree, with virtual loss | counts depend on timing; no playout is lost |
//! | [`Scheme::Forest`] otherwise (root × tree) | one tree per group of threads | as tree parallel |
//! | [`Scheme::Leaf`] (leaf parallel) | nothing: one thread owns the tree, the others play out | as tree parallel; with 1 worker and none ahead the same each time |
//! | [`search_by_network`] | one thread, whose leaves go to a network in batches | the same moves and counts each time |
//!
//! All spend exactly the playout budget, unless the root is decided earlier. What is proven is true under every scheme.

use crate::budget::Ended;
use crate::evaluate::Evaluate;
use crate::game::Game;
use crate::playout::Playout;
use crate::select::Select;

mod forest;
mod leaf;
mod merge;
mod network;
mod task;

pub use merge::{Merge, Searched};
pub use network::{Network, search_by_network};
pub use task::{Scheme, Task};

/// Searches by a scheme. `playout` makes the playout policy of each worker, given the worker's number.
pub fn search<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>>(
    task: &Task<'_, G, S, E>,
    scheme: Scheme,
    playout: impl Fn(usize) -> P + Sync,
) -> Searched<G::Move> {
    search_until(task, scheme, &|| false, playout)
}

/// The same, but starts no playout once `is_ended` returns true; returns what it has found by then.
pub fn search_until<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>>(
    task: &Task<'_, G, S, E>,
    scheme: Scheme,
    is_ended: Ended<'_>,
    playout: impl Fn(usize) -> P + Sync,
) -> Searched<G::Move> {
    match scheme {
        Scheme::Forest { trees, threads, merge } => {
            forest::search(task, [trees.max(1), threads.max(1)], merge, is_ended, playout)
        }
        Scheme::Leaf { workers, ahead } => leaf::search(task, workers.max(1), ahead, is_ended, playout),
    }
}
