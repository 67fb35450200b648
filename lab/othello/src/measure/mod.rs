//! How good a player is: against exact values, and against others.

mod accuracy;
mod contest;
mod random_problems;

pub use accuracy::{Accuracy, Labelled, Summary, Verdict, label, position_seed};
pub use contest::{Contest, Record, Standing};
pub use random_problems::random_problems;
