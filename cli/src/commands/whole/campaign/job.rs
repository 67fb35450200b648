//! `solve campaign job`: the unit of work for engines elsewhere.

use std::io;
use std::path::PathBuf;

use campaign::plan::DEFAULT_BUDGET;
use campaign::protocol::worker::{Lines, answer};
use campaign::{Job, Record, WorkerName, pool, work};
use clap::Args;
use files::json_on_one_line;
use solver::{Board, Progress, Scoring};

use super::VERSION;
use crate::args::values;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::print;
use crate::persistence::Store;
use crate::supervisor::{Done, Supervisor};

/// Do one job, or those on standard input, and print the answers
#[derive(Debug, Args)]
pub(super) struct JobArgs {
    /// The board; without it, jobs are read from standard input as `next` prints them, one JSON object per line
    #[arg(long, value_name = "RxC", requires = "position", requires = "at_least")]
    board: Option<Board>,
    /// The position, canonical, X to move
    #[arg(long, value_name = "BOARD SIDE", allow_hyphen_values = true, requires = "board")]
    position: Option<String>,
    /// Is the position worth at least this for the side to move?
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true, requires = "board")]
    at_least: Option<i32>,
    /// Nodes after which the job gives up
    #[arg(long, value_name = "NODES", value_parser = values::nodes("budget"), default_value_t = DEFAULT_BUDGET)]
    budget: u64,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Number of jobs at a time, all sharing one transposition table; with one, answers come in order
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::parse_threads, conflicts_with = "board")]
    threads: usize,
    /// Size of the transposition table in memory, which all threads share
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Directory of a table of proven values for this worker alone [default: none]
    #[arg(long, value_name = "DIR")]
    table: Option<PathBuf>,
    /// Name of this worker in its answers, for drivers that do not name it [default: none]
    #[arg(long, value_name = "NAME")]
    worker: Option<WorkerName>,
}

/// Does the job in the arguments, or those on standard input, and prints each record as soon as it is ready. A job done
/// twice gives two records that are both true.
pub(super) fn run(args: &JobArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let store = Store::of_directory(args.table.as_ref())?;
    let whole = Progress::default();
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: None };
    let Done { result, stop, .. } = supervisor.watch(&whole, |_| (), || work_off(args, &store, &whole));
    // What is proven reaches the disk whatever else went wrong.
    let closed = store.close();
    result?;
    closed?;
    Ok(stop.filter(|&stop| stop == Status::Interrupted).unwrap_or(Status::Done))
}

/// Does the job in the arguments, or those on standard input.
fn work_off(args: &JobArgs, store: &Store, whole: &Progress) -> Result<(), Failure> {
    let threads = args.threads;
    let tell = |job: &Job, record: Option<Record>| {
        let record = record.map(|record| Record { worker: args.worker.clone().unwrap_or_default(), ..record });
        print(&(json_on_one_line(&answer(job, record.as_ref())) + "\n"))
    };
    if let (Some(board), Some(position), Some(at_least)) = (args.board, &args.position, args.at_least) {
        let job = Job::parse(board, args.scoring, position, at_least, args.budget).map_err(Failure::usage)?;
        let mut solvers = pool::solvers(1, args.memory, board, args.scoring)?;
        let table = store.table(board, args.scoring);
        let record = work::perform(&job, &mut solvers[0], table.as_deref(), whole, VERSION);
        return tell(&job, record.transpose()?);
    }
    let lines = Lines::read(io::stdin(), whole, tell)?;
    while let Some((board, scoring)) = lines.next_game() {
        let table = store.table(board, scoring);
        pool::work(&lines, pool::solvers(threads, args.memory, board, scoring)?, table.as_deref(), VERSION)?;
    }
    lines.end().map_err(|wrong| Failure::Run(format!("standard input:{wrong}")))
}
