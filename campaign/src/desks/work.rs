//! A worker: fetches jobs from its desk, has its threads do them, and reports what they find.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use files::FileError;
use solver::Progress;

use super::bench::Bench;
use super::error::DeskError;
use super::folder::{Desks, Inbox, Read, is_gone, new_name};
use super::letter::{MOST_IN_HAND, Orders, Report};
use super::note::is_done;
use super::pace::Pace;
use crate::crew::Crew;
use crate::job::Job;
use crate::work::perform;
use crate::worker::WorkerName;

/// The shortest time between two exchanges with the desk.
const QUICK: Duration = Duration::from_millis(100);
/// The longest.
const SLOW: Duration = Duration::from_secs(1);
/// How often to write a report until a driver says how often it wants one.
const BEAT: Duration = Duration::from_secs(1);
/// The longest interval that a driver may ask for.
const SLOWEST_BEAT: Duration = Duration::from_secs(60);
/// At least one job waits for this many threads, ...
const THREADS_PER_JOB: usize = 8;
/// ... and at most this many jobs wait per thread.
const MOST_STOCK: usize = 64;
/// A sufficient stock shrinks by itself divided by this: its jobs were chosen with less knowledge than there is now.
const SHRINKING: usize = 16;
/// After this long without orders, the worker reports that it is waiting.
const PATIENCE: Duration = Duration::from_secs(10);

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing is left to do.
    Done,
    /// It was told to stop, and has given its jobs back.
    Stopped,
    /// The driver wants nothing more from it; why.
    Dismissed(String),
}

/// A worker.
#[derive(Clone, Debug)]
pub struct Worker<'a> {
    /// The campaign's folder.
    pub folder: &'a Path,
    /// Its name in the ledger.
    pub name: &'a WorkerName,
    /// How many jobs it does at the same time.
    pub threads: usize,
    /// Version of the program.
    pub version: &'a str,
}

impl Worker<'_> {
    /// Works until nothing is left to do, or until `progress` is told to stop. Returns how it ended and how many jobs
    /// were done. The crew has at least as many solvers as there are threads. The worker waits while there is no
    /// driver, and tries again while the folder cannot be used. `tell` receives messages for the user.
    ///
    /// # Errors
    /// The folder cannot be used from the beginning, or the system grants no memory or no threads.
    pub fn run(
        &self,
        crew: &Crew,
        progress: &Progress,
        tell: &(dyn Fn(&str) + Sync),
    ) -> Result<(Ending, u64), DeskError> {
        let desks = Desks::of(self.folder)?;
        if is_done(&desks) {
            return Ok((Ending::Done, 0));
        }
        let bench = Bench::new(progress);
        let now = Instant::now();
        let (desk, version) = (new_name(), self.version);
        let mut clerk = Clerk {
            worker: self,
            orders: desks.inbox::<Orders>(&desk),
            desks,
            desk,
            bench: &bench,
            tell,
            beat: 0,
            every: BEAT,
            written: now,
            stock: Stock::new(self.threads),
            lead: None,
            begin: now,
            is_asked: false,
            has_told: [false; 3],
        };
        clerk.set_up()?;
        let ending = thread::scope(|scope| {
            for _ in 0..self.threads {
                let work = || work_off(&bench, crew, version);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    bench.fail(DeskError::Threads(error.to_string()));
                    break;
                }
            }
            let ending = clerk.attend(progress);
            // The threads end once their jobs are stopped; whatever they have found by then is reported.
            bench.close();
            ending
        });
        clerk.leave();
        ending.map(|ending| (ending, bench.lock().serial()))
    }
}

/// Does one job after another. The first one makes the memory.
fn work_off(bench: &Bench<'_>, crew: &Crew, version: &str) {
    let _guard = Guard(bench);
    while let Some((job, progress)) = bench.take() {
        let mut solver = match crew.hire(&job) {
            Ok(solver) => solver,
            Err(error) => return bench.fail(error.into()),
        };
        let found = perform(&job, &mut solver, None, &progress, version);
        bench.bring(&job, found.transpose().map_err(|error| error.to_string()));
    }
}

