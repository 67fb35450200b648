//! Reads all positions of a tablebase, one after the other.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use retrograde::Place;
use solver::{Discs, Score};
use xxhash_rust::xxh3::Xxh3Default;

use super::ExhaustiveTable;
use super::block::{Block, DESCRIPTION_KEY};
use crate::error::TableError;
use crate::store::Rows;

/// Goes through a table in the order of its keys, as it was when this was made. Each item is a canonical position and its
/// value for the side to move. Ends after an error.
pub struct Positions<'a> {
    table: &'a ExhaustiveTable,
    /// The blocks that follow; `None` at the end.
    rows: Option<Rows<'a>>,
    /// It ends after this number of discs.
    most_discs: u32,
    block: IntoIter<(Discs, Score)>,
}

impl<'a> Positions<'a> {
    pub(super) fn new(table: &'a ExhaustiveTable) -> Self {
        // The description precedes all blocks, and a number of discs alone all keys of positions with this many.
        Self::between(table, 1, u32::MAX)
    }

    pub(super) fn with_discs(table: &'a ExhaustiveTable, discs: u32) -> Self {
        Self::between(table, discs.clamp(1, 255) as u8, discs)
    }

    fn between(table: &'a ExhaustiveTable, least_discs: u8, most_discs: u32) -> Self {
        let rows = table.shared.store.rows_from(&table.family, &[least_discs]);
        Self { table, rows, most_discs, block: Vec::new().into_iter() }
    }

    /// The next block; `None` at the end.
    fn advance(&mut self) -> Result<Option<Vec<(Discs, Score)>>, TableError> {
        let Self { table, rows: Some(rows), most_discs, .. } = self else { return Ok(None) };
        let Some((key, bytes)) = rows.next()? else { return Ok(None) };
        let block = Block::read(key, bytes, table.board().squares()).map_err(|reason| no_block(table, key, &reason))?;
        let mask = block.first.mask;
        let discs = |code| table.frame.discs(Place { mask, code });
        let is_within = mask.count_ones() <= *most_discs;
        Ok(is_within.then(|| block.entries().map(|(code, value)| (discs(code), value)).collect()))
    }
}

impl Iterator for Positions<'_> {
    type Item = Result<(Discs, Score), TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(entry) = self.block.next() {
            return Some(Ok(entry));
        }
        match self.advance() {
            // A block has positions.
            Ok(Some(entries)) => {
                self.block = entries.into_iter();
                self.block.next().map(Ok)
            }
            ended => {
                self.rows = None;
                ended.err().map(Err)
            }
        }
    }
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
pub(super) fn each_block<E: From<TableError>>(
    table: &ExhaustiveTable,
    mut take: impl FnMut(&[u8], &[u8], &Block<'_>) -> Result<(), E>,
) -> Result<(), E> {
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
    Err(table.damaged("it is not whole: its blocks are not those of its description").into())
}
