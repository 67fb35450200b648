//! Reads all positions of a tablebase, one after the other.

use std::collections::BTreeMap;
use std::iter;

use retrograde::Place;
use solver::{Discs, Score};
use xxhash_rust::xxh3::Xxh3Default;

use super::ExhaustiveTable;
use super::block::{Block, DESCRIPTION_KEY};
use crate::error::TableError;
use crate::store::Rows;

/// Goes through the positions with `least` to `most` discs in the order of their keys, as they were when this was made. Each
/// item is a canonical position and its value for the side to move. Ends after an error.
pub(super) fn between(
    table: &ExhaustiveTable,
    least: u32,
    most: u32,
) -> impl Iterator<Item = Result<(Discs, Score), TableError>> {
    // The description precedes all blocks, and a number of discs alone all keys of positions with this many.
    let mut rows = table.shared.store.rows_from(&table.family, &[least.clamp(1, 255) as u8]);
    let blocks = iter::from_fn(move || {
        let block = next_block(table, rows.as_mut()?, most);
        if !matches!(block, Ok(Some(_))) {
            rows = None;
        }
        block.transpose()
    });
    blocks.flat_map(|block| {
        let (entries, error) = match block {
            Ok(entries) => (entries, None),
            Err(error) => (Vec::new(), Some(Err(error))),
        };
        entries.into_iter().map(Ok).chain(error)
    })
}

/// The positions of the next block with at most this many discs; `None` at the end.
fn next_block(
    table: &ExhaustiveTable,
    rows: &mut Rows<'_>,
    most: u32,
) -> Result<Option<Vec<(Discs, Score)>>, TableError> {
    let Some((key, bytes)) = rows.next()? else { return Ok(None) };
    let block = Block::read(key, bytes, table.board().squares()).map_err(|reason| no_block(table, key, &reason))?;
    let mask = block.first.mask;
    let discs = |code| table.frame.discs(Place { mask, code });
    let is_within = mask.count_ones() <= most;
    Ok(is_within.then(|| block.entries().map(|(code, value)| (discs(code), value)).collect()))
}

/// The message about an entry that is not a block.
fn no_block(table: &ExhaustiveTable, key: &[u8], reason: &str) -> TableError {
    match super::block::read_key(key, table.board().squares()) {
        Some(place) => table.corrupt_at(place, reason),
        None => table.damaged(&format!("key {}: {reason}", hex(key))),
    }
}

/// The first bytes of a key, for people.
fn hex(key: &[u8]) -> String {
    key.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Reads everything, passes each block on with its key and bytes, in order, and compares all of it with the
/// description.
pub(super) fn each_block(
    table: &ExhaustiveTable,
    mut take: impl FnMut(&[u8], &[u8], &Block<'_>) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let mut hash = Xxh3Default::new();
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    let mut rows = table.shared.store.rows(&table.family).ok_or_else(|| table.damaged("it has vanished"))?;
    while let Some((key, bytes)) = rows.next()? {
        if key == DESCRIPTION_KEY {
            continue;
        }
        let block = Block::read(key, bytes, table.board().squares()).map_err(|reason| no_block(table, key, &reason))?;
        hash.update(key);
        hash.update(bytes);
        *counts.entry(block.first.mask.count_ones()).or_default() += block.len() as u64;
        take(key, bytes, &block)?;
    }
    let expected = table.census().layers.iter().map(|layer| (layer.discs, layer.positions));
    if expected.eq(counts) && hash.digest() == table.checksum() {
        return Ok(());
    }
    Err(table.damaged("it is not whole: its blocks are not those of its description"))
}
