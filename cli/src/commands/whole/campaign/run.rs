//! `solve campaign run`: does the jobs on this machine.

use campaign::ledger::{ledger_path, resume};
use campaign::sample::Checks;
use campaign::{Ledger, LedgerFile, Session, Share, WorkerName, local, pool};
use solver::Progress;

use super::live::Live;
use super::shared::{VERSION, failed, host, stopped};
use crate::args::CampaignRunArgs;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::left_out;
use crate::output::print;
use crate::output::whole::campaign::{status_json, status_text};
use crate::persistence::Store;
use crate::persistence::books::Books;
use crate::supervisor::{Done, Stop, Supervisor};
use crate::threads;

/// Does jobs until the value is known or something stops it, then prints the progress.
///
/// # Errors
/// The ledger or the table cannot be used, or something in them is false.
pub(super) fn run(args: &CampaignRunArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let (file, ledger) = LedgerFile::open(&ledger_path(&args.folder)).map_err(failed)?;
    left_out::tell(&ledger.left_out, "answer");
    let (board, scoring) = (ledger.plan.root.board(), ledger.plan.scoring);
    let store = Store::open_own(&args.table)?.with_books(Books::default());
    let table = store.table(board, scoring)?;
    let workers = threads::count(args.workers);
    // A worker alone would only repeat itself.
    let share = if workers == 1 { Share::default() } else { args.recheck.recheck };
    let mut session = Session::new(file, ledger, table.as_deref(), share).map_err(failed)?;
    let machine = args.worker.clone().unwrap_or_else(host);
    let solvers = pool::solvers(workers, args.memory, board, scoring)?;
    let (progress, live) = (Progress::default(), Live::new(workers, args.quiet, session.campaign()));
    let watched = Supervisor { interrupt: &interrupt, store: &store, time_limit: args.time_limit }.watch(
        &progress,
        |_| live.draw(progress.nodes()),
        || local::run(&mut session, &machine, solvers, &progress, VERSION, &live),
    );
    drop(live);
    // What is proven reaches the disk whatever else went wrong. The session goes first: it holds the ledger.
    drop(session);
    drop(table);
    let closed = store.close();
    let Done { result, stop, .. } = watched?;
    result.map_err(failed)?;
    closed?;
    tell(args, stop, progress.nodes())
}

/// Prints the progress of the campaign by its present ledger, and how many nodes were searched.
fn tell(args: &CampaignRunArgs, stop: Option<Stop>, searched: u64) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = Ledger::read(&path).map_err(failed)?;
    let mut campaign = resume(&path, &ledger).map_err(failed)?;
    let (status, checks) = (campaign.status().map_err(failed)?, Checks::of(&ledger));
    print(&match args.json {
        true => status_json(&ledger.plan, &status, &checks, Some(searched)),
        false => status_text(&ledger.plan, &status, &checks),
    })?;
    match stop {
        _ if campaign.is_done() => Ok(Status::Done),
        // Closing the table reported what is wrong with it.
        None | Some(Stop::Table) => Err(Failure::Run(no_job(&checks.withdrawn_workers))),
        Some(stop) => {
            if !args.quiet {
                exit::complain("stopped; the ledger has everything that is known, the same command goes on");
            }
            Ok(stopped(stop))
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
