//! Othello for programs that play: `solve gtp` and `solve nboard` in the languages of their front ends.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;
use solver::evaluation::DISC;
use solver::{Board, Bounds, Chosen, Move, Position, Question, Scoring, Start};

use crate::args::{OutputArgs, ResourceArgs, TableArgs, values};
use crate::exit::{Failure, Status};
use crate::input::{Lines, MOST_LINE_BYTES};
use crate::persistence;
use crate::supervisor::Done;
use crate::workbench::Workbench;

mod clock;
pub(super) mod gtp;
pub(super) mod nboard;

/// How an engine plays.
#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Time for a move, where nothing in the protocol sets it: 90s, 2m, 500ms
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = values::parse_duration)]
    time_limit: Duration,
    /// Number of threads of the exact search; one more looks ahead [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Size of the transposition table in memory
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = values::parse_memory)]
    memory: usize,
    #[command(flatten)]
    table: TableArgs,
}

/// A game, and the search for its next move.
struct Engine {
    bench: Workbench,
    scoring: Scoring,
    time_limit: Duration,
    /// How deep to look ahead at most.
    most_plies: u32,
    /// The game: its first position, and the one after each move.
    positions: Vec<Position>,
    lines: Lines,
    /// Whether a line ends a search …
    is_call: fn(&[u8]) -> bool,
    /// … and how many of these have come and wait for an answer.
    calls: Arc<AtomicUsize>,
}

impl Engine {
    /// An engine at the start of 8x8 that listens to standard input. Its searches end when a line comes for which `is_call`.
    fn open(args: &EngineArgs, is_call: fn(&[u8]) -> bool) -> Result<Self, Failure> {
        let resources = ResourceArgs {
            threads: args.threads,
            memory: args.memory,
            time_limit: None,
            weights: Vec::new(),
            table: args.table.clone(),
            output: OutputArgs { json: false, quiet: true },
        };
        let bench = Workbench::open(&resources, persistence::books(!args.table.no_book, None, None)?)?;
        let calls = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&calls);
        let lines = Lines::of(Box::new(io::stdin()), move |line| {
            seen.fetch_add(usize::from(is_call(line)), Ordering::Relaxed);
        });
        let board = Board::new(8, 8).expect("64 squares");
        let positions = vec![Position::start(board, Start::Othello)];
        let (scoring, time_limit) = (args.scoring, args.time_limit);
        Ok(Self { bench, scoring, time_limit, most_plies: u32::MAX, positions, lines, is_call, calls })
    }

    /// Hands every line to `answer` until that says it was the last or the input ends.
    fn serve(mut self, answer: impl FnMut(&mut Self, &str) -> Result<bool, Failure>) -> Result<Status, Failure> {
        let ended = self.answer_all(answer);
        let status = if self.bench.interrupt().requested() { Status::Interrupted } else { Status::Done };
        // What is proven reaches the disk even if nobody reads the answers.
        ended.and(self.bench.close(status)).map(|()| status)
    }

    fn answer_all(&mut self, mut answer: impl FnMut(&mut Self, &str) -> Result<bool, Failure>) -> Result<(), Failure> {
        while let Some(line) = self.lines.next(self.bench.interrupt()) {
            let line = line.map_err(|error| Failure::Run(format!("standard input: {error}")))?;
            self.calls.fetch_sub(usize::from((self.is_call)(&line)), Ordering::Relaxed);
            let text = String::from_utf8_lossy(&line);
            // Of a line that is cut short nothing is obeyed.
            let whole = if line.len() > MOST_LINE_BYTES { "overlong" } else { &*text };
            if !answer(self, whole)? {
                break;
            }
        }
        Ok(())
    }

    /// The present position.
    fn now(&self) -> Position {
        *self.positions.last().expect("the first position stays")
    }

    /// A move for a position `plies` after the present one, found in this time, and how long it took. In a finished game it is
    /// a pass.
    fn choose(&mut self, position: Position, plies: u32, time: Duration) -> Result<(Chosen, Duration), Failure> {
        if let Some(score) = position.final_score(self.scoring) {
            let (bounds, value) = (Bounds::at(score), DISC * score.discs());
            return Ok((Chosen { chosen: Move::Pass, bounds, value, plies: 0, nodes: 0 }, Duration::ZERO));
        }
        let question = Question::exact(position).scored(self.scoring);
        let most_plies = self.most_plies.saturating_sub(plies).max(1);
        let Done { result, time, .. } = self.bench.choose(&question, most_plies, time, &self.calls)?;
        Ok((result.expect("the game is not over"), time))
    }

    /// Whether a line has come that ends the search.
    fn is_called(&self) -> bool {
        self.calls.load(Ordering::Relaxed) > 0 || self.bench.interrupt().requested()
    }
}
