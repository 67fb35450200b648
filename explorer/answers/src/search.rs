//! The search for what is not known about a position, in one turn or in several: each goes on from what is proven.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use solver::notation::play_moves;
use solver::{
    Answer, Bounds, Mode, Move, Outcome, Phase, Position, Progress, Proven, Question, Resources, Score, Solver,
};
use utoipa::ToSchema;

use crate::lookup::{Books, Subject, View};
use crate::opponents::{Opponent, ReplyRecord};
use crate::question::Setup;
use crate::records::PositionRecord;
use crate::words;

/// Size of the table for positions that are solved in a moment.
const SMALL_BYTES: usize = 4 << 20;
/// Positions with at most this many empty squares use that table.
const SMALL_EMPTIES: u32 = 14;
/// How often the client hears about the progress of a search.
const TICK: Duration = Duration::from_millis(150);

/// The surroundings of a search: a clock, a listener, and whoever else wants its place.
pub trait Host: Send + Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;

    /// Receives news of a watched search: an event `position`, `progress` or `done`, with its data as JSON.
    fn tell(&self, event: &'static str, data: String);

    /// Whether others have a right to go on after a turn that has lasted this long.
    fn is_wanted(&self, _lasted: Duration) -> bool {
        false
    }

    /// Whether nobody waits for the search any more, or the program ends.
    fn is_over(&self) -> bool {
        false
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All is known.
    Solved,
    /// It has run or waited for as long as it may.
    Time,
    /// The program ends, or lacks the memory.
    Stopped,
    /// What a table says of this position is false.
    Table(Position),
    /// Its place in the queue went to a client with fewer.
    Busy,
}

impl Ending {
    /// Its name in [`DoneRecord`].
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Time => "time",
            Self::Stopped => "stopped",
            Self::Table(_) => "table",
            Self::Busy => "busy",
        }
    }
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// Why it ended.
    pub ending: Ending,
    /// What is known now.
    pub view: View,
    /// The opponent's move, if that was wanted and it had a turn.
    pub reply: Option<ReplyRecord>,
    /// Nodes and time that it took.
    pub done: DoneRecord,
}

/// Progress of a search; the data of an event `progress`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProgressRecord {
    /// Whether the search is waiting for its turn. If others are waiting, a search takes several turns.
    waiting: bool,
    /// The move being searched; null for the position itself, and for the rest of perfect play.
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// What the search is doing, in a word or two.
    phase: &'static str,
    /// `win`, `draw` or `loss` by what is being looked at, for the side to move of the position: known before the value is.
    #[schema(schema_with = words::outcome)]
    outcome: Option<&'static str>,
    /// Lower limit of the value being searched, for the side to move in the position; null where none is searched.
    lower: Option<i32>,
    /// It is at most this.
    upper: Option<i32>,
    /// Nodes searched so far.
    nodes: u64,
    /// Seconds the search has run, not counting time in the queue.
    seconds: f64,
}

/// How a search ended; the data of the event `done`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DoneRecord {
    /// `solved`, `time` (the limit came first), `stopped` (the server ends), `table` (a table holds something false) or `busy`
    /// (its place in the queue went to a client that had fewer).
    #[schema(schema_with = words::reason)]
    pub reason: &'static str,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds it ran, not counting time in the queue.
    pub seconds: f64,
    /// Where the value is not known: what the evaluation and selective searches expect it to be, for the side to move. It is
    /// not proven. Null if it ended too early for that.
    pub estimate: Option<i32>,
    /// The move that they expect to be best.
    pub likely: Option<String>,
}

/// Seconds, to the millisecond.
fn seconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1e3
}

/// Whether a search of a position and its moves would find nothing more: all values are known, and so is perfect play.
#[must_use]
pub fn is_finished(view: &View) -> bool {
    view.is_complete() && view.end.is_some()
}

/// What a searching thread keeps between searches.
#[derive(Debug)]
pub struct Bench {
    small: Solver,
    large: Solver,
}

