//! `solve positions`: an answer a line for each position of a file, or for each line of standard input before the next one is
//! there.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use clap::Args;
use files::{LONGEST_LINE, next_line};
use solver::read::{self, Fault, Game};
use solver::{Board, Position, PositionError, Question, Start};

use super::solve::answer::{Solved, line, record};
use super::solve::{self, SearchArgs};
use crate::exit::{self, Failure, Status};
use crate::input::{is_stream, name, open};
use crate::interrupt::Interrupt;
use crate::output::{self, fields, object};
use crate::workbench::Workbench;

/// The most bytes that a line may have; a longer one is reported as bad.
const MOST_LINE_BYTES: usize = 1 << 16;
/// Number of lines to read ahead.
const LINES_AHEAD: usize = 16;
/// How often to check for Ctrl-C while no line comes.
const TICK: Duration = Duration::from_millis(100);

/// Solve every position of a file or of standard input, one per line
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct PositionsArgs {
    /// File with one position per line; without it, or with `-`, standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
    /// Board of lines that do not name one: ROWSxCOLUMNS, for example 4x10
    #[arg(long, value_name = "RxC")]
    board: Option<Board>,
    #[command(flatten)]
    search: SearchArgs,
}

const HELP: &str = "\
A line is [RxC] BOARD SIDE, for example:  4x4 -----OX--XO----- X
Empty lines are ignored, and so is everything after ; % or #. Each position
gets one line of output, in the order of the input. A bad line (one with moves,
for example) is reported with its number and the rest is solved; the exit
status is then 1. With --json each object has the number of its line as
input_line; that of a bad line has only this number and the error.

Examples:
  solve positions endgames.txt --board 8x8 --scoring wof
  echo '4x4 -----OX--XO----- X' | solve positions --json -";

/// Solves every position of a file or of standard input. A bad line is reported, and is no failure.
pub(crate) fn run(args: &PositionsArgs) -> Result<Status, Failure> {
    let asked = Asked::open(&args.file, args.board)?;
    let mut bench = args.search.workbench(None)?;
    let ended = solve_all(asked, &args.search, &mut bench);
    // What is proven reaches the disk even if something else went wrong.
    let closed = bench.close(*ended.as_ref().unwrap_or(&Status::Done));
    let status = ended?;
    closed.map(|()| status)
}

