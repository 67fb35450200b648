//! Makes a tablebase from a plan.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use retrograde::{ExhaustError, Plan};
use solver::Observer;

use super::writing::store;
use super::{ExhaustiveTable, StoreError};
use crate::error::TableError;
use crate::writer::Shared;

/// Enumerates in a folder inside the directory of the tables, keeps the result, and removes the folder. RocksDB ignores
/// names that it does not know.
///
/// If files of an earlier run were used, the whole table is proven: they are in the directory, and may have come with
/// it from anywhere.
pub(crate) fn make(shared: &Arc<Shared>, plan: &Plan, observer: &dyn Observer) -> Result<ExhaustiveTable, StoreError> {
    let folder = shared.store.directory().join(format!("{} exhaustive.work", plan.normal()));
    let table = match ExhaustiveTable::open(shared, plan.board, plan.start, plan.scoring)? {
        // A kill after the end of the work and before the removal leaves the folder behind.
        Some(table) => table,
        None => {
            let exhausted = retrograde::run(plan, &folder, observer)?;
            let mut table = store(shared, &exhausted, &folder, observer)?;
            if !table.is_proven_here() {
                prove(&mut table, plan.threads, &folder, observer)?;
            }
            table
        }
    };
    remove(&folder)?;
    Ok(table)
}

/// Proves a table that rests on what was in a folder, and removes the table if it is false.
fn prove(
    table: &mut ExhaustiveTable,
    threads: usize,
    folder: &Path,
    observer: &dyn Observer,
) -> Result<(), StoreError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    let pool = pool.map_err(|error| ExhaustError::Threads(error.to_string()))?;
    match pool.install(|| table.verify(observer)) {
        Err(StoreError::Table(TableError::Damaged { reason, .. })) => {
            table.shared.store.drop_family(&table.family)?;
            Err(ExhaustError::Damaged { path: folder.to_owned(), reason }.into())
        }
        result => Ok(result.map(|()| table.accept())??),
    }
}

/// Removes a folder, if it exists.
fn remove(folder: &Path) -> Result<(), TableError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(TableError::File { path: folder.to_owned(), reason: error.to_string() })
        }
        _ => Ok(()),
    }
}
