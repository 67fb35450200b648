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
/// The same for each move of the side whose every move has to fail: of the other side for a yes, of the side to move
/// for a no. In 828 answers of 6x8 with 29 to 37 empty squares it is 0.235 ± 0.024 and 0.223 ± 0.037; the moves of the
/// side that needs only one make no difference (-0.01 ± 0.02 and -0.04 ± 0.03).
const PER_MOVE: f64 = 0.22;
/// A no takes this many times the nodes of a yes, as a logarithm: from 576 answers of 6x8, at equal numbers of empty
/// squares and distances.
const NO: f64 = 0.34;
/// Logarithm of the nodes of a yes without empty squares and moves whose score is as guessed. On 6x8 it is 0.45.
const LEVEL: f64 = 0.5;
/// For how many jobs that took what was expected the expectation counts.
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
    /// Learns what a job took; `answer` is `None` if it exceeded its budget.
    pub(crate) fn learn(&mut self, outlook: &Outlook, answer: Option<bool>, nodes: u64) {
        let excess = if answer.is_some() { 0.0 } else { EXCESS };
        let expected = outlook.expected(answer.unwrap_or(outlook.is_likely()));
        self.latest.push_back((nodes.max(1) as f64).ln() + excess - expected);
        if self.latest.len() > JOBS {
            self.latest.pop_front();
        }
    }

    /// The nodes that such a job takes in the median, if its answer is the likelier one.
    pub(crate) fn predicted(&self, outlook: &Outlook) -> f64 {
        let off = self.latest.iter().sum::<f64>() / (FIRST_JOBS + self.latest.len() as f64);
        (off + outlook.expected(outlook.is_likely())).exp()
    }
}

/// What is known about a question before it is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outlook {
    /// Empty squares.
    pub(crate) empties: u32,
    /// By how many discs the score is thought to be reached (positive) or missed by the side to move.
    pub(crate) margin: f64,
    /// How many moves the side to move has.
    pub(crate) moves: u32,
    /// How many the other side would have if it were to move.
    pub(crate) replies: u32,
}

impl Outlook {
    /// Whether the side to move is likelier to reach the score than not.
    fn is_likely(&self) -> bool {
        self.margin > 0.0
    }

    /// The logarithm of the nodes that a job takes in the median if its answer is this one, up to a constant of the
    /// board.
    pub(super) fn expected(&self, is_yes: bool) -> f64 {
        let (failing, no) = if is_yes { (self.replies, 0.0) } else { (self.moves, NO) };
        LEVEL + PER_EMPTY * f64::from(self.empties) - PER_DISC * self.margin.abs().min(FAR)
            + PER_MOVE * f64::from(failing)
            + no
    }
}
