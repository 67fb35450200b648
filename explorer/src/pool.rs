//! The threads that search, and the bounded queue before them. No solver ever runs on a thread that serves connections.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use solver::{Resources, Solver};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits::Limits;

/// Memory of the table for positions that are solved in a moment.
const SMALL_BYTES: usize = 4 << 20;
/// Positions with at most so many empty squares are solved with that.
const SMALL_EMPTIES: u32 = 14;

/// Something for a searching thread to do.
type Job = Box<dyn FnOnce(&mut Bench) + Send>;

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("all searches are taken and the queue before them is full; try again later")]
pub(crate) struct Full;

/// A place among the searches that run or wait; given back when it is dropped.
pub(crate) struct Place(#[expect(dead_code, reason = "held for its drop")] OwnedSemaphorePermit);

/// Threads that search. Dropping it ends them once their jobs are done.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    jobs: Option<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

/// What one searching thread keeps from job to job.
pub(crate) struct Bench {
    small: Solver,
    large: Solver,
}

impl Bench {
    fn new(limits: &Limits) -> Self {
        let solver = |threads, memory_bytes| Solver::new(Resources { threads, memory_bytes, ..Resources::default() });
        Self {
            small: solver(1, SMALL_BYTES.min(limits.memory_bytes)),
            large: solver(limits.threads.max(1), limits.memory_bytes),
        }
    }

    /// The solver for a position with so many empty squares.
    pub(crate) fn solver(&mut self, empties: u32) -> &mut Solver {
        if empties <= SMALL_EMPTIES { &mut self.small } else { &mut self.large }
    }
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Panics
    /// If the system gives no threads.
    pub(crate) fn new(limits: &Limits) -> Self {
        let (jobs, queue) = unbounded::<Job>();
        let searches = limits.searches.max(1);
        let start = |index| {
            let (queue, limits) = (queue.clone(), *limits);
            let named = thread::Builder::new().name(format!("explorer-{index}"));
            named.spawn(move || work(&queue, &limits)).expect("the system gives threads")
        };
        Self {
            places: Arc::new(Semaphore::new(searches + limits.waiting)),
            threads: (0..searches).map(start).collect(),
            jobs: Some(jobs),
        }
    }

    /// A place among the searches that run or wait.
    ///
    /// # Errors
    /// There is none left.
    pub(crate) fn place(&self) -> Result<Place, Full> {
        Arc::clone(&self.places).try_acquire_owned().map(Place).map_err(|_| Full)
    }

    /// Has a job done, after those that were given before. Whoever gives it holds a [`Place`] until it is done or stopped.
    pub(crate) fn submit(&self, job: impl FnOnce(&mut Bench) + Send + 'static) {
        if let Some(jobs) = &self.jobs {
            // It can only fail when every thread has ended, which they do after the channel.
            let _ = jobs.send(Box::new(job));
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // A panic of a job was caught; nothing is left to be said.
            let _ = thread.join();
        }
    }
}

fn work(queue: &Receiver<Job>, limits: &Limits) {
    let mut bench = Bench::new(limits);
    for job in queue {
        // A job that panics loses its answer; what its solvers hold is then in doubt, so they are made anew.
        if catch_unwind(AssertUnwindSafe(|| job(&mut bench))).is_err() {
            bench = Bench::new(limits);
        }
    }
}
