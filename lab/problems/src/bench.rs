//! A solver at work on one position: its memory, its use of a table, and how its answers become labels.

use std::sync::{Mutex, PoisonError};

use solver::simd::Level;
use solver::{
    Answer, Board, Discs, Mode, Move, Outcome, Position, Progress, ProofTable, Proven, Question, Resources, Scoring,
    Side, Solver, Technique,
};

use crate::labelling::LabelError;
use crate::record::{MoveLabel, Record, settled};

/// Memory for the search of a position, in bytes: as much as the search can fill, since initializing more takes time. Node
/// counts depend on it, so it depends only on the number of empty squares.
fn memory_bytes(empties: u32) -> usize {
    match empties {
        0..=17 => 4 << 20,
        18..=21 => 16 << 20,
        22..=25 => 64 << 20,
        _ => 256 << 20,
    }
}

/// Below this many empty squares no table is used: solving the position takes less time.
const TABLE_MIN_EMPTIES: u32 = 20;

/// Idle solvers, each with the size of its memory.
pub(crate) type Spare = Mutex<Vec<(usize, Solver)>>;

/// A solver for one position, with the table that it may use.
pub(crate) struct Bench<'a> {
    spare: &'a Spare,
    memory_bytes: usize,
    /// Returned to `spare` at the end.
    solver: Option<Solver>,
    scoring: Scoring,
    labels: Mode,
    table: Option<&'a dyn ProofTable>,
    progress: &'a Progress,
}

impl<'a> Bench<'a> {
    /// A solver for a position with this many empties.
    pub(crate) fn new(
        spare: &'a Spare,
        (scoring, labels): (Scoring, Mode),
        empties: u32,
        table: Option<&'a dyn ProofTable>,
        progress: &'a Progress,
    ) -> Self {
        let table = table.filter(|_| empties >= TABLE_MIN_EMPTIES);
        let memory_bytes = memory_bytes(empties);
        let mut solvers = spare.lock().unwrap_or_else(PoisonError::into_inner);
        let found = solvers.iter().position(|&(bytes, _)| bytes == memory_bytes);
        let found = found.map(|index| solvers.swap_remove(index).1);
        drop(solvers);
        let solver = found.unwrap_or_else(|| {
            let without = [Technique::Symmetry].into_iter().collect();
            Solver::new(Resources { threads: 1, memory_bytes, simd: Level::best(), without })
        });
        Self { spare, memory_bytes, solver: Some(solver), scoring, labels, table, progress }
    }

    /// Solves the position without the table's knowledge. What it proves goes to the table.
    pub(crate) fn root(&mut self, position: Position) -> Result<Answer, LabelError> {
        let question = Question::new(position, self.labels, self.scoring);
        self.solve(&question, false)
    }

    /// Asks the solver; `hears` says whether it may use what the table knows.
    fn solve(&mut self, question: &Question, hears: bool) -> Result<Answer, LabelError> {
        let face = self.table.map(|table| Face { table, hears });
        let table = face.as_ref().map(|face| face as &dyn ProofTable);
        let solver = self.solver.as_mut().expect("it is given back at the very end");
        // Only the position's own line is needed, not those of its moves.
        let search = solver.with_table_if(table).watched_by(self.progress);
        let answer = if hears { search.value(question) } else { search.solve(question) };
        complete(question, answer?)
    }

    /// Solves the moves and assembles the record.
    pub(crate) fn record(&mut self, position: Position, root: Answer) -> Result<Record, LabelError> {
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
            source: None,
        };
        // The value of a position is the best of its moves' values.
        let best = record.moves.iter().map(|label| (label.value, label.outcome.sign())).max();
        if best == Some((value, outcome.sign())) { Ok(record) } else { Err(contradiction) }
    }

    /// Who wins a position, for the side to move, whether the game is over or not.
    pub(crate) fn outcome(&mut self, position: Position) -> Result<Outcome, LabelError> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome);
        }
        let answer = self.solve(&Question::new(position, Mode::Wld, self.scoring), true)?;
        answer.bounds.outcome().ok_or(LabelError::Contradiction(position))
    }

    /// The labels of all moves.
    pub(crate) fn moves(&mut self, position: Position) -> Result<Vec<MoveLabel>, LabelError> {
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
            let mut solvers = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            solvers.push((self.memory_bytes, solver));
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

/// The table as seen by a search that does not map positions to canonical form (which costs more than it gains, since the
/// positions of one search are hardly ever symmetric twins).
struct Face<'a> {
    table: &'a dyn ProofTable,
    /// Whether the search may read the table. It writes to it in any case.
    hears: bool,
}

impl Face<'_> {
    /// A position of the search; it does not matter whose move it is.
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
