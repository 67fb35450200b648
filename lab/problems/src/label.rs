//! Labels: the value and outcome of a position and of each of its moves, proven by the solver.
//!
//! The position itself is searched by a solver that knows nothing: its value, perfect line and number of nodes are the
//! same wherever and however often that is done. A table takes part in two ways that cannot be seen in a record: it gets
//! what is proven, and the values of the moves, which can only have one value, are asked of it.

use std::sync::{Mutex, PoisonError};

use solver::simd::Level;
use solver::{
    Answer, Board, Discs, Mode, Move, Outcome, Position, Progress, ProofTable, Proven, Question, Resources, Scoring,
    Side, SolveError, Solver, Technique,
};
use thiserror::Error;

use crate::record::{MoveLabel, Record, settled};
use crate::traps::{MOST_EMPTIES, traps};

/// Memory of the search of a position, in bytes: as much as it can fill, since more takes time to make ready. The numbers
/// of nodes depend on it, so it depends on nothing but the number of empty squares.
fn memory_bytes(empties: u32) -> usize {
    match empties {
        0..=17 => 4 << 20,
        18..=21 => 16 << 20,
        22..=25 => 64 << 20,
        _ => 256 << 20,
    }
}

/// Below so many empty squares no table is asked or told: the position is solved in less time than that takes.
const TABLE_MIN_EMPTIES: u32 = 20;

/// How positions are labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelling {
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Values, or outcomes only.
    pub labels: Mode,
    /// Only positions in which at least one move wins and at least one loses.
    pub is_decisive: bool,
    /// Only positions with a trap of at least so many plies; 0 for all.
    pub least_trap: u32,
}

/// Why there is no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LabelError {
    /// The progress was told to stop.
    #[error("stopped")]
    Stopped,
    /// Something in the persistent table is false.
    #[error("what the table says of a position is false; its entries cannot be trusted")]
    Contradiction(Position),
    /// The label would rest on entries of the table that came from elsewhere and that nobody has verified. Hand in a table
    /// that gives only what was proven here.
    #[error("its label would rest on entries of the table that nobody has verified")]
    Unverified(Position),
    /// The game is over, so there is nothing to label.
    #[error("the game is over")]
    Over,
    /// Traps of a position that is too large for them.
    #[error("traps are looked for in positions of at most {MOST_EMPTIES} empty squares")]
    TooManyEmpties,
    /// The solver cannot search.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Labels positions on any number of threads, each with a solver that knows nothing of the positions before.
#[derive(Debug)]
pub struct Labeller {
    labelling: Labelling,
    /// Solvers of which none is in use, with the memory they have.
    spare: Mutex<Vec<(usize, Solver)>>,
}

impl Labeller {
    /// Labels as `labelling` says.
    #[must_use]
    pub fn new(labelling: Labelling) -> Self {
        Self { labelling, spare: Mutex::default() }
    }

    /// What it says.
    #[must_use]
    pub fn labelling(&self) -> Labelling {
        self.labelling
    }

    /// Labels a position, on this thread. `None` if it is not decisive and that is asked.
    ///
    /// `table` must be for the scoring and for the position's board, or the transposed one where that is taller than wide.
    ///
    /// # Errors
    /// Stopped, a false table, or a game that is over.
    pub fn label(
        &self,
        position: Position,
        table: Option<&dyn ProofTable>,
        progress: &Progress,
    ) -> Result<Option<Record>, LabelError> {
        if position.is_over() {
            return Err(LabelError::Over);
        }
        let Labelling { labels, is_decisive, least_trap, .. } = self.labelling;
        if !is_decisive && least_trap == 0 {
            return self.labelled(position, labels, table, progress).map(Some);
        }
        // Who wins is asked first: most positions are not decisive, and that costs least.
        let Some(record) = self.decisive(position, table, progress)? else { return Ok(None) };
        if least_trap > 0 && !traps(&record, progress)?.iter().any(|trap| trap.plies >= least_trap) {
            return Ok(None);
        }
        match labels {
            Mode::Wld => Ok(Some(record)),
            Mode::Exact => self.labelled(position, Mode::Exact, table, progress).map(Some),
        }
    }

    /// The outcomes, if the position is decisive.
    fn decisive(
        &self,
        position: Position,
        table: Option<&dyn ProofTable>,
        progress: &Progress,
    ) -> Result<Option<Record>, LabelError> {
        let mut bench = Bench::new(self, Mode::Wld, position.empties(), table, progress);
        let root = bench.root(position)?;
        if root.bounds.outcome() != Some(Outcome::Win) {
            return Ok(None);
        }
        let record = bench.record(position, root)?;
        Ok(record.is_decisive().then_some(record))
    }

    fn labelled(
        &self,
        position: Position,
        labels: Mode,
        table: Option<&dyn ProofTable>,
        progress: &Progress,
    ) -> Result<Record, LabelError> {
        let mut bench = Bench::new(self, labels, position.empties(), table, progress);
        let root = bench.root(position)?;
        bench.record(position, root)
    }
}

/// The exact values of all moves of a position for the side to move, by one search each.
///
/// # Errors
/// Stopped.
pub(crate) fn move_values(
    position: Position,
    labelling: &Labelling,
    progress: &Progress,
) -> Result<Vec<MoveLabel>, LabelError> {
    Bench::new(&Labeller::new(*labelling), Mode::Exact, position.empties(), None, progress).moves(position)
}

