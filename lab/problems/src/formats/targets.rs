//! The training targets of each position, as arrays that both NumPy layouts share.

use super::npy::{Array, BOOL, F32, I8, U64};
use super::{FormatError, malformed};
use crate::record::Record;
use crate::row::action;

/// Stands for the value of an illegal action, or of one whose outcome alone is known. No score is this low.
const NO_VALUE: i8 = i8::MIN;

/// Rows and columns of the board of all records; 0 without records.
///
/// # Errors
/// The records are on several boards.
pub(super) fn sides(records: &[Record]) -> Result<[usize; 2], FormatError> {
    let board = records.first().map(|record| record.position.board());
    if records.iter().any(|record| Some(record.position.board()) != board) {
        return Err(malformed("arrays hold positions of one board, and these are of several"));
    }
    Ok(board.map_or([0; 2], |board| [board.rows() as usize, board.cols() as usize]))
}

/// The arrays, for N records and A actions (squares, then the pass), all for the side to move; `shape` is [N, A].
///
/// - `legal_action_mask` (N × A, bool);
/// - `policy` (N × A, float32): the best moves, all equally likely;
/// - `action_outcome` (N × A, int8): 1 wins, 0 draws, −1 loses; 0 where illegal;
/// - `action_value` (N × A, int8): disc differences, −128 where illegal or unknown;
/// - `outcome` (N, int8), `value` (N, int8): of the position;
/// - `player`, `opponent` (N, uint64): its bitboards, for finding it in the other formats.
pub(super) fn targets<'a>(records: &[Record], shape: &'a [usize; 2]) -> [Array<'a>; 8] {
    let [count, actions] = *shape;
    let mut legal = vec![0; count * actions];
    let mut policy = vec![0f32; count * actions];
    let mut outcomes = vec![0; count * actions];
    let mut values = vec![NO_VALUE as u8; count * actions];
    let value = |value: Option<solver::Score>| value.map_or(NO_VALUE, |value| value.discs() as i8) as u8;
    for (index, record) in records.iter().enumerate() {
        let board = record.position.board();
        let place = |chosen| index * actions + action(board, chosen);
        for label in &record.moves {
            legal[place(label.chosen)] = 1;
            outcomes[place(label.chosen)] = label.outcome.sign() as u8;
            values[place(label.chosen)] = value(label.value);
        }
        let share = 1.0 / record.best_moves().count() as f32;
        record.best_moves().for_each(|chosen| policy[place(chosen)] = share);
    }
    let policy = policy.into_iter().flat_map(f32::to_le_bytes).collect();
    let squares = |of: fn(&Record) -> solver::Squares| {
        records.iter().flat_map(|record| of(record).bits().to_le_bytes()).collect::<Vec<u8>>()
    };
    [
        ("legal_action_mask", BOOL, shape, legal),
        ("policy", F32, shape, policy),
        ("action_outcome", I8, shape, outcomes),
        ("action_value", I8, shape, values),
        ("outcome", I8, &shape[..1], records.iter().map(|record| record.outcome.sign() as u8).collect()),
        ("value", I8, &shape[..1], records.iter().map(|record| value(record.value)).collect()),
        ("player", U64, &shape[..1], squares(|record| record.position.discs().player())),
        ("opponent", U64, &shape[..1], squares(|record| record.position.discs().opponent())),
    ]
}
