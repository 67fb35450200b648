//! How good a player is, against exact values and against other players. For any game.

pub mod accuracy;
pub mod contest;
pub mod intervals;

pub use accuracy::{Accuracy, Labelled, Labels, Summary, Verdict};
pub use contest::{Contest, Contestant, Record, Standing, points};
pub use intervals::{Interval, bootstrap, elo, mean_loss, wilson};
