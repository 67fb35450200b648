//! Keeps two searches from saving in one directory at once.

use std::fs;
use std::path::Path;
use std::time::Duration;

use files::{AppendFile, FileError};

use super::error::CheckpointError;
use crate::transport::Rank;

/// How long to wait for another search: one that has just been killed may need a moment to end.
const PATIENCE: Duration = Duration::from_millis(500);

/// An empty file in a directory, open for one rank of one search. Every search has a rank 0, so two of them cannot share
/// a directory, however many ranks they have. (If each machine has a directory of its own, two searches are told apart where
/// both have the same rank.) The system lets go of the file when a process ends, even if it is killed.
#[derive(Debug)]
pub(super) struct Lock(AppendFile);

impl Lock {
    /// Locks a directory for a rank.
    ///
    /// # Errors
    /// Another search has locked it, or the file cannot be created.
    pub(super) fn take(directory: &Path, rank: Rank) -> Result<Self, CheckpointError> {
        let path = directory.join(format!("rank-{rank}.lock"));
        AppendFile::open_or_create(&path, PATIENCE).map(Self).map_err(|error| match error {
            FileError::InUse { .. } => CheckpointError::InUse { directory: directory.to_owned() },
            error => error.into(),
        })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked: whoever has opened it meanwhile notices that it has lost its name. One that remains does
        // no harm.
        let _ = fs::remove_file(self.0.path());
    }
}
