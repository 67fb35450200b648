//! The engine for one machine: a thread for each worker.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use solver::{Progress, Resources, Solver};

use crate::control::Campaign;
use crate::estimate::Estimate;
use crate::job::{Job, JobId};
use crate::record::Record;
use crate::session::{Session, SessionError, Task};
use crate::work;
use crate::worker::WorkerName;

/// Memory of a re-check's solver: the least, enough for a job of some minutes, and the most, for one of an hour.
const RECHECK_MEMORY: [u64; 2] = [64 << 20, 1 << 30];
/// Between these, one byte per this many nodes of the job's budget.
const NODES_A_BYTE: u64 = 4;

/// How long a worker waits for others that may not come.
const MOMENT: Duration = Duration::from_millis(5);

/// Follows the course of the campaign. The campaign waits for each call, so each should return quickly.
pub trait Spectator: Sync {
    /// A worker begins a job.
    fn begins(&self, worker: usize, job: &Job, campaign: &Campaign);
    /// A worker has done a job, or left it undone.
    fn ends(&self, worker: usize, record: Option<&Record>, campaign: &Campaign);
    /// Whether to call [`Spectator::left`]. An estimate takes some milliseconds, too long to make one after every job.
    fn wants_estimate(&self) -> bool {
        false
    }
    /// Receives an estimate of the work left, if there is one.
    fn left(&self, _estimate: Option<Estimate>) {}
}

/// Sees nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Spectator for Unwatched {
    fn begins(&self, _: usize, _: &Job, _: &Campaign) {}
    fn ends(&self, _: usize, _: Option<&Record>, _: &Campaign) {}
}

/// Does jobs, with one worker per solver, until nothing is left to do or `progress` is told to stop. `progress` counts
/// the nodes of all workers, and is told to stop at the end. A job that becomes needless in the meantime is stopped
/// alone, and leaves no record.
///
/// Each worker's name is the host's with a number. If there are several, another worker, with memory of its own,
/// re-checks some of the answers ([`Session::guarded`]).
///
/// With one worker whose solver has one thread, jobs and answers are the same each time.
///
/// # Errors
/// The ledger cannot be written, or something in it or in the table is false.
pub fn run(
    session: &mut Session<'_>,
    solvers: Vec<Solver>,
    progress: &Progress,
    version: &str,
    spectator: &dyn Spectator,
) -> Result<(), SessionError> {
    let table = session.table();
    let names = session.names(solvers.len());
    names.iter().for_each(|name| session.meet(name));
    let floor = Floor {
        names,
        state: Mutex::new(State { session, at_work: HashMap::new(), failure: None }),
        news: Condvar::new(),
        progress,
        spectator,
    };
    thread::scope(|scope| {
        let floor = &floor;
        let work = move |(worker, mut solver): (usize, Solver)| {
            while let Some((Task { job, rechecks }, progress)) = floor.take(worker) {
                let record = match rechecks {
                    Some(_) => work::perform(&job, &mut afresh(&job), None, &progress, version),
                    None => work::perform(&job, &mut solver, table, &progress, version),
                };
                let record = record.transpose().map_err(SessionError::from);
                let named = |record: Record| Record { worker: floor.names[worker].clone(), ..record };
                floor.bring(worker, &job, record.map(|record| record.map(named)));
            }
        };
        let mut workers = solvers.into_iter().enumerate();
        let first = workers.next();
        for worker in workers {
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, move || work(worker)) {
                floor.end(&mut floor.lock(), Some(SessionError::Threads(error.to_string())));
            }
        }
        first.map(work);
    });
    let State { session, failure, .. } = floor.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)?;
    session.sync()
}

/// A solver that knows nothing, neither from memory nor from a table: what it finds again is no echo.
fn afresh(job: &Job) -> Solver {
    let [least, most] = RECHECK_MEMORY;
    let memory_bytes = (job.budget / NODES_A_BYTE).clamp(least, most) as usize;
    Solver::new(Resources { memory_bytes, ..Resources::default() })
}

/// What the workers share.
struct Floor<'a, 'b, 'c> {
    /// One per worker.
    names: Vec<WorkerName>,
    state: Mutex<State<'a, 'b>>,
    news: Condvar,
    progress: &'c Progress,
    spectator: &'c dyn Spectator,
}

struct State<'a, 'b> {
    session: &'a mut Session<'b>,
    /// The handle that stops each job in flight.
    at_work: HashMap<JobId, Arc<Progress>>,
    failure: Option<SessionError>,
}

impl State<'_, '_> {
    /// Stops the jobs whose answers have become needless.
    fn stop_needless(&mut self) {
        let needless = self.session.needless();
        needless.iter().filter_map(|job| self.at_work.get(job)).for_each(|progress| progress.stop());
    }
}

