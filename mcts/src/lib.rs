//! Monte-Carlo tree search, made of parts that can be put together at will.

pub mod budget;
pub mod evaluate;
pub mod final_move;
pub mod game;
pub mod games;
mod instructions;
pub mod playout;
pub mod random;
pub mod reward;
pub mod search;
pub mod select;
pub mod solver_backup;
pub mod tree;

pub use budget::{Budget, Meter};
pub use evaluate::{Blind, Evaluate, Learned};
pub use final_move::{FinalMove, RootMove};
pub use game::{Game, Score};
pub use games::Othello;
pub use playout::Playout;
pub use random::Random;
pub use reward::{Reward, Statistics, Sums, Tally};
pub use search::{Leaf, Path, Search, Settings};
pub use select::Select;
