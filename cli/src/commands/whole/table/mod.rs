//! `solve table …`: one file for each group of actions.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use solver::{Board, Progress, Resources, Scoring};
use tables::{Reproof, Reproved, Table, TableError, Tables};

use crate::args::values;
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::persistence::{self, Store};
use crate::progress::Steps;
use crate::supervisor::Supervisor;
use crate::threads;

mod change;
mod export;
mod get;
mod incoming;
mod info;
mod verify;

const HELP: &str = "\
info, get, verify and export only read, even while a search writes. import and
merge take all entries of a table or, if one contradicts a known value, none.
Incoming entries stay unverified until --verify, or verify --accept, proves
them again; answers that rest on unverified entries say so.

Examples:
  solve table info --board 6x6
  solve table get --board 6x6 --moves e4e3
  solve table verify --level independent --sample 1000
  solve table verify --table-trust own --accept
  solve table export --board 4x10 -o 4x10.table
  solve table import 4x10.table --table /tmp/other --verify=5%
  solve table merge /tmp/other
  solve table compact --board 6x6
  solve table drop --board 6x6 --scoring discs --yes";

/// Inspect, verify and merge the tables on disk
#[derive(Debug, Subcommand)]
#[command(after_help = HELP)]
pub(crate) enum Action {
    /// Show sizes, numbers of entries and past searches
    Info(EachArgs),
    Get(get::GetArgs),
    Verify(verify::VerifyArgs),
    /// Compact a table's files
    Compact(EachArgs),
    Export(export::ExportArgs),
    Import(incoming::ImportArgs),
    Merge(incoming::MergeArgs),
    Drop(change::DropArgs),
}

/// Which tables, and how the answer is printed.
#[derive(Clone, Debug, Args)]
pub(crate) struct EachArgs {
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory]
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    table: Option<PathBuf>,
    /// Only the tables of this board
    #[arg(help_heading = "Table", long, value_name = "RxC")]
    board: Option<Board>,
    /// Only the tables of this scoring
    #[arg(help_heading = "Table", long, value_parser = values::scoring())]
    scoring: Option<Scoring>,
    /// Print JSON, one object per table
    #[arg(long)]
    json: bool,
}

impl EachArgs {
    /// Whether the tables of a board, with at most as many rows as columns, and a scoring are meant.
    fn includes(&self, board: Board, scoring: Scoring) -> bool {
        let is_board = |wanted: Board| wanted == board || wanted.transposed() == board;
        self.board.is_none_or(is_board) && self.scoring.is_none_or(|wanted| wanted == scoring)
    }
}

/// What proving entries again may use.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReproveArgs {
    /// Number of threads for proving entries again [default: all cores]
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Size of the transposition table for it
    #[arg(help_heading = "Resources", long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Stop proving after this time: 90s, 2m, 1h30m
    #[arg(help_heading = "Resources", long, value_name = "TIME", value_parser = values::parse_duration)]
    time_limit: Option<Duration>,
}

/// Runs the command.
pub(crate) fn run(action: &Action) -> Result<Status, Failure> {
    match action {
        Action::Info(args) => info::run(args),
        Action::Get(args) => get::run(args),
        Action::Verify(args) => verify::run(args),
        Action::Export(args) => export::run(args),
        Action::Compact(args) => change::compact(args),
        Action::Import(args) => incoming::import(args),
        Action::Merge(args) => incoming::merge(args),
        Action::Drop(args) => change::drop_table(args),
    }
}

/// The tables of a named or the usual directory, opened for reading while another process may write them.
fn to_read(named: Option<&PathBuf>) -> Result<Tables, Failure> {
    Ok(Tables::open_read_only(&persistence::directory(named)?)?)
}

/// The same, to be changed.
fn to_change(named: Option<&PathBuf>) -> Result<Tables, Failure> {
    Ok(Tables::open(&persistence::directory(named)?)?)
}

/// The selected tables among those that exist.
fn picked(tables: &Tables, pick: &EachArgs) -> Result<Vec<(Board, Scoring)>, Failure> {
    let mut list = tables.list();
    list.retain(|&(board, scoring)| pick.includes(board, scoring));
    if list.is_empty() && (pick.board.is_some() || pick.scoring.is_some()) {
        let words = [pick.board.map(|board| board.to_string()), pick.scoring.map(|scoring| scoring.to_string())];
        let name = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        return Err(Failure::Run(format!("there is no table {name} here; solve table info names those that are")));
    }
    Ok(list)
}

/// Proves entries of a table again; `how` says which. False ones are named. Returns also the status of a command that ends
/// with this.
fn prove_again(
    table: &Table,
    how: Reproof,
    args: &ReproveArgs,
    interrupt: &Interrupt,
    steps: &Steps<'_>,
) -> Result<(Reproved, Status), Failure> {
    let threads = threads::count(args.threads);
    let resources = Resources { threads, memory_bytes: args.memory, ..Resources::default() };
    let how = Reproof { resources, ..how };
    let tell = |problem: TableError| steps.hidden(|| complain(&problem.to_string()));
    let progress = Progress::default();
    let supervisor = Supervisor { interrupt, store: &Store::none(), time_limit: args.time_limit };
    let work = || threads::on(Some(threads), || Ok(table.prove_again(&how, &progress, steps, tell)));
    let done = supervisor.watch(&progress, |_| (), work);
    let reproved = done.result??;
    let status = match done.stop {
        Some(Status::Interrupted) => Status::Interrupted,
        _ if reproved.refuted + reproved.removed > 0 => Status::PartlyDone,
        Some(_) if reproved.left > 0 => Status::TimeLimit,
        _ => Status::Done,
    };
    Ok((reproved, status))
}
