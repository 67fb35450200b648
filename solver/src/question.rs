//! The search's questions, resources and answers.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::table::Basis;
use crate::technique::Techniques;
use rules::moves::Move;
use rules::position::Position;
use rules::score::{Bounds, Score, Scoring};
use rules::simd::Level;

/// How far to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Win, loss or draw.
    Wld,
    /// The disc difference.
    #[default]
    Exact,
}

impl Mode {
    /// `wld` or `exact`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wld => "wld",
            Self::Exact => "exact",
        }
    }

    /// Whether `bounds` answer the question.
    #[must_use]
    pub fn settled(self, bounds: Bounds) -> bool {
        match self {
            Self::Wld => bounds.outcome().is_some(),
            Self::Exact => bounds.exact().is_some(),
        }
    }
}

/// A position, how far to go, and how to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position to solve.
    pub position: Position,
    /// Win/loss/draw or the exact value.
    pub mode: Mode,
    /// Who receives the empties.
    pub scoring: Scoring,
}

impl Question {
    /// A question.
    #[must_use]
    pub fn new(position: Position, mode: Mode, scoring: Scoring) -> Self {
        Self { position, mode, scoring }
    }

    /// What is the value, by [`Scoring::Discs`]?
    #[must_use]
    pub fn exact(position: Position) -> Self {
        Self::new(position, Mode::Exact, Scoring::Discs)
    }

    /// Who wins?
    #[must_use]
    pub fn wld(position: Position) -> Self {
        Self::new(position, Mode::Wld, Scoring::Discs)
    }

    /// The same question under another scoring.
    #[must_use]
    pub fn scored(self, scoring: Scoring) -> Self {
        Self { scoring, ..self }
    }
}

/// A score that the side to move in a position should reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The position.
    pub position: Position,
    /// The score, for the side to move.
    pub at_least: Score,
    /// Who receives the empties.
    pub scoring: Scoring,
}

/// Whether a [`Target`] is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It is, by each of these moves, in order of their squares. Others may reach it as well. Empty if the game is
    /// over.
    Yes(Vec<Move>),
    /// It is not: the value is less.
    No,
}

/// What a limited search has found about a [`Target`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limited {
    /// Proven bounds on the value, for the side to move. They settle whether the target is reached, unless the search
    /// was stopped or spent its nodes. If they contradict each other, the persistent table holds something false.
    pub bounds: Bounds,
    /// Nodes searched.
    pub nodes: u64,
    /// What the bounds may rest on; see [`Answer::basis`].
    pub basis: Basis,
}

/// What the search is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Looking the position up.
    Lookup,
    /// Guessing the value.
    Guess,
    /// Is it a wipe-out?
    WipeOut,
    /// Win, loss or draw?
    Wld,
    /// Narrowing the bounds to the exact value.
    Exact,
    /// Is a limit of the value reached?
    Limit,
    /// Following the perfect line.
    Line,
}

impl Phase {
    /// A word or two for display.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lookup => "look-up",
            Self::Guess => "guess",
            Self::WipeOut => "wipe-out?",
            Self::Wld => "who wins?",
            Self::Exact => "exact value",
            Self::Limit => "limit",
            Self::Line => "perfect line",
        }
    }
}

/// What a search shows while it runs, and the means to stop it. Threads share it; read it at any time.
#[derive(Debug)]
pub struct Progress {
    stop: Arc<Stop>,
    pulse: Option<Pulse>,
    /// When to stop.
    end: Option<Instant>,
    nodes: Arc<AtomicU64>,
    root_moves: AtomicU32,
    root_moves_done: AtomicU32,
    state: Mutex<(Phase, Option<Bounds>)>,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            stop: Arc::default(),
            pulse: None,
            end: None,
            nodes: Arc::default(),
            root_moves: AtomicU32::new(0),
            root_moves_done: AtomicU32::new(0),
            state: Mutex::new((Phase::Lookup, None)),
        }
    }
}

/// Called by the searching threads as they go.
#[derive(Clone)]
struct Pulse(Arc<dyn Fn(&Progress) + Send + Sync>);

impl fmt::Debug for Pulse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pulse")
    }
}

/// Whether a search should stop: set directly, or by the search that it is a part of.
#[derive(Debug, Default)]
struct Stop {
    is_asked: AtomicBool,
    above: Option<Arc<Stop>>,
}

impl Stop {
    fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_asked())
    }
}

impl Progress {
    /// Makes the searching threads call `pulse` whenever they report nodes, after at most 65,536 of them: for programs
    /// without another thread to watch the search.
    #[must_use]
    pub fn with_pulse(self, pulse: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self { pulse: Some(Pulse(Arc::new(pulse))), ..self }
    }

    /// Stops the search at this time, if one is given, or within some 65,536 nodes of a thread after it.
    #[must_use]
    pub(crate) fn until_if(self, end: Option<Instant>) -> Self {
        Self { end, ..self }
    }

    /// The progress of a part of the work, which can be stopped alone. Its nodes count for the whole, and it stops with
    /// the whole.
    #[must_use]
    pub fn part(&self) -> Self {
        let stop = Arc::new(Stop { is_asked: AtomicBool::new(false), above: Some(Arc::clone(&self.stop)) });
        Self { stop, pulse: self.pulse.clone(), end: self.end, nodes: Arc::clone(&self.nodes), ..Self::default() }
    }

    /// Asks the search to stop soon and to answer with what it has proven so far.
    pub fn stop(&self) {
        self.stop.is_asked.store(true, Ordering::Relaxed);
    }

