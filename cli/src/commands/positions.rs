//! `solve positions`: one position a line, one answer a line. Reads only a few lines ahead.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use files::{LONGEST_LINE, next_line};
use solver::{Board, PositionError, Question};

use super::solve;
use crate::args::PositionsArgs;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{self, Format, Solved};
use crate::persistence::books::Books;
use crate::setup::{read_position, without_byte_order_mark};
use crate::threads;
use crate::weights;
use crate::workbench::{Outcome, Workbench};

/// The most bytes that a line may have; a longer one is reported as bad.
const MOST_LINE_BYTES: usize = 1 << 16;
/// Number of lines to read ahead.
const LINES_AHEAD: usize = 16;
/// How often to check for Ctrl-C while no line comes.
const TICK: Duration = Duration::from_millis(100);

/// Solves every position of a file or of standard input.
///
/// # Errors
/// A file or table that cannot be used, output that cannot be written. A bad line is reported and is not an error here.
pub(crate) fn run(args: &PositionsArgs) -> Result<Status, Failure> {
    weights::load(&args.weights.weights)?;
    let input = Input::open(&args.file)?;
    let books = Books::shipped_if(!args.table.no_book).and_own(args.books.book.as_ref())?;
    let mut bench = Workbench::open(&args.resources, &args.table, args.output.quiet)?.with_books(books);
    let ended = solve_all(input, args, &mut bench);
    // What is proven reaches the disk even if something else went wrong.
    let closed = bench.close(*ended.as_ref().unwrap_or(&Status::Done));
    let status = ended?;
    closed.map(|()| status)
}

fn solve_all(input: Input, args: &PositionsArgs, bench: &mut Workbench) -> Result<Status, Failure> {
    let format = if args.output.json { Format::Json } else { Format::Line };
    let name = input.name.clone();
    let lines = input.lines()?;
    let (mut number, mut any_bad, mut any_late) = (0u64, false, false);
    while let Some(line) = next(&lines, bench.interrupt()) {
        number += 1;
        let line = line.map_err(|error| Failure::Run(format!("{name}: {error}")))?;
        let line = if number == 1 { without_byte_order_mark(&line) } else { &line };
        if line.contains(&0) {
            return Err(Failure::Run(format!(
                "{name}:{number}: a zero byte: this is no text with a position on each line"
            )));
        }
        let (text, status) = match answer(number, line, args, bench) {
            Ok(None) => continue,
            Ok(Some((solved, status))) => (format.render(&solved), status),
            Err(Unanswered::Failed(failure)) => return Err(failure),
            Err(Unanswered::Bad(message)) => {
                exit::complain(&format!("{name}:{number}: {message}"));
                any_bad = true;
                (format.render_error(number, &message), Status::Done)
            }
        };
        match output::print(&text) {
            Err(Failure::ClosedPipe) => break,
            printed => printed?,
        }
        match status {
            Status::Done => {}
            Status::TimeLimit => any_late = true,
            Status::PartlyDone | Status::Interrupted => return Ok(status),
        }
    }
    Ok(match (bench.interrupt().requested(), any_bad, any_late) {
        (true, ..) => Status::Interrupted,
        (_, true, _) => Status::PartlyDone,
        (_, _, true) => Status::TimeLimit,
        _ => Status::Done,
    })
}

