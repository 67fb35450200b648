//! A campaign on one machine: its session is the queue of a pool of workers.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use solver::{Progress, Solver};

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::job::{Job, JobId};
use crate::pool::{self, Queue};
use crate::record::Record;
use crate::session::{Session, Task};
use crate::worker::WorkerName;

/// Follows the course of the campaign, which waits for each call.
pub trait Observer: Sync {
    /// A worker begins a job.
    fn begins(&self, _worker: usize, _job: &Job, _campaign: &Campaign) {}
    /// A worker has done a job, or left it undone.
    fn ends(&self, _worker: usize, _record: Option<&Record>, _campaign: &Campaign) {}
}

/// Sees nothing.
impl Observer for () {}

/// Does jobs, with one worker per solver, until nothing is left to do or `progress` is told to stop. `progress` counts
/// the nodes of all workers, and is told to stop at the end. A job that becomes needless in the meantime is stopped
/// alone, and leaves no record.
///
/// Each worker's name is that of the machine with a number. With one worker whose solver has one thread, jobs and
/// answers are the same each time.
///
/// # Errors
/// The ledger cannot be written, or something in it or in the table is false.
pub fn run(
    session: &mut Session<'_>,
    machine: &WorkerName,
    solvers: Vec<Solver>,
    progress: &Progress,
    version: &str,
    observer: &dyn Observer,
) -> Result<(), CampaignError> {
    let (table, names) = (session.table(), names(machine, solvers.len()));
    let state = Mutex::new(State { session, at_work: HashMap::new() });
    let queue = Local { names, state, news: Condvar::new(), progress, observer };
    pool::work(&queue, solvers, table, version)?;
    queue.lock().session.sync()
}

/// The names of this many workers of a machine.
fn names(machine: &WorkerName, count: usize) -> Vec<WorkerName> {
    (1..=count).map(|number| WorkerName::numbered(machine, number).unwrap_or_default()).collect()
}

/// The session as a queue.
struct Local<'a, 'b, 'c> {
    /// One per worker.
    names: Vec<WorkerName>,
    state: Mutex<State<'a, 'b>>,
    news: Condvar,
    progress: &'c Progress,
    observer: &'c dyn Observer,
}

struct State<'a, 'b> {
    session: &'a mut Session<'b>,
    /// The handle that stops each job in flight.
    at_work: HashMap<JobId, Arc<Progress>>,
}

impl State<'_, '_> {
    /// Stops the jobs whose answers have become needless.
    fn stop_needless(&mut self) {
        let needless = self.session.campaign().needless();
        needless.iter().filter_map(|job| self.at_work.get(job)).for_each(|progress| progress.stop());
    }
}

impl<'a, 'b> Local<'a, 'b, '_> {
    fn lock(&self) -> MutexGuard<'_, State<'a, 'b>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue for Local<'_, '_, '_> {
    type Error = CampaignError;

    fn take(&self, worker: usize) -> Result<Option<(Task, Arc<Progress>)>, CampaignError> {
        let mut state = self.lock();
        while !self.progress.is_stopped() {
            let next = state.session.next_task(Some(&self.names[worker]))?;
            state.stop_needless();
            if let Some(task) = next {
                self.observer.begins(worker, &task.job, state.session.campaign());
                let progress = Arc::new(self.progress.part());
                state.at_work.insert(task.job.id(), Arc::clone(&progress));
                return Ok(Some((task, progress)));
            }
            // A job under way may still bring an answer that is to be proven again, even if it has been told to stop.
            if state.session.in_flight() == 0 {
                drop(state);
                self.stop();
                return Ok(None);
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(None)
    }

    fn bring(&self, worker: usize, job: &Job, record: Option<Record>) -> Result<(), CampaignError> {
        let record = record.map(|record| Record { worker: self.names[worker].clone(), ..record });
        let mut state = self.lock();
        state.at_work.remove(&job.id());
        match &record {
            Some(record) => _ = state.session.record_own(record)?,
            None => _ = state.session.lost(job.id())?,
        }
        state.stop_needless();
        self.observer.ends(worker, record.as_ref(), state.session.campaign());
        drop(state);
        self.news.notify_all();
        Ok(())
    }

    fn stop(&self) {
        self.progress.stop();
        // Whoever is about to wait holds the lock until it does.
        drop(self.lock());
        self.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Resources, Scoring, Start, Symmetries};

    use super::*;
    use crate::{LedgerFile, Plan, work};

    #[test]
    fn a_job_that_becomes_needless_is_stopped_alone_and_leaves_no_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.txt");
        let root = Position::start("4x6".parse().unwrap(), Start::Othello);
        let plan = Plan { budget: 100, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
        LedgerFile::create(&path, &plan).unwrap();
        let mut session = Session::open(&path).unwrap();
        let progress = Progress::default();
        let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
        let names = names(&"here".parse().unwrap(), 3);
        let state = Mutex::new(State { session: &mut session, at_work: HashMap::new() });
        let queue = Local { names, state, news: Condvar::new(), progress: &progress, observer: &() };
        let (Task { job, .. }, mine) = queue.take(0).unwrap().unwrap();
        let (Task { job: other, .. }, others) = queue.take(1).unwrap().unwrap();
        assert!(!mine.is_stopped() && !others.is_stopped());
        // Somebody has answered the root's question with more nodes: nothing below it matters any more.
        let at_least = queue.lock().session.campaign().question().unwrap();
        let discs = Symmetries::new(root.board()).canonical(root.discs()).0;
        let whole = Job { board: root.board(), scoring: Scoring::Discs, discs, at_least, budget: 1 << 30 };
        let mut perform = |job: &Job, progress: &Progress| {
            work::perform(job, &mut solver, None, progress, "test").transpose().unwrap()
        };
        queue.bring(2, &whole, perform(&whole, &progress.part())).unwrap();
        assert!(mine.is_stopped() && others.is_stopped() && !progress.is_stopped());
        let lines = queue.lock().session.campaign().records().len();
        for (worker, job, progress) in [(0, job, mine), (1, other, others)] {
            queue.bring(worker, &job, perform(&job, &progress)).unwrap();
        }
        let state = queue.lock();
        assert_eq!((state.session.campaign().in_flight(), state.at_work.len()), (0, 0));
        // A job that found its answer in memory before it checked whether to stop does no harm.
        let found = &state.session.campaign().records()[lines..];
        assert!(found.iter().all(|record| record.finding != crate::Finding::Open && record.nodes == 0), "{found:?}");
        drop(state);
        let (Task { job: next, .. }, progress) = queue.take(0).unwrap().unwrap();
        assert!(![at_least, 1 - at_least].contains(&next.at_least), "the next question");
        assert!(!progress.is_stopped());
    }
}