impl<'a, 'b> Floor<'a, 'b, '_> {
    /// Waits for a job; `None` when there will be none.
    fn take(&self, worker: usize) -> Option<(Task, Arc<Progress>)> {
        let mut state = self.lock();
        while !self.progress.is_stopped() {
            let next = state.session.next_task(Some(&self.names[worker]));
            state.stop_needless();
            match next {
                Ok(Some(task)) => {
                    self.spectator.begins(worker, &task.job, state.session.campaign());
                    let progress = Arc::new(self.progress.part());
                    state.at_work.insert(task.job.id(), Arc::clone(&progress));
                    return Some((task, progress));
                }
                // Withdrawn workers stop; the others go on.
                Ok(None) if state.session.is_withdrawn(&self.names[worker]) => {
                    self.news.notify_all();
                    return None;
                }
                Ok(None) if self.is_worth_waiting(&mut state) => state = self.wait(state),
                Ok(None) => self.end(&mut state, None),
                Err(failure) => self.end(&mut state, Some(failure)),
            }
        }
        None
    }

    /// Whether the work of others, present or future, can lead to more jobs.
    fn is_worth_waiting(&self, state: &mut State<'_, '_>) -> bool {
        !state.session.is_over() && (state.session.in_flight() > 0 || state.session.campaign().is_done())
    }

    /// Waits for news. If nothing is under way, all that is left is a re-check for somebody else, who may be no worker
    /// of this run and may never come. Then all workers ask again soon, until they have done so in vain often enough.
    fn wait<'s>(&self, state: MutexGuard<'s, State<'a, 'b>>) -> MutexGuard<'s, State<'a, 'b>> {
        if state.session.in_flight() > 0 {
            return self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        self.news.wait_timeout(state, MOMENT).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Delivers a record, or reports a job left undone.
    fn bring(&self, worker: usize, job: &Job, record: Result<Option<Record>, SessionError>) {
        let mut state = self.lock();
        state.at_work.remove(&job.id());
        let taken = match &record {
            Ok(Some(record)) => state.session.record_own(record).map(|_| ()),
            Ok(None) => state.session.lost(job.id()).map(|_| ()),
            Err(failure) => Err(failure.clone()),
        };
        state.stop_needless();
        self.spectator.ends(worker, record.as_ref().ok().and_then(Option::as_ref), state.session.campaign());
        if self.spectator.wants_estimate() {
            self.spectator.left(state.session.estimate());
        }
        if let Err(failure) = taken {
            self.end(&mut state, Some(failure));
        } else if state.session.is_over() {
            self.end(&mut state, None);
        }
        drop(state);
        self.news.notify_all();
    }

    /// Sends all workers home.
    fn end(&self, state: &mut State<'_, '_>, failure: Option<SessionError>) {
        state.failure = state.failure.take().or(failure);
        self.progress.stop();
        self.news.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<'a, 'b>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Resources, Scoring, Start, Symmetries};

    use super::*;
    use crate::{LedgerFile, Plan, Recheck};

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
        let state = Mutex::new(State { session: &mut session, at_work: HashMap::new(), failure: None });
        let names = state.lock().unwrap().session.names(3);
        let floor = Floor { names, state, news: Condvar::new(), progress: &progress, spectator: &Unwatched };
        let (Task { job, .. }, mine) = floor.take(0).unwrap();
        let (Task { job: other, .. }, others) = floor.take(1).unwrap();
        assert!(!mine.is_stopped() && !others.is_stopped());
        // Somebody has answered the root's question with more nodes: nothing below it matters any more.
        let at_least = floor.lock().session.campaign().question().unwrap();
        let discs = Symmetries::new(root.board()).canonical(root.discs()).0;
        let whole = Job { board: root.board(), scoring: Scoring::Discs, discs, at_least, budget: 1 << 30 };
        let answer = work::perform(&whole, &mut solver, None, &progress.part(), "test");
        floor.bring(2, &whole, answer.transpose().map_err(SessionError::from));
        assert!(mine.is_stopped() && others.is_stopped() && !progress.is_stopped());
        let lines = floor.lock().session.campaign().records().len();
        for (worker, job, progress) in [(0, job, mine), (1, other, others)] {
            let record = work::perform(&job, &mut solver, None, &progress, "test");
            floor.bring(worker, &job, record.transpose().map_err(SessionError::from));
        }
        let state = floor.lock();
        assert_eq!((state.session.campaign().in_flight(), state.at_work.len()), (0, 0));
        // A job that found its answer in memory before it checked whether to stop does no harm.
        let found = &state.session.campaign().records()[lines..];
        assert!(found.iter().all(|record| record.finding != crate::Finding::Open && record.nodes == 0), "{found:?}");
        drop(state);
        let (Task { job: next, .. }, progress) = floor.take(0).unwrap();
        assert!(![at_least, 1 - at_least].contains(&next.at_least), "the next question");
        assert!(!progress.is_stopped());
    }

    #[test]
    fn a_worker_alone_does_not_wait_for_one_who_never_comes() {
        let (done, ends) = std::sync::mpsc::channel();
        thread::Builder::new()
            .spawn(move || {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("ledger.txt");
                let root = Position::start("4x4".parse().unwrap(), Start::Othello);
                let plan = Plan { budget: 100, ..Plan::new(root, Scoring::Discs, Mode::Exact) };
                LedgerFile::create(&path, &plan).unwrap();
                let (file, ledger) = LedgerFile::open(&path).unwrap();
                let mut session = Session::guarded(file, &ledger, None, Recheck::new(1.0, 1), None).unwrap();
                // This worker could re-check all answers, but has left.
                session.meet(&"elsewhere/1".parse().unwrap());
                let solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
                let ended = run(&mut session, vec![solver], &Progress::default(), "test", &Unwatched);
                done.send((ended.is_ok(), session.campaign().is_done())).unwrap();
            })
            .unwrap();
        assert_eq!(ends.recv_timeout(Duration::from_secs(60)), Ok((true, true)));
    }
}
