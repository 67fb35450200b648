//! Games for testing and measuring searches and parallel schemes.

mod artificial;
mod tic_tac_toe;

pub use artificial::{ArtificialState, ArtificialTree};
pub use tic_tac_toe::TicTacToe;
