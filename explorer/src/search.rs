//! A search on a thread of the pool, seen from the side that waits for it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use solver::{Answer, Bounds, Mode, Move, Phase, Progress, Question};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::lookup::{Books, Subject};
use crate::metrics::Metrics;
use crate::pool::{Bench, Full, Place, Pool};

/// How far a search is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The value of the position.
    Value,
    /// Its value and that of every move.
    Moves,
}

/// What a search tells as it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// It waits no longer; the first thing it looks at is the position itself.
    Begun,
    /// It goes on to a move.
    Move(Move),
    /// Something more is known for good: the books have it.
    Settled,
    /// Something that the table says is false.
    Contradiction,
}

/// A search that waits or runs. Dropping it stops the search.
pub(crate) struct Search {
    progress: Arc<Progress>,
    events: UnboundedReceiver<Event>,
    place: Option<Place>,
    busy: Gauge,
    nodes: Counter,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    pub(crate) phase: Phase,
    /// Limits of what is being searched, for the side to move there.
    pub(crate) bounds: Option<Bounds>,
    pub(crate) nodes: u64,
}

impl Search {
    /// Starts a search, or has it wait for its turn.
    ///
    /// # Errors
    /// Too many wait already.
    pub(crate) fn begin(
        pool: &Pool,
        books: &Arc<Books>,
        subject: Subject,
        wanted: Wanted,
        metrics: &Metrics,
    ) -> Result<Self, Full> {
        let place = pool.place()?;
        metrics.searches.inc();
        metrics.busy.inc();
        let (busy, nodes) = (metrics.busy.clone(), metrics.nodes.clone());
        let progress = Arc::new(Progress::default());
        let (sender, events) = unbounded_channel();
        let (books, told) = (Arc::clone(books), Arc::clone(&progress));
        pool.submit(move |bench| {
            let job = Job { books: &books, progress: &told, events: &sender };
            job.run(bench, &subject, wanted);
        });
        Ok(Self { progress, events, place: Some(place), busy, nodes })
    }

    /// The next event; `None` once the search has ended.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        let event = self.events.recv().await;
        if event.is_none() {
            self.place = None;
        }
        event
    }

    /// Tells it to end with what is proven so far.
    pub(crate) fn stop(&self) {
        self.progress.stop();
    }

    /// How far it is.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let progress = &self.progress;
        Snapshot { phase: progress.phase(), bounds: progress.bounds(), nodes: progress.nodes() }
    }

    /// Waits for the end: at most `wait` for its turn, and `time` from there on. `true` unless the table has turned out
    /// false.
    pub(crate) async fn finish(mut self, wait: Duration, time: Duration) -> bool {
        let mut deadline = Instant::now() + wait;
        let mut is_sound = true;
        loop {
            match tokio::time::timeout_at(deadline.into(), self.next()).await {
                Ok(None) => return is_sound,
                Ok(Some(Event::Begun)) => deadline = Instant::now() + time,
                Ok(Some(Event::Contradiction)) => is_sound = false,
                Ok(Some(Event::Move(_) | Event::Settled)) => {}
                Err(_) => {
                    self.stop();
                    deadline = Instant::now() + Duration::from_secs(3600);
                }
            }
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.progress.stop();
        self.busy.dec();
        self.nodes.inc_by(self.progress.nodes());
    }
}

/// The side of a search that does the work.
struct Job<'a> {
    books: &'a Books,
    progress: &'a Progress,
    events: &'a UnboundedSender<Event>,
}

impl Job<'_> {
    fn run(&self, bench: &mut Bench, subject: &Subject, wanted: Wanted) {
        if self.progress.is_stopped() {
            return;
        }
        self.tell(Event::Begun);
        let is_solved = self.solve(bench, subject, true);
        if wanted == Wanted::Moves && is_solved {
            self.solve_moves(bench, subject);
        }
    }

    /// The values of the moves that are not known yet.
    fn solve_moves(&self, bench: &mut Bench, subject: &Subject) {
        let moves = self.books.view(subject, false).moves;
        for one in moves.iter().filter(|one| one.bounds.exact().is_none()) {
            // A twin of a move before it may have told its value.
            let next = Subject { position: one.next, scoring: subject.scoring };
            let table = self.books.table(next.position.board(), next.scoring);
            if self.books.known(&table, &next).bounds.exact().is_some() {
                continue;
            }
            self.tell(Event::Move(one.chosen));
            if !self.solve(bench, &next, false) {
                return;
            }
        }
    }

    /// Solves a position unless it was stopped; whether it is solved. What was proven of it is in the books either way.
    fn solve(&self, bench: &mut Bench, subject: &Subject, wants_line: bool) -> bool {
        let Subject { position, scoring } = *subject;
        let table = self.books.table(position.board(), scoring);
        let question = Question::new(position, Mode::Exact, scoring);
        let solver = bench.solver(position.empties());
        let search = solver.with_table(&table).watched_by(self.progress);
        let answer = if wants_line { search.solve(&question) } else { search.value(&question) };
        let Ok(answer) = answer else {
            // Without memory or a table of this game the books have all that there is.
            return false;
        };
        if answer.contradiction.is_some() {
            self.tell(Event::Contradiction);
            return false;
        }
        self.note(subject, &answer);
        self.tell(Event::Settled);
        answer.complete
    }

    /// Puts what was proven into the books, with each position of the perfect line.
    fn note(&self, subject: &Subject, answer: &Answer) {
        let Subject { position, scoring } = *subject;
        let table = self.books.table(position.board(), scoring);
        self.books.remember(&table, subject, answer.bounds, answer.best);
        let (mut now, mut bounds) = (position, answer.bounds);
        for &chosen in &answer.line {
            self.books.remember(&table, &Subject { position: now, scoring }, bounds, Some(chosen));
            now = now.play(chosen).expect("a legal move");
            bounds = bounds.negated();
        }
    }

    fn tell(&self, event: Event) {
        // Nobody listens any more once the search is dropped.
        let _ = self.events.send(event);
    }
}
