//! Makes a tablebase from a plan.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use retrograde::{ExhaustError, Plan, WORK_ENDING};
use solver::Observer;

use super::writing::store;
use super::{ExhaustiveTable, family};
use crate::error::TableError;
use crate::format::EXHAUSTIVE;
use crate::shared::Shared;

/// Enumerates in a folder inside the directory of the tables, keeps the result, and removes the folder. RocksDB ignores
/// names that it does not know.
///
/// If files of an earlier run were used, the whole table is proven: they are in the directory, and may have come with
/// it from anywhere.
pub(crate) fn make(shared: &Arc<Shared>, plan: &Plan, observer: &dyn Observer) -> Result<ExhaustiveTable, TableError> {
    let folder = shared.store.directory().join(format!("{} {EXHAUSTIVE}{WORK_ENDING}", plan.normal()));
    let table = match ExhaustiveTable::open(shared, plan.board, plan.start, plan.scoring)? {
        // A kill after the end of the work and before the removal leaves the folder behind.
        Some(table) => table,
        None => {
            let exhausted = retrograde::run(plan, &folder, observer)?;
            let made = store(shared, &exhausted, &folder, observer);
            let made = made.and_then(|table| proven(table, plan.threads, &folder, observer));
            if made.is_err() {
                // What is false or unfinished must not stay. The first error counts.
                let _ = shared.store.drop_family(&family(exhausted.plan()));
            }
            made?
        }
    };
    remove(&folder)?;
    Ok(table)
}

/// Proves a table if it rests on what was in a folder.
fn proven(
    mut table: ExhaustiveTable,
    threads: usize,
    folder: &Path,
    observer: &dyn Observer,
) -> Result<ExhaustiveTable, TableError> {
    if table.is_proven_here() {
        return Ok(table);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    let pool = pool.map_err(|error| ExhaustError::Threads(error.to_string()))?;
    match pool.install(|| table.verify(observer)) {
        Err(TableError::Damaged { reason, .. }) => {
            Err(ExhaustError::Damaged { path: folder.to_owned(), reason }.into())
        }
        result => {
            result?;
            table.accept()?;
            Ok(table)
        }
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
