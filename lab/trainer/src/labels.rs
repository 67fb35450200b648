//! The values of positions: exact, or from a search with the evaluation.

use std::alloc::{Layout, handle_alloc_error};

use rayon::prelude::*;
use solver::evaluation::lookahead::Lookahead;
use solver::evaluation::{DISC, Evaluation};
use solver::{Board, Discs, Mode, Observer, Position, Question, Resources, Scoring, Side, Solver};

use crate::Stopped;

/// Memory of one solver, in bytes.
const MEMORY_BYTES: usize = 4 << 20;
/// Number of positions per solver.
const BATCH: usize = 256;
/// With at most this many empty squares, a plain search to the end is faster than a solver.
const PLAIN_EMPTIES: u32 = 6;

/// Solves positions of one board under scoring `discs`.
pub(crate) struct Exact<'a> {
    board: Board,
    solver: Solver,
    lookahead: Lookahead<'a>,
}

impl<'a> Exact<'a> {
    /// A solver with an empty table. Near the end a plain search replaces it, in which `evaluation` only orders moves.
    pub(crate) fn new(evaluation: &'a Evaluation) -> Self {
        let resources = Resources { threads: 1, memory_bytes: MEMORY_BYTES, ..Resources::default() };
        let lookahead = Lookahead::new(evaluation, Scoring::Discs);
        Self { board: evaluation.board(), solver: Solver::new(resources), lookahead }
    }

    /// The value for the side to move, in discs, and the nodes it took (0 if it was cheap).
    pub(crate) fn value(&mut self, discs: Discs) -> (i32, u64) {
        let empties = self.board.squares() - discs.occupied().len();
        if empties <= PLAIN_EMPTIES {
            return (self.lookahead.value(discs, empties) / DISC, 0);
        }
        let position = Position::new(self.board, discs, Side::Black).expect("the discs are on the board");
        let question = Question::new(position, Mode::Exact, Scoring::Discs);
        let layout = Layout::new::<[u8; MEMORY_BYTES]>();
        let answer = self.solver.solve(&question).unwrap_or_else(|_| handle_alloc_error(layout));
        (answer.bounds.exact().expect("nothing stops the search").discs(), answer.nodes)
    }
}

/// The values of positions for the side to move, in discs: solved, or from a search of this many plies.
///
/// # Errors
/// The observer asked to stop.
pub(crate) fn label(
    evaluation: &Evaluation,
    plies: Option<u32>,
    positions: &[Discs],
    observer: &dyn Observer,
) -> Result<Vec<f32>, Stopped> {
    let batch = |batch: &[Discs]| -> Result<Vec<f32>, Stopped> {
        if observer.is_stopped() {
            return Err(Stopped);
        }
        let values = match plies {
            None => {
                let mut exact = Exact::new(evaluation);
                batch.iter().map(|&discs| exact.value(discs).0 as f32).collect()
            }
            Some(plies) => {
                let lookahead = Lookahead::new(evaluation, Scoring::Discs);
                batch.iter().map(|&discs| lookahead.value(discs, plies) as f32 / DISC as f32).collect()
            }
        };
        observer.advance(batch.len() as u64);
        Ok(values)
    };
    let batches = positions.par_chunks(BATCH).map(batch).collect::<Result<Vec<_>, _>>()?;
    Ok(batches.concat())
}
