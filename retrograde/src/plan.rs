//! Which positions to enumerate.

use std::fmt;
use std::path::Path;
use std::{fs, io};

use files::FileError;
use solver::{Board, Scoring, Start};

use crate::error::ExhaustError;
use crate::layer_files;

/// How the names of working folders inside a table directory end.
pub const WORK_ENDING: &str = ".work";
/// The name of the file that says what a working folder is for.
const PLAN_FILE: &str = "plan";
/// The most bytes of that file.
const MOST_OF_PLAN: u64 = 4096;
/// The number of the format of all files in a working folder.
const FORMAT: u32 = 1;

/// Which table to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The board, of at most [`crate::MOST_SQUARES`] squares.
    pub board: Board,
    /// The start from which positions are reached.
    pub start: Start,
    /// How finished games are scored.
    pub scoring: Scoring,
    /// Number of threads, at least 1. Results do not depend on it.
    pub threads: usize,
}

/// What a working folder is for, the first word of the plan file: all positions with their values; their number, counting
/// symmetric ones once, or separately.
pub(crate) const EXHAUST: &str = "exhaust";
pub(crate) const COUNT: &str = "count";
pub(crate) const COUNT_APART: &str = "count-apart";

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.board, self.scoring, self.start)
    }
}

impl Plan {
    /// The same up to symmetry, on a board with rows ≤ columns; on a square board, with the columns start instead of
    /// the rows start.
    #[must_use]
    pub fn normal(self) -> Self {
        let (board, is_square) = (self.board, self.board.is_square());
        let turned = match self.start {
            Start::Othello => Start::Othello,
            Start::Reversi => Start::ReversiRows,
            Start::ReversiRows => Start::Reversi,
        };
        if !board.is_landscape() {
            Self { board: board.landscape(), start: turned, ..self }
        } else if is_square && self.start == Start::ReversiRows {
            Self { start: turned, ..self }
        } else {
            self
        }
    }

    /// Makes the working folder if it is missing, and checks that it is for this work on this plan. Returns whether it
    /// held anything.
    pub(crate) fn claim(&self, work: &str, folder: &Path) -> Result<bool, ExhaustError> {
        fs::create_dir_all(folder).map_err(ExhaustError::file(folder))?;
        let was_there = check_contents(folder)?;
        let path = folder.join(PLAN_FILE);
        let text = |plan: &Self| format!("{work} {FORMAT}: {plan}");
        let wanted = text(self);
        // A count is the same under every scoring, whichever its folder names.
        let same = Scoring::ALL.map(|scoring| text(&Self { scoring, ..*self }));
        let fits = |found: &[u8]| {
            found == wanted.as_bytes() || work != EXHAUST && same.iter().any(|text| found == text.as_bytes())
        };
        match files::read_bounded(&path, MOST_OF_PLAN) {
            Ok(found) if fits(&found) => Ok(was_there),
            Ok(found) => Err(ExhaustError::OtherPlan {
                path: folder.to_owned(),
                found: String::from_utf8_lossy(&found).into_owned(),
                wanted,
            }),
            Err(FileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                layer_files::write_whole(&path, wanted.as_bytes()).map(|()| was_there)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Checks that a working folder is a folder, and holds nothing but regular files: it may have come from anywhere, and
/// what is written to a link ends up elsewhere. Returns whether it holds any.
fn check_contents(folder: &Path) -> Result<bool, ExhaustError> {
    let wrong = |path: &Path, what: &str| ExhaustError::File {
        path: path.to_owned(),
        reason: format!("it is {what}; remove it"),
    };
    let found = folder.symlink_metadata().map_err(ExhaustError::file(folder))?;
    if !found.is_dir() {
        return Err(wrong(folder, "a link"));
    }
    let mut any = false;
    for entry in fs::read_dir(folder).map_err(ExhaustError::file(folder))? {
        let entry = entry.map_err(ExhaustError::file(folder))?;
        any = true;
        if !entry.file_type().map_err(ExhaustError::file(folder))?.is_file() {
            return Err(wrong(&entry.path(), "no regular file"));
        }
    }
    Ok(any)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;
    use crate::limits::MOST_SQUARES;
    use solver::Position;

    #[test]
    fn the_normal_plan_is_the_same_game() {
        for board in Board::all().filter(|board| board.squares() <= MOST_SQUARES) {
            for start in Start::ALL {
                let plan = Plan { board, start, scoring: Scoring::Discs, threads: 1 };
                let normal = plan.normal();
                assert_eq!(normal, normal.normal());
                assert!(normal.board.rows() <= normal.board.cols());
                let position = Position::start(board, start);
                let position = if board == normal.board { position } else { position.transposed() };
                let frame = Frame::new(normal.board).unwrap();
                let expected = frame.place(Position::start(normal.board, normal.start).discs());
                assert_eq!(frame.place(position.discs()), expected, "{plan}");
            }
        }
    }
}
