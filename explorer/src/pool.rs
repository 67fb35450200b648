//! The threads that search, and the queue before them: clients take turns, however much each asks. No solver ever runs
//! on a thread that serves connections.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use answers::search::{Bench, Ending, Found, Host, Search};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::limits::Limits;
use crate::metrics::Metrics;

/// How long a turn lasts if others wait.
const TURN: Duration = Duration::from_millis(500);
/// The most news on their way to a client that reads slowly, and how many of them may be mere progress. A search has
/// fewer of the others.
const NEWS: usize = 256;
const PROGRESS: usize = 16;

/// What a search tells whoever waits for it.
pub(crate) enum News {
    /// An event and its data as JSON.
    Event(&'static str, String),
    /// It has ended.
    End(Box<Found>),
}

/// Threads that search. Dropping it ends them.
pub(crate) struct Pool {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

struct Queue {
    limits: Limits,
    metrics: Arc<Metrics>,
    begun: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The client that has waited longest for a turn comes first.
    waiting: VecDeque<Job>,
    /// Whose searches have a turn.
    running: Vec<IpAddr>,
    /// Jobs that get no turn any more; one of the threads tells them so.
    over: Vec<(Job, Ending)>,
    is_closed: bool,
}

struct Job {
    client: IpAddr,
    search: Arc<Search>,
    news: Sender<News>,
    came: Instant,
    /// When its present wait began, and how long it waited before.
    since: Instant,
    waited: Duration,
}

/// The surroundings of a client's search.
struct Place {
    queue: Arc<Queue>,
    client: IpAddr,
    news: Sender<News>,
}

impl Host for Place {
    fn now(&self) -> Duration {
        self.queue.begun.elapsed()
    }

    fn tell(&self, event: &'static str, data: String) {
        if event != "progress" || self.news.max_capacity() - self.news.capacity() < PROGRESS {
            // The client may be gone, or read nothing.
            let _ = self.news.try_send(News::Event(event, data));
        }
    }

    fn is_wanted(&self, lasted: Duration) -> bool {
        lasted >= TURN && self.queue.state().is_wanted(self.client)
    }

    fn is_over(&self) -> bool {
        self.news.is_closed() || self.queue.state().is_closed
    }
}

impl Pool {
    /// Starts the threads.
    ///
    /// # Panics
    /// If the system cannot start threads.
    pub(crate) fn new(limits: &Limits, metrics: Arc<Metrics>) -> Self {
        let (limits, begun) = (*limits, Instant::now());
        let queue = Queue { limits, metrics, begun, state: Mutex::default(), changed: Condvar::new() };
        let queue = Arc::new(queue);
        let start = |index| {
            let (queue, named) = (Arc::clone(&queue), thread::Builder::new().name(format!("explorer-{index}")));
            named.spawn(move || work(&queue)).expect("the system gives threads")
        };
        let threads = (0..limits.searches.max(1)).map(start).collect();
        Self { queue, threads }
    }

    /// Begins a search, or queues it. It ends when the receiver of its news is dropped. `None` if too many run or wait, of
    /// this client or in all.
    pub(crate) fn begin(
        &self,
        client: IpAddr,
        search: impl FnOnce(Arc<dyn Host>) -> Arc<Search>,
    ) -> Option<Receiver<News>> {
        let Queue { limits, metrics, changed, .. } = &*self.queue;
        let (news, told) = channel(NEWS);
        let place = Place { queue: Arc::clone(&self.queue), client, news: news.clone() };
        let job = Job::new(client, search(Arc::new(place)), news);
        let mut state = self.queue.state();
        if !state.has_room(client, limits) {
            metrics.refused.inc();
            return None;
        }
        metrics.searches.inc();
        if state.running.len() + state.waiting.len() >= limits.searches {
            job.search.wait();
        }
        state.waiting.push_back(job);
        drop(state);
        changed.notify_one();
        Some(told)
    }

    /// Searches that run or wait.
    pub(crate) fn busy(&self) -> usize {
        let state = self.queue.state();
        state.running.len() + state.waiting.len()
    }

