//! What a job has found.

use std::fmt;
use std::str::FromStr;

use solver::{Bounds, Geometry, rules};

use crate::error::JobError;
use crate::job::Job;
use crate::worker::WorkerName;

/// The most characters of a program's version.
const LONGEST_VERSION: usize = 80;
/// The most nodes of a job, centuries of search. Sums of thousands of jobs fit into 64 bits, and readers of JSON whose
/// numbers are floating-point, such as JavaScript, read this one exactly.
const MOST_NODES: u64 = 1 << 53;

/// What a job has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Yes: the value is at least this, which is no less than what was asked.
    AtLeast(i32),
    /// No: the value is at most this, which is less than what was asked.
    AtMost(i32),
    /// The budget ran out before the answer was found, or the position is split unasked.
    Open,
}

impl Finding {
    /// What it says about the position's value on a board of `squares` squares.
    #[must_use]
    pub fn bounds(self, squares: u32) -> Bounds {
        let unknown = Bounds::unknown(squares);
        match self {
            Self::AtLeast(lower) => Bounds { lower: lower.into(), ..unknown },
            Self::AtMost(upper) => Bounds { upper: upper.into(), ..unknown },
            Self::Open => unknown,
        }
    }

    /// The answer; `None` if there is none.
    pub(crate) fn is_yes(self) -> Option<bool> {
        match self {
            Self::AtLeast(_) => Some(true),
            Self::AtMost(_) => Some(false),
            Self::Open => None,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(score) => write!(f, ">={score}"),
            Self::AtMost(score) => write!(f, "<={score}"),
            Self::Open => f.write_str("open"),
        }
    }
}

impl FromStr for Finding {
    type Err = JobError;

    fn from_str(text: &str) -> Result<Self, JobError> {
        let number = |text: &str| text.parse().ok();
        let found = match (text.strip_prefix(">="), text.strip_prefix("<=")) {
            (Some(score), _) => number(score).map(Self::AtLeast),
            (_, Some(score)) => number(score).map(Self::AtMost),
            _ => (text == "open").then_some(Self::Open),
        };
        found.ok_or_else(|| JobError::Finding(text.to_owned()))
    }
}

/// A job that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The job.
    pub job: Job,
    /// What was found.
    pub finding: Finding,
    /// Nodes searched, at most 2^53.
    pub nodes: u64,
    /// The time it took, in microseconds.
    pub micros: u64,
    /// Version of the program that did it: one word of ASCII characters, at most 80.
    pub solver: String,
    /// Who did it. A position split unasked has the name for unknown workers.
    pub worker: WorkerName,
}

impl Record {
    /// A record by an unknown worker.
    #[must_use]
    pub fn new(job: Job, finding: Finding, nodes: u64, micros: u64, solver: &str) -> Self {
        Self { job, finding, nodes, micros, solver: solver.to_owned(), worker: WorkerName::unknown() }
    }

    /// The record of a position that is split without being asked about.
    #[must_use]
    pub fn split(job: Job, solver: &str) -> Self {
        Self::new(Job { budget: 0, ..job }, Finding::Open, 0, 0, solver)
    }

    /// Whether the finding fits the job: it answers the question, had a budget, and does not break the rules; and whether
    /// the rest can be true.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), JobError> {
        let Self { job, finding, .. } = self;
        let (squares, at_least) = (job.board.squares(), job.at_least);
        let most = squares as i32;
        let fits = match finding {
            Finding::AtLeast(lower) => (at_least..=most).contains(lower),
            Finding::AtMost(upper) => (-most..at_least).contains(upper),
            Finding::Open => true,
        };
        if !fits {
            return Err(JobError::Answer { finding: finding.to_string(), at_least });
        }
        // A split claims nothing, so it is never re-checked or withdrawn.
        if self.is_answer() && job.budget == 0 {
            return Err(JobError::NoBudget(finding.to_string()));
        }
        if self.nodes > MOST_NODES {
            return Err(JobError::Nodes(self.nodes));
        }
        let is_version = (1..=LONGEST_VERSION).contains(&self.solver.len());
        if !is_version || !self.solver.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(JobError::Solver(self.solver.chars().take(LONGEST_VERSION).collect()));
        }
        match rules::final_score(Geometry::of(job.board), job.discs, job.scoring) {
            Some(score) if finding.bounds(squares).intersect(Bounds::at(score)).contradict() => {
                Err(JobError::Rules { finding: finding.to_string(), score: score.discs() })
            }
            _ => Ok(()),
        }
    }

    /// The time it took, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.micros as f64 / 1e6
    }

    /// Whether it says anything about the position's value. An open finding claims nothing, so it cannot be false.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.finding != Finding::Open
    }

    /// Whether this answer and another one to the same question cannot both be true.
    pub(crate) fn opposes(&self, other: &Self) -> bool {
        let squares = self.job.board.squares();
        self.finding.bounds(squares).intersect(other.finding.bounds(squares)).contradict()
    }

    /// Whether this answer says more than another one to the same question, which it does not oppose.
    pub(crate) fn says_more_than(&self, other: &Self) -> bool {
        match (self.finding, other.finding) {
            (Finding::AtLeast(new), Finding::AtLeast(old)) => new > old,
            (Finding::AtMost(new), Finding::AtMost(old)) => new < old,
            (Finding::AtLeast(_) | Finding::AtMost(_), Finding::Open) => true,
            _ => false,
        }
    }
}
