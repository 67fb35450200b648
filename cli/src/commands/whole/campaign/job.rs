//! `solve campaign job`: the unit of work for engines elsewhere.

use std::io;

use campaign::protocol::worker::{Lines, answer};
use campaign::{CampaignError, Job, Record, pool, work};
use files::json_on_one_line;
use solver::Progress;

use super::shared::{VERSION, failed};
use crate::args::CampaignJobArgs;
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::print;
use crate::persistence::Store;
use crate::supervisor::{Done, Stop, Supervisor};

/// Does the job in the arguments, or those on standard input, and prints each record as soon as it is ready. A job done
/// twice gives two records that are both true.
///
/// # Errors
/// A line that is not a job, or a table that cannot be used or trusted.
pub(super) fn run(args: &CampaignJobArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let store = Store::of_directory(args.table.as_ref())?;
    let whole = Progress::default();
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: None };
    let watched = supervisor.watch(&whole, |_| (), || work_off(args, &store, &whole));
    // What is proven reaches the disk whatever else went wrong.
    let closed = store.close();
    let Done { result, stop, .. } = watched?;
    result?;
    closed?;
    Ok(if stop == Some(Stop::Interrupt) { Status::Interrupted } else { Status::Done })
}

/// Does the job in the arguments, or those on standard input.
fn work_off(args: &CampaignJobArgs, store: &Store, whole: &Progress) -> Result<(), Failure> {
    let threads = args.threads;
    let tell = |job: &Job, record: Option<Record>| {
        let record = record.map(|record| Record { worker: args.worker.clone().unwrap_or_default(), ..record });
        print(&(json_on_one_line(&answer(job, record.as_ref())) + "\n"))
    };
    if let (Some(board), Some(position), Some(at_least)) = (args.board, &args.position, args.at_least) {
        let job = Job::parse(board, args.scoring, position, at_least, args.budget)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let mut solvers = pool::solvers(1, args.memory, board, args.scoring)?;
        let table = store.table(board, args.scoring);
        let record = work::perform(&job, &mut solvers[0], table.as_deref(), whole, VERSION);
        return tell(&job, record.transpose().map_err(failed)?);
    }
    let lines = Lines::read(io::stdin(), whole, tell)?;
    while let Some((board, scoring)) = lines.next_game() {
        let table = store.table(board, scoring);
        pool::work(&lines, pool::solvers(threads, args.memory, board, scoring)?, table.as_deref(), VERSION)?;
    }
    lines.end().map_err(|wrong| Failure::Run(format!("standard input:{wrong}")))
}

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        failed(error)
    }
}
