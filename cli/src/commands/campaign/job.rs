//! `solve campaign job`: the unit of work for engines elsewhere.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use campaign::{Job, JobId, work};
use serde::Deserialize;
use serde_json::json;
use solver::{Progress, Resources, Solver};

use super::{VERSION, failed};
use crate::args::CampaignJobArgs;
use crate::exit::{Failure, Status};
use crate::output::print;
use crate::persistence::Store;

/// Does the job of the arguments, or those of standard input, and prints each record as soon as it is there. A job that is
/// done twice gives records that are both true.
///
/// # Errors
/// A line that is no job, or a table that cannot be used or trusted.
pub(super) fn run(args: &CampaignJobArgs) -> Result<Status, Failure> {
    let mut solver = Solver::new(Resources { memory_bytes: args.memory, ..Resources::default() });
    let store = Store::of_directory(args.table.as_ref())?;
    let whole = Progress::default();
    let mut perform = |job: &Job, progress: &Progress| {
        let table = store.table(job.board, job.scoring)?;
        match work::perform(job, &mut solver, table.as_deref(), progress, VERSION) {
            Some(record) => print(&(record.map_err(failed)?.to_json() + "\n")),
            None => print(&format!("{}\n", json!({"job": job.id().to_string(), "cancelled": true}))),
        }
    };
    if let (Some(board), Some(position), Some(at_least)) = (args.board, &args.position, args.at_least) {
        let job = Job::parse(board, args.scoring, position, at_least, args.budget).map_err(Failure::Usage)?;
        perform(&job, &whole)?;
    } else {
        let waiting = Arc::new(Waiting::default());
        for task in waiting.read(&whole) {
            let (job, progress) = task?;
            perform(&job, &progress)?;
            waiting.remove(job.id());
        }
    }
    store.close()?;
    Ok(Status::Done)
}

/// A line that takes a job back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    cancel: String,
}

/// A job and how it is stopped.
type Task = (Job, Arc<Progress>);

/// The jobs that were read and are not done yet.
#[derive(Default)]
struct Waiting(Mutex<Vec<(JobId, Arc<Progress>)>>);

impl Waiting {
    /// Reads standard input to its end from a thread of its own, so that jobs can be taken back while others are done.
    fn read(self: &Arc<Self>, whole: &Progress) -> Receiver<Result<Task, Failure>> {
        let (tasks, receiver) = mpsc::channel();
        let (waiting, whole) = (Arc::clone(self), whole.part());
        thread::spawn(move || {
            for (number, line) in io::stdin().lock().lines().enumerate() {
                let wrong = |reason: String| Failure::Run(format!("standard input:{}: {reason}", number + 1));
                let taken =
                    line.map_err(|error| error.to_string()).and_then(|line| waiting.take(&line, &whole, &tasks));
                if let Err(reason) = taken {
                    // Nobody listens after an error, and nothing is to be read any more.
                    let _ = tasks.send(Err(wrong(reason)));
                    return;
                }
            }
        });
        receiver
    }

    fn take(&self, line: &str, whole: &Progress, tasks: &Sender<Result<Task, Failure>>) -> Result<(), String> {
        if line.trim().is_empty() {
            return Ok(());
        }
        if let Ok(Cancel { cancel }) = serde_json::from_str(line) {
            let job = cancel.parse::<JobId>()?;
            // One that is done is not stopped any more.
            self.all().iter().filter(|(other, _)| *other == job).for_each(|(_, progress)| progress.stop());
            return Ok(());
        }
        let job = Job::from_json(line)?;
        let progress = Arc::new(whole.part());
        self.all().push((job.id(), Arc::clone(&progress)));
        tasks.send(Ok((job, progress))).map_err(|error| error.to_string())
    }

    fn remove(&self, job: JobId) {
        let mut all = self.all();
        if let Some(at) = all.iter().position(|(other, _)| *other == job) {
            all.remove(at);
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<(JobId, Arc<Progress>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
