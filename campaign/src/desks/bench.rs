//! The jobs a worker has in hand, and what its threads do with them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use solver::Progress;

use super::error::DeskError;
use super::letter::{Answer, Orders};
use crate::job::{Job, JobId};
use crate::record::Record;

/// What the threads of a worker and its clerk share.
#[derive(Debug)]
pub(super) struct Bench<'a> {
    state: Mutex<State>,
    /// There are jobs, or there will be no more.
    jobs: Condvar,
    /// There are answers, or a failure.
    answers: Condvar,
    /// Stops everything.
    whole: &'a Progress,
}

/// What is in hand.
#[derive(Debug, Default)]
pub(super) struct State {
    /// All jobs that the driver wants done here.
    wanted: HashMap<JobId, Job>,
    /// The jobs that no thread has begun.
    waiting: VecDeque<JobId>,
    /// The handle that stops each job a thread is working on.
    at_work: HashMap<JobId, Arc<Progress>>,
    /// The answers that the driver has not received.
    answers: VecDeque<Answer>,
    /// Number of the last answer.
    serial: u64,
    /// Whether a thread has had to wait for a job since the last query, and the number of the last answer at that time.
    starved: (bool, u64),
    /// Whether answers have come since the last query.
    has_news: bool,
    /// Why the worker cannot go on.
    failure: Option<DeskError>,
    is_closed: bool,
}

impl State {
    /// Follows the driver's orders: forgets the answers it has received, stops what it no longer wants, begins the
    /// rest.
    fn heed(&mut self, orders: &Orders, jobs: Vec<Job>) {
        self.answers.retain(|answer| answer.serial > orders.taken);
        let order: Vec<JobId> = jobs.iter().map(Job::id).collect();
        self.wanted = order.iter().copied().zip(jobs).collect();
        self.at_work.iter().filter(|(job, _)| !self.wanted.contains_key(job)).for_each(|(_, progress)| progress.stop());
        let answered: Vec<&str> = self.answers.iter().map(|answer| answer.job.as_str()).collect();
        let is_free = |job: &JobId| !self.at_work.contains_key(job) && !answered.contains(&job.to_string().as_str());
        self.waiting = order.into_iter().filter(is_free).collect();
    }

    fn put(&mut self, job: JobId, answer: impl FnOnce(u64) -> Answer) {
        self.serial += 1;
        self.has_news = true;
        self.wanted.remove(&job);
        self.answers.push_back(answer(self.serial));
    }

    /// The names of the jobs in hand.
    pub(super) fn in_hand(&self) -> Vec<String> {
        let mut names: Vec<String> = self.wanted.keys().map(JobId::to_string).collect();
        names.sort_unstable();
        names
    }

    /// The answers that the driver has not received, as far as this worker knows.
    pub(super) fn untold(&self) -> Vec<Answer> {
        self.answers.iter().cloned().collect()
    }

    /// Whether a thread has had to wait for a job since the last query; `None` if no answers have come since.
    pub(super) fn has_starved(&mut self) -> Option<bool> {
        let (has_starved, serial) = std::mem::replace(&mut self.starved, (false, self.serial));
        (serial < self.serial).then_some(has_starved)
    }

    /// Number of answers so far.
    pub(super) fn serial(&self) -> u64 {
        self.serial
    }
}

impl<'a> Bench<'a> {
    pub(super) fn new(whole: &'a Progress) -> Self {
        Self { state: Mutex::default(), jobs: Condvar::new(), answers: Condvar::new(), whole }
    }

    /// Follows the driver's orders.
    pub(super) fn heed(&self, orders: &Orders, jobs: Vec<Job>) {
        self.lock().heed(orders, jobs);
        self.jobs.notify_all();
    }

