//! Positions with known values, to hold the search against and to measure it by.

use std::fmt;

use solver::obf::{self, without_byte_order_mark};
use solver::{Answer, Board, Mode, Question, Score, Scoring};
use thiserror::Error;

/// A question and what is known of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it comes from.
    pub origin: Origin,
    /// The question.
    pub question: Question,
    /// The position's value for the side to move, in discs, if it is known.
    pub expected: Option<i32>,
}

/// Where a case comes from. Displayed as messages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A suite, in which it has this name: board, start and moves.
    Suite(String),
    /// A line of a file, counted from 1.
    Line {
        /// The file.
        file: String,
        /// The line.
        number: usize,
    },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suite(name) => f.write_str(name),
            Self::Line { file, number } => write!(f, "{file}:{number}"),
        }
    }
}

impl Case {
    /// What people know it by: its name in a suite, else its board and position.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.origin {
            Origin::Suite(name) => name.clone(),
            Origin::Line { .. } => {
                format!("{} {}", self.question.position.board(), self.question.position)
            }
        }
    }

    /// Whether an answer fits what is known. `None` when nothing is known, or when the search was stopped before it
    /// could tell.
    #[must_use]
    pub fn agrees(&self, answer: &Answer) -> Option<bool> {
        let counted = |score: i32| if self.question.mode == Mode::Wld { score.signum() } else { score };
        let expected = counted(self.expected?);
        let is_possible =
            (counted(answer.bounds.lower.discs())..=counted(answer.bounds.upper.discs())).contains(&expected);
        (answer.complete || !is_possible).then_some(is_possible)
    }
}

/// A line of a file that is no case. Displayed with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{origin}: {why}")]
pub struct BadLine {
    /// Where it stands.
    pub origin: Origin,
    /// One sentence.
    pub why: String,
}

/// The cases of a file of lines as [`obf`] has them, and the lines that are none. `board` is that of lines that name none.
pub fn read<'a>(
    file: &'a str,
    bytes: &'a [u8],
    board: Board,
    mode: Mode,
    scoring: Scoring,
) -> impl Iterator<Item = Result<Case, BadLine>> + 'a {
    let lines = (1..).zip(without_byte_order_mark(bytes).split(|&byte| byte == b'\n'));
    lines.filter_map(move |(number, line)| {
        let origin = Origin::Line { file: file.to_owned(), number };
        match obf::read_line(line, board) {
            Ok(None) => None,
            Ok(Some((position, expected))) => {
                let expected = expected.map(Score::discs);
                Some(Ok(Case { origin, question: Question::new(position, mode, scoring), expected }))
            }
            Err(error) => Some(Err(BadLine { origin, why: error.to_string() })),
        }
    })
}

#[cfg(test)]
mod tests {
    use solver::{Basis, Bounds, Position, Start};

    use super::*;

    fn agrees(mode: Mode, expected: Option<i32>, lower: i32, upper: i32, complete: bool) -> Option<bool> {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let question = Question::new(position, mode, Scoring::Discs);
        let bounds = Bounds::new(lower, upper);
        let (line, nodes) = (Vec::new(), 1);
        let (basis, contradiction) = (Basis::Proof, None);
        let answer = Answer {
            bounds,
            best: None,
            line,
            end: position,
            nodes,
            from_table: false,
            basis,
            complete,
            contradiction,
        };
        Case { origin: Origin::Suite("4x4 othello".to_owned()), question, expected }.agrees(&answer)
    }

    #[test]
    fn a_value_is_held_against_what_is_known() {
        assert_eq!(agrees(Mode::Exact, Some(-8), -8, -8, true), Some(true));
        assert_eq!(agrees(Mode::Exact, Some(-6), -8, -8, true), Some(false));
        assert_eq!(agrees(Mode::Exact, None, -8, -8, true), None);
    }

    #[test]
    fn in_wld_mode_only_the_sign_counts() {
        assert_eq!(agrees(Mode::Wld, Some(-8), -4, -1, true), Some(true));
        assert_eq!(agrees(Mode::Wld, Some(0), -4, -1, true), Some(false));
        assert_eq!(agrees(Mode::Wld, Some(0), 0, 0, true), Some(true));
        assert_eq!(agrees(Mode::Wld, Some(2), 0, 0, true), Some(false));
    }

    #[test]
    fn a_stopped_search_may_already_contradict() {
        assert_eq!(agrees(Mode::Exact, Some(-8), -16, -4, false), None);
        assert_eq!(agrees(Mode::Exact, Some(-2), -16, -4, false), Some(false));
        assert_eq!(agrees(Mode::Wld, Some(-2), 0, 16, false), Some(false));
        assert_eq!(agrees(Mode::Wld, Some(2), 0, 16, false), None);
    }

    #[test]
    fn lines_are_cases_or_bad_ones_with_their_place() {
        let text = b"-----OX--XO----- X; D3:-8\n# nothing\n-----OX X\n";
        let found: Vec<_> = read("a.obf", text, "4x4".parse().unwrap(), Mode::Exact, Scoring::Discs).collect();
        let [Ok(case), Err(bad)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((case.origin.to_string().as_str(), case.expected), ("a.obf:1", Some(-8)));
        assert_eq!(bad.to_string(), "a.obf:3: position: 7 squares given, board 4x4 has 16");
    }
}
