//! Reads all positions of a tablebase, one after the other.

use std::collections::BTreeMap;
use std::vec::IntoIter;

use retrograde::Place;
use solver::{Discs, Score};
use xxhash_rust::xxh3::Xxh3Default;

use super::ExhaustiveTable;
use super::block::{Block, DESCRIPTION_KEY};
use crate::error::TableError;

/// Goes through a table in the order of its keys. Each item is a canonical position and its value for the side to move.
/// Ends after an error.
pub struct Positions<'a> {
    table: &'a ExhaustiveTable,
    /// The key of the last block.
    last: Vec<u8>,
    /// It ends after this number of discs.
    most_discs: u32,
    block: IntoIter<(Discs, Score)>,
    is_over: bool,
}

impl<'a> Positions<'a> {
    pub(super) fn new(table: &'a ExhaustiveTable) -> Self {
        Self::between(table, DESCRIPTION_KEY.to_vec(), u32::MAX)
    }

    pub(super) fn with_discs(table: &'a ExhaustiveTable, discs: u32) -> Self {
        // A number of discs alone precedes all keys of positions with this many, and follows the description.
        Self::between(table, vec![discs.clamp(1, 255) as u8], discs)
    }

    fn between(table: &'a ExhaustiveTable, last: Vec<u8>, most_discs: u32) -> Self {
        Self { table, last, most_discs, block: Vec::new().into_iter(), is_over: false }
    }

    /// Takes the next block; `false` at the end.
    fn advance(&mut self) -> Result<bool, TableError> {
        let frame = &self.table.frame;
        let next = next_block(self.table, &self.last, |key, _, block| {
            let discs = |code| frame.discs(Place { mask: block.first.mask, code });
            let entries: Vec<_> = block.entries().map(|(code, value)| (discs(code), value)).collect();
            (key.to_vec(), block.first.mask.count_ones(), entries)
        })?;
        let next = next.filter(|&(_, discs, _)| discs <= self.most_discs);
        let Some((key, _, entries)) = next else { return Ok(false) };
        (self.last, self.block) = (key, entries.into_iter());
        Ok(true)
    }
}

impl Iterator for Positions<'_> {
    type Item = Result<(Discs, Score), TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.block.next() {
                return Some(Ok(entry));
            }
            if self.is_over {
                return None;
            }
            match self.advance() {
                Ok(true) => {}
                Ok(false) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Reads the block after a key.
fn next_block<R>(
    table: &ExhaustiveTable,
    key: &[u8],
    read: impl FnOnce(&[u8], &[u8], &Block<'_>) -> R,
) -> Result<Option<R>, TableError> {
    let squares = table.board().squares();
    let found = table.shared.store.after(&table.family, key, |key, bytes| {
        Block::read(key, bytes, squares)
            .map(|block| read(key, bytes, &block))
            .map_err(|reason| no_block(table, key, &reason))
    })?;
    found.transpose()
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