/// Tells the clerk if a thread panics.
struct Guard<'a, 'b>(&'a Bench<'b>);

impl Drop for Guard<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.fail(DeskError::Panicked);
        }
    }
}

/// How many jobs to keep waiting so that no thread has to wait: as few as possible.
#[derive(Debug)]
struct Stock {
    threads: usize,
    jobs: usize,
    /// Whether the driver gave as many as were wished for.
    is_full: bool,
}

impl Stock {
    fn new(threads: usize) -> Self {
        Self { threads, jobs: 1 + threads / THREADS_PER_JOB, is_full: false }
    }

    /// Answers have come since the last call; `has_starved` says whether a thread had to wait. If the driver has no
    /// more jobs, a larger wish gains nothing.
    fn adapt(&mut self, has_starved: bool) {
        let least = 1 + self.threads / THREADS_PER_JOB;
        let jobs = match has_starved {
            true if self.is_full => 2 * self.jobs,
            true => self.jobs,
            false => self.jobs - self.jobs / SHRINKING,
        };
        self.jobs = jobs.clamp(least, MOST_STOCK * self.threads);
        self.is_full = false;
    }

    /// The driver has given this many jobs.
    fn fill(&mut self, jobs: usize) {
        self.is_full |= jobs >= self.wants();
    }

    /// How many jobs to have in hand.
    fn wants(&self) -> usize {
        (self.threads + self.jobs).min(MOST_IN_HAND)
    }
}

/// The result of a look for orders.
#[derive(PartialEq, Eq)]
enum Word {
    /// New orders.
    News,
    /// No new orders.
    Nothing,
    /// No orders at all.
    Missing,
    /// The driver sends this worker home; why.
    Dismissed(String),
}

/// Keeps a worker's desk.
struct Clerk<'a> {
    worker: &'a Worker<'a>,
    desks: Desks,
    desk: String,
    orders: Inbox,
    bench: &'a Bench<'a>,
    tell: &'a (dyn Fn(&str) + Sync),
    /// Number of the last report.
    beat: u64,
    /// How often to write one.
    every: Duration,
    written: Instant,
    stock: Stock,
    /// The driver and the number of its last orders.
    lead: Option<(String, u64)>,
    /// Whether a report is due.
    is_asked: bool,
    begin: Instant,
    /// What the user was told already: that there is no driver, that the folder fails, that orders make no sense.
    has_told: [bool; 3],
}