impl Bench {
    /// Solvers with this many threads, and this much memory for a table.
    #[must_use]
    pub fn new(threads: usize, memory_bytes: usize) -> Self {
        let solver = |threads, memory_bytes| Solver::new(Resources { threads, memory_bytes, ..Resources::default() });
        Self { small: solver(1, SMALL_BYTES.min(memory_bytes)), large: solver(threads.max(1), memory_bytes) }
    }

    /// The solver for a position with this many empty squares.
    pub fn solver(&mut self, empties: u32) -> &mut Solver {
        if empties <= SMALL_EMPTIES { &mut self.small } else { &mut self.large }
    }
}

/// A search that waits or runs. While it runs, the solver's thread asks it whether to stop.
pub struct Search {
    books: Arc<Books>,
    host: Arc<dyn Host>,
    setup: Setup,
    opponent: Option<Opponent>,
    /// How long the search may run, all turns together.
    time: Duration,
    is_watched: bool,
    course: Mutex<Course>,
}

/// Where a search is.
#[derive(Clone, Copy, Default)]
struct Course {
    /// When its turn began.
    begun: Duration,
    /// How long it ran in earlier turns, and the nodes of these.
    ran: Duration,
    nodes: u64,
    /// When the client last heard of progress.
    told: Duration,
    sought: Sought,
    ending: Option<Ending>,
    /// What a search that was stopped expects of the position.
    guess: Option<(Score, Option<Move>)>,
}

/// What a search looks at.
#[derive(Clone, Copy, Default)]
enum Sought {
    /// The position itself.
    #[default]
    Position,
    /// One of its moves.
    Move(Move),
    /// The rest of perfect play; the value is known by then.
    Line,
}

impl Sought {
    /// The move, and these bounds of what the search looks at for the side to move in the position.
    fn told(self, bounds: Option<Bounds>) -> (Option<Move>, Option<Bounds>) {
        match self {
            Self::Position => (None, bounds),
            // For a move, the search sees the position after it, with the other side to move.
            Self::Move(chosen) => (Some(chosen), bounds.map(Bounds::negated)),
            // The bounds belong to a position further down the line.
            Self::Line => (None, None),
        }
    }
}

impl ProgressRecord {
    fn of(course: &Course, turn: Option<(&Progress, Duration)>, setup: &Setup) -> Self {
        let (chosen, bounds) = course.sought.told(turn.and_then(|(progress, _)| progress.bounds()));
        Self {
            waiting: turn.is_none(),
            chosen: chosen.map(|chosen| chosen.display(setup.position.board()).to_string()),
            phase: turn.map_or(Phase::Lookup, |(progress, _)| progress.phase()).name(),
            outcome: bounds.and_then(Bounds::outcome).map(Outcome::name),
            lower: bounds.map(|bounds| bounds.lower.discs()),
            upper: bounds.map(|bounds| bounds.upper.discs()),
            nodes: course.nodes + turn.map_or(0, |(progress, _)| progress.nodes()),
            seconds: seconds(course.ran + turn.map_or(Duration::ZERO, |(_, lasted)| lasted)),
        }
    }
}

