//! Monte-Carlo tree search on many machines, by transposition-table driven scheduling (Romein et al. 1999; for Monte-Carlo
//! tree search Yoshizoe & Ishikawa 2010, and Yoshizoe et al. 2011).
//!
//! No machine has the whole tree. A node's hash names its *home*, one of the *ranks*, and the work goes where the data is: a
//! descent that has chosen a child is a SEARCH job to the child's home, and what came of it a REPORT job back to the home of the
//! parent. Every rank runs the same loop: receive, look up, act. A descent that waits for an answer is a *frame*; meanwhile
//! the rank does something else, and enough descents are under way for there to be something.
//!
//! Any [`mcts::Game`] works: formulas, playouts, rewards, proofs and evaluations are those of `mcts`, and positions travel as
//! the moves that lead to them, so a game needs no serialisation. Nodes and jobs may have [`Fields`] of one's own; "all moves as first"
//! (RAVE) is made of them.
//!
//! [`search`] runs ranks as threads; [`work`] is one rank on any [`Transport`], for example that of MPI in the crate `tds_mpi`.
//!
//! ```
//! use std::time::Duration;
//!
//! use mcts::games::TicTacToe;
//! use mcts::parallel::Task;
//! use mcts::playout::Uniform;
//! use mcts::select::Ucb1;
//! use mcts::{Blind, Budget, Settings};
//! use tds::{Options, search};
//!
//! let settings = Settings { is_graph: true, proves: true, ..Settings::default() };
//! let (game, state, budget) = (&TicTacToe, Default::default(), Budget::playouts(1_000_000));
//! let task = Task { game, state, select: Ucb1 { c: 0.7 }, evaluation: &Blind, settings, budget, seed: 1 };
//! // Four ranks, and messages that arrive at once.
//! let found = search(&task, 4, Duration::ZERO, &Options::new(4), |_rank| Uniform)?;
//! assert_eq!(found.proven.exact(), Some(0)); // a draw, which the ranks have proven together
//! # Ok::<(), tds::TdsError>(())
//! ```
//!
//! | File | What is in it |
//! | --- | --- |
//! | [`transport`] | what ranks need of a network, and channels between threads |
//! | `worker` | the loop of a rank: receive, look up, act; what only the root's home does; saving and going on |
//! | `shard`, `homes`, `path` | one rank's nodes, which rank keeps which node, positions as the moves that lead to them |
//! | `fields`, `amaf` | what nodes keep and jobs take along besides rewards; all moves as first |
//! | `frames`, `lease` | descents that wait for an answer, and how long a child may go on by itself |
//! | `wire`, `outbox` | the bytes of jobs, and messages that gather some |
//! | `checkpoint` | one consistent tree in files, a generation at a time, for any number of ranks |
//! | `options`, `statistics`, `error`, `local` | what may be chosen, what each rank has done, what can fail, ranks as threads |
//!
//! # How it works
//!
//! - **Pieces.** In a graph the hash of a position names its home. In a tree it is the hash of a way, and two or three plies go with
//!   it to the same home, which saves most of the jobs.
//! - **Hot nodes.** A child that its parent would choose again goes on by itself and reports the sum.
//! - **Virtual loss.** A descent under way counts as lost at every node and move on its way.
//! - **Bounds.** [`Options::in_flight`] descents at once, [`mcts::Settings::max_nodes`] nodes on all ranks together. When a rank
//!   has its share of nodes, it keeps those that it has, and plays out from new positions without keeping them; their
//!   results count at the parent's move.
//! - **End.** Rank 0 is the root's home. Each descent that it begins comes back to it exactly once, so it knows when none is
//!   under way; only then does it save or end.
//! - **Other ranks.** A checkpoint names each node by the moves that lead to it. With another number of ranks every rank goes through all
//!   files and keeps the nodes that are now at home with it; of the others it needs nothing but their homes.

mod amaf;
mod checkpoint;
mod error;
mod fields;
mod frames;
mod homes;
mod lease;
mod local;
mod options;
mod outbox;
mod path;
mod shard;
mod statistics;
#[cfg(test)]
mod tests;
pub mod transport;
mod wire;
mod worker;

pub use amaf::{Amaf, AmafNode, AmafReport};
pub use checkpoint::CheckpointError;
pub use error::TdsError;
pub use fields::{Data, Fields, NoFields};
pub use local::{search, search_with};
pub use options::{Checkpoint, Options};
pub use statistics::{RankStatistics, balance};
pub use transport::{Rank, Transport, TransportError};
pub use worker::{Concluded, Found, work, work_with};