    /// Tells every search to end. Those that come later are refused.
    pub(crate) fn stop(&self) {
        self.queue.state().is_closed = true;
        self.queue.changed.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        for thread in self.threads.drain(..) {
            // Panics of jobs were caught, so there is nothing to report.
            let _ = thread.join();
        }
    }
}

/// Gives turns, until the pool is closed.
fn work(queue: &Queue) {
    let fresh = || Bench::new(queue.limits.threads, queue.limits.memory_bytes);
    let mut bench = fresh();
    while let Some(mut job) = queue.next() {
        let turn = || job.search.turn(&mut bench).map(|ending| job.search.end(ending));
        let ended = catch_unwind(AssertUnwindSafe(turn));
        let client = job.client;
        let found = match ended {
            Ok(None) => {
                job.search.wait();
                job.since = Instant::now();
                queue.leave(client, Some(job));
                continue;
            }
            Ok(Some(found)) => Some(found),
            // A panic costs the job its answer and casts doubt on what the solvers hold, so make fresh ones.
            Err(_) => {
                bench = fresh();
                None
            }
        };
        queue.leave(client, None);
        if let Some(found) = found {
            job.tell(found, &queue.metrics);
        }
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, once there is one; `None` once the pool is closed and nobody waits any more.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            state.sort_out(self.limits.time);
            if let Some((job, ending)) = state.over.pop() {
                drop(state);
                let end = || job.tell(job.search.end(ending), &self.metrics);
                // A panic costs the job its answer.
                let _ = catch_unwind(AssertUnwindSafe(end));
                state = self.state();
            } else if let Some(job) = state.take() {
                return Some(job);
            } else if state.is_closed {
                return None;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Ends a turn; the job may wait for another.
    fn leave(&self, client: IpAddr, job: Option<Job>) {
        let mut state = self.state();
        if let Some(at) = state.running.iter().position(|one| *one == client) {
            state.running.swap_remove(at);
        }
        state.waiting.extend(job);
        drop(state);
        self.changed.notify_one();
    }
}

impl State {
    fn running(&self, client: IpAddr) -> usize {
        self.running.iter().filter(|one| **one == client).count()
    }

    /// How many searches of a client run or wait.
    fn held(&self, client: IpAddr) -> usize {
        self.running(client) + self.waiting.iter().filter(|job| job.client == client).count()
    }

    /// Whether anyone with more right to a turn than this client waits: another search of its own, or a client with fewer
    /// turns.
    fn is_wanted(&self, client: IpAddr) -> bool {
        let running = self.running(client);
        self.waiting.iter().any(|job| job.client == client || self.running(job.client) < running)
    }

    /// Gives a turn: among the clients with the fewest, to the one that has waited longest. Its other searches then wait
    /// behind those of the others.
    fn take(&mut self) -> Option<Job> {
        let at = (0..self.waiting.len()).min_by_key(|&at| self.running(self.waiting[at].client))?;
        let job = self.waiting.remove(at)?;
        let (own, others): (VecDeque<_>, _) = self.waiting.drain(..).partition(|one| one.client == job.client);
        self.waiting = others;
        self.waiting.extend(own);
        self.running.push(job.client);
        Some(job)
    }

    /// Whether a client may have one more. If all is taken, the client with the most loses the last that it has sent of
    /// those that wait, provided that it keeps at least as many as this client then has.
    fn has_room(&mut self, client: IpAddr, limits: &Limits) -> bool {
        self.waiting.retain(|job| !job.news.is_closed());
        let held = self.held(client);
        if self.is_closed || held >= limits.searches_per_client.max(1) {
            return false;
        }
        if self.running.len() + self.waiting.len() < limits.searches.max(1) + limits.waiting {
            return true;
        }
        let rights = |&at: &usize| (self.held(self.waiting[at].client), self.waiting[at].came);
        let last = (0..self.waiting.len()).max_by_key(rights).filter(|at| rights(at).0 > held + 1);
        let displaced = last.and_then(|at| self.waiting.remove(at));
        let has_room = displaced.is_some();
        self.over.extend(displaced.map(|job| (job, Ending::Busy)));
        has_room
    }

    /// Takes out the jobs that need no turn: nobody waits for them any more, they have waited too long, or the pool is
    /// closed.
    fn sort_out(&mut self, patience: Duration) {
        for job in self.waiting.split_off(0) {
            if job.news.is_closed() {
                continue;
            }
            if self.is_closed {
                self.over.push((job, Ending::Stopped));
            } else if job.waited + job.since.elapsed() > patience {
                self.over.push((job, Ending::Time));
            } else {
                self.waiting.push_back(job);
            }
        }
    }
}

impl Job {
    fn new(client: IpAddr, search: Arc<Search>, news: Sender<News>) -> Self {
        let now = Instant::now();
        Self { client, search, news, came: now, since: now, waited: Duration::ZERO }
    }

    fn tell(&self, found: Found, metrics: &Metrics) {
        metrics.nodes.inc_by(found.done.nodes);
        // The client may be gone.
        let _ = self.news.try_send(News::End(Box::new(found)));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use answers::knowledge::Store;
    use answers::lookup::Books;
    use answers::question::PositionQuery;

    use super::*;

    /// A pool without threads.
    struct Line {
        pool: Pool,
        books: Arc<Books>,
        /// Those who wait, by the order in which they came.
        told: HashMap<u8, Vec<Receiver<News>>>,
    }

    impl Line {
        fn new(searches: usize, waiting: usize, searches_per_client: usize) -> Self {
            let limits = Limits { searches, waiting, searches_per_client, ..Limits::default() };
            let (metrics, begun) = (Arc::new(Metrics::new()), Instant::now());
            let queue = Queue { limits, metrics, begun, state: Mutex::default(), changed: Condvar::new() };
            let books = Arc::new(Books::new(Arc::new(Store::default()), 8, 1 << 20));
            let pool = Pool { queue: Arc::new(queue), threads: Vec::new() };
            Self { pool, books, told: HashMap::new() }
        }

        /// Whether this client gets a place in the queue.
        fn ask(&mut self, last: u8) -> bool {
            let query = PositionQuery { board: Some("4x4".to_owned()), ..PositionQuery::default() };
            let setup = query.setup().unwrap();
            let search = |host| Search::new(&self.books, host, setup, None, Duration::ZERO, false);
            let told = self.pool.begin(client(last), search);
            let is_taken = told.is_some();
            self.told.entry(last).or_default().extend(told);
            is_taken
        }

        /// Gives a turn, and returns whose it is.
        fn turn(&self) -> Option<Job> {
            let mut state = self.pool.queue.state();
            state.sort_out(Duration::MAX);
            state.take()
        }

        /// Gives turns one after the other; returns who had them.
        fn order(&self) -> Vec<IpAddr> {
            let next = || self.turn().inspect(|job| self.pool.queue.leave(job.client, None)).map(|job| job.client);
            std::iter::from_fn(next).collect()
        }
    }

    fn client(last: u8) -> IpAddr {
        [192, 0, 2, last].into()
    }

    #[test]
    fn clients_take_turns_in_rotation_however_many_they_want() {
        let mut line = Line::new(1, 100, 100);
        assert!(line.ask(1));
        // The first takes the place at once, before anybody else is there.
        let first = line.turn().unwrap();
        assert!([1, 1, 1, 2, 3, 3].into_iter().all(|last| line.ask(last)));
        line.pool.queue.leave(first.client, None);
        assert_eq!(line.order(), [1, 2, 3, 1, 3, 1].map(client));
    }

    #[test]
    fn a_search_that_goes_on_later_waits_behind_the_others() {
        let mut line = Line::new(1, 100, 100);
        assert!(line.ask(1));
        let first = line.turn().unwrap();
        assert!(line.ask(2) && line.ask(1));
        line.pool.queue.leave(client(1), Some(first));
        assert_eq!(line.order(), [2, 1, 1].map(client));
    }

    #[test]
    fn a_client_has_no_more_places_than_one_may_have() {
        let mut line = Line::new(2, 100, 3);
        assert!((0..3).all(|_| line.ask(1)));
        assert!(!line.ask(1) && line.ask(2));
        line.told.remove(&1);
        assert!(line.ask(1));
    }

    #[test]
    fn who_has_most_gives_way_to_who_has_fewer_but_only_one_that_waits() {
        let mut line = Line::new(1, 3, 4);
        assert!(line.ask(1));
        let running = line.turn().unwrap();
        assert!(line.ask(1) && line.ask(1) && line.ask(2));
        // The third of the first client loses its place, and then the second; then nobody has more than one that waits.
        assert!(line.ask(3) && line.ask(4) && !line.ask(5));
        let state = line.pool.queue.state();
        assert!(state.over.iter().all(|(job, ending)| job.client == client(1) && *ending == Ending::Busy));
        assert_eq!((state.over.len(), state.held(client(1)), state.running(running.client)), (2, 1, 1));
    }

    #[test]
    fn who_leaves_while_he_waits_holds_nobody_up() {
        let mut line = Line::new(1, 10, 10);
        assert!(line.ask(1) && line.ask(2));
        line.told.remove(&1);
        assert_eq!(line.order(), [client(2)]);
    }

    #[test]
    fn a_turn_is_over_when_others_wait_and_not_before() {
        let mut line = Line::new(2, 10, 10);
        assert!(line.ask(1) && line.ask(1));
        let (one, _two) = (line.turn().unwrap(), line.turn().unwrap());
        assert!(!line.pool.queue.state().is_wanted(client(1)), "nobody waits");
        assert!(line.ask(2));
        assert!(line.pool.queue.state().is_wanted(client(1)));
        line.pool.queue.leave(one.client, None);
        assert_eq!(line.turn().unwrap().client, client(2));
        // Now each has one, and the first client, who wants two again, has to wait until one is free.
        assert!(line.ask(1));
        let state = line.pool.queue.state();
        assert!(!state.is_wanted(client(2)) && state.is_wanted(client(1)));
    }

    #[test]
    fn who_has_waited_too_long_and_whoever_waits_at_the_end_is_told() {
        let mut line = Line::new(1, 10, 10);
        assert!(line.ask(1));
        line.pool.queue.state().sort_out(Duration::ZERO);
        assert!(line.ask(2));
        let mut state = line.pool.queue.state();
        state.is_closed = true;
        state.sort_out(Duration::MAX);
        let endings: Vec<Ending> = state.over.iter().map(|(_, ending)| *ending).collect();
        assert_eq!(endings, [Ending::Time, Ending::Stopped]);
        assert!(state.waiting.is_empty());
    }
}
