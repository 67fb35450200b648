//! NumPy arrays in the layout of pgx's game `othello`, with targets.
//!
//! `observation` is what `observe` gives the player to move: rows × columns × planes of false and true; the planes are that
//! player's discs and the opponent's. Actions are the squares in row order, then the pass.
//! Source: sotetsuk/pgx, documentation of the game, <https://sotets.uk/pgx/othello/>.

use super::FormatError;
use super::npy::Archive;
use super::targets::Targets;
use crate::record::Record;

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let targets = Targets::new(records)?;
    let mut planes = Vec::with_capacity(records.len() * 2 * targets.squares());
    for record in records {
        let discs = record.position.discs();
        for square in 0..targets.squares() {
            planes.extend([discs.player().bits(), discs.opponent().bits()].map(|plane| plane >> square & 1 == 1));
        }
    }
    let mut archive = Archive::new();
    archive.add("observation", &[records.len(), targets.rows, targets.cols, 2], &planes)?;
    targets.add_to(&mut archive)?;
    archive.finish()
}
