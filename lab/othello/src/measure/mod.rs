//! Positions with exact values for testing players, and matches between players; the statistics are in [`mcts::measure`].

mod labels;
mod pairing;
mod random_problems;

pub use labels::{Labelled, label, labels_of, position_seed};
pub use pairing::{Pairing, Record};
pub use random_problems::random_problems;