/// Why a line has no answer.
enum Unanswered {
    /// It asks nothing sensible, or the table is false about it. The next line may have an answer.
    Bad(String),
    /// Nothing can be answered any more.
    Failed(Failure),
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The answer to a line and how its search ended; `None` if the line asks nothing.
fn answer(
    number: u64,
    line: &[u8],
    args: &PositionsArgs,
    bench: &mut Workbench,
) -> Result<Option<(Solved, Status)>, Unanswered> {
    let Some(question) = question(line, args).map_err(Unanswered::Bad)? else { return Ok(None) };
    let mut outcome = bench.solve(&question, !args.line.no_line)?;
    if let Some(message) = solve::falsehood(&outcome.answer) {
        return Err(Unanswered::Bad(message));
    }
    let moves = match args.line.all_moves.then(|| solve::each_move(bench, &question, &mut outcome)) {
        None => Vec::new(),
        Some(Err(Failure::Run(message))) => return Err(Unanswered::Bad(message)),
        Some(moves) => moves?,
    };
    let Outcome { answer, time, stop, from_book } = outcome;
    let status = solve::status(answer.complete, stop);
    Ok(Some((Solved { input_line: Some(number), start: None, question, answer, time, moves, from_book }, status)))
}

/// The question that a line asks, if it asks one.
fn question(line: &[u8], args: &PositionsArgs) -> Result<Option<Question>, String> {
    if line.len() > MOST_LINE_BYTES {
        return Err(format!("the line is longer than {MOST_LINE_BYTES} bytes"));
    }
    let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8 text".to_owned())?;
    let text = line.split([';', '%', '#']).next().unwrap_or("").trim();
    if text.is_empty() {
        return Ok(None);
    }
    let board: Option<Board> = args.board;
    let position = read_position(text, board).map_err(|error| match error {
        PositionError::NoBoard => format!("{error}, or give --board"),
        other => other.to_string(),
    })?;
    Ok(Some(Question::new(position, args.question.mode, args.question.scoring)))
}

/// A line without its line end; at most [`MOST_LINE_BYTES`] + 1 bytes of it.
type Line = io::Result<Vec<u8>>;

/// Where lines come from.
struct Input {
    name: String,
    reader: Box<dyn Read + Send>,
}

impl Input {
    fn open(path: &Path) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Self { name: "standard input".to_owned(), reader: Box::new(io::stdin()) });
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Failure::Run(format!("{name}: {error}")))?;
        Ok(Self { name, reader: Box::new(file) })
    }

    /// Reads in a thread of its own, so that Ctrl-C is noticed while a person or a pipe is slow.
    ///
    /// # Errors
    /// The system grants no thread.
    fn lines(self) -> Result<Receiver<Line>, Failure> {
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        let send = move || send_lines(&mut BufReader::new(self.reader), &sender);
        let reading = thread::Builder::new().name("reader".to_owned()).spawn(send);
        reading.map(|_| lines).map_err(|error| threads::refused(&error))
    }
}

/// Sends every line, until the input ends, an error occurs, or the receiver is gone.
fn send_lines(reader: &mut dyn BufRead, sender: &SyncSender<Line>) {
    loop {
        let line = read_line(reader);
        let is_last = !matches!(line, Ok(Some(_)));
        let is_refused = line.transpose().is_some_and(|line| sender.send(line).is_err());
        if is_last || is_refused {
            return;
        }
    }
}

fn read_line(reader: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if reader.take(MOST_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MOST_LINE_BYTES {
        // A line that goes on much longer is no list of positions, and may never end.
        next_line(reader, LONGEST_LINE)?;
    }
    Ok(Some(line))
}

/// The next line; `None` at the end of the input and after Ctrl-C.
fn next(lines: &Receiver<Line>, interrupt: &Interrupt) -> Option<Line> {
    loop {
        if interrupt.requested() {
            return None;
        }
        match lines.recv_timeout(TICK) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_their_ends_and_long_ones_cut_short() {
        let long = "-".repeat(3 * MOST_LINE_BYTES);
        let exact = "-".repeat(MOST_LINE_BYTES);
        let text = format!("one\n\n{long}\ntwo\r\n{exact}\nlast");
        let mut reader = BufReader::with_capacity(1000, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut reader).unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines[..2], ["one", ""]);
        assert_eq!(lines[2].len(), MOST_LINE_BYTES + 1);
        assert_eq!(lines[3], "two\r");
        assert_eq!(lines[4..], [&exact, "last"]);
    }
}
