//! Traps: losing moves that can only be refuted by finding the one winning reply, again and again.
//!
//! To a search by random playouts, a move after which all replies but one lose looks good. Ramanujan, Sabharwal & Selman 2010,
//! "On adversarial search spaces and sampling-based planning", call a move a trap of level k if the opponent then wins within
//! k plies. Othello is decided only at its end, so here the level is the number of plies for which the refutation stays that
//! narrow.

use solver::{Mode, Move, Outcome, Position, Progress};

use crate::bench::{Bench, Spare};
use crate::labelling::LabelError;
use crate::record::Record;

/// The most empty squares for finding traps: with more, a single position may take hours.
pub const MOST_EMPTIES: u32 = 18;

/// A losing move, and how narrow its refutation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The move.
    pub chosen: Move,
    /// The plies, from the reply to the move on, to the last reply that is the only winning one among several, if the side
    /// that chose the move defends so that this lasts as long as possible.
    pub plies: u32,
    /// The other replies to the move, none of which wins.
    pub decoys: u32,
    /// The moves of those plies: a reply, a defence, the next reply and so on.
    pub refutation: Vec<Move>,
}

/// All traps among the moves of a position, in the order of its moves; none unless some move wins.
///
/// # Errors
/// More than [`MOST_EMPTIES`] empty squares, an illegal move, stopped, or the solver cannot search.
pub fn traps(record: &Record, progress: &Progress) -> Result<Vec<Trap>, LabelError> {
    if record.position.empties() > MOST_EMPTIES {
        return Err(LabelError::TooManyEmpties { most: MOST_EMPTIES });
    }
    if record.moves.iter().any(|label| record.position.play(label.chosen).is_err()) {
        return Err(LabelError::Illegal(record.position));
    }
    let spare = Spare::default();
    let mut bench = Bench::new(&spare, (record.scoring, Mode::Wld), record.position.empties(), None, progress);
    traps_by(record, &mut |position| bench.outcome(position))
}

/// The same, given a function for the outcome of a position for the side to move.
fn traps_by<E>(record: &Record, outcome: &mut impl FnMut(Position) -> Result<Outcome, E>) -> Result<Vec<Trap>, E> {
    let mut found = Vec::new();
    if record.outcome != Outcome::Win {
        return Ok(found);
    }
    for label in record.moves.iter().filter(|label| label.outcome == Outcome::Loss) {
        let chosen = label.chosen;
        let after = record.position.play(chosen).expect("a legal move");
        let refutation = narrow(after, outcome)?;
        if !refutation.is_empty() {
            let (plies, decoys) = (refutation.len() as u32, after.legal_moves().len() as u32 - 1);
            found.push(Trap { chosen, plies, decoys, refutation });
        }
    }
    Ok(found)
}

/// From a position that the side to move wins, the longest line on which it has only one winning move at each choice, up to
/// the last of these; empty if that does not hold at its first choice. A single legal move is no choice.
fn narrow<E>(position: Position, outcome: &mut impl FnMut(Position) -> Result<Outcome, E>) -> Result<Vec<Move>, E> {
    if position.is_over() {
        return Ok(Vec::new());
    }
    let moves = position.legal_moves();
    let mut winning = Vec::new();
    for &reply in &moves {
        let after = position.play(reply).expect("a legal move");
        if outcome(after)? == Outcome::Loss {
            winning.push((reply, after));
        }
        if winning.len() > 1 {
            return Ok(Vec::new());
        }
    }
    let Some(&(reply, after)) = winning.first() else { return Ok(Vec::new()) };
    let mut longest = Vec::new();
    if !after.is_over() {
        for defence in after.legal_moves() {
            let rest = narrow(after.play(defence).expect("a legal move"), outcome)?;
            if rest.len() + 1 > longest.len() && !rest.is_empty() {
                longest = [vec![defence], rest].concat();
            }
        }
    }
    let is_choice = moves.len() > 1;
    Ok(if is_choice || !longest.is_empty() { [vec![reply], longest].concat() } else { Vec::new() })
}
