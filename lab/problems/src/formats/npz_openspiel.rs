//! NumPy arrays in the layout of OpenSpiel's game `othello`, with targets.
//!
//! `observation` is its observation tensor for the player to move: planes × rows × columns of 0 and 1; the planes are empty
//! squares, that player's discs and the opponent's. Actions are the squares in row order, then the pass.
//! Source: google-deepmind/open_spiel, `open_spiel/games/othello/othello.cc`, `ObservationTensor`; the tests compare it with
//! games that the package played.
//!
//! Files of version 1 have no array `format_version`. Their planes 1 and 2 are always Black's and White's discs, so they are
//! swapped wherever White is to move; they are refused.

use solver::{Side, Squares};

use super::npy::{F32, I8, archive, are_alike, array_named, elements};
use super::targets::{sides, targets};
use super::{FormatError, malformed};
use crate::record::Record;

/// The version that this program writes.
const VERSION: i8 = 2;
/// The array with the version, one entry per row, so that files can be concatenated array by array.
const VERSION_ARRAY: &str = "format_version";

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let ([rows, cols], count) = (sides(records)?, records.len());
    let mut planes = Vec::with_capacity(count * 3 * rows * cols * size_of::<f32>());
    for record in records {
        let discs = record.position.discs();
        let empty = record.position.board().all_squares() - discs.occupied();
        for plane in [empty, discs.player(), discs.opponent()].map(Squares::bits) {
            planes.extend((0..rows * cols).flat_map(|square| f32::from(plane >> square & 1 == 1).to_le_bytes()));
        }
    }
    let players = records.iter().map(|record| u8::from(record.position.side() == Side::White)).collect();
    let (observation, shape) = ([count, 3, rows, cols], [count, rows * cols + 1]);
    let own = [("observation", F32, &observation[..], planes), ("current_player", I8, &shape[..1], players)];
    let version = (VERSION_ARRAY, I8, &shape[..1], vec![VERSION as u8; count]);
    archive(own.into_iter().chain(targets(records, &shape)).chain([version]))
}

/// Whether a file has exactly the contents of these records.
pub(super) fn agrees(bytes: &[u8], records: &[Record]) -> Result<bool, FormatError> {
    let Some(versions) = array_named(bytes, VERSION_ARRAY)? else {
        return Err(malformed(
            "it is of version 1 of the layout openspiel, in which planes 1 and 2 are swapped wherever White is to move; make \
             the set again",
        ));
    };
    match elements(&versions)?.iter().find(|&&row| row as i8 != VERSION) {
        None => are_alike(&export(records)?, bytes),
        Some(&other) => Err(malformed(format!(
            "it is of version {} of the layout openspiel, and this program reads up to {VERSION}: use a newer one",
            other as i8
        ))),
    }
}
