//! A search on the threads of the pool, seen from the side that waits for it.
//!
//! A search runs in turns: while others have a right to its place it waits, and later it goes on from what it has
//! proven. So no client has to wait for another's long search to end.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use answers::lookup::Subject;
use answers::progress::Snapshot;
use answers::work::{Bench, Step, Wanted, Work};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use solver::{Phase, Position, Progress};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;

use crate::client::Client;
use crate::state::Shared;
use crate::turns::{Full, Ticket, Turn};

/// How long a turn lasts if others wait.
const TURN: Duration = Duration::from_millis(500);

/// Stands for never: some clocks cannot hold longer times.
const FAR: Duration = Duration::from_secs(30 * 365 * 24 * 3600);

/// What a search reports as it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// It has a turn.
    Begun,
    /// It waits for its next turn.
    Paused,
    /// It goes on.
    Step(Step),
    /// Its place in the queue went to a client with fewer.
    Displaced,
}

/// How a search ended, apart from what it proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All that it could prove in its time is proven.
    Sound,
    /// What a table says of a position has turned out false.
    Contradiction(Position),
    /// Its place in the queue went to a client with fewer.
    Displaced,
}

/// A search that waits or runs. Dropping it stops the search.
pub(crate) struct Search {
    course: Arc<Mutex<Course>>,
    whole: Arc<Progress>,
    events: UnboundedReceiver<Event>,
    stops: watch::Sender<bool>,
    busy: Gauge,
    nodes: Counter,
}

/// Turns and waits of a search.
struct Course {
    /// The progress of its present turn; `None` while it waits.
    turn: Option<Arc<Progress>>,
    /// How long it ran in earlier turns.
    ran: Duration,
    /// How long it waited before them.
    waited: Duration,
    /// When the present turn or wait began.
    since: Instant,
}

/// How long a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Patience {
    /// How long it may wait, all turns together.
    pub(crate) wait: Duration,
    /// How long it may run, all turns together.
    pub(crate) run: Duration,
}

impl Course {
    fn change(&mut self, turn: Option<Arc<Progress>>) {
        let lasted = self.since.elapsed();
        *(if self.turn.is_some() { &mut self.ran } else { &mut self.waited }) += lasted;
        (self.turn, self.since) = (turn, Instant::now());
    }

    /// When it will have run or waited for too long, if nothing changes.
    fn deadline(&self, patience: Patience) -> Instant {
        let left = match self.turn {
            Some(_) => patience.run.saturating_sub(self.ran),
            None => patience.wait.saturating_sub(self.waited),
        };
        self.since.checked_add(left).unwrap_or_else(|| self.since + FAR)
    }
}

impl Search {
    /// Starts a search, or queues it.
    ///
    /// # Errors
    /// Too many run or wait already.
    pub(crate) fn begin(shared: &Arc<Shared>, client: Client, subject: Subject, wanted: Wanted) -> Result<Self, Full> {
        let metrics = &shared.metrics;
        let ticket = shared.pool.ticket(client).inspect_err(|_| {
            metrics.refused.inc();
        })?;
        metrics.searches.inc();
        metrics.busy.inc();
        let (busy, nodes) = (metrics.busy.clone(), metrics.nodes.clone());
        let waits = Course { turn: None, ran: Duration::ZERO, waited: Duration::ZERO, since: Instant::now() };
        let (whole, course) = (Arc::new(Progress::default()), Arc::new(Mutex::new(waits)));
        let (stops, stopped) = watch::channel(false);
        let (sender, events) = unbounded_channel();
        let (shared, course_told) = (Arc::clone(shared), Arc::clone(&course));
        let whole_run = StoppedInTheEnd(Arc::clone(&whole));
        let run = Run { shared, subject, wanted, whole: whole_run, course: course_told, events: sender, stopped };
        tokio::spawn(run.go(ticket));
        Ok(Self { course, whole, events, stops, busy, nodes })
    }

    /// The next event; `None` once the search has ended.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }

    /// Tells it to end with what is proven so far.
    pub(crate) fn stop(&self) {
        self.whole.stop();
        self.stops.send_replace(true);
    }

