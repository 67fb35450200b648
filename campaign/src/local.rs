//! The engine for one machine: a thread for each worker.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use solver::{Progress, Solver};

use crate::control::Campaign;
use crate::job::{Job, Record};
use crate::session::{Session, SessionError};
use crate::work;

/// Is told how it goes on. All of it is called while the campaign stands still, so it should be short.
pub trait Watcher: Sync {
    /// A worker begins a job.
    fn begins(&self, worker: usize, job: &Job, campaign: &Campaign);
    /// A worker has done a job, or left it undone.
    fn ends(&self, worker: usize, record: Option<&Record>, campaign: &Campaign);
}

/// Sees nothing.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watcher for Unwatched {
    fn begins(&self, _: usize, _: &Job, _: &Campaign) {}
    fn ends(&self, _: usize, _: Option<&Record>, _: &Campaign) {}
}

/// Does jobs, one worker a solver, until nothing is left to do or `progress` is told to stop. `progress` counts the nodes of
/// all workers; it is told to stop at the end, so that jobs that have become needless do not go on.
///
/// With one worker whose solver has one thread, jobs and answers are the same each time.
///
/// # Errors
/// The ledger cannot be written, or something is false: in it, or in the table.
pub fn run(
    session: &mut Session<'_>,
    solvers: Vec<Solver>,
    progress: &Progress,
    version: &str,
    watcher: &dyn Watcher,
) -> Result<(), SessionError> {
    let table = session.table();
    let floor = Floor { state: Mutex::new(State { session, failure: None }), news: Condvar::new(), progress, watcher };
    thread::scope(|scope| {
        for (worker, mut solver) in solvers.into_iter().enumerate() {
            let floor = &floor;
            scope.spawn(move || {
                while let Some(job) = floor.take(worker) {
                    let record = work::perform(&job, &mut solver, table, progress, version);
                    floor.bring(worker, &job, record.transpose().map_err(SessionError::from));
                }
            });
        }
    });
    let State { session, failure } = floor.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)?;
    session.sync()
}

/// What the workers share.
struct Floor<'a, 'b, 'c> {
    state: Mutex<State<'a, 'b>>,
    news: Condvar,
    progress: &'c Progress,
    watcher: &'c dyn Watcher,
}

struct State<'a, 'b> {
    session: &'a mut Session<'b>,
    failure: Option<SessionError>,
}

impl<'a, 'b> Floor<'a, 'b, '_> {
    /// Waits for a job; `None` when there will be none.
    fn take(&self, worker: usize) -> Option<Job> {
        let mut state = self.lock();
        while !self.progress.is_stopped() {
            match state.session.next_job() {
                Ok(Some(job)) => {
                    self.watcher.begins(worker, &job, state.session.campaign());
                    return Some(job);
                }
                Ok(None) if state.session.campaign().in_flight() > 0 && !state.session.campaign().is_done() => {
                    state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                Ok(None) => self.end(&mut state, None),
                Err(failure) => self.end(&mut state, Some(failure)),
            }
        }
        None
    }

    /// Brings a record, or a job that was left undone.
    fn bring(&self, worker: usize, job: &Job, record: Result<Option<Record>, SessionError>) {
        let mut state = self.lock();
        let taken = match &record {
            Ok(Some(record)) => state.session.record(record).map(|_| ()),
            Ok(None) => state.session.lost(job.id()).map(|_| ()),
            Err(failure) => Err(failure.clone()),
        };
        self.watcher.ends(worker, record.as_ref().ok().and_then(Option::as_ref), state.session.campaign());
        if let Err(failure) = taken {
            self.end(&mut state, Some(failure));
        } else if state.session.campaign().is_done() {
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