fn solve_all(mut asked: Asked, args: &SearchArgs, bench: &mut Workbench) -> Result<Status, Failure> {
    let as_json = args.resources.output.json;
    let (mut any_bad, mut any_late) = (false, false);
    while let Some((number, read)) = asked.next(bench.interrupt())? {
        let answered = match read {
            Ok(game) => answer(number, game.end(), args, bench)?,
            Err(message) => Err(message),
        };
        let (text, status) = match answered {
            Ok((solved, status)) => (if as_json { object(&record(&solved)) } else { line(&solved) }, status),
            Err(message) => {
                exit::complain(&format!("{}:{number}: {message}", asked.name));
                any_bad = true;
                let record = fields! { "input_line": number, "error": message };
                (if as_json { object(&record) } else { String::new() }, Status::Done)
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

/// The answer to the question about a position, and how its search ended; or the message that the table is false about it.
fn answer(
    number: usize,
    position: Position,
    args: &SearchArgs,
    bench: &mut Workbench,
) -> Result<Result<(Solved, Status), String>, Failure> {
    let question = Question::new(position, args.question.mode, args.question.scoring);
    let mut answered = bench.solve(&question, !args.no_line)?;
    if let Some(message) = solve::falsehood(&answered.answer) {
        return Ok(Err(message));
    }
    let moves = match args.all_moves.then(|| solve::each_move(bench, &question, &mut answered)) {
        None => Vec::new(),
        Some(Err(Failure::Run(message))) => return Ok(Err(message)),
        Some(moves) => moves?,
    };
    let status = solve::status(answered.answer.complete, answered.stop);
    Ok(Ok((Solved { input_line: Some(number as u64), start: None, question, answered, moves }, status)))
}

/// What a line or a game holds, by its number, or why there is nothing.
pub(super) type Entry = (usize, Result<Game, String>);
/// A line without its line end; at most [`MOST_LINE_BYTES`] + 1 bytes of it.
type Line = io::Result<Vec<u8>>;

/// What is asked, in order: each with its line, or its game in a form without lines. A game asks about its end.
struct Asked {
    /// Where the lines come from.
    name: String,
    lines: Receiver<Line>,
    /// The number of the last line that was taken.
    number: usize,
    /// Whether each line is answered before the next is there. Then it must make sense without those behind it.
    is_stream: bool,
    /// Where moves begin that name no position.
    first: Option<Position>,
    /// What the line before held.
    before: Option<Game>,
    read: VecDeque<Entry>,
}

impl Asked {
    /// Reads in a thread of its own, so that Ctrl-C is noticed while a person or a pipe is slow.
    fn open(path: &Path, board: Option<Board>) -> Result<Self, Failure> {
        let (name, is_stream, input) = (name(path), is_stream(path), open(path)?);
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::spawn(move || send_lines(&mut BufReader::new(input), &sender));
        let first = board.map(|board| Position::start(board, Start::Othello));
        Ok(Self { name, lines, number: 0, is_stream, first, before: None, read: VecDeque::new() })
    }

    /// The next position; `None` at the end of the input and after Ctrl-C.
    fn next(&mut self, interrupt: &Interrupt) -> Result<Option<Entry>, Failure> {
        if self.number == 0 && !self.is_stream {
            self.read_all(interrupt)?;
        }
        while self.read.is_empty() && self.is_stream {
            let Some(line) = self.line(interrupt)? else { return Ok(None) };
            self.read_line(&line)?;
        }
        Ok(self.read.pop_front().filter(|_| !interrupt.requested()))
    }

    /// The next line.
    fn line(&mut self, interrupt: &Interrupt) -> Result<Option<Vec<u8>>, Failure> {
        let line = next(&self.lines, interrupt).transpose();
        self.number += 1;
        line.map_err(|error| Failure::Run(format!("{}: {error}", self.name)))
    }

    fn read_all(&mut self, interrupt: &Interrupt) -> Result<(), Failure> {
        let (mut bytes, mut long) = (Vec::new(), Vec::new());
        while let Some(line) = self.line(interrupt)? {
            if line.len() > MOST_LINE_BYTES {
                long.push((self.number, Err(too_long())));
            } else {
                bytes.extend(line);
            }
            bytes.push(b'\n');
        }
        let found = read::games(bytes.strip_suffix(b"\n").unwrap_or(&bytes), self.first);
        let mut all: Vec<_> = found.into_iter().map(entry).chain(long).collect();
        all.sort_by_key(|&(number, _)| number);
        self.read = all.into();
        Ok(())
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), Failure> {
        let number = self.number;
        if line.contains(&0) {
            let why = "a zero byte: this is no text with a position on each line";
            return Err(Failure::Run(format!("{}:{number}: {why}", self.name)));
        }
        if line.len() > MOST_LINE_BYTES {
            self.read.push_back((number, Err(too_long())));
            return Ok(());
        }
        let line = if number == 1 { read::without_byte_order_mark(line) } else { line };
        for found in read::next(line, self.first, self.before.as_ref()) {
            self.before = found.as_ref().ok().cloned().or(self.before.take());
            self.read.push_back((number, entry(found).1));
        }
        Ok(())
    }
}

fn too_long() -> String {
    format!("the line is longer than {MOST_LINE_BYTES} bytes")
}

/// What the reader has found, as messages and output name it.
pub(super) fn entry(found: Result<Game, Fault>) -> Entry {
    match found {
        Ok(game) => (game.line, Ok(game)),
        Err(Fault { line, game, why }) => {
            let help = if why == PositionError::NoBoard.to_string() { ", or give --board" } else { "" };
            let game_text = game.map_or_else(String::new, |game| format!("game {game}: "));
            (line.or(game).unwrap_or(1), Err(format!("{game_text}{why}{help}")))
        }
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
