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

use super::npy::{Archive, are_alike, array_named, elements};
use super::targets::Targets;
use super::{FormatError, malformed};
use crate::record::Record;

/// The version that this program writes.
const VERSION: i8 = 2;
/// The array with the version, one entry per row, so that files can be concatenated array by array.
const VERSION_ARRAY: &str = "format_version";

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut archive = Archive::new();
    let targets = Targets::new(records)?;
    let mut planes = Vec::with_capacity(records.len() * 3 * targets.squares());
    for record in records {
        let discs = record.position.discs();
        let empty = record.position.board().all_squares() - discs.occupied();
        for plane in [empty, discs.player(), discs.opponent()].map(Squares::bits) {
            planes.extend((0..targets.squares()).map(|square| f32::from(plane >> square & 1 == 1)));
        }
    }
    let players = records.iter().map(|record| i8::from(record.position.side() == Side::White));
    archive.add("observation", &[records.len(), 3, targets.rows, targets.cols], &planes)?;
    archive.add("current_player", &[records.len()], &players.collect::<Vec<_>>())?;
    targets.add_to(&mut archive)?;
    archive.add(VERSION_ARRAY, &[records.len()], &vec![VERSION; records.len()])?;
    archive.finish()
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
        Some(&other) => Err(FormatError::Version { name: "openspiel", found: other as i8, known: VERSION }),
    }
}
