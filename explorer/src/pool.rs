//! The threads that search, one for each simultaneous turn. No solver ever runs on a thread that serves connections.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use answers::work::Bench;
use crossbeam_channel::{Receiver, Sender, unbounded};
use tokio::sync::oneshot;

use crate::client::Client;
use crate::limits::Limits;
use crate::turns::{Full, Shares, Ticket, Turn, Turns};

/// Something for a searching thread to do.
type Job = Box<dyn FnOnce(&mut Bench) + Send>;

/// Threads that search. Dropping it ends them once their jobs are done.
pub(crate) struct Pool {
    turns: Arc<Turns>,
    jobs: Vec<Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Panics
    /// If the system cannot start threads.
    pub(crate) fn new(limits: &Limits) -> Self {
        let places = limits.searches.max(1);
        let shares = Shares { places, tickets: places + limits.waiting, per_client: limits.searches_per_client.max(1) };
        let start = |index| {
            let ((jobs, queue), limits) = (unbounded::<Job>(), *limits);
            let named = thread::Builder::new().name(format!("explorer-{index}"));
            (jobs, named.spawn(move || work(&queue, &limits)).expect("the system gives threads"))
        };
        let (jobs, threads) = (0..places).map(start).unzip();
        Self { turns: Turns::new(shares), jobs, threads }
    }

    /// The right to wait for turns on the threads.
    ///
    /// # Errors
    /// Too many searches run or wait, of this client or in all.
    pub(crate) fn ticket(&self, client: Client) -> Result<Ticket, Full> {
        self.turns.ticket(client)
    }

    /// Runs a job on the thread that a turn is for, and returns the turn with the result; nothing if the job panicked.
    /// The turn never ends before the job, whether or not anybody waits.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        turn: Turn,
        job: impl FnOnce(&mut Bench) -> T + Send + 'static,
    ) -> oneshot::Receiver<(Turn, T)> {
        let (sender, done) = oneshot::channel();
        let thread = turn.place();
        let job: Job = Box::new(move |bench| {
            let found = job(bench);
            // If nobody waits for it, the turn ends here.
            let _ = sender.send((turn, found));
        });
        // This fails only if the thread has ended, and the thread outlives the channel.
        let _ = self.jobs[thread].send(job);
        done
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.jobs.clear();
        for thread in self.threads.drain(..) {
            // Panics of jobs were caught, so there is nothing to report.
            let _ = thread.join();
        }
    }
}

fn work(queue: &Receiver<Job>, limits: &Limits) {
    let fresh = || Bench::new(limits.threads, limits.memory_bytes);
    let mut bench = fresh();
    for job in queue {
        // A panic costs the job its answer and casts doubt on what the solvers hold, so make fresh ones.
        if catch_unwind(AssertUnwindSafe(|| job(&mut bench))).is_err() {
            bench = fresh();
        }
    }
}
