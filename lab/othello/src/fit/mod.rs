//! Weights from labelled positions: linear discriminant analysis, and what it makes of an evaluation for UCT+.
//!
//! Hashimoto et al. 2013 take the scale of the evaluation that UCT+ adds from a discriminant analysis of some 8,000 moves of
//! problem positions: from the ratio of the coefficients in one function of the win rate and the evaluation.

mod discriminant;
mod uct_plus;

pub use discriminant::{Discriminant, FitError};
pub use uct_plus::{Sample, default_scale, samples, uct_plus_scale};
