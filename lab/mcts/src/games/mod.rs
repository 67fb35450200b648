//! Games that searches and their schemes are tested and measured with.

mod artificial;
mod tic_tac_toe;

pub use artificial::{ArtificialState, ArtificialTree};
pub use tic_tac_toe::{Marks, TicTacToe};
