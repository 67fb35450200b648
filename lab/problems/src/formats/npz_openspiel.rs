//! NumPy arrays in the layout of OpenSpiel's game `othello`, with targets.
//!
//! `observation` is its observation tensor for the player to move: planes × rows × columns of 0 and 1; the planes are empty
//! squares, that player's discs and the opponent's. Actions are the squares in row order, then the pass.
//! Source: google-deepmind/open_spiel, `open_spiel/games/othello/othello.cc`, `ObservationTensor`; the tests compare it with
//! games that the package played.
//!
//! Files of version 1 have no array `format_version`. Their planes 1 and 2 are always Black's and White's discs, so they are
//! swapped wherever White is to move.

use solver::{Side, Squares};

use super::FormatError;
use super::npy::{Archive, Arrays, are_alike, arrays_named, elements};
use super::targets::Targets;
use crate::record::Record;

/// The version that this program writes.
const VERSION: i8 = 2;
/// The array with the version, one entry per row, so that files can be concatenated array by array.
const VERSION_ARRAY: &str = "format_version";
/// The array that has 1 where White is to move.
const PLAYER_ARRAY: &str = "current_player";

pub(super) fn export(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut archive = Archive::new();
    let own_first = |record: &Record| [record.position.discs().player(), record.position.discs().opponent()];
    add_arrays(&mut archive, records, own_first)?;
    archive.add(VERSION_ARRAY, &[records.len()], &vec![VERSION; records.len()])?;
    archive.finish()
}

/// Whether a file has exactly the contents of these records, in its own version.
pub(super) fn agrees(bytes: &[u8], records: &[Record]) -> Result<bool, FormatError> {
    let found = arrays_named(bytes, &[VERSION_ARRAY])?;
    let wanted = if version(&found)? == 1 { export_version_1(records)? } else { export(records)? };
    are_alike(&wanted, bytes)
}

/// A known fault of a file: that of version 1.
pub(super) fn fault(bytes: &[u8]) -> Result<Option<String>, FormatError> {
    let found = arrays_named(bytes, &[VERSION_ARRAY, PLAYER_ARRAY])?;
    if version(&found)? == VERSION {
        return Ok(None);
    }
    let players = array(&found, PLAYER_ARRAY)?;
    let white = players.iter().filter(|&&player| player == 1).count();
    let what = format!(
        "it is of version 1 of the layout openspiel, in which planes 1 and 2 are swapped wherever White is to move: in {white} of \
         its {} positions; make the set again, or swap them there",
        players.len()
    );
    Ok((white > 0).then_some(what))
}

/// The file in version 1.
fn export_version_1(records: &[Record]) -> Result<Vec<u8>, FormatError> {
    let mut archive = Archive::new();
    add_arrays(&mut archive, records, |record| [record.position.black(), record.position.white()])?;
    archive.finish()
}

/// Adds all arrays except the version. `discs` gives planes 1 and 2.
fn add_arrays(
    archive: &mut Archive,
    records: &[Record],
    discs: impl Fn(&Record) -> [Squares; 2],
) -> Result<(), FormatError> {
    let targets = Targets::new(records)?;
    let mut planes = Vec::with_capacity(records.len() * 3 * targets.squares());
    for record in records {
        let empty = record.position.board().all_squares() - record.position.discs().occupied();
        let [first, second] = discs(record);
        for plane in [empty, first, second].map(Squares::bits) {
            planes.extend((0..targets.squares()).map(|square| f32::from(plane >> square & 1 == 1)));
        }
    }
    let players = records.iter().map(|record| i8::from(record.position.side() == Side::White));
    archive.add("observation", &[records.len(), 3, targets.rows, targets.cols], &planes)?;
    archive.add(PLAYER_ARRAY, &[records.len()], &players.collect::<Vec<_>>())?;
    targets.add_to(archive)
}

/// The version of a file.
fn version(found: &Arrays) -> Result<i8, FormatError> {
    if !found.contains_key(&format!("{VERSION_ARRAY}.npy")) {
        return Ok(1);
    }
    let rows = array(found, VERSION_ARRAY)?;
    match rows.iter().find(|&&row| row as i8 != VERSION) {
        None => Ok(VERSION),
        Some(&other) => Err(FormatError::Version { name: "openspiel", found: other as i8, known: VERSION }),
    }
}

/// The elements of an array of bytes.
fn array<'a>(found: &'a Arrays, name: &str) -> Result<&'a [u8], FormatError> {
    let array = found.get(&format!("{name}.npy"));
    elements(array.ok_or_else(|| FormatError::Malformed(format!("the array {name} is missing")))?)
}
