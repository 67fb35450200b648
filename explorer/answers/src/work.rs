//! Searches for the values of a position and its moves, on the calling thread.

use solver::notation::play_moves;
use solver::{Answer, Mode, Move, Position, Progress, Question, Resources, Solver};

use crate::lookup::{Books, Known, Subject, View};

/// Size of the table for positions that are solved in a moment.
const SMALL_BYTES: usize = 4 << 20;
/// Positions with at most this many empty squares use that table.
const SMALL_EMPTIES: u32 = 14;

/// Whether a search of a position and its moves would find nothing more: all values are known, and so is perfect play.
#[must_use]
pub fn is_finished(view: &View) -> bool {
    view.is_complete() && view.end.is_some()
}

/// How far a search should go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The value of the position.
    Value,
    /// Its value and that of every move, and perfect play to its end.
    Moves,
}

/// What a search reports as it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It turns to a move; it begins with the position itself.
    Move(Move),
    /// It turns to the rest of perfect play.
    Line,
    /// It has proven something more, which the books now have.
    Settled,
    /// What the table says of a position is false.
    Contradiction(Position),
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

/// The side of a search that does the work.
pub struct Work<'a> {
    /// Where it looks things up, and stores what it proves.
    pub books: &'a Books,
    /// Its progress; can stop it.
    pub progress: &'a Progress,
    /// Receives each step.
    pub tell: &'a dyn Fn(Step),
}

impl Work<'_> {
    /// Searches, and returns whether it found all it can, which it has not if it was stopped.
    pub fn run(&self, bench: &mut Bench, subject: &Subject, wanted: Wanted) -> bool {
        // A book knows values that the solver's table lacks, but no moves.
        let is_known = wanted == Wanted::Moves && self.known(subject).bounds.exact().is_some();
        let is_solved = is_known || self.solve(bench, subject, true);
        if wanted == Wanted::Moves && is_solved {
            self.solve_moves(bench, subject);
            self.solve_line(bench, subject);
        }
        !self.progress.is_stopped()
    }

    fn known(&self, subject: &Subject) -> Known {
        let table = self.books.table(subject.position.board(), subject.scoring);
        self.books.known(&table, subject)
    }

    /// Finds the values of the moves that are not known yet.
    fn solve_moves(&self, bench: &mut Bench, subject: &Subject) {
        let moves = self.books.view(subject, false).moves;
        for one in moves.iter().filter(|one| one.bounds.exact().is_none()) {
            // A symmetric move may have settled its value already.
            let next = Subject { position: one.next, scoring: subject.scoring };
            if self.known(&next).bounds.exact().is_some() {
                continue;
            }
            (self.tell)(Step::Move(one.chosen));
            if !self.solve(bench, &next, false) {
                return;
            }
        }
    }

    /// Completes perfect play from a position whose value is known: a search goes on where the known line ends.
    fn solve_line(&self, bench: &mut Bench, subject: &Subject) {
        let mut known = None;
        while !self.progress.is_stopped() {
            let view = self.books.view(subject, true);
            // Do not repeat a step that brought nothing new.
            if view.bounds.exact().is_none() || view.end.is_some() || known == Some(view.line.len()) {
                return;
            }
            known = Some(view.line.len());
            let position = play_moves(subject.position, &view.line).expect("the books hold legal moves");
            let next = Subject { position, scoring: subject.scoring };
            // Knowing the value, the search only has to look for moves that keep it.
            self.books.remember(&next, self.known(&next));
            (self.tell)(Step::Line);
            if !self.solve(bench, &next, true) {
                return;
            }
        }
    }

    /// Searches a position, and returns whether it is solved. Either way, the books keep what was proven.
    fn solve(&self, bench: &mut Bench, subject: &Subject, wants_line: bool) -> bool {
        let Subject { position, scoring } = *subject;
        let table = self.books.table(position.board(), scoring);
        let question = Question::new(position, Mode::Exact, scoring);
        let solver = bench.solver(position.empties());
        let search = solver.with_table(&table).watched_by(self.progress);
        let answer = if wants_line { search.solve(&question) } else { search.value(&question) };
        let Ok(answer) = answer else {
            // Without memory, or without a table for this game, the books already have all there is.
            return false;
        };
        if let Some(position) = answer.contradiction {
            (self.tell)(Step::Contradiction(position));
            return false;
        }
        self.note(subject, &answer);
        (self.tell)(Step::Settled);
        answer.complete
    }

    /// Stores what was proven in the books, for each position of the perfect line too.
    fn note(&self, subject: &Subject, answer: &Answer) {
        let Subject { position, scoring } = *subject;
        let Answer { bounds, best, basis, .. } = *answer;
        self.books.remember(subject, Known { bounds, best, basis });
        let (mut now, mut bounds) = (position, answer.bounds);
        for &chosen in &answer.line {
            self.books.remember(&Subject { position: now, scoring }, Known { bounds, best: Some(chosen), basis });
            now = now.play(chosen).expect("a legal move");
            bounds = bounds.negated();
        }
    }
}
