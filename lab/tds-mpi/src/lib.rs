//! MPI processes as ranks of a distributed tree search (see the crate `tds`), for any game.
//!
//! | Module | Contents |
//! | --- | --- |
//! | [`transport`] | [`MpiTransport`]: one process's end of the network |
//! | [`program`] | [`run`]: starts MPI, runs a search and shuts MPI down |
//!
//! Your own program can be as short as this; `mpirun -n 4 PROGRAM` starts four ranks. The example `domineering` is a complete
//! one.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use mcts::games::TicTacToe;
//! use mcts::parallel::Task;
//! use mcts::playout::Uniform;
//! use mcts::select::Ucb1;
//! use mcts::{Blind, Budget, Settings};
//! use tds::{Options, Transport};
//!
//! fn main() -> ExitCode {
//!     let (select, settings, budget) = (Ucb1 { c: 1.0 }, Settings::default(), Budget::playouts(1_000_000));
//!     let (game, state) = (&TicTacToe, Default::default());
//!     let task = Task { game, state, select, evaluation: &Blind, settings, budget, seed: 1 };
//!     tds_mpi::run("tic-tac-toe", |transport| {
//!         let options = Options::new(transport.ranks());
//!         // Only rank 0 knows the result.
//!         if let Some(found) = tds::work(&task, &options, Uniform, transport)? {
//!             println!("{:?}", found.searched.chosen);
//!         }
//!         Ok::<(), tds::TdsError>(())
//!     })
//! }
//! ```

pub mod program;
pub mod transport;

pub use program::run;
pub use transport::MpiTransport;
