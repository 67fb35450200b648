//! Everything that is shown of a campaign at once.

use std::time::SystemTime;

use super::growth::Point;
use super::pace::Pace;
use super::workers::Work;
use crate::plan::Plan;
use crate::status::{Spent, Status};
use crate::trust::Trust;

/// How far a campaign is, who has worked on it, and its course so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The question it has to answer.
    pub plan: Plan,
    /// How far it is: the same as `solve campaign status` tells.
    pub status: Status,
    /// Whose answers are believed.
    pub trust: Trust,
    /// What looking for answers again has taken, beside the jobs.
    pub rechecks: Spent,
    /// The workers, those that have searched most first, at most [`MOST_WORKERS`](super::MOST_WORKERS).
    pub workers: Vec<Work>,
    /// How many workers there are.
    pub crowd: usize,
    /// How answers and nodes have grown.
    pub growth: Vec<Point>,
    /// How fast it goes on, as far as that was watched.
    pub pace: Option<Pace>,
    /// When something was written to the ledger last.
    pub written: Option<SystemTime>,
}

/// Lines that do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The first of the damaged lines that were left out: their numbers, and what is wrong with them.
    pub damaged: Vec<(usize, String)>,
    /// How many there are.
    pub count: usize,
    /// Whether the last line is incomplete: it is being written, or its writer was killed.
    pub is_torn: bool,
}
