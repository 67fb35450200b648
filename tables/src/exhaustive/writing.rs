//! Writes a finished enumeration as a table.

use std::iter;
use std::path::Path;
use std::sync::Arc;

use retrograde::{ExhaustError, Exhausted, ValuedLayer};
use solver::Observer;
use xxhash_rust::xxh3::Xxh3Default;

use super::block::{self, BLOCK_POSITIONS, Description};
use super::{ExhaustiveTable, family};
use crate::error::TableError;
use crate::shared::Shared;
use crate::store::{Batch, Store};

/// Blocks that are written together, 2 KB each.
const BATCH: usize = 500;

/// Writes the blocks, and after they have reached the disk the description, without which a table is not a table.
pub(crate) fn store(
    shared: &Arc<Shared>,
    exhausted: &Exhausted,
    folder: &Path,
    observer: &dyn Observer,
) -> Result<ExhaustiveTable, TableError> {
    let store = &shared.store;
    let (plan, census) = (exhausted.plan(), exhausted.census());
    let family = family(plan);
    observer.begin("table", census.positions());
    store.drop_family(&family)?;
    store.ensure_family(&family)?;
    let mut hash = Xxh3Default::new();
    let mut batch = Batch::default();
    for number in 0..census.layers.len() {
        write_layer(&exhausted.layer(number)?, observer, |key, bytes| {
            hash.update(key);
            hash.update(bytes);
            store.add(&mut batch, &family, key, bytes)?;
            if batch.len() < BATCH { Ok(()) } else { store.write_unlogged(std::mem::take(&mut batch)) }
        })?;
    }
    store.write_unlogged(batch)?;
    store.settle(iter::once(family.clone()))?;
    let program = concat!("solve ", env!("CARGO_PKG_VERSION")).to_owned();
    let (value, checksum) = (exhausted.value_of_start(), hash.digest());
    // Nobody knows who wrote the files of an earlier run.
    let (is_proven, has_claimed_runs) = (!exhausted.is_resumed(), exhausted.is_resumed());
    let description =
        Description { program, value, checksum, census: census.clone(), is_proven, has_claimed_runs }.to_bytes();
    Description::read(&description, plan)
        .map_err(|reason| ExhaustError::Damaged { path: folder.to_owned(), reason: format!("as a table, {reason}") })?;
    store.put_last(&family, block::DESCRIPTION_KEY, &description)?;
    let table = ExhaustiveTable::open(shared, plan.board, plan.start, plan.scoring)?;
    table.ok_or_else(|| write_error(store, "what was written is not there"))
}

/// Cuts the groups of a layer into blocks.
fn write_layer(
    layer: &ValuedLayer,
    observer: &dyn Observer,
    mut put: impl FnMut(&[u8], &[u8]) -> Result<(), TableError>,
) -> Result<(), TableError> {
    for (group, &mask) in layer.layer.masks().iter().enumerate() {
        if observer.is_stopped() {
            return Err(ExhaustError::Stopped.into());
        }
        let (codes, values) = (layer.layer.codes(group)?, layer.values(group)?);
        for (codes, values) in codes.chunks(BLOCK_POSITIONS).zip(values.chunks(BLOCK_POSITIONS)) {
            let (key, bytes) = block::encode(mask, codes, values);
            put(&key, &bytes)?;
        }
        observer.advance(codes.len() as u64);
    }
    Ok(())
}

fn write_error(store: &Store, reason: &str) -> TableError {
    TableError::Write { directory: store.directory().to_owned(), reason: reason.to_owned() }
}
