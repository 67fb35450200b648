//! Proof certificates, with which anybody can prove a position's value again, without the program that found it.
//!
//! A certificate names a position, a scoring and one or two limits of the value, and holds one move for each position
//! in which the side that proves a limit has to choose. It holds nothing else: all positions follow from the first one
//! by the rules of this crate, the check tries all moves of the other side, and it searches every position at which the
//! moves end. So a certificate cannot lie. Whatever its bytes are, a limit is accepted only after every choice of the
//! other side has been followed to its end; a wrong move makes a proof fail, but never a false limit true. `FORMAT.md`
//! beside this crate describes the bytes.
//!
//! Nor can it ask for much memory: reading, unpacking and walking stay within [`Limits`].
//!
//! - [`mod@file`]: from a file to its bytes.
//! - [`mod@format`]: from bytes to a [`Certificate`]; [`limits`]: how much they may ask for.
//! - [`walk`]: all positions of a proof, down to those that are searched.
//! - [`mod@check`]: the walk and the searches, on many threads; [`watch`]: receives its progress.
//! - [`part`]: a check in parts; [`lines`]: the result of each, and all of them together.
//! - [`progress`]: what a check has done so far; [`notes`]: a file that keeps it, to resume later.
//! - [`hash`]: the names of certificates and results.

pub mod check;
mod crew;
pub mod file;
pub mod format;
pub mod hash;
pub mod limits;
pub mod lines;
pub mod notes;
pub mod part;
pub mod progress;
pub mod walk;
pub mod watch;

use crate::grid::Grid;
use crate::position::{BLACK, Position, Start};
use crate::rules::Scoring;

pub use check::{CheckError, Counts, Report, check, check_part, survey};
pub use file::{ReadError, read};
pub use format::FormatError;
pub use hash::Hash;
pub use limits::Limits;
pub use lines::{LineError, Lines, LinesError, PartLine, Together};
pub use notes::{Earlier, NotedCheck, NotedCheckError, Notes, Remark};
pub use part::{Part, PartError};
pub use progress::{Found, Progress};
pub use walk::WalkError;
pub use watch::{Unwatched, Watcher};

/// A limit of a value, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The value is at least this; the side to move proves it.
    AtLeast(i32),
    /// The value is at most this; the other side proves it.
    AtMost(i32),
}

/// A limit and the moves that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What is claimed.
    pub limit: Limit,
    /// The moves of the proving side, as squares or ranks, and marks, in the order in which [`walk`] needs them.
    pub moves: Vec<u8>,
}

/// What a certificate says; nothing of it is trusted before it is checked.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The position whose value is limited.
    pub root: Position,
    /// Its board.
    pub grid: Grid,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Positions with at most this many empty squares are leaves, which are searched.
    pub cut: u32,
    /// Whether a byte [`MARK`](walk::MARK) among the moves makes a position of the prover a leaf, too: since version 2.
    pub has_marks: bool,
    /// Whether the other bytes are ranks ([`walk::ranked`]) instead of squares: since version 3.
    pub has_ranks: bool,
    /// One or two limits with their proofs.
    pub proofs: Vec<Proof>,
    /// The hash of all bytes that it was read from.
    pub hash: Hash,
    /// The most memory that the positions of a proof may take.
    pub walk_bytes: u64,
}

/// What is known about the value once all limits are proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The value is at least this, if that is a limit.
    pub lower: Option<i32>,
    /// The value is at most this, if that is a limit.
    pub upper: Option<i32>,
}

impl Limit {
    /// `value>=4` or `value<=4`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::AtLeast(score) => format!("value>={score}"),
            Self::AtMost(score) => format!("value<={score}"),
        }
    }
}

impl Certificate {
    /// The limits of the value that the certificate claims.
    #[must_use]
    pub fn statement(&self) -> Statement {
        let mut statement = Statement { lower: None, upper: None };
        for proof in &self.proofs {
            match proof.limit {
                Limit::AtLeast(score) => statement.lower = Some(score),
                Limit::AtMost(score) => statement.upper = Some(score),
            }
        }
        statement
    }

    /// Which start of a game the root is, if it is one.
    #[must_use]
    pub fn start(&self) -> Option<Start> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let starts = [Start::Othello, Start::Reversi, Start::ReversiRows];
        starts.into_iter().find(|&start| Position::start(rows, cols, start) == self.root)
    }

    /// The claim as a sentence, for example: `6x6, othello start, scoring discs: the value for Black, who is to
    /// move, is -4`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let root = match self.start() {
            Some(Start::Othello) => "othello start".to_owned(),
            Some(Start::Reversi) => "reversi start".to_owned(),
            Some(Start::ReversiRows) => "reversi-rows start".to_owned(),
            None => format!("position {}", self.root),
        };
        let scoring = self.scoring.name();
        let side = if self.root.side() == BLACK { "Black" } else { "White" };
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        format!(
            "{rows}x{cols}, {root}, scoring {scoring}: the value for {side}, who is to move, is {}",
            self.statement().text()
        )
    }
}

impl Statement {
    /// `-4`, `at least 1`, `at most -1` or `from 0 to 2`.
    #[must_use]
    pub fn text(&self) -> String {
        let signed = |score: i32| if score == 0 { "0".to_owned() } else { format!("{score:+}") };
        match (self.lower, self.upper) {
            (Some(lower), Some(upper)) if lower == upper => signed(lower),
            (Some(lower), Some(upper)) => format!("from {} to {}", signed(lower), signed(upper)),
            (Some(lower), None) => format!("at least {}", signed(lower)),
            (None, Some(upper)) => format!("at most {}", signed(upper)),
            (None, None) => "not limited".to_owned(),
        }
    }
}
