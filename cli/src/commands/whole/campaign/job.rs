//! `solve campaign job`: the unit of work for engines elsewhere.

use std::io;

use campaign::crew::{Crew, Hired};
use campaign::protocol::worker::{WrongLine, answer, perform_side_by_side};
use campaign::{Job, Record, SessionError, work};
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
    let threads = args.threads;
    let crew = Crew::new(threads, args.memory);
    let store = Store::of_directory(args.table.as_ref())?;
    let whole = Progress::default();
    let perform = |mut solver: Hired<'_>, job: &Job, progress: &Progress| {
        let table = store.table(job.board, job.scoring)?;
        let record =
            work::perform(job, &mut solver, table.as_deref(), progress, VERSION).transpose().map_err(failed)?;
        let named = |record| Record { worker: args.worker.clone().unwrap_or_default(), ..record };
        let record = record.map(named);
        print(&(json_on_one_line(&answer(job, record.as_ref())) + "\n"))
    };
    let work = || work_off(args, &crew, threads, &whole, &perform);
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: None };
    let watched = supervisor.watch(&whole, |_| (), work);
    // What is proven reaches the disk whatever else went wrong.
    let closed = store.close();
    let Done { result, stop, .. } = watched?;
    result?;
    closed?;
    Ok(if stop == Some(Stop::Interrupt) { Status::Interrupted } else { Status::Done })
}

/// Does the job in the arguments, or those on standard input.
fn work_off<'a>(
    args: &CampaignJobArgs,
    crew: &'a Crew,
    threads: usize,
    whole: &Progress,
    perform: &(impl Fn(Hired<'a>, &Job, &Progress) -> Result<(), Failure> + Sync),
) -> Result<(), Failure> {
    let hire = |job: &Job| crew.hire(job).map_err(|error| failed(SessionError::Campaign(error.into())));
    if let (Some(board), Some(position), Some(at_least)) = (args.board, &args.position, args.at_least) {
        let job = Job::parse(board, args.scoring, position, at_least, args.budget)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        perform(hire(&job)?, &job, whole)
    } else {
        perform_side_by_side(io::stdin(), whole, threads, hire, perform)
    }
}

impl From<WrongLine> for Failure {
    fn from(wrong: WrongLine) -> Self {
        Self::Run(format!("standard input:{wrong}"))
    }
}