impl Clerk<'_> {
    /// Exchanges reports for orders until the worker ends.
    fn attend(&mut self, progress: &Progress) -> Result<Ending, DeskError> {
        let mut pace = Pace::new(QUICK, Instant::now());
        loop {
            if let Some(failure) = self.bench.failure() {
                return Err(failure);
            }
            if progress.is_stopped() {
                return Ok(Ending::Stopped);
            }
            let now = Instant::now();
            if pace.is_due(now) {
                let has_news = self.bench.has_news();
                let is_due = has_news || std::mem::take(&mut self.is_asked) || self.written.elapsed() >= self.every;
                if is_due && !self.report(false) && is_done(&self.desks) {
                    return Ok(Ending::Done);
                }
                let word = self.look();
                match word {
                    Word::Dismissed(reason) => return Ok(Ending::Dismissed(reason)),
                    // There are no orders yet, or the desk is gone.
                    Word::Missing if is_done(&self.desks) => return Ok(Ending::Done),
                    _ => {}
                }
                let is_news = has_news || word == Word::News;
                pace.looked(Instant::now(), is_news, SLOW.min(self.every));
            }
            // Answers, and a signal to stop, wait no longer than a quick exchange takes.
            if self.bench.wait(pace.wait(now).min(QUICK)) {
                pace.hurry(now);
                thread::sleep(pace.wait(Instant::now()));
            }
        }
    }

    /// Writes a report; `false` if the desk is gone.
    fn report(&mut self, left: bool) -> bool {
        let report = self.next_report(left);
        match self.desks.put(&self.desk, &report) {
            Ok(()) => {
                self.has_told[1] = false;
                true
            }
            Err(error) if is_gone(&error) => {
                if !left && !is_done(&self.desks) {
                    self.return_to_desk();
                }
                false
            }
            Err(error) => {
                self.complain(&error);
                true
            }
        }
    }

    fn next_report(&mut self, left: bool) -> Report {
        let mut state = self.bench.lock();
        if let Some(has_starved) = state.has_starved() {
            self.stock.adapt(has_starved);
        }
        (self.beat, self.written) = (self.beat + 1, Instant::now());
        Report {
            worker: self.worker.name.to_string(),
            threads: self.worker.threads,
            wants: self.stock.wants(),
            beat: self.beat,
            in_hand: state.in_hand(),
            answers: state.untold(),
            left,
        }
    }

    fn set_up(&mut self) -> Result<(), FileError> {
        let report = self.next_report(false);
        self.desks.set_up(&self.desk, &report)
    }

    /// Sets the desk up again: the driver heard nothing for very long, and removed it.
    fn return_to_desk(&mut self) {
        let made = Desks::of(self.worker.folder).and_then(|_| self.set_up());
        if let Err(error) = made {
            self.complain(&error);
        }
    }

    /// Says, once, that the folder fails.
    fn complain(&mut self, error: &FileError) {
        if !std::mem::replace(&mut self.has_told[1], true) {
            (self.tell)(&format!("{error}; trying again"));
        }
    }

    /// Looks for orders.
    fn look(&mut self) -> Word {
        let waits = self.lead.is_none() && self.begin.elapsed() >= PATIENCE;
        if waits && !std::mem::replace(&mut self.has_told[0], true) {
            let folder = self.worker.folder.display();
            (self.tell)(&format!("waiting for a driver: start 'solve campaign lead {folder}'"));
        }
        match self.orders.read::<Orders>() {
            Read::New(orders) => self.heed(orders),
            Read::Wrong(reason) => self.ignore(&reason),
            Read::Same => Word::Nothing,
            Read::Missing => Word::Missing,
        }
    }

    /// Says, once, that orders make no sense.
    fn ignore(&mut self, reason: &str) -> Word {
        if !std::mem::replace(&mut self.has_told[2], true) {
            (self.tell)(&format!("{reason}; these orders are ignored"));
        }
        Word::Nothing
    }

    /// Follows orders. Orders older than the last ones of the same driver were read late; they are ignored.
    fn heed(&mut self, orders: Orders) -> Word {
        if self.lead.as_ref().is_some_and(|(lead, number)| *lead == orders.lead && *number >= orders.number) {
            return Word::Nothing;
        }
        if let Some(reason) = orders.dismissed {
            return Word::Dismissed(reason);
        }
        let jobs: Result<Vec<Job>, _> = orders.jobs.iter().map(|job| Job::from_json(&job.to_string())).collect();
        let jobs = match jobs {
            Ok(jobs) => jobs,
            Err(error) => return self.ignore(&format!("orders with a job that makes no sense: {error}")),
        };
        self.stock.fill(jobs.len());
        self.bench.heed(&orders, jobs);
        self.every = Duration::from_millis(orders.beat_ms).clamp(QUICK, SLOWEST_BEAT);
        // A driver that has just begun wants to know who is there.
        self.is_asked |= self.lead.as_ref().is_none_or(|(lead, _)| *lead != orders.lead);
        self.lead = Some((orders.lead, orders.number));
        self.has_told[2] = false;
        Word::News
    }

    /// Gives all jobs back. What was found so far stays on the desk.
    fn leave(&mut self) {
        self.report(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stock_grows_while_threads_wait_and_the_driver_has_jobs() {
        let mut stock = Stock::new(2);
        assert_eq!(stock.wants(), 3);
        stock.adapt(true);
        assert_eq!(stock.wants(), 3, "the driver has not even given these");
        for _ in 0..20 {
            stock.fill(stock.wants());
            stock.adapt(true);
        }
        assert_eq!(stock.wants(), 2 + 2 * MOST_STOCK);
        (0..500).for_each(|_| stock.adapt(false));
        assert!(stock.wants() < 2 + SHRINKING, "{}", stock.wants());
    }
}
