//! Games that searches and their schemes are tested and measured with.

mod artificial;
mod artificial_graph;
mod tic_tac_toe;

pub use artificial::{ArtificialState, ArtificialTree};
pub use artificial_graph::{ArtificialGraph, MOST_PARTS, PartsState};
pub use tic_tac_toe::{Marks, TicTacToe};
