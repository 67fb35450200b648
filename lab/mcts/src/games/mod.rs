//! The games that come with the crate.

mod artificial;
mod othello;
mod tic_tac_toe;

pub use artificial::{ArtificialState, ArtificialTree};
pub use othello::Othello;
pub use tic_tac_toe::{Marks, TicTacToe};
