//! What can be wrong with a campaign, with a job and with a record.

use solver::notation::PositionError;
use solver::{Board, BoardError, Scoring, SolveError, UnknownScoring};
use thiserror::Error;

use crate::worker::{NotAName, WorkerName};

/// What can be wrong with a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// Two records cannot both be true.
    #[error("contradiction at {position}: {first} and {second}")]
    Contradiction {
        /// The position, `BOARD SIDE`.
        position: String,
        /// One record, or a consequence of it.
        first: String,
        /// The other.
        second: String,
    },
    /// A record of another board or scoring.
    #[error("a record of {} {}; this campaign is of {} {}", .record.0, .record.1, .campaign.0, .campaign.1)]
    Foreign {
        /// Board and scoring of the record.
        record: (Board, Scoring),
        /// Those of the campaign.
        campaign: (Board, Scoring),
    },
    /// A record of a worker whose answers were withdrawn.
    #[error("worker {0} was withdrawn, and its answers do not count")]
    Withdrawn(WorkerName),
    /// An answer with a larger budget than this campaign spends on such a position.
    #[error("budget {budget} is more than this campaign gives such a position: {most} is the most")]
    Budget {
        /// The budget.
        budget: u64,
        /// The most.
        most: u64,
    },
    /// A record whose finding is not an answer.
    #[error(transparent)]
    Record(#[from] JobError),
    /// The answer would rest on entries of the table that came from elsewhere and that nobody has verified. The
    /// campaign needs a table that returns only what was proven here.
    #[error("the answer to {position} would rest on entries of the table that nobody has verified")]
    Unverified {
        /// The position, `BOARD SIDE`.
        position: String,
    },
    /// The solver cannot search.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl CampaignError {
    /// Whether only a record is refused: the campaign is unchanged, and goes on.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Foreign { .. } | Self::Record(_) | Self::Budget { .. } | Self::Withdrawn(_))
    }
}

/// What can be wrong with a job or a record from outside.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JobError {
    /// Not the name of a job.
    #[error("job '{0}' is not a name of 16 hexadecimal digits")]
    Name(String),
    /// The name of another job.
    #[error("job {named} is another one: this is {job}")]
    OtherJob {
        /// The given name.
        named: String,
        /// The job's actual name.
        job: String,
    },
    /// Not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Not a scoring.
    #[error(transparent)]
    Scoring(#[from] UnknownScoring),
    /// Not a position of the board.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// White is to move, but in canonical positions Black is.
    #[error("the position of a job has X to move")]
    SideToMove,
    /// Another image of the position is the canonical one.
    #[error("position '{0}' is not the canonical one of its images")]
    NotCanonical(String),
    /// A score to which every position of the board gives the same answer.
    #[error("at least {at_least} cannot be asked on board {board}: scores are from {} to {}", 1 - .board.squares() as i32, .board.squares())]
    Question {
        /// The score.
        at_least: i32,
        /// The board.
        board: Board,
    },
    /// Not a finding.
    #[error("finding '{0}' is unknown: it is >=SCORE, <=SCORE or open")]
    Finding(String),
    /// A finding that is not an answer to the question.
    #[error("finding {finding} is not an answer to: at least {at_least}?")]
    Answer {
        /// The finding.
        finding: String,
        /// The score in question.
        at_least: i32,
    },
    /// An answer without a budget to search for it.
    #[error("finding {0} with budget 0: that budget stands for a position that was split, which is open")]
    NoBudget(String),
    /// A finding about a finished game that contradicts its score.
    #[error("finding {finding} is false: the game is over, with {score}")]
    Rules {
        /// The finding.
        finding: String,
        /// The score, for the side to move.
        score: i32,
    },
    /// The version of a program is not one word.
    #[error("solver '{0}' is not a version: one word of ASCII characters, at most 80")]
    Solver(String),
    /// The name of a worker is not one word, or is the driver's.
    #[error(transparent)]
    Worker(#[from] NotAName),
    /// More nodes than any job searches.
    #[error("nodes {0} are more than a job searches: 2^53 is the most")]
    Nodes(u64),
    /// A time that is negative or absurdly long.
    #[error("seconds {0} is not a time span")]
    Seconds(String),
    /// The text is not JSON, or not a job or record.
    #[error("{0}")]
    Json(String),
}