/// A solver for one position, with what it may look at.
pub(crate) struct Bench<'a> {
    labeller: &'a Labeller,
    memory_bytes: usize,
    /// Given back in the end.
    solver: Option<Solver>,
    scoring: Scoring,
    labels: Mode,
    table: Option<&'a dyn ProofTable>,
    progress: &'a Progress,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(
        labeller: &'a Labeller,
        labels: Mode,
        empties: u32,
        table: Option<&'a dyn ProofTable>,
        progress: &'a Progress,
    ) -> Self {
        let table = table.filter(|_| empties >= TABLE_MIN_EMPTIES);
        let memory_bytes = memory_bytes(empties);
        let mut spare = labeller.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let found = spare.iter().position(|&(bytes, _)| bytes == memory_bytes).map(|index| spare.swap_remove(index).1);
        drop(spare);
        let solver = found.unwrap_or_else(|| {
            let without = [Technique::Symmetry].into_iter().collect();
            Solver::new(Resources { threads: 1, memory_bytes, simd: Level::best(), without })
        });
        let scoring = labeller.labelling.scoring;
        Self { labeller, memory_bytes, solver: Some(solver), scoring, labels, table, progress }
    }

    /// Solves the position without help. What is proven goes to the table.
    fn root(&mut self, position: Position) -> Result<Answer, LabelError> {
        let question = Question::new(position, self.labels, self.scoring);
        self.solve(&question, false)
    }

    /// Asks the solver, which may or may not hear what the table knows.
    fn solve(&mut self, question: &Question, hears: bool) -> Result<Answer, LabelError> {
        let face = self.table.map(|table| Face { table, hears });
        let table = face.as_ref().map(|face| face as &dyn ProofTable);
        let solver = self.solver.as_mut().expect("it is given back at the very end");
        // The position's own line is wanted, those of its moves are not.
        let search = solver.with_table_if(table).watched_by(self.progress);
        let answer = if hears { search.value(question) } else { search.solve(question) };
        complete(question, answer?)
    }

    /// Solves the moves and puts everything together.
    fn record(&mut self, position: Position, root: Answer) -> Result<Record, LabelError> {
        let contradiction = LabelError::Contradiction(position);
        let (value, outcome) = settled(root.bounds, self.labels).ok_or(contradiction)?;
        let moves = self.moves(position)?;
        let record = Record {
            position,
            scoring: self.scoring,
            labels: self.labels,
            value,
            outcome,
            moves,
            line: root.line,
            nodes: root.nodes,
        };
        // The value of a position is the best of its moves' values.
        let rank = |outcome: Outcome| -(outcome as i32);
        let best = record.moves.iter().map(|label| (label.value, rank(label.outcome))).max();
        if best == Some((value, rank(outcome))) { Ok(record) } else { Err(contradiction) }
    }

    /// Who wins a position, for the side to move, whether the game goes on or not.
    pub(crate) fn outcome(&mut self, position: Position) -> Result<Outcome, LabelError> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome);
        }
        let answer = self.solve(&Question::new(position, Mode::Wld, self.scoring), true)?;
        answer.bounds.outcome().ok_or(LabelError::Contradiction(position))
    }

    /// The labels of all moves.
    fn moves(&mut self, position: Position) -> Result<Vec<MoveLabel>, LabelError> {
        position.legal_moves().into_iter().map(|chosen| self.one_move(position, chosen)).collect()
    }

    fn one_move(&mut self, position: Position, chosen: Move) -> Result<MoveLabel, LabelError> {
        let next = position.play(chosen).expect("a legal move");
        let question = Question::new(next, self.labels, self.scoring);
        let answer = self.solve(&question, true)?;
        let bounds = answer.bounds.negated();
        let (value, outcome) = settled(bounds, self.labels).ok_or(LabelError::Contradiction(next))?;
        Ok(MoveLabel { chosen, value, outcome })
    }
}

impl Drop for Bench<'_> {
    fn drop(&mut self) {
        if let Some(mut solver) = self.solver.take() {
            solver.forget();
            let mut spare = self.labeller.spare.lock().unwrap_or_else(PoisonError::into_inner);
            spare.push((self.memory_bytes, solver));
        }
    }
}

fn complete(question: &Question, answer: Answer) -> Result<Answer, LabelError> {
    match (answer.complete, answer.contradiction) {
        (_, Some(position)) => Err(LabelError::Contradiction(position)),
        _ if answer.basis.is_claim() => Err(LabelError::Unverified(question.position)),
        (true, None) => Ok(answer),
        (false, None) => Err(LabelError::Stopped),
    }
}

/// The table as a search sees it that does not map positions to their canonical form (which costs more than it gains
/// where the positions of one search are hardly ever twins).
struct Face<'a> {
    table: &'a dyn ProofTable,
    /// Whether the search gets to know what the table knows. It is told everything in any case.
    hears: bool,
}

impl Face<'_> {
    /// A position that the search has, with either side to move.
    fn position(&self, discs: Discs) -> Option<Position> {
        Position::new(self.board(), discs, Side::Black)
    }
}

impl ProofTable for Face<'_> {
    fn board(&self) -> Board {
        self.table.board()
    }

    fn scoring(&self) -> Scoring {
        self.table.scoring()
    }

    fn probe(&self, discs: Discs) -> Option<Proven> {
        if !self.hears {
            return None;
        }
        self.table.look_up(&self.position(discs)?)
    }

    fn record(&self, discs: Discs, proven: Proven) {
        if let Some(position) = self.position(discs) {
            self.table.keep(&position, proven);
        }
    }
}
