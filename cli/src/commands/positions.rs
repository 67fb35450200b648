//! `solve positions`: an answer a line for each position of a file, or for each line of standard input before the next one is
//! there.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use clap::Args;
use solver::read::{self, Fault, Game};
use solver::{Board, Position, PositionError, Question, Start};

use super::solve::answer::{Solved, line, record};
use super::solve::{self, SearchArgs};
use crate::exit::{self, Failure, Status};
use crate::input::{Lines, MOST_LINE_BYTES, is_stream, name, open, read_whole};
use crate::interrupt::Interrupt;
use crate::output::{self, fields, object};
use crate::workbench::Workbench;

/// The most bytes of a file of positions; standard input, which is read line by line, has no limit.
const MOST_BYTES: u64 = 16 << 20;

/// Solve each position of a file, one per line
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
Moves are played from the position on the line before, or else from the start of
--board; their last position is solved, in a file instead of the one before.
A file, of at most 16 MiB, may have any form of games, too; standard input has
one position a line, and no limit.
Empty lines are ignored, and so is everything after % or #, and remarks after ;.
Each position gets one line of output, in the order of the input. A bad line is
reported with its number and the rest is solved; the exit status is then 1. With
--json each object has the number of its line as input_line; that of a bad line
has only this number and the error.

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
    let (name, as_json) = (asked.name.clone(), args.resources.output.json);
    let next = |interrupt: &Interrupt| asked.next(interrupt);
    each_entry(&name, as_json, bench, next, |bench, number, game| {
        let answered = answer(number, game.end(), args, bench)?;
        Ok(answered.map(|(solved, status)| (if as_json { object(&record(&solved)) } else { line(&solved) }, status)))
    })
}

/// Prints what `answer` makes of each entry of the input called `name`, and says how it all ended. A bad entry, or an answer
/// with a message, is reported, and the rest goes on.
pub(super) fn each_entry(
    name: &str,
    as_json: bool,
    bench: &mut Workbench,
    mut next: impl FnMut(&Interrupt) -> Result<Option<Entry>, Failure>,
    mut answer: impl FnMut(&mut Workbench, usize, Game) -> Result<Result<(String, Status), String>, Failure>,
) -> Result<Status, Failure> {
    let (mut any_bad, mut any_late) = (false, false);
    while let Some((number, read)) = next(bench.interrupt())? {
        let answered = match read {
            Ok(game) => answer(bench, number, game)?,
            Err(message) => Err(message),
        };
        let (text, status) = answered.unwrap_or_else(|message| {
            exit::complain(&format!("{name}:{number}: {message}"));
            any_bad = true;
            let record = fields! { "input_line": number, "error": message };
            (if as_json { object(&record) } else { String::new() }, Status::Done)
        });
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
        Some(Err(Failure::Run(message))) => return Ok(Err(message)),
        moves => moves.transpose()?,
    };
    let status = solve::status(answered.answer.complete, answered.stop);
    Ok(Ok((Solved { input_line: Some(number as u64), start: None, question, answered, moves }, status)))
}

/// What a line or a game holds, by its number, or why there is nothing.
pub(super) type Entry = (usize, Result<Game, String>);

/// What is asked, in order: each with its line, or its game in a form without lines. A game asks about its end.
struct Asked {
    /// Where the lines come from.
    name: String,
    /// The lines of standard input. Each is answered before the next is there; it must make sense without those behind it.
    lines: Option<Lines>,
    /// The number of the last line that was taken.
    number: usize,
    /// Where moves begin that name no position.
    first: Option<Position>,
    /// What stands before the next line.
    before: Option<Result<Game, Fault>>,
    read: VecDeque<Entry>,
}

impl Asked {
    fn open(path: &Path, board: Option<Board>) -> Result<Self, Failure> {
        let first = board.map(|board| Position::start(board, Start::Othello));
        let (mut lines, mut read) = (None, VecDeque::new());
        if is_stream(path) {
            lines = Some(Lines::of(open(path)?, |_| ()));
        } else {
            read.extend(read::games(&read_whole(path, MOST_BYTES)?, first).into_iter().map(entry));
        }
        Ok(Self { name: name(path), lines, number: 0, first, before: None, read })
    }

    /// The next position; `None` at the end of the input and after Ctrl-C.
    fn next(&mut self, interrupt: &Interrupt) -> Result<Option<Entry>, Failure> {
        while self.read.is_empty()
            && let Some(lines) = &self.lines
        {
            let Some(line) = lines.next(interrupt) else { return Ok(None) };
            self.number += 1;
            self.read_line(&line.map_err(|error| Failure::Run(format!("{}: {error}", self.name)))?)?;
        }
        Ok(self.read.pop_front().filter(|_| !interrupt.requested()))
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), Failure> {
        let number = self.number;
        if line.contains(&0) {
            let why = "a zero byte: this is no text with a position on each line";
            return Err(Failure::Run(format!("{}:{number}: {why}", self.name)));
        }
        if line.len() > MOST_LINE_BYTES {
            let why = format!("the line is longer than {MOST_LINE_BYTES} bytes");
            self.before = Some(Err(Fault { line: Some(number), game: None, why: why.clone() }));
            self.read.push_back((number, Err(why)));
            return Ok(());
        }
        let line = if number == 1 { read::without_byte_order_mark(line) } else { line };
        let found = read::next(line, self.first, &mut self.before);
        self.read.extend(found.into_iter().map(|found| (number, entry(found).1)));
        Ok(())
    }
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
