//! The suites of `solve bench`: positions that a game reaches from a start, with their values by scoring `discs`.

use solver::notation::{parse_moves, play_moves};
use solver::{Mode, Position, Question, Scoring, Start};

use crate::cases::{Case, Origin};

/// A set of positions with known values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// A few seconds in all.
    Quick,
    /// The ten boards of Takeshita & Ikeda 2015.
    Paper,
    /// Larger boards.
    Long,
}

/// Board, start, moves played first, and the value for the side to move then.
type Known = (&'static str, Start, &'static str, i32);

/// Sources: Takeshita & Ikeda 2015 as in [`PAPER`], from which the value of the first position of 6x6 follows too, as it
/// lies on a perfect game; the mailbox search `checker::value` for 4x7 and 5x5; this program alone for the others.
const QUICK: &[Known] = &[
    ("4x6", Start::Othello, "", 16),
    ("4x6", Start::ReversiRows, "", 6),
    ("4x7", Start::Othello, "", 24),
    ("5x5", Start::Othello, "", 13),
    ("4x8", Start::Othello, "", 32),
    ("4x8", Start::Reversi, "", 32),
    ("4x8", Start::ReversiRows, "", 27),
    ("4x10", Start::Othello, "", 40),
    ("4x10", Start::Reversi, "", 40),
    ("6x6", Start::Othello, "c2b4c5d2e4e3", -4),
    ("6x6", Start::Othello, "e4e3e2e5c2e1f5b2b3", -6),
    ("6x6", Start::Reversi, "e2b4d5f1a5c2b2e6d6", 20),
];

/// Source: Y. Takeshita & S. Ikeda 2015, "Perfect analysis in miniature Othello", <http://hdl.handle.net/10458/5588>.
const PAPER: &[Known] = &[
    ("4x4", Start::Othello, "", -8),
    ("4x4", Start::Reversi, "", -3),
    ("4x6", Start::Othello, "", 16),
    ("4x6", Start::Reversi, "", 18),
    ("4x8", Start::Othello, "", 32),
    ("4x8", Start::Reversi, "", 32),
    ("4x10", Start::Othello, "", 40),
    ("4x10", Start::Reversi, "", 40),
    ("6x6", Start::Othello, "", -4),
    ("6x6", Start::Reversi, "", -2),
];

/// Source: this program; three of them are wipe-outs, more than which nobody can win.
const LONG: &[Known] = &[
    ("4x10", Start::ReversiRows, "", 29),
    ("4x12", Start::Othello, "", 48),
    ("4x12", Start::Reversi, "", 48),
    ("4x14", Start::Othello, "", 56),
];

impl Suite {
    /// All suites, the quickest first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Paper, Self::Long];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Paper => "paper",
            Self::Long => "long",
        }
    }

    /// Its positions.
    #[must_use]
    pub fn cases(self, mode: Mode) -> Vec<Case> {
        let known = match self {
            Self::Quick => QUICK,
            Self::Paper => PAPER,
            Self::Long => LONG,
        };
        known.iter().map(|known| case(known, mode)).collect()
    }
}

fn case(&(board, start, moves, expected): &Known, mode: Mode) -> Case {
    let start_position = Position::start(board.parse().expect("suites name boards"), start);
    let line = parse_moves(start_position.board(), moves).expect("suites name squares");
    let position = play_moves(start_position, &line).expect("suites play legal moves");
    let name = format!("{board} {start} {moves}").trim_end().to_owned();
    let question = Question::new(position, mode, Scoring::Discs);
    Case { origin: Origin::Suite(name), question, expected: Some(expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_reached_and_none_comes_twice() {
        for suite in Suite::ALL {
            let cases = suite.cases(Mode::Exact);
            assert!(!cases.is_empty());
            for (index, case) in cases.iter().enumerate() {
                let (question, expected) = (case.question, case.expected.unwrap());
                assert!(expected.unsigned_abs() <= question.position.board().squares(), "{}", case.origin);
                assert!(cases[..index].iter().all(|other| other.question != question), "{}", case.origin);
            }
        }
    }

    #[test]
    fn names_tell_how_a_position_is_reached() {
        let start = case(&("4x6", Start::ReversiRows, "", 6), Mode::Exact);
        assert_eq!(start.origin, Origin::Suite("4x6 reversi-rows".to_owned()));
        let later = case(&("4x6", Start::Othello, "c1", -16), Mode::Wld);
        assert_eq!((later.label().as_str(), later.question.position.empties()), ("4x6 othello c1", 19));
    }
}
