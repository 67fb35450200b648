//! Games for testing and measuring searches and parallel schemes.

mod artificial;
mod artificial_graph;
mod tic_tac_toe;

pub use artificial::{ArtificialState, ArtificialTree};
pub use artificial_graph::{ArtificialGraph, MOST_PARTS, PartsState};
pub use tic_tac_toe::{Marks, TicTacToe};
