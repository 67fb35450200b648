//! From an answer to text, one file for each format, and from text to standard output.

use std::io::{self, ErrorKind, Write};
use std::thread;
use std::time::Duration;

use files::on_its_lines;
use serde::Serialize;
use solver::{Answer, Bounds, Move, Position, Question, Start};

use crate::exit::Failure;
pub(crate) use record::{fields, object};

pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod certificates;
mod human;
mod json;
pub(crate) mod numbers;
pub(crate) mod record;
pub(crate) mod sample;
#[cfg(feature = "whole")]
pub(crate) mod whole;

/// Pause between attempts to write while the output takes nothing.
const PAUSE: Duration = Duration::from_millis(10);

/// A question, its answer, and further details to print.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    /// The line of the input that asks it, from 1, if it is one of many.
    pub(crate) input_line: Option<u64>,
    /// The named start of the game, if the position was not given square by square.
    pub(crate) start: Option<Start>,
    /// The question.
    pub(crate) question: Question,
    /// What is proven.
    pub(crate) answer: Answer,
    /// The time it took.
    pub(crate) time: Duration,
    /// Limits of what each legal move is worth, for the side that makes it; empty unless asked for.
    pub(crate) moves: Vec<(Move, Bounds)>,
    /// Whether a book alone gave the answer.
    pub(crate) from_book: bool,
}

/// A position in a few words: `4x4 othello` if it is a start, else its board and all its squares.
pub(crate) fn named(position: &Position) -> String {
    let board = position.board();
    match Start::ALL.into_iter().find(|&start| Position::start(board, start) == *position) {
        Some(start) => format!("{board} {start}"),
        None => format!("{board} {position}"),
    }
}

/// The discs at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct FinalDiscs {
    black: u32,
    white: u32,
}

impl Solved {
    /// The discs at the end of the line, if the line is a whole game.
    fn final_discs(&self) -> Option<FinalDiscs> {
        let end = &self.answer.end;
        end.is_over().then(|| FinalDiscs { black: end.black().len(), white: end.white().len() })
    }
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Some twenty lines for a person.
    Report,
    /// One line for a person.
    Line,
    /// One JSON object on one line.
    Json,
}

impl Format {
    /// The text of an answer, with the end of its last line.
    pub(crate) fn render(self, solved: &Solved) -> String {
        match self {
            Self::Report => human::report(solved),
            Self::Line => human::line(solved),
            Self::Json => json::line(solved),
        }
    }

    /// What stands in the place of the answer to a line of the input that is bad. People see only the error message.
    pub(crate) fn render_error(self, input_line: u64, message: &str) -> String {
        match self {
            Self::Report | Self::Line => String::new(),
            Self::Json => record::object(&record::fields! { "input_line": input_line, "error": message }),
        }
    }
}

/// Writes to standard output and flushes it. What it may contain of files and arguments sends no signals to a terminal.
///
/// # Errors
/// Nobody reads the output any more, or it cannot be written.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(on_its_lines(text).as_bytes())
}

/// Writes a result on standard output, as JSON or as the text that `text` makes.
///
/// # Errors
/// Like [`print()`].
pub(crate) fn print_result<T: Serialize>(
    as_json: bool,
    result: &T,
    text: impl FnOnce(&T) -> String,
) -> Result<(), Failure> {
    print(&if as_json { record::object(result) } else { text(result) })
}

/// Like [`print()`].
///
/// # Errors
/// Like [`print()`].
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    write_all(&mut out, bytes).map_err(|error| failure(&error))
}

/// Writes all bytes, however slow the reader is: if the output does not block, this waits instead.
fn write_all(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    loop {
        let written = if bytes.is_empty() { out.flush().map(|()| 0) } else { out.write(bytes) };
        match written {
            Ok(_) if bytes.is_empty() => return Ok(()),
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The failure when standard output cannot be written.
pub(crate) fn failure(error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Run(format!("standard output cannot be written: {error}")),
    }
}

/// Answers for the tests of the formats.
#[cfg(test)]
mod samples {
    use solver::notation::{parse_moves, play_moves};
    use solver::{Basis, Bounds, Mode, Position, Scoring};

    use super::*;

    /// A perfect game of 4x4, from which the answers below are made. It was played, so it is legal.
    pub(super) const LINE: &str = "d3 d4 c4 d2 a1 b4 d1 a3 a4 a2";

    /// 4x4 from the start, solved.
    pub(super) fn exact() -> Solved {
        let position = Position::start("4x4".parse().unwrap(), Start::Othello);
        let line = parse_moves(position.board(), LINE).unwrap();
        let end = play_moves(position, &line).unwrap();
        Solved {
            input_line: None,
            start: Some(Start::Othello),
            question: Question::new(position, Mode::Exact, Scoring::Discs),
            answer: Answer {
                bounds: Bounds::at(-8),
                best: line.first().copied(),
                line,
                end,
                nodes: 12345,
                from_table: false,
                basis: Basis::Proof,
                complete: true,
                contradiction: None,
            },
            time: Duration::from_micros(6172),
            moves: Vec::new(),
            from_book: false,
        }
    }

    /// The same, asked for win, loss or draw only.
    pub(super) fn wld() -> Solved {
        let mut solved = exact();
        solved.question.mode = Mode::Wld;
        solved.answer.bounds = Bounds::new(-16, -1);
        solved.answer.from_table = true;
        solved
    }

    /// The same from an unverified table.
    pub(super) fn claimed() -> Solved {
        let mut solved = exact();
        (solved.answer.from_table, solved.answer.basis) = (true, Basis::Claim);
        solved
    }

    /// The same, stopped before the end.
    pub(super) fn stopped() -> Solved {
        let mut solved = exact();
        let answer = &mut solved.answer;
        answer.bounds = Bounds::new(-16, 2);
        (answer.line, answer.end, answer.complete) = (Vec::new(), solved.question.position, false);
        solved
    }
}
