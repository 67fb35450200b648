//! What a certificate says.

use std::fmt;

use crate::position::{BLACK, Position, Start};
use crate::rules::Scoring;

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
    /// The moves of the proving side, as squares or ranks, and marks, in the order in which a walk needs them.
    pub moves: Vec<u8>,
}

/// What a certificate says; nothing of it is trusted before it is checked.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The position whose value is limited.
    pub root: Position,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Positions with at most this many empty squares are leaves, which are searched.
    pub cut: u32,
    /// The version of the format. Since 2, a byte [`MARK`](crate::MARK) makes a position of the prover a leaf, too; since
    /// 3, the other bytes are ranks ([`Position::successors`]) instead of squares.
    pub version: u8,
    /// One or two limits with their proofs.
    pub proofs: Vec<Proof>,
    /// The SHA-256 of all bytes that it was read from. It is a name; nothing depends on it.
    pub sha256: [u8; 32],
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

/// `value>=4` or `value<=4`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(score) => write!(f, "value>={score}"),
            Self::AtMost(score) => write!(f, "value<={score}"),
        }
    }
}

impl Certificate {
    /// The limits of the value that the certificate claims.
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
    pub fn start(&self) -> Option<Start> {
        let (rows, cols) = (self.root.rows(), self.root.cols());
        let starts = [Start::Othello, Start::Reversi, Start::ReversiRows];
        starts.into_iter().find(|&start| Position::start(rows, cols, start) == self.root)
    }

    /// The claim, such as `6x6, othello start, scoring discs: the value for Black, who is to move, is -4`.
    pub fn sentence(&self) -> String {
        let (rows, cols) = (self.root.rows(), self.root.cols());
        let root = match self.start() {
            Some(Start::Othello) => "othello start".to_owned(),
            Some(Start::Reversi) => "reversi start".to_owned(),
            Some(Start::ReversiRows) => "reversi-rows start".to_owned(),
            None => format!("position {}", self.root),
        };
        let side = if self.root.side() == BLACK { "Black" } else { "White" };
        let (scoring, value) = (self.scoring.name(), self.statement().text());
        format!("{rows}x{cols}, {root}, scoring {scoring}: the value for {side}, who is to move, is {value}")
    }
}

impl Statement {
    /// `-4`, `at least 1`, `at most -1` or `from 0 to 2`.
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
