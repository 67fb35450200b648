//! A question that one worker answers.

use std::fmt;
use std::io::Write as _;
use std::str::FromStr;

use arrayvec::ArrayVec;
use solver::notation::parse_position;
use solver::{Board, Discs, Position, Scoring, Side, Symmetries};
use xxhash_rust::xxh3::xxh3_64;

use crate::error::JobError;

/// "Is this position worth at least this much?", to be answered with a limited number of nodes.
///
/// The same question with the same budget is the same job, no matter who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The board.
    pub board: Board,
    /// Who receives the empties.
    pub scoring: Scoring,
    /// The position, canonical (see [`Symmetries::canonical`]), seen from the side to move.
    pub discs: Discs,
    /// The score in question, for the side to move; more than the least possible and at most the highest.
    pub at_least: i32,
    /// Nodes that may be spent; 0 for a position that is split unasked.
    pub budget: u64,
}

/// The name of a job: a hash of everything in it, so that it is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for JobId {
    type Err = JobError;

    fn from_str(text: &str) -> Result<Self, JobError> {
        let is_hex = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let number = if is_hex { u64::from_str_radix(text, 16).ok() } else { None };
        number.map(Self).ok_or_else(|| JobError::Name(text.to_owned()))
    }
}

/// More than the length of the text that is hashed.
const LONGEST: usize = 128;
/// A canonical position as text, Black to move. It equals that of [`Position`], which takes several times as long to
/// make; drivers need it for every line of a ledger.
pub(crate) fn canonical_text(board: Board, discs: Discs) -> String {
    let mut text = canonical_symbols(board, discs).collect::<String>();
    text.push_str(" X");
    text
}

/// Its squares.
fn canonical_symbols(board: Board, discs: Discs) -> impl Iterator<Item = char> {
    let (black, white) = (discs.player().bits(), discs.opponent().bits());
    (0..board.squares()).map(move |square| {
        let symbol = (black >> square & 1) | (white >> square & 1) << 1;
        char::from(b"-XO-"[symbol as usize])
    })
}

impl Job {
    /// The job's name.
    #[must_use]
    pub fn id(&self) -> JobId {
        let Self { board, scoring, at_least, budget, .. } = self;
        let mut text = ArrayVec::<u8, LONGEST>::new();
        write!(text, "{board} {scoring} ").expect("it is no longer");
        text.extend(canonical_symbols(*board, self.discs).map(|symbol| symbol as u8));
        write!(text, " X {at_least} {budget}").expect("it is no longer");
        JobId(xxh3_64(&text))
    }

    /// The position; Black is to move.
    ///
    /// # Panics
    /// If the discs do not fit on the board.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::new(self.board, self.discs, Side::Black).expect("the discs are on the board")
    }

    /// The position as text.
    #[must_use]
    pub fn position_text(&self) -> String {
        canonical_text(self.board, self.discs)
    }

    /// Number of empty squares.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.position().empties()
    }

    /// Reads a job from its parts.
    ///
    /// # Errors
    /// The position is not of the board or not canonical, Black is not to move, or the score is not one to ask about.
    pub fn parse(board: Board, scoring: Scoring, position: &str, at_least: i32, budget: u64) -> Result<Self, JobError> {
        let position = parse_position(board, position)?;
        if position.side() != Side::Black {
            return Err(JobError::SideToMove);
        }
        if Symmetries::of(board).canonical(position.discs()).0 != position.discs() {
            return Err(JobError::NotCanonical(position.without_board().to_string()));
        }
        let most = board.squares() as i32;
        if at_least <= -most || at_least > most {
            return Err(JobError::Question { what: "at least", score: at_least, board });
        }
        Ok(Self { board, scoring, discs: position.discs(), at_least, budget })
    }
}

#[cfg(test)]
mod tests {
    use solver::Start;
    use solver::random::Random;

    use super::*;

    #[test]
    fn a_position_reads_as_anywhere_else() {
        let mut random = Random::new(1, 1);
        for name in ["3x3", "4x7", "7x4", "8x8", "4x16", "21x3"] {
            let mut position = Position::start(name.parse().unwrap(), Start::Othello);
            while let Some(chosen) = random.legal_move(&position) {
                position = position.play(chosen).unwrap();
                let black = Position::new(position.board(), position.discs(), Side::Black).unwrap();
                assert_eq!(canonical_text(position.board(), position.discs()), black.without_board().to_string());
            }
        }
    }
}
