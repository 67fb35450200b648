//! Othello as a game for the tree-search engine `mcts`, and its players.
//!
//! | Module | Contents |
//! | --- | --- |
//! | [`game`] | [`Othello`]: the rules of the crate `solver`, in the form that the engine needs |
//! | [`lanes`] | many random games at once, one in each 64-bit lane of a register |
//! | [`learned`] | the learned evaluation of the crate `solver` |
//! | [`players`] | players by name, such as `uct+:n=10000,graph=yes`, and their parameters |
//! | [`ranks`] | searches shared among ranks, and the labels of their checkpoints |
//! | [`baselines`] | the solver and alpha-beta as players, for comparison |
//!
//! How good players are is measured in the crate `experiments`. The crate is pure: no files, no terminal. Its random numbers depend only on a seed.
//!
//! ```
//! use othello::players::Player;
//! use solver::{Board, Position, Scoring, Start};
//!
//! let board: Board = "6x6".parse().unwrap();
//! let mut player = Player::new("uct+:n=500".parse().unwrap(), board, Scoring::Discs);
//! let choice = player.choose(Position::start(board, Start::Othello).discs(), 1).unwrap();
//! assert_eq!(choice.playouts, 500);
//! ```

pub mod baselines;
pub mod game;
mod instructions;
pub mod lanes;
pub mod learned;
pub mod players;
pub mod ranks;

pub use game::Othello;
pub use lanes::LanePlayouts;
pub use learned::{Guide, Learned};
