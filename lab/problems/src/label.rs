//! Labels: the value and outcome of a position and of each of its moves, proven by the solver.
//!
//! A solver without prior knowledge searches the position itself, so its value, perfect line and number of nodes are the same
//! anywhere, any time. A table takes part in two ways that do not affect a record: it stores what is proven, and it helps to
//! find the values of the moves, which are unique.

use solver::{Bounds, Mode, Outcome, Position, Progress, ProofTable};

use crate::bench::{Bench, Spare};
pub use crate::labelling::{LabelError, Labelling};
use crate::record::{MoveLabel, Record, settled};
use crate::traps::traps;

/// Labels positions on any number of threads, each with a solver that remembers nothing of earlier positions.
#[derive(Debug)]
pub struct Labeller {
    labelling: Labelling,
    spare: Spare,
}

impl Labeller {
    /// Labels as `labelling` says.
    #[must_use]
    pub fn new(labelling: Labelling) -> Self {
        Self { labelling, spare: Spare::default() }
    }

    /// How it labels.
    #[must_use]
    pub fn labelling(&self) -> Labelling {
        self.labelling
    }

    /// Labels a position on this thread. `None` if it is not decisive, or lacks a trap, where `labelling` requires that.
    ///
    /// `table` must be for the scoring and the position's board, transposed if that is taller than wide.
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
        // Outcomes come first: most positions are not decisive, and outcomes cost least.
        let Some(record) = self.decisive(position, table, progress)? else { return Ok(None) };
        if least_trap > 0 && !traps(&record, progress)?.iter().any(|trap| trap.plies >= least_trap) {
            return Ok(None);
        }
        match labels {
            Mode::Wld => Ok(Some(record)),
            Mode::Exact => self.labelled(position, Mode::Exact, table, progress).map(Some),
        }
    }

    /// The label of a position that a book knows with all its moves; `None` as for [`Labeller::label`]. Nothing is searched,
    /// so there are no nodes, and the line ends with the book.
    ///
    /// # Errors
    /// The book does not know a move, or contradicts itself.
    pub(crate) fn look_up(&self, position: Position, book: &dyn ProofTable) -> Result<Option<Record>, LabelError> {
        let Labelling { scoring, labels, is_decisive, .. } = self.labelling;
        let known = |position: &Position| {
            let score = position.final_score(scoring).map(Bounds::at);
            let bounds = score.or_else(|| book.look_up(position).map(|known| known.bounds));
            bounds.and_then(|bounds| settled(bounds, labels).map(|_| bounds)).ok_or(LabelError::Unknown(*position))
        };
        let after = |position: &Position, chosen| position.play(chosen).expect("a legal move");
        let label = |chosen| {
            let bounds = known(&after(&position, chosen))?.negated();
            let (value, outcome) = settled(bounds, labels).expect("it is known");
            Ok(MoveLabel { chosen, value, outcome })
        };
        let (value, outcome) = settled(known(&position)?, labels).expect("it is known");
        let moves = position.legal_moves().into_iter().map(label).collect::<Result<Vec<_>, LabelError>>()?;
        let (mut line, mut last) = (Vec::new(), position);
        while let Some(best) = book.look_up(&last).and_then(|known| known.best) {
            line.push(best);
            last = after(&last, best);
        }
        let record = Record { position, scoring, labels, value, outcome, moves, line, nodes: 0, source: None };
        let best = record.moves.iter().map(|label| (label.value, label.outcome.sign())).max();
        match best == Some((value, outcome.sign())) {
            true => Ok(Some(record).filter(|record| !is_decisive || record.is_decisive())),
            false => Err(LabelError::Contradiction(position)),
        }
    }

    /// The outcomes, if the position is decisive.
    fn decisive(
        &self,
        position: Position,
        table: Option<&dyn ProofTable>,
        progress: &Progress,
    ) -> Result<Option<Record>, LabelError> {
        let mut bench = self.bench(Mode::Wld, position, table, progress);
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
        let mut bench = self.bench(labels, position, table, progress);
        let root = bench.root(position)?;
        bench.record(position, root)
    }

    fn bench<'a>(
        &'a self,
        labels: Mode,
        position: Position,
        table: Option<&'a dyn ProofTable>,
        progress: &'a Progress,
    ) -> Bench<'a> {
        Bench::new(&self.spare, (self.labelling.scoring, labels), position.empties(), table, progress)
    }
}

/// The exact values of all moves of a position for the side to move, by one search each, with a solver of `spare` if one is idle.
///
/// # Errors
/// Stopped.
pub(crate) fn move_values(
    position: Position,
    labelling: &Labelling,
    spare: &Spare,
    progress: &Progress,
) -> Result<Vec<MoveLabel>, LabelError> {
    Bench::new(spare, (labelling.scoring, Mode::Exact), position.empties(), None, progress).moves(position)
}
