//! NumPy arrays in the layout of OpenSpiel's game `othello`, with targets.
//!
//! `observation` is its observation tensor: planes × rows × columns of 0 and 1, the planes being empty squares, Black's
//! and White's discs, whoever is to move. Actions are the squares in row order, then the pass.
//! Source: google-deepmind/open_spiel, `open_spiel/games/othello/othello.cc`, `ObservationTensor`.

use solver::{Side, Squares};

use super::FormatError;
use super::npy::Archive;
use super::targets::Targets;
use crate::record::Record;

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let targets = Targets::new(records);
    let mut planes = Vec::with_capacity(records.len() * 3 * targets.squares());
    for record in records {
        let position = &record.position;
        let empty = position.board().all_squares() - position.discs().occupied();
        for plane in [empty, position.black(), position.white()].map(Squares::bits) {
            planes.extend((0..targets.squares()).map(|square| f32::from(plane >> square & 1 == 1)));
        }
    }
    let players = records.iter().map(|record| i8::from(record.position.side() == Side::White));
    let mut archive = Archive::new();
    archive.add("observation", &[records.len(), 3, targets.rows, targets.cols], &planes)?;
    archive.add("current_player", &[records.len()], &players.collect::<Vec<_>>())?;
    targets.add_to(&mut archive)?;
    archive.finish()
}
