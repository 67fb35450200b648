//! `solve campaign work`: a worker that fetches its jobs from the campaign's folder.

use std::env;

use campaign::WorkerName;
use campaign::crew::Crew;
use campaign::desks::{DeskError, Ending, Worker};
use campaign::ledger::ledger_path;
use solver::Progress;

use super::lead::unusable;
use super::shared::{VERSION, host};
use crate::args::CampaignWorkArgs;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::numbers::{compact, counted};
use crate::output::{fields, print_result};
use crate::persistence::Store;
use crate::supervisor::{Done, Stop, Supervisor};
use crate::threads;

/// The variable by which Slurm names the machine that a task runs on.
const NODE: &str = "SLURMD_NODENAME";

/// Works until nothing is left to do or something stops it, and prints how much was done.
///
/// # Errors
/// There is no campaign, the system gives no memory or threads, or the driver dismisses this worker.
pub(super) fn run(args: &CampaignWorkArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let ledger = ledger_path(&args.folder);
    if !args.folder.is_dir() || !ledger.is_file() {
        return Err(Failure::Run(format!(
            "{}: there is no campaign here; begin one with solve campaign plan",
            ledger.display()
        )));
    }
    let count = threads::count(args.threads);
    let name = args.worker.clone().unwrap_or_else(machine);
    let worker = Worker { folder: &args.folder, name: &name, threads: count, version: VERSION };
    let crew = Crew::new(count, args.memory);
    let (progress, store) = (Progress::default(), Store::none());
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: args.time_limit };
    let work = || worker.run(&crew, &progress, &|what| exit::complain(what));
    let Done { result, stop, .. } = supervisor.watch(&progress, |_| (), work)?;
    let (ending, jobs) = result.map_err(|error| match error {
        DeskError::Solve(error) => error.into(),
        error => unusable(error),
    })?;
    let (end, status) = match ending {
        Ending::Done => ("the campaign is done", Status::Done),
        Ending::Stopped if stop == Some(Stop::TimeLimit) => ("the time limit has come", Status::TimeLimit),
        Ending::Stopped => ("it was told to stop", Status::Interrupted),
        Ending::Dismissed(reason) => {
            return Err(Failure::Run(format!("the driver sends worker {name} home: {reason}")));
        }
    };
    let nodes = progress.nodes();
    let record =
        fields! { "worker": name.to_string(), "jobs": jobs, "nodes": nodes, "complete": status == Status::Done };
    print_result(args.json, &record, |_| {
        format!("Worker {name}: {}, {} nodes; {end}\n", counted(jobs, "job", "jobs"), compact(nodes as f64))
    })?;
    Ok(status)
}

/// The name of this machine, which Slurm may have named.
fn machine() -> WorkerName {
    let named = env::var(NODE).ok().and_then(|name| name.parse().ok());
    named.filter(|name: &WorkerName| !name.is_unknown()).unwrap_or_else(host)
}