    /// Waits for a job; `None` when there will be no more.
    pub(super) fn take(&self) -> Option<(Job, Arc<Progress>)> {
        let mut state = self.lock();
        while !state.is_closed {
            if let Some(id) = state.waiting.pop_front() {
                let Some(job) = state.wanted.get(&id).copied() else { continue };
                let progress = Arc::new(self.whole.part());
                state.at_work.insert(id, Arc::clone(&progress));
                return Some((job, progress));
            }
            state.starved.0 = true;
            state = self.jobs.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Delivers the result of a job: `None` if it was stopped, the reason if it cannot be done.
    pub(super) fn bring(&self, job: &Job, found: Result<Option<Record>, String>) {
        let id = job.id();
        let mut state = self.lock();
        state.at_work.remove(&id);
        match found {
            Ok(Some(record)) => {
                let record = serde_json::from_str(&record.to_json()).ok();
                state.put(id, |serial| Answer { serial, job: id.to_string(), record, failed: None });
            }
            Err(reason) => state.put(id, |serial| Answer::failed(serial, id, &reason)),
            // The driver no longer wanted it, and now wants it again.
            Ok(None) if state.wanted.contains_key(&id) && !self.whole.is_stopped() => {
                state.waiting.push_back(id);
                self.jobs.notify_one();
            }
            Ok(None) => {}
        }
        drop(state);
        self.answers.notify_one();
    }

    /// The worker cannot go on.
    pub(super) fn fail(&self, failure: DeskError) {
        self.lock().failure.get_or_insert(failure);
        self.answers.notify_one();
    }

    /// Why the worker cannot go on.
    pub(super) fn failure(&self) -> Option<DeskError> {
        self.lock().failure.take()
    }

    /// Gives no thread another job, and stops the jobs under way.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.at_work.values().for_each(|progress| progress.stop());
        drop(state);
        self.jobs.notify_all();
    }

    /// Waits for answers, at most this long; returns whether there are any.
    pub(super) fn wait(&self, most: Duration) -> bool {
        let state = self.lock();
        if state.has_news || state.failure.is_some() {
            return true;
        }
        let waited = self.answers.wait_timeout(state, most);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.has_news || state.failure.is_some()
    }

    /// Whether answers have come since the last query.
    pub(super) fn has_news(&self) -> bool {
        std::mem::take(&mut self.lock().has_news)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use solver::{Board, Mode, Position, Scoring, Start};

    use super::*;
    use crate::{Campaign, Finding, Plan, WorkerName};

    fn jobs(count: usize) -> Vec<Job> {
        let board: Board = "6x6".parse().unwrap();
        let plan =
            Plan { budget: 1000, ..Plan::new(Position::start(board, Start::Othello), Scoring::Discs, Mode::Wld) };
        let mut campaign = Campaign::new(plan);
        let first = campaign.next_job().unwrap().unwrap();
        campaign.record(&record(&first)).unwrap();
        (0..count).map(|_| campaign.next_job().unwrap().unwrap()).collect()
    }

    fn record(job: &Job) -> Record {
        let (finding, solver, worker) = (Finding::Open, "test".to_owned(), WorkerName::unknown());
        Record { job: *job, finding, nodes: 1, micros: 1, solver, worker }
    }

    fn orders(taken: u64) -> Orders {
        Orders { lead: "x".to_owned(), number: 1, beat_ms: 100, jobs: Vec::new(), taken, dismissed: None }
    }

    #[test]
    fn a_job_is_done_once_until_the_driver_wants_it_again() {
        let (whole, jobs) = (Progress::default(), jobs(2));
        let bench = Bench::new(&whole);
        bench.heed(&orders(0), jobs.clone());
        let (first, _) = bench.take().unwrap();
        assert_eq!(first, jobs[0]);
        bench.bring(&first, Ok(Some(record(&first))));
        // The driver has not seen the answer yet, and still lists the job.
        bench.heed(&orders(0), jobs.clone());
        assert_eq!(bench.take().unwrap().0, jobs[1]);
        assert!(bench.lock().waiting.is_empty() && bench.lock().untold().len() == 1);
        // Now it has, and wants the job again; the one under way goes on.
        bench.heed(&orders(1), jobs.clone());
        assert!(bench.lock().untold().is_empty());
        assert_eq!(bench.take().unwrap().0, jobs[0]);
    }

    #[test]
    fn a_job_that_is_taken_back_is_stopped_and_leaves_no_answer() {
        let (whole, jobs) = (Progress::default(), jobs(2));
        let bench = Bench::new(&whole);
        bench.heed(&orders(0), jobs.clone());
        let (first, progress) = bench.take().unwrap();
        bench.heed(&orders(0), vec![jobs[1]]);
        assert!(progress.is_stopped() && !whole.is_stopped());
        // The driver wants it again before its thread has noticed.
        bench.heed(&orders(0), jobs.clone());
        bench.bring(&first, Ok(None));
        let mut again = [bench.take().unwrap().0, bench.take().unwrap().0];
        again.sort_by_key(Job::id);
        let mut both = jobs.clone();
        both.sort_by_key(Job::id);
        assert_eq!(again.to_vec(), both);
        assert!(bench.lock().untold().is_empty());
        bench.close();
        assert!(bench.take().is_none());
    }
}