    /// How far it is.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = course.turn.as_ref();
        Snapshot {
            is_waiting: turn.is_none(),
            phase: turn.map_or(Phase::Lookup, |turn| turn.phase()),
            bounds: turn.and_then(|turn| turn.bounds()),
            nodes: self.whole.nodes(),
            ran: course.ran + if turn.is_some() { course.since.elapsed() } else { Duration::ZERO },
        }
    }

    /// Whether it has run or waited for longer than it may.
    pub(crate) fn is_late(&self, patience: Patience) -> bool {
        Instant::now() > self.deadline(patience)
    }

    fn deadline(&self, patience: Patience) -> Instant {
        self.course.lock().unwrap_or_else(PoisonError::into_inner).deadline(patience)
    }

    /// Waits for the end, at most until patience runs out.
    pub(crate) async fn finish(mut self, patience: Patience) -> End {
        let mut end = End::Sound;
        let mut is_stopped = false;
        loop {
            let deadline = self.deadline(patience);
            let event = if is_stopped {
                Ok(self.next().await)
            } else {
                tokio::time::timeout_at(deadline.into(), self.next()).await
            };
            match event {
                Ok(None) => return end,
                Ok(Some(Event::Step(Step::Contradiction(position)))) => end = End::Contradiction(position),
                Ok(Some(Event::Displaced)) => end = End::Displaced,
                Ok(Some(Event::Begun | Event::Paused | Event::Step(_))) => {}
                // A turn may have begun meanwhile.
                Err(_) if !self.is_late(patience) => {}
                Err(_) => {
                    self.stop();
                    is_stopped = true;
                }
            }
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
        self.busy.dec();
        self.nodes.inc_by(self.whole.nodes());
    }
}

/// Stops the search when dropped for whatever reason, such as the end of the runtime.
struct StoppedInTheEnd(Arc<Progress>);

impl Drop for StoppedInTheEnd {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The side of a search that waits for its turns.
struct Run {
    shared: Arc<Shared>,
    subject: Subject,
    wanted: Wanted,
    whole: StoppedInTheEnd,
    course: Arc<Mutex<Course>>,
    events: UnboundedSender<Event>,
    stopped: watch::Receiver<bool>,
}

impl Run {
    async fn go(mut self, ticket: Ticket) {
        let mut next = ticket.turn();
        loop {
            let mut stopped = self.stopped.clone();
            let turn = tokio::select! {
                biased;
                // An error means that the search was dropped.
                _ = stopped.wait_for(|&stopped| stopped) => return,
                () = self.shared.ends() => return,
                turn = next => turn,
            };
            let Ok(turn) = turn else {
                self.tell(Event::Displaced);
                return;
            };
            let Some((turn, is_done)) = self.take(turn).await else { return };
            if is_done || self.whole.0.is_stopped() {
                return;
            }
            self.change(None);
            self.tell(Event::Paused);
            // It queues again before it gives its place away.
            next = ticket.turn();
            drop(turn);
        }
    }

    /// Searches for one turn: until the end, or until others have a right to the place. Returns whether that was the
    /// end; nothing if the search panicked.
    async fn take(&mut self, turn: Turn) -> Option<(Turn, bool)> {
        let part = Arc::new(self.whole.0.part());
        self.change(Some(Arc::clone(&part)));
        self.tell(Event::Begun);
        let outstayed = turn.outstayed(TURN);
        let (books, told, events) = (Arc::clone(&self.shared.books), Arc::clone(&part), self.events.clone());
        let (subject, wanted) = (self.subject, self.wanted);
        let search = move |bench: &mut Bench| {
            // The receiver is gone once the search is dropped.
            let tell = |step| {
                let _ = events.send(Event::Step(step));
            };
            Work { books: &books, progress: &told, tell: &tell }.run(bench, &subject, wanted)
        };
        let mut done = self.shared.pool.run(turn, search);
        let (mut stopped, shared) = (self.stopped.clone(), Arc::clone(&self.shared));
        tokio::select! {
            done = &mut done => return done.ok(),
            () = outstayed => part.stop(),
            _ = stopped.wait_for(|&stopped| stopped) => self.whole.0.stop(),
            () = shared.ends() => self.whole.0.stop(),
        }
        done.await.ok()
    }

    fn change(&self, turn: Option<Arc<Progress>>) {
        self.course.lock().unwrap_or_else(PoisonError::into_inner).change(turn);
    }

    fn tell(&self, event: Event) {
        // The receiver is gone once the search is dropped.
        let _ = self.events.send(event);
    }
}
