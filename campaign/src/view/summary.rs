//! Everything shown about a campaign at once.

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
    /// The question to answer, and how.
    pub plan: Plan,
    /// How far it is, as `solve campaign status` prints it.
    pub status: Status,
    /// Whose answers are believed.
    pub trust: Trust,
    /// What re-checks have taken, which the jobs do not include.
    pub rechecks: Spent,
    /// The workers that have searched most, in descending order, at most [`MOST_WORKERS`](super::MOST_WORKERS).
    pub workers: Vec<Work>,
    /// How many workers there are.
    pub crowd: usize,
    /// How answers and nodes have grown.
    pub growth: Vec<Point>,
    /// How fast it goes on, as far as it was watched.
    pub pace: Option<Pace>,
    /// When the ledger was last written.
    pub written: Option<SystemTime>,
}

/// Lines that do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The first damaged lines that were left out: their numbers, and what is wrong with them.
    pub damaged: Vec<(usize, String)>,
    /// How many there are.
    pub count: usize,
    /// Whether the last line is incomplete: it is being written, or its writer was killed.
    pub is_torn: bool,
}
