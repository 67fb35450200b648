//! How sure measured numbers are.

pub mod intervals;

pub use intervals::{Interval, bootstrap, elo, mean_share, wilson};
