//! Positions with known values, for checking and measuring the search.

use std::fmt;

use solver::read::{self, Fault, Game};
use solver::{Board, Bounds, Mode, Position, Question, Score, Scoring, Start};

/// A question and what is known about its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it comes from.
    pub origin: Origin,
    /// The question.
    pub question: Question,
    /// If set, the question is only whether the side to move reaches this score.
    pub at_least: Option<Score>,
    /// What is known about the position's value for the side to move.
    pub expected: Option<Bounds>,
}

/// Where a case comes from. Displayed as in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A suite, with its name there: board, start and moves.
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
    /// Its name for people: that in the suite, else board and position.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.origin {
            Origin::Suite(name) => name.clone(),
            Origin::Line { .. } => self.question.position.to_string(),
        }
    }

    /// Whether proven bounds, from an answer (`is_complete`) or a stopped search, fit what is known. `None` if nothing is known,
    /// or if the search stopped before it could tell.
    #[must_use]
    pub fn agrees(&self, bounds: Bounds, is_complete: bool) -> Option<bool> {
        let only_sign = self.question.mode == Mode::Wld && self.at_least.is_none();
        let counted = |score: Score| if only_sign { score.discs().signum() } else { score.discs() };
        let expected = self.expected?;
        let is_possible =
            counted(bounds.lower) <= counted(expected.upper) && counted(expected.lower) <= counted(bounds.upper);
        (is_complete || !is_possible).then_some(is_possible)
    }

    /// Whether bounds answer what is asked.
    #[must_use]
    pub fn is_answered(&self, bounds: Bounds) -> bool {
        self.at_least.map_or_else(|| self.question.mode.settled(bounds), |score| bounds.reach(score).is_some())
    }
}

/// The cases of a file that [`solver::read`] reads, and for each line that is none a sentence with its place. A game asks about its end. `board` is for positions and
/// games that name none.
pub fn read<'a>(
    file: &'a str,
    bytes: &[u8],
    board: Board,
    mode: Mode,
    scoring: Scoring,
) -> impl Iterator<Item = Result<Case, String>> + 'a {
    let case = move |game: Game| {
        let origin = Origin::Line { file: file.to_owned(), number: game.line };
        let question = Question::new(game.end(), mode, scoring);
        Case { origin, question, at_least: None, expected: game.value.map(Bounds::at) }
    };
    let bad = move |fault: Fault| format!("{file}:{}: {}", fault.line.or(fault.game).unwrap_or(1), fault.why);
    read::games(bytes, Some(Position::start(board, Start::Othello)))
        .into_iter()
        .map(move |read| read.map(case).map_err(bad))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(mode: Mode, expected: Option<Bounds>) -> Case {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let question = Question::new(position, mode, Scoring::Discs);
        Case { origin: Origin::Suite("4x4 othello".to_owned()), question, at_least: None, expected }
    }

    fn agrees(mode: Mode, expected: Option<i32>, lower: i32, upper: i32, complete: bool) -> Option<bool> {
        case(mode, expected.map(Bounds::at)).agrees(Bounds::new(lower, upper), complete)
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
    fn where_a_score_is_asked_for_only_that_counts() {
        let reached = |expected: Bounds, lower: i32, upper: i32, complete: bool| {
            let case = Case { at_least: Some(Score::new(1)), ..case(Mode::Exact, Some(expected)) };
            let bounds = Bounds::new(lower, upper);
            assert_eq!(case.is_answered(bounds), lower >= 1 || upper < 1, "{bounds}");
            case.agrees(bounds, complete)
        };
        let (yes, no) = (Bounds::new(1, 16), Bounds::new(-16, 0));
        assert_eq!([reached(yes, 3, 16, true), reached(no, -16, -2, true)], [Some(true); 2]);
        assert_eq!([reached(yes, -16, 0, true), reached(no, 3, 16, true)], [Some(false); 2]);
        assert_eq!([reached(yes, -16, 4, false), reached(no, -16, 4, false)], [None; 2]);
    }

    #[test]
    fn lines_are_cases_or_bad_ones_with_their_place() {
        let text = b"-----OX--XO----- X; D3:-8\n# nothing\n-----OX X\n";
        let found: Vec<_> = read("a.obf", text, "4x4".parse().unwrap(), Mode::Exact, Scoring::Discs).collect();
        let [Ok(case), Err(bad)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((case.origin.to_string().as_str(), case.expected), ("a.obf:1", Some(Bounds::at(-8))));
        assert_eq!(bad, "a.obf:3: position: 7 squares given, board 4x4 has 16");
    }
}
