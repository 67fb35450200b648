//! From a plan to a tablebase.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use retrograde::Plan;
use solver::Observer;

use super::writing::store;
use super::{ExhaustiveTable, StoreError};
use crate::error::TableError;
use crate::writer::Shared;

/// Enumerates in a folder inside the directory of the tables, keeps what comes out, and removes the folder. RocksDB leaves
/// names alone that it does not know.
pub(crate) fn make(shared: &Arc<Shared>, plan: &Plan, observer: &dyn Observer) -> Result<ExhaustiveTable, StoreError> {
    let folder = shared.store.directory().join(format!("{} exhaustive.work", plan.normal()));
    let table = match ExhaustiveTable::open(shared, plan.board, plan.start, plan.scoring)? {
        // A kill between the end of the work and the removal leaves the folder behind.
        Some(table) => table,
        None => {
            let exhausted = retrograde::run(plan, &folder, observer)?;
            store(shared, &exhausted, &folder, observer)?
        }
    };
    remove(&folder)?;
    Ok(table)
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> Result<(), TableError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(TableError::File { path: folder.to_owned(), reason: error.to_string() })
        }
        _ => Ok(()),
    }
}
