//! `solve campaign run`: does the jobs on this machine.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use campaign::ledger::{ledger_path, resume};
use campaign::sample::Checks;
use campaign::{Ledger, Session, Share, WorkerName, local, pool};
use clap::Args;
use solver::Progress;

use super::live::Live;
use super::status::show;
use super::{VERSION, open_ledger};
use crate::args::{OutputArgs, TableArgs, values};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::persistence::{Books, Store};
use crate::supervisor::{Done, Supervisor};
use crate::threads;

/// Do the jobs on this machine until the value is known
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Number of jobs at a time; with one, a campaign is reproducible [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::number("workers"))]
    workers: Option<usize>,
    /// Size of the transposition table in memory, which all workers share
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Stop after this time: 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = values::parse_duration)]
    time_limit: Option<Duration>,
    /// Share of the answers that are proven again, 0 for none; if one turns out false, the campaign stops
    #[arg(long, value_name = "SHARE", default_value = "1%")]
    recheck: Share,
    /// Name of this machine in the ledger; its workers are NAME/1, NAME/2 and so on [default: the host's]
    #[arg(long, value_name = "NAME")]
    worker: Option<WorkerName>,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Does jobs until the value is known or something stops it, then prints the progress.
pub(super) fn run(args: &RunArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let (file, ledger) = open_ledger(&ledger_path(&args.folder))?;
    let (board, scoring) = (ledger.plan.root.board(), ledger.plan.scoring);
    let store = Store::open_own(&args.table)?.with_books(Books::default());
    let table = store.table(board, scoring);
    let workers = threads::count(args.workers);
    // A worker alone would only repeat itself.
    let share = if workers == 1 { Share::default() } else { args.recheck };
    let mut session = Session::new(file, ledger, table.as_deref(), share)?;
    let machine = args.worker.clone().unwrap_or_else(host);
    let solvers = pool::solvers(workers, args.memory, board, scoring)?;
    let (progress, live) = (Progress::default(), Live::new(workers, args.output.quiet, session.campaign()));
    let Done { result, stop, .. } = Supervisor { interrupt: &interrupt, store: &store, time_limit: args.time_limit }
        .watch(
            &progress,
            |_| live.draw(progress.nodes()),
            || local::run(&mut session, &machine, solvers, &progress, VERSION, &live),
        );
    drop(live);
    // What is proven reaches the disk whatever else went wrong. The session goes first: it holds the ledger.
    drop(session);
    drop(table);
    let closed = store.close();
    result?;
    closed?;
    tell(args, stop, progress.nodes())
}

/// Prints the progress of the campaign by its present ledger, and how many nodes were searched.
fn tell(args: &RunArgs, stop: Option<Status>, searched: u64) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = Ledger::read(&path)?;
    let mut campaign = resume(&path, &ledger)?;
    let (status, checks) = (campaign.status()?, Checks::of(&ledger));
    show(args.output.json, &ledger.plan, &status, &checks, Some(searched))?;
    match stop {
        _ if campaign.is_done() => Ok(Status::Done),
        // Closing the table reported what is wrong with it.
        None | Some(Status::PartlyDone) => Err(Failure::Run(no_job(&checks.withdrawn_workers))),
        Some(stop) => {
            if !args.output.quiet {
                exit::complain("stopped; the ledger has everything that is known, the same command goes on");
            }
            Ok(stop)
        }
    }
}

/// Why a run has ended although the campaign is not done.
fn no_job(withdrawn: &[WorkerName]) -> String {
    let text = "no job is left for these workers, and the campaign is not done".to_owned();
    let names: Vec<&str> = withdrawn.iter().map(WorkerName::as_str).collect();
    match names.join(", ") {
        none if none.is_empty() => text,
        names => format!("{text}; workers that were withdrawn get none ({names}): --worker gives another name"),
    }
}

/// The name of this machine, if it can be a worker's; otherwise `here`.
fn host() -> WorkerName {
    let told = fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| env::var("HOSTNAME"));
    let named = |name: String| name.trim().parse().ok().filter(|name: &WorkerName| !name.is_unknown());
    told.ok().and_then(named).unwrap_or_else(|| "here".parse().expect("a word"))
}