impl Search {
    /// A search that may run for this long: for the value of the position and that of every move, and perfect play to its
    /// end, or for a move of an opponent. If it is watched, it tells its host what is known, and how far it is.
    #[must_use]
    pub fn new(
        books: &Arc<Books>,
        host: Arc<dyn Host>,
        setup: Setup,
        opponent: Option<Opponent>,
        time: Duration,
        is_watched: bool,
    ) -> Arc<Self> {
        let (books, course) = (Arc::clone(books), Mutex::default());
        let search = Self { books, host, setup, opponent, time, is_watched, course };
        search.tell_known();
        Arc::new(search)
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the search if it has run for too long, nobody waits for it, or others have a right to its place.
    fn pulse(&self, progress: &Progress) {
        let now = self.host.now();
        let mut course = self.course();
        let lasted = now.saturating_sub(course.begun);
        if self.host.is_over() {
            course.ending.get_or_insert(Ending::Stopped);
            progress.stop();
        } else if course.ran + lasted > self.time {
            course.ending.get_or_insert(Ending::Time);
            progress.stop();
        } else if self.host.is_wanted(lasted) {
            progress.stop();
        }
        if now.saturating_sub(course.told) >= TICK {
            course.told = now;
            let course = *course;
            self.tell_progress(&course, Some((progress, lasted)));
        }
    }

    /// Tells how far the search is in its turn, or that it waits for one.
    fn tell_progress(&self, course: &Course, turn: Option<(&Progress, Duration)>) {
        if self.is_watched {
            self.tell("progress", &ProgressRecord::of(course, turn, &self.setup));
        }
    }

    /// Tells all that is known.
    fn tell_position(&self, view: &View) {
        if self.is_watched && !view.is_false() {
            self.tell("position", &PositionRecord::of(&self.setup, view));
        }
    }

    /// Tells all that is known now.
    fn tell_known(&self) {
        if self.is_watched {
            self.tell_position(&self.books.view(&self.setup.subject(), true));
        }
    }

    fn tell(&self, event: &'static str, record: &impl Serialize) {
        // Records of plain numbers and texts always serialize.
        self.host.tell(event, serde_json::to_string(record).unwrap_or_default());
    }

    /// Tells that it waits for a turn.
    pub fn wait(&self) {
        let course = *self.course();
        self.tell_progress(&course, None);
    }

    /// Goes on until it has ended, and returns why, or until others have a right to its place.
    pub fn turn(self: &Arc<Self>, bench: &mut Bench) -> Option<Ending> {
        let search = Arc::clone(self);
        let progress = Progress::default().with_pulse(move |progress| search.pulse(progress));
        let began = self.host.now();
        let mut course = self.course();
        (course.begun, course.told, course.sought) = (began, began, Sought::Position);
        let at_first = *course;
        drop(course);
        self.tell_progress(&at_first, Some((&progress, Duration::ZERO)));
        Turn { search: self, progress: &progress, bench }.run();
        let mut course = self.course();
        course.ran += self.host.now().saturating_sub(began);
        course.nodes += progress.nodes();
        course.ending.or_else(|| (!progress.is_stopped()).then_some(Ending::Solved))
    }

    /// What came of it, once it has ended.
    #[must_use]
    pub fn end(&self, ending: Ending) -> Found {
        let subject = self.setup.subject();
        let view = self.books.view(&subject, true);
        let ending = match ending {
            Ending::Table(_) => ending,
            _ if view.is_false() => Ending::Table(subject.position),
            // The limit may have come just as the last value was found.
            _ if is_finished(&view) => Ending::Solved,
            Ending::Solved => Ending::Stopped,
            _ => ending,
        };
        let asked = self.opponent.filter(|_| !matches!(ending, Ending::Table(_) | Ending::Busy));
        let reply = asked.map(|opponent| {
            let known = opponent.known(&self.books, &subject);
            known.unwrap_or_else(|| opponent.choose(&subject.position, subject.scoring))
        });
        let Course { nodes, ran, guess, .. } = *self.course();
        let (value, likely) = guess.filter(|_| view.bounds.lower < view.bounds.upper).unzip();
        let done = DoneRecord {
            reason: ending.name(),
            nodes,
            seconds: seconds(ran),
            estimate: value.map(|value| value.clamp(view.bounds.lower, view.bounds.upper).discs()),
            likely: likely.flatten().map(|likely| likely.display(subject.position.board()).to_string()),
        };
        if self.is_watched {
            self.tell_position(&view);
            self.tell("done", &done);
        }
        Found { ending, view, reply, done }
    }
}

/// A turn of a search.
struct Turn<'a> {
    search: &'a Search,
    progress: &'a Progress,
    bench: &'a mut Bench,
}

