//! Weights from labelled positions: linear discriminant analysis, and the scale of the evaluation in UCT+.
//!
//! Hashimoto et al. 2013 find that scale by a discriminant analysis of some 8,000 moves in problem positions, as the ratio
//! of the coefficients of the win rate and the evaluation.

mod discriminant;
mod uct_plus;

pub use discriminant::{Discriminant, FitError};
pub use uct_plus::{Sample, default_scale, samples, scale_limits, uct_plus_scale};
