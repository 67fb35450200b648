//! The workers of one machine: each takes jobs from a queue and brings their records back, until there are no more jobs.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use solver::{Board, Progress, ProofTable, Resources, Scoring, SolveError, Solver};

use crate::error::CampaignError;
use crate::job::Job;
use crate::record::Record;
use crate::session::Task;
use crate::work;

/// Memory of a re-check's solver: the least, enough for a job of some minutes, and the most, for one of an hour.
const RECHECK_MEMORY: [u64; 2] = [64 << 20, 1 << 30];
/// Between these, one byte per this many nodes of the job's budget.
const NODES_A_BYTE: u64 = 4;

/// Where workers get their jobs and bring their records.
pub trait Queue: Sync {
    /// What ends the work.
    type Error: From<CampaignError> + Send;

    /// Waits for a job, with the handle that stops it alone; `None` when there are no more.
    ///
    /// # Errors
    /// Whatever makes further work useless.
    fn take(&self, worker: usize) -> Result<Option<(Task, Arc<Progress>)>, Self::Error>;

    /// Takes the record of a job; `None` if the job was stopped.
    ///
    /// # Errors
    /// Whatever makes further work useless.
    fn bring(&self, worker: usize, job: &Job, record: Option<Record>) -> Result<(), Self::Error>;

    /// Stops all jobs under way, and hands out no more: a worker has failed.
    fn stop(&self);
}

/// This many solvers with one memory, for one board and scoring.
///
/// # Errors
/// The system does not give the memory.
pub fn solvers(count: usize, memory_bytes: usize, board: Board, scoring: Scoring) -> Result<Vec<Solver>, SolveError> {
    let mut first = Solver::new(Resources { memory_bytes, ..Resources::default() });
    let mut all: Vec<Solver> = (1..count).map(|_| first.companion(board, scoring)).collect::<Result<_, _>>()?;
    all.insert(0, first);
    Ok(all)
}

/// Does the jobs of a queue, with a thread for each solver, this one among them.
///
/// # Errors
/// The first failure of a worker or of the queue.
pub fn work<Q: Queue>(
    queue: &Q,
    solvers: Vec<Solver>,
    table: Option<&dyn ProofTable>,
    version: &str,
) -> Result<(), Q::Error> {
    let failure = Mutex::new(None);
    let fail = |error: Q::Error| {
        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        queue.stop();
    };
    let work = |(number, mut solver): (usize, Solver)| {
        if let Err(error) = work_off(queue, number, &mut solver, table, version) {
            fail(error);
        }
    };
    let (work, mut workers) = (&work, solvers.into_iter().enumerate());
    thread::scope(|scope| {
        let first = workers.next();
        for worker in workers {
            let spawned = thread::Builder::new().name("worker".to_owned()).spawn_scoped(scope, move || work(worker));
            if let Err(error) = spawned {
                fail(CampaignError::Threads(error.to_string()).into());
            }
        }
        first.map(work);
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// What one worker does.
fn work_off<Q: Queue>(
    queue: &Q,
    worker: usize,
    solver: &mut Solver,
    table: Option<&dyn ProofTable>,
    version: &str,
) -> Result<(), Q::Error> {
    while let Some((Task { job, rechecks }, progress)) = queue.take(worker)? {
        let record = match rechecks {
            Some(_) => work::perform(&job, &mut afresh(&job), None, &progress, version),
            None => work::perform(&job, solver, table, &progress, version),
        };
        queue.bring(worker, &job, record.transpose()?)?;
    }
    Ok(())
}

/// A solver that knows nothing, neither from memory nor from a table: what it finds again is no echo.
fn afresh(job: &Job) -> Solver {
    let [least, most] = RECHECK_MEMORY;
    let memory_bytes = (job.budget / NODES_A_BYTE).clamp(least, most) as usize;
    Solver::new(Resources { memory_bytes, ..Resources::default() })
}