impl Turn<'_> {
    fn run(&mut self) {
        let Search { opponent, setup, time, books, .. } = self.search;
        let subject = setup.subject();
        if let Some(opponent) = opponent {
            let needs_search = opponent.is_perfect && !time.is_zero();
            if needs_search && opponent.known(books, &subject).is_none() {
                self.solve(&subject, true);
            }
        // A book knows values that the solver's table lacks, but no moves.
        } else if self.known(&subject).bounds.exact().is_some() || self.solve(&subject, true) {
            self.solve_moves(&subject);
            self.solve_line(&subject);
        }
    }

    fn known(&self, subject: &Subject) -> Proven {
        let books = &self.search.books;
        books.known(&books.table(subject.position.board(), subject.scoring), subject)
    }

    fn look_at(&self, sought: Sought) {
        self.search.course().sought = sought;
    }

    /// Finds the values of the moves that are not known yet.
    fn solve_moves(&mut self, subject: &Subject) {
        let moves = self.search.books.view(subject, false).moves;
        for one in moves.iter().filter(|one| one.bounds.exact().is_none()) {
            // A symmetric move may have settled its value already.
            let next = Subject { position: one.next, scoring: subject.scoring };
            if self.known(&next).bounds.exact().is_some() {
                continue;
            }
            self.look_at(Sought::Move(one.chosen));
            if !self.solve(&next, false) {
                return;
            }
        }
    }

    /// Completes perfect play from a position whose value is known: a search goes on where the known line ends.
    fn solve_line(&mut self, subject: &Subject) {
        let books = &self.search.books;
        let mut known = None;
        while !self.progress.is_stopped() {
            let view = books.view(subject, true);
            // Do not repeat a step that brought nothing new.
            if view.bounds.exact().is_none() || view.end.is_some() || known == Some(view.line.len()) {
                return;
            }
            known = Some(view.line.len());
            let position = play_moves(subject.position, &view.line).expect("the books hold legal moves");
            let next = Subject { position, scoring: subject.scoring };
            // Knowing the value, the search only has to look for moves that keep it.
            books.remember(&next, self.known(&next));
            self.look_at(Sought::Line);
            if !self.solve(&next, true) {
                return;
            }
        }
    }

    /// Searches a position, and returns whether it is solved. Either way, the books keep what was proven.
    fn solve(&mut self, subject: &Subject, wants_line: bool) -> bool {
        let books = &self.search.books;
        let Subject { position, scoring } = *subject;
        let table = books.table(position.board(), scoring);
        let question = Question::new(position, Mode::Exact, scoring);
        let search = self.bench.solver(position.empties()).with_table(&table).watched_by(self.progress);
        let answer = if wants_line { search.solve(&question) } else { search.value(&question) };
        let Ok(answer) = answer else {
            // Without memory, or without a table for this game, the books already have all there is.
            return false;
        };
        if let Some(position) = answer.contradiction {
            self.search.course().ending = Some(Ending::Table(position));
            return false;
        }
        note(books, subject, &answer);
        let mut course = self.search.course();
        if matches!(course.sought, Sought::Position) {
            course.guess = answer.guess.or(course.guess);
        }
        drop(course);
        self.search.tell_known();
        answer.complete
    }
}

/// Stores what was proven in the books, for each position of the perfect line too.
fn note(books: &Books, subject: &Subject, answer: &Answer) {
    let Subject { position, scoring } = *subject;
    let Answer { bounds, best, basis, .. } = *answer;
    books.remember(subject, Proven { bounds, best, effort: 0, basis });
    let (mut now, mut bounds) = (position, answer.bounds);
    for &chosen in &answer.line {
        books.remember(&Subject { position: now, scoring }, Proven { bounds, best: Some(chosen), effort: 0, basis });
        now = now.play(chosen).expect("a legal move");
        bounds = bounds.negated();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_told_for_the_side_to_move_in_the_position() {
        let bounds = Some(Bounds::new(-12, -4));
        assert_eq!(Sought::Position.told(bounds), (None, bounds));
        // After a move the other side is to move: its loss is a win for the move.
        assert_eq!(Sought::Move(Move::Pass).told(bounds), (Some(Move::Pass), Some(Bounds::new(4, 12))));
        assert_eq!(Sought::Line.told(bounds), (None, None));
    }
}
