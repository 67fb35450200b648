//! The training targets of each position, as arrays that both NumPy layouts share.

use solver::Outcome;

use super::npy::Archive;
use super::{FormatError, malformed};
use crate::record::Record;
use crate::row::action;

/// Stands for the value of an illegal action, or of one whose outcome alone is known. No score is this low.
const NO_VALUE: i8 = i8::MIN;

/// Arrays with one row for each record.
pub(super) struct Targets<'a> {
    records: &'a [Record],
    /// Rows of the board; 0 without records.
    pub(super) rows: usize,
    /// Columns of the board; 0 without records.
    pub(super) cols: usize,
}

impl<'a> Targets<'a> {
    /// Determines the shape of the arrays.
    ///
    /// # Errors
    /// The records are on several boards.
    pub(super) fn new(records: &'a [Record]) -> Result<Self, FormatError> {
        let board = records.first().map(|record| record.position.board());
        if records.iter().any(|record| Some(record.position.board()) != board) {
            return Err(malformed("arrays hold positions of one board, and these are of several"));
        }
        let side = |side: fn(solver::Board) -> u32| board.map_or(0, side) as usize;
        Ok(Self { records, rows: side(solver::Board::rows), cols: side(solver::Board::cols) })
    }

    pub(super) fn squares(&self) -> usize {
        self.rows * self.cols
    }

    /// Adds to an archive, for N records and A actions (squares, then the pass), all for the side to move:
    ///
    /// - `legal_action_mask` (N × A, bool);
    /// - `policy` (N × A, float32): the best moves, all equally likely;
    /// - `action_outcome` (N × A, int8): 1 wins, 0 draws, −1 loses; 0 where illegal;
    /// - `action_value` (N × A, int8): disc differences, −128 where illegal or unknown;
    /// - `outcome` (N, int8), `value` (N, int8): of the position;
    /// - `player`, `opponent` (N, uint64): its bitboards, for finding it in the other formats.
    pub(super) fn add_to(&self, archive: &mut Archive) -> Result<(), FormatError> {
        let (count, actions) = (self.records.len(), self.squares() + 1);
        let mut legal = vec![false; count * actions];
        let mut policy = vec![0f32; count * actions];
        let mut outcomes = vec![0i8; count * actions];
        let mut values = vec![NO_VALUE; count * actions];
        for (index, record) in self.records.iter().enumerate() {
            let board = record.position.board();
            let place = |chosen| index * actions + action(board, chosen);
            for label in &record.moves {
                legal[place(label.chosen)] = true;
                outcomes[place(label.chosen)] = sign(label.outcome);
                values[place(label.chosen)] = label.value.map_or(NO_VALUE, |value| value.discs() as i8);
            }
            let share = 1.0 / record.best_moves().count() as f32;
            record.best_moves().for_each(|chosen| policy[place(chosen)] = share);
        }
        archive.add("legal_action_mask", &[count, actions], &legal)?;
        archive.add("policy", &[count, actions], &policy)?;
        archive.add("action_outcome", &[count, actions], &outcomes)?;
        archive.add("action_value", &[count, actions], &values)?;
        archive.add("outcome", &[count], &self.each(|record| sign(record.outcome)))?;
        archive.add(
            "value",
            &[count],
            &self.each(|record| record.value.map_or(NO_VALUE, |value| value.discs() as i8)),
        )?;
        archive.add("player", &[count], &self.each(|record| record.position.discs().player().bits()))?;
        archive.add("opponent", &[count], &self.each(|record| record.position.discs().opponent().bits()))
    }

    fn each<T>(&self, of: impl Fn(&Record) -> T) -> Vec<T> {
        self.records.iter().map(of).collect()
    }
}

fn sign(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}
