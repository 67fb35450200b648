//! The suites of `solve bench`: positions reached in games from a start, with what is known about their values under scoring
//! `discs`.

use solver::notation::{parse_moves, play_moves, read_position};
use solver::read;
use solver::{Board, Bounds, Mode, Position, Question, Score, Scoring, Start};

use crate::cases::{Case, Origin};

#[cfg(test)]
mod tests;

/// A set of positions with known values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// A few seconds in all.
    Quick,
    /// The ten boards of Takeshita & Ikeda 2015.
    Paper,
    /// Larger boards.
    Long,
    /// 200 random positions of 6x6 with 12 discs.
    TwelveDiscs,
    /// 20 positions of each of ten odd shapes.
    Odd,
    /// 260 positions of 8x8, 6x6, 6x8 and 7x7 with 20 to 22 empties, by which changes to the search are judged.
    Middle,
    /// 40 questions of a campaign on 6x8, with 31 to 33 empties: whether a score is reached.
    Ledger,
}

/// Board, start, moves played first, and the value for the side to move then.
type Known = (&'static str, Start, &'static str, i32);

/// Sources: Takeshita & Ikeda 2015 as in [`PAPER`], which also implies the value of the first position of 6x6, since that is
/// on a perfect game; the mailbox search `checker::value` for 4x7 and 5x5; this program alone for the others.
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

/// Source: this program; three of them are wipe-outs, and nobody can win by more.
const LONG: &[Known] = &[
    ("4x10", Start::ReversiRows, "", 29),
    ("4x12", Start::Othello, "", 48),
    ("4x12", Start::Reversi, "", 48),
    ("4x14", Start::Othello, "", 56),
];

/// Positions from random games from `othello`, drawn by its `tests`. Their values are from this program, which found each twice: at
/// commit 7a3c5020ae, and again without its evaluation and guess (hence with other windows), without symmetry, small tables
/// and look-ups of children.
const TWELVE_DISCS: &str = include_str!("suites/6x6-12.obf");

/// Likewise, with the numbers of empty squares in `tests`.
const ODD: &str = include_str!("suites/odd.obf");

/// Likewise, from games in which one side plays with more care than the other; the values found twice as well, at commit
/// 10ef7f49.
const MIDDLE: &str = include_str!("suites/middle.obf");

/// The file's head gives its source.
const LEDGER: &str = include_str!("suites/6x8-32.txt");

impl Suite {
    /// All suites.
    pub const ALL: [Self; 7] =
        [Self::Quick, Self::Paper, Self::Long, Self::TwelveDiscs, Self::Odd, Self::Middle, Self::Ledger];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Paper => "paper",
            Self::Long => "long",
            Self::TwelveDiscs => "6x6-12",
            Self::Odd => "odd",
            Self::Middle => "middle",
            Self::Ledger => "6x8-32",
        }
    }

    /// Whether it asks if scores are reached, rather than for values.
    #[must_use]
    pub fn asks_for_scores(self) -> bool {
        self == Self::Ledger
    }

    /// Its positions. If it [`asks_for_scores`](Self::asks_for_scores), the mode does not matter.
    #[must_use]
    pub fn cases(self, mode: Mode) -> Vec<Case> {
        let played = |known: &[Known]| known.iter().map(|known| case(known, mode)).collect();
        match self {
            Self::Quick => played(QUICK),
            Self::Paper => played(PAPER),
            Self::Long => played(LONG),
            Self::TwelveDiscs => drawn(TWELVE_DISCS, mode),
            Self::Odd => drawn(ODD, mode),
            Self::Middle => drawn(MIDDLE, mode),
            Self::Ledger => lines(LEDGER).map(asked).collect(),
        }
    }
}

fn case(&(board, start, moves, expected): &Known, mode: Mode) -> Case {
    let start_position = Position::start(board.parse().expect("suites name boards"), start);
    let line = parse_moves(start_position.board(), moves).expect("suites name squares");
    let position = play_moves(start_position, &line).expect("suites play legal moves");
    let name = format!("{board} {start} {moves}").trim_end().to_owned();
    let question = Question::new(position, mode, Scoring::Discs);
    Case { origin: Origin::Suite(name), question, at_least: None, expected: Some(Bounds::at(expected)) }
}

/// The lines of a text without comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// Positions with their values, in OBF.
fn drawn(text: &str, mode: Mode) -> Vec<Case> {
    let case = |read: Result<read::Game, read::Fault>| {
        let read::Game { start: position, value, .. } = read.expect("suites have good lines");
        let origin = Origin::Suite(position.to_string());
        let question = Question::new(position, mode, Scoring::Discs);
        Case { origin, question, at_least: None, expected: value.map(Bounds::at) }
    };
    read::games(text.as_bytes(), None).into_iter().map(case).collect()
}

/// A question and its answer as a line of a ledger: `SQUARES X asked >=N found >=N`, or `found <=N`.
fn asked(line: &str) -> Case {
    let board: Board = "6x8".parse().expect("a board");
    let (position, rest) = line.split_once(" asked >=").expect("lines of a ledger say what was asked");
    let position = read_position(position, Some(board)).expect("lines of a ledger name positions");
    let (at_least, found) = rest.split_once(" found ").expect("lines of a ledger say what was found");
    let score = |text: &str| Score::new(text.parse().expect("scores are numbers"));
    let unknown = Bounds::unknown(board.squares());
    let expected = match found.strip_prefix(">=") {
        Some(lower) => Bounds { lower: score(lower), ..unknown },
        None => Bounds { upper: score(found.trim_start_matches("<=")), ..unknown },
    };
    let origin = Origin::Suite(format!("{position} >={at_least}"));
    let question = Question::new(position, Mode::Exact, Scoring::Discs);
    Case { origin, question, at_least: Some(score(at_least)), expected: Some(expected) }
}
