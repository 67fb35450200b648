//! Estimates a job's nodes from those of other jobs.

use std::collections::VecDeque;

/// Logarithm of the factor by which each empty square makes a job larger. It was fitted to 600 jobs of 6x6, each
/// without memory of the others and with up to 5 M nodes, by a regression for censored observations; the residuals have
/// a standard deviation of 1.0. With the number of empty squares as the only variable, that is 1.3 to 1.7.
const PER_EMPTY: f64 = 0.55;
/// The same for each disc by which the score in question is off the guess; it makes a job smaller. It is 0.145 on 6x6,
/// and 0.18 in 576 answers of 6x8 with 28 to 36 empty squares.
const PER_DISC: f64 = 0.18;
/// A guess that is further off tells nothing more.
const FAR: f64 = 24.0;
/// Logarithm of the nodes of a job without empty squares whose score is as guessed, before any job was done.
const AT_FIRST: f64 = 2.0;
/// How many jobs the prior counts for.
const FIRST_JOBS: f64 = 4.0;
/// A position whose job is expected to take more than this fraction of the budget is split unasked. What jobs take
/// scatters around the expectation by a factor of e, so one in a few hundred exceeds it sixteenfold; such jobs make up
/// most of the search done in vain.
pub(crate) const PART_OF_BUDGET: f64 = 1.0 / 16.0;
/// How many of the latest jobs to look at.
pub(crate) const JOBS: usize = 1000;
/// By how much a job that exceeded its budget would have been longer than the budget, as a logarithm.
const EXCESS: f64 = 0.5;

/// What jobs took, each compared with the expectation from its empty squares and guess.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    latest: VecDeque<f64>,
}

impl Sizes {
    /// Learns what a job took that asked for a score at this distance from the guess.
    pub(crate) fn learn(&mut self, empties: u32, margin: f64, nodes: u64, is_answered: bool) {
        let excess = if is_answered { 0.0 } else { EXCESS };
        self.latest.push_back((nodes.max(1) as f64).ln() + excess - expected(empties, margin));
        if self.latest.len() > JOBS {
            self.latest.pop_front();
        }
    }

    /// The nodes that such jobs take in the median.
    pub(crate) fn predicted(&self, empties: u32, margin: f64) -> f64 {
        let sum = FIRST_JOBS * AT_FIRST + self.latest.iter().sum::<f64>();
        (sum / (FIRST_JOBS + self.latest.len() as f64) + expected(empties, margin)).exp()
    }
}

/// The logarithm of the nodes that a job takes, up to a constant of the board.
pub(super) fn expected(empties: u32, margin: f64) -> f64 {
    PER_EMPTY * f64::from(empties) - PER_DISC * margin.abs().min(FAR)
}
