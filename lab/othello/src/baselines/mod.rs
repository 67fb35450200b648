//! Othello players without Monte-Carlo tree search, for comparison.

mod alpha_beta;
mod exact;

pub use alpha_beta::{alpha_beta, alpha_beta_in};
pub use exact::{Exact, Known};