    /// Whether [`Progress::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Nodes searched so far, by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Root moves done in the current null window, and how many there are.
    #[must_use]
    pub fn root_moves(&self) -> (u32, u32) {
        (self.root_moves_done.load(Ordering::Relaxed), self.root_moves.load(Ordering::Relaxed))
    }

    /// What the search is doing.
    ///
    /// # Panics
    /// If a thread of the search has panicked.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.lock().expect("no thread panics while it holds the state").0
    }

    /// Proven bounds of the root, for the side to move; `None` before the search begins.
    ///
    /// # Panics
    /// If a thread of the search has panicked.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.state.lock().expect("no thread panics while it holds the state").1
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        if self.end.is_some_and(|end| Instant::now() >= end) {
            self.stop();
        }
        if let Some(Pulse(pulse)) = &self.pulse {
            pulse(self);
        }
    }

    pub(crate) fn enter(&self, phase: Phase, bounds: Bounds) {
        *self.state.lock().expect("no thread panics while it holds the state") = (phase, Some(bounds));
    }

    pub(crate) fn set_root_moves(&self, done: u32, all: u32) {
        self.root_moves_done.store(done, Ordering::Relaxed);
        self.root_moves.store(all, Ordering::Relaxed);
    }
}

/// Default memory of the search's own table, in bytes.
pub const DEFAULT_MEMORY_BYTES: usize = 512 << 20;

/// What a search may use. The default: one thread, [`DEFAULT_MEMORY_BYTES`], the processor's best instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Number of threads, at least 1. With 1 the same question takes the same number of nodes each time.
    pub threads: usize,
    /// Size of the table in memory, in bytes; rounded down to a power of two, at least 4 KiB. A long hunt for a
    /// wipe-out takes up to a sixth as much in addition.
    pub memory_bytes: usize,
    /// The instruction set to use; if the processor lacks it, the next best that it has.
    pub simd: Level,
    /// The techniques that the search does without, for measurements.
    pub without: Techniques,
}

impl Default for Resources {
    fn default() -> Self {
        Self { threads: 1, memory_bytes: DEFAULT_MEMORY_BYTES, simd: Level::best(), without: Techniques::NONE }
    }
}

/// The answer to a question: what is proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Proven bounds on the value, for the side to move, in discs.
    pub bounds: Bounds,
    /// A best move; in win/loss/draw mode, one that keeps the outcome. In an incomplete answer, the move that proves the
    /// lower bound or, if there is none, the best guess so far. `None` when the game is over or nothing is known.
    pub best: Option<Move>,
    /// The moves of a perfect game to its end, passes included. In win/loss/draw mode, each side plays moves that keep
    /// its outcome. Empty if the line was not requested or the search stopped first.
    pub line: Vec<Move>,
    /// Position at the end of `line`.
    pub end: Position,
    /// Nodes searched: positions whose moves, successors or final score were computed.
    pub nodes: u64,
    /// Whether the persistent table alone settled the value.
    pub from_table: bool,
    /// What the answer may rest on: a claim if anything in the solver's memory or in what the table has said rests on
    /// one.
    pub basis: Basis,
    /// Whether the question is answered; `false` when the search was stopped or met a contradiction.
    pub complete: bool,
    /// In an incomplete answer, what the evaluation and selective searches expect: a value in discs for the side to move,
    /// within the bounds, and a move, if one was found. Nothing of it is proven. `None` in a complete answer, and where the
    /// search ended before it could guess or the board has no learned evaluation.
    pub guess: Option<(Score, Option<Move>)>,
    /// A position that cannot have the value that the persistent table says or implies: the table holds something
    /// false. `None` if only this search has written the table.
    pub contradiction: Option<Position>,
}

impl Answer {
    /// The value for the side to move, in discs, if the bounds meet.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.bounds.exact()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::{Solver, Start};

    #[test]
    fn a_pulse_sees_the_nodes_and_may_stop_the_search() {
        let seen = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&seen);
        let progress = Progress::default().with_pulse(move |progress| {
            told.store(progress.nodes(), Ordering::Relaxed);
            progress.stop();
        });
        let position = Position::start("5x6".parse().unwrap(), Start::Othello);
        let question = Question::new(position, Mode::Exact, Scoring::Discs);
        let answer = Solver::default().watched_by(&progress.part()).solve(&question).unwrap();
        assert!(!answer.complete);
        let nodes = seen.load(Ordering::Relaxed);
        assert!((1..1 << 20).contains(&nodes), "{nodes}");
    }

    #[test]
    fn a_stopped_search_says_what_it_expects_and_a_complete_one_does_not() {
        for (board, most, mode) in
            [("7x7", 1 << 22, Mode::Exact), ("7x6", 1 << 22, Mode::Wld), ("4x5", u64::MAX, Mode::Exact)]
        {
            let progress = Progress::default().with_pulse(move |progress| {
                if progress.nodes() > most {
                    progress.stop();
                }
            });
            let position = Position::start(board.parse().unwrap(), Start::Othello);
            let question = Question::new(position, mode, Scoring::Discs);
            let answer = Solver::default().watched_by(&progress).solve(&question).unwrap();
            assert_eq!(answer.complete, most == u64::MAX, "{board}");
            let Some((value, best)) = answer.guess else {
                assert!(answer.complete, "{board}");
                continue;
            };
            assert!(!answer.complete && answer.bounds.lower <= value && value <= answer.bounds.upper, "{answer:?}");
            assert!(best.is_some_and(|best| position.legal_moves().contains(&best)), "{answer:?}");
        }
    }
}
