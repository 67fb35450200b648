//! Builds a book by solving every position of its last layer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use solver::{Basis, Discs, Position, Progress, ProofTable, Question, Score, Side, SolveError, Solver};
use thiserror::Error;

use crate::book::Book;
use crate::error::BookError;
use crate::plan::Plan;

/// Why a book could not be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The book makes no sense.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A position could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// What is known about this position, or what follows from it, is contradictory.
    #[error("what is known of {} is false", .0.without_board())]
    Contradiction(Position),
    /// The results could not be stored.
    #[error("{0}")]
    Keep(String),
    /// The system cannot start more threads.
    #[error("threads: the system gives no more: {0}; choose fewer")]
    Threads(String),
}

/// How much is known so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    /// Positions of the last layer whose value is known.
    pub known: usize,
    /// All positions of the last layer.
    pub all: usize,
}

impl Stand {
    /// Whether nothing is left to solve.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self.known == self.all
    }
}

/// Receives the book as far as it is known; says why it could not be stored.
pub type Keep<'a> = Box<dyn FnMut(&Book, Stand) -> Result<(), String> + Send + 'a>;

/// Solves the positions that a book does not know, each solver in its own thread, until all are known or `progress` is
/// told to stop. The solvers should share a table ([`Solver::companion`]) and keep it, because siblings are solved one
/// after the other. What `known` holds is not searched; a book of the other scoring ([`BookTable`](crate::BookTable))
/// saves much of the work. `keep` receives the book every `interval` and at the end.
///
/// # Errors
/// The book was made from other positions, a position cannot be solved, or `keep` fails.
pub fn build(
    book: &mut Book,
    solvers: Vec<Solver>,
    known: Option<&dyn ProofTable>,
    progress: &Progress,
    interval: Duration,
    keep: Keep<'_>,
) -> Result<(), BuildError> {
    let tree = book.tree()?;
    let families = tree.layers.families(&tree.game);
    let positions = tree.layers.last().to_vec();
    let plan = *book.plan();
    let yard = Yard {
        plan,
        families,
        positions,
        next: AtomicUsize::new(0),
        known,
        progress,
        state: Mutex::new(State { book, kept: Instant::now(), keep, failure: None }),
        interval,
    };
    thread::scope(|scope| {
        for solver in solvers {
            let yard = &yard;
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, move || yard.work(solver)) {
                yard.fail(BuildError::Threads(error.to_string()));
            }
        }
    });
    let mut state = yard.state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    state.keep_now();
    state.failure.map_or(Ok(()), Err)
}

/// What the threads share.
struct Yard<'a> {
    plan: Plan,
    families: Vec<Vec<usize>>,
    positions: Vec<Discs>,
    /// The family that comes next.
    next: AtomicUsize,
    known: Option<&'a dyn ProofTable>,
    progress: &'a Progress,
    state: Mutex<State<'a>>,
    interval: Duration,
}

struct State<'a> {
    book: &'a mut Book,
    kept: Instant,
    keep: Keep<'a>,
    failure: Option<BuildError>,
}

impl State<'_> {
    fn keep_now(&mut self) {
        let values = self.book.values();
        let stand = Stand { known: values.iter().flatten().count(), all: values.len() };
        let kept = (self.keep)(self.book, stand).map_err(BuildError::Keep);
        self.failure = self.failure.take().or(kept.err());
        self.kept = Instant::now();
    }
}

impl<'a> Yard<'a> {
    /// Solves one family after the other.
    fn work(&self, mut solver: Solver) {
        while !self.progress.is_stopped() {
            let Some(family) = self.families.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let found = self.solve(family, &mut solver);
            let mut state = self.lock();
            match found {
                Ok((found, basis)) => state.book.learn(found, basis),
                Err(error) => {
                    drop(state);
                    self.fail(error);
                    return;
                }
            }
            if state.kept.elapsed() >= self.interval {
                state.keep_now();
                if state.failure.is_some() {
                    self.progress.stop();
                }
            }
        }
    }

    /// The unknown values of a family, as far as time allows, and what they rest on.
    fn solve(&self, family: &[usize], solver: &mut Solver) -> Result<(Vec<(usize, Score)>, Basis), BuildError> {
        let unknown: Vec<usize> = {
            let state = self.lock();
            family.iter().copied().filter(|&place| state.book.values()[place].is_none()).collect()
        };
        let mut found = Vec::with_capacity(unknown.len());
        let mut basis = Basis::Proof;
        for place in unknown {
            let question = self.question(self.positions[place]);
            let answer = solver.with_table_if(self.known).watched_by(self.progress).value(&question)?;
            if let Some(position) = answer.contradiction {
                return Err(BuildError::Contradiction(position));
            }
            let Some(value) = answer.bounds.exact() else { break };
            found.push((place, value));
            basis = basis.and(answer.basis);
        }
        Ok((found, basis))
    }

    fn question(&self, discs: Discs) -> Question {
        let position = Position::new(self.plan.board, discs, Side::Black).expect("a book's positions are of its board");
        Question::exact(position).scored(self.plan.scoring)
    }

    fn fail(&self, error: BuildError) {
        let mut state = self.lock();
        state.failure = state.failure.take().or(Some(error));
        self.progress.stop();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
