//! Othello players without Monte-Carlo tree search, for comparison.

mod alpha_beta;
mod exact;

pub use alpha_beta::alpha_beta;
pub use exact::{Exact, Known};
