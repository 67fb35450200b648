//! `solve campaign run`: does the jobs on this machine.

use campaign::ledger::ledger_path;
use campaign::{Judge, LedgerFile, Recheck, Session, local};
use solver::{Progress, Resources, Solver};

use super::end::{End, stopped};
use super::live::Live;
use super::shared::{VERSION, failed, following, host};
use crate::args::CampaignRunArgs;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::left_out;
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
    let path = ledger_path(&args.folder);
    let (file, ledger) = LedgerFile::open(&path).map_err(failed)?;
    left_out::tell(&ledger.left_out, "answer");
    let recheck = Recheck::of_ledger(&path, args.recheck.recheck.0).map_err(failed)?;
    let progress = Progress::default();
    let plan = &ledger.plan;
    let store = Store::open_own(&args.table)?.with_books(Books::default());
    let table = store.table(plan.root.board(), plan.scoring)?;
    let judge = Judge::new(args.memory, VERSION, progress.part());
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: args.time_limit };
    // If answers in the ledger exclude each other, the judge works before the first job.
    let begin = || {
        let _patience = (!args.quiet).then(following);
        Session::guarded(file, &ledger, table.as_deref(), recheck, Some(judge))
    };
    let Done { result: begun, stop: early, .. } = supervisor.watch(&progress, |_| (), begin)?;
    let mut session = match (begun, early) {
        (Err(_), Some(stop @ (Stop::Interrupt | Stop::TimeLimit))) => {
            exit::complain("stopped while answers of the ledger that exclude each other were proven");
            return Ok(stopped(stop));
        }
        (begun, _) => begun.map_err(failed)?,
    };
    session.name_host(&args.worker.clone().unwrap_or_else(host));
    let is_cut_short = session.is_cut_short();
    let workers = threads::count(args.workers);
    let mut first = Solver::new(Resources { memory_bytes: args.memory, ..Resources::default() });
    let mut solvers: Vec<Solver> =
        (1..workers).map(|_| first.companion(plan.root.board(), plan.scoring)).collect::<Result<_, _>>()?;
    solvers.insert(0, first);
    let live = Live::new(workers, args.quiet, session.campaign());
    let watched = supervisor.watch(
        &progress,
        |_| live.draw(progress.nodes()),
        || local::run(&mut session, solvers, &progress, VERSION, &live),
    );
    drop(live);
    // What is proven reaches the disk whatever else went wrong. The session goes first: it holds the ledger.
    drop(session);
    drop(table);
    let closed = store.close();
    let Done { result, stop, .. } = watched?;
    result.map_err(failed)?;
    closed?;
    let end = End { folder: &args.folder, json: args.json, quiet: args.quiet, is_cut_short };
    end.tell(early.or(stop), progress.nodes())
}
