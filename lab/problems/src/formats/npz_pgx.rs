//! NumPy arrays in the layout of pgx's game `othello`, with targets.
//!
//! `observation` is what `observe` gives the player to move: rows × columns × planes of false and true; the planes are that
//! player's discs and the opponent's. Actions are the squares in row order, then the pass.
//! Source: sotetsuk/pgx, documentation of the game, <https://sotets.uk/pgx/othello/>.

use super::FormatError;
use super::npy::{BOOL, archive};
use super::targets::{sides, targets};
use crate::record::Record;

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let ([rows, cols], count) = (sides(records)?, records.len());
    let mut planes = Vec::with_capacity(count * 2 * rows * cols);
    for record in records {
        let discs = record.position.discs();
        for square in 0..rows * cols {
            planes.extend([discs.player().bits(), discs.opponent().bits()].map(|plane| (plane >> square & 1) as u8));
        }
    }
    let (observation, shape) = ([count, rows, cols, 2], [count, rows * cols + 1]);
    archive([("observation", BOOL, &observation[..], planes)].into_iter().chain(targets(records, &shape)))
}
