//! What can be wrong with a campaign and its ledger, and with what stands in a job, a record or a plan.

use std::path::PathBuf;

use files::{FileError, LONGEST_LINE, MOST_DAMAGED};
use solver::notation::PositionError;
use solver::{Board, BoardError, Position, Scoring, SolveError, Start, UnknownScoring};
use thiserror::Error;

/// What can be wrong with a campaign or its ledger.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// Two records cannot both be true.
    #[error("contradiction at {position}: {first} and {second}")]
    Contradiction {
        /// The position, `BOARD SIDE`.
        position: String,
        /// One record, or a consequence of it; with its line, if that is known.
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
    Withdrawn(String),
    /// An answer with a larger budget than this campaign spends on such a position.
    #[error("budget {budget} is more than this campaign gives such a position: {most} is the most")]
    Budget {
        /// The budget.
        budget: u64,
        /// The most.
        most: u64,
    },
    /// A text that is not a job or a record, or a record whose finding is not an answer.
    #[error(transparent)]
    Job(#[from] JobError),
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
    /// The system does not grant every worker a thread.
    #[error("threads: the system gives no more: {0}; choose fewer workers, or allow more (ulimit -u)")]
    Threads(String),
    /// The ledger cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// Another process writes to the ledger.
    #[error("{}: another process works on this campaign; wait for its end", .0.display())]
    InUse(PathBuf),
    /// The folder of a new campaign holds something else.
    #[error("{}: the folder is not empty; a campaign needs one of its own", .0.display())]
    NotEmpty(PathBuf),
    /// A line of the ledger is damaged or says something impossible.
    #[error("{}:{line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The ledgers are of different campaigns.
    #[error("{} and {} are of different campaigns: board, root and scoring must be the same", .0.display(), .1.display())]
    Different(PathBuf, PathBuf),
}

impl CampaignError {
    /// Whether only a record is refused: the campaign is unchanged, and goes on.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Foreign { .. } | Self::Job(_) | Self::Budget { .. } | Self::Withdrawn(_))
    }
}

impl From<FileError> for CampaignError {
    fn from(error: FileError) -> Self {
        let path = error.path().to_owned();
        match error {
            FileError::InUse { .. } => Self::InUse(path),
            FileError::Damaged { line, error, .. } => Self::Line { path, line, reason: error.to_string() },
            FileError::LongLine { line, .. } => {
                let reason = format!("the line is longer than {LONGEST_LINE} bytes; this is not a ledger");
                Self::Line { path, line, reason }
            }
            FileError::Ruined { line, reason, .. } => {
                let more =
                    format!("{reason}; more than {MOST_DAMAGED} lines are damaged, restore the ledger from a copy");
                Self::Line { path, line, reason: more }
            }
            other => Self::File { path, reason: other.reason() },
        }
    }
}

/// What can be wrong with a job or a record from outside, with a plan, or with a text that stands for a part of them.
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
    #[error("{what} {score} cannot be asked on board {board}: scores are from {} to {}", 1 - .board.squares() as i32, .board.squares())]
    Question {
        /// What is asked: `at least`, or the `first` question.
        what: &'static str,
        /// The score.
        score: i32,
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
    /// The name of a worker is not one word.
    #[error("worker '{0}' is not a name: one word of ASCII characters, at most 80")]
    Worker(String),
    /// More nodes than any job searches.
    #[error("nodes {0} are more than a job searches: 2^53 is the most")]
    Nodes(u64),
    /// A time that is negative or absurdly long.
    #[error("seconds {0} is not a time span")]
    Seconds(String),
    /// A line, with its number from 1, that is wrong or cannot be read.
    #[error("{0}: {1}")]
    Line(usize, String),
    /// The text is not JSON, or not a job or record.
    #[error("{0}")]
    Json(String),
    /// Not a request of a driver.
    #[error(r#"this is not a request ({0}): it is {{"next":COUNT}}, {{"answer":RECORD}}, {{"lost":"JOB"}} or {{"gone":"WORKER"}}"#)]
    Request(String),
    /// Not a share of answers.
    #[error("'{0}' is not a share of answers: give one such as 1%, 0.5% or 0, at most 100%")]
    Share(String),
    /// No position has this many empty squares.
    #[error("grow-empties {given} is more than board {board} has squares: {}", .board.squares())]
    GrowEmpties {
        /// What was given.
        given: u32,
        /// The board.
        board: Board,
    },
    /// No job finds anything without nodes.
    #[error("budget 0 leaves a job no nodes: give at least 1")]
    NoNodes,
    /// The root is not the start that it is called.
    #[error("root {} is not the start {start} of board {}", .root.without_board(), .root.board())]
    Start {
        /// The start's name.
        start: Start,
        /// The root.
        root: Position,
    },
}
