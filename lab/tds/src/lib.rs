//! Monte-Carlo tree search on many machines, by transposition-table driven scheduling (Romein et al. 1999; for Monte-Carlo
//! tree search Yoshizoe & Ishikawa 2010, and Yoshizoe et al. 2011).
//!
//! No machine has the whole tree. A node's hash determines its *home*, one of the *ranks*, and the work goes where the data
//! is: a descent that has chosen a child becomes a SEARCH job to the child's home, and its result a REPORT job back to the
//! parent's home. Every rank runs the same loop: receive, look up, act. A descent that waits for an answer is a *frame*.
//! Meanwhile the rank works on other descents; enough are in flight to keep it busy.
//!
//! Any [`mcts::Game`] works: formulas, playouts, rewards, proofs and evaluations are those of `mcts`. Positions travel as
//! the moves that lead to them, so a game needs no serialisation.
//!
//! [`search`] runs ranks as threads; [`work`] runs one rank on any [`Transport`], such as that of MPI in the crate `tds_mpi`.
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
//! | File | Contents |
//! | --- | --- |
//! | [`transport`] | what ranks need from a network, and channels between threads |
//! | `worker` | the loop of a rank: receive, look up, act; what only the root's home does; saving and resuming |
//! | `shard`, `homes`, `path` | one rank's nodes, which rank keeps which node, positions as the moves that lead to them |
//! | `amaf` | all moves as first: what jobs carry besides rewards |
//! | `frames`, `lease` | descents that wait for an answer, and how long a child may continue on its own |
//! | `wire`, `outbox` | the bytes of jobs, and how jobs are batched into messages |
//! | `checkpoint` | one consistent tree in files, a generation at a time, for any number of ranks |
//! | `options`, `statistics`, `error`, `local` | options, what each rank has done, what can fail, ranks as threads |
//!
//! # How it works
//!
//! - **Pieces.** In a graph, the hash of the position determines its home. In a tree, the hash of a path does, and a piece of
//!   two or three plies shares one home, which saves most of the jobs.
//! - **Hot nodes.** A child that its parent would choose again continues on its own and reports the sum.
//! - **Virtual loss.** A descent in flight counts as lost at every node and move on its path.
//! - **Limits.** [`Options::in_flight`] descents at once, [`mcts::Settings::max_nodes`] nodes on all ranks together. A rank
//!   that has its share of nodes keeps those, and plays out from new positions without storing them; their results count at
//!   the parent's move.
//! - **End.** Rank 0 is the root's home. Each descent that it begins comes back to it exactly once, so it knows when none is
//!   in flight; only then does it save or end.
//! - **Changing the number of ranks.** A checkpoint identifies each node by the moves that lead to it. With a different number
//!   of ranks, every rank reads all files and keeps the nodes whose home it now is; of the others it needs only their homes.

mod amaf;
mod checkpoint;
mod error;
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

pub use error::TdsError;
pub use local::search;
pub use options::{Checkpoint, Options};
pub use statistics::{RankStatistics, balance};
pub use transport::{Rank, Transport, TransportError};
pub use worker::{Found, work};
