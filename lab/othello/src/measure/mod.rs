//! Positions with exact values to ask players about, and matches between players; what they come to is in [`mcts::measure`].

mod labels;
mod pairing;
mod random_problems;

pub use labels::{Labelled, label, labels_of, position_seed};
pub use pairing::{Pairing, Record};
pub use random_problems::random_problems;
