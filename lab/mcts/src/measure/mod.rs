//! How good a player is: against exact values, and against others.

pub mod accuracy;
pub mod contest;
pub mod intervals;
mod random_problems;

pub use accuracy::{Accuracy, Labelled, Summary, Verdict, label, position_seed};
pub use contest::{Contest, Record, Standing};
pub use intervals::{Interval, bootstrap, elo, wilson};
pub use random_problems::random_problems;
