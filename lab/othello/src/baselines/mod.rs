//! Players of Othello that search no tree of playouts, to compare with.

mod alpha_beta;
mod exact;

pub use alpha_beta::{alpha_beta, alpha_beta_in};
pub use exact::{Exact, Known};
