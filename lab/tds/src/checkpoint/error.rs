//! What can be wrong with a checkpoint.

use std::path::PathBuf;

use files::FileError;
use thiserror::Error;

/// Why a checkpoint could not be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system says no.
    #[error("checkpoint {0}")]
    File(#[from] FileError),
    /// The files are of another search.
    #[error("checkpoint {} is of another search ({found}), not of this one ({expected}); name another directory", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it says of itself, as far as that is not the same.
        found: String,
        /// What this search says of itself there.
        expected: String,
    },
    /// There is no generation that all ranks have.
    #[error("the ranks have no checkpoint in common, though there are some; remove them to begin anew")]
    NotCommon,
    /// Another number of ranks has written the tree, and one of their files is not to be seen.
    #[error(
        "checkpoint {} is missing: {ranks} ranks have written the tree, and with another number of ranks each needs all of their files; \
         put these into one directory that every rank sees, or take {ranks} ranks again",
        path.display()
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// How many have written the tree.
        ranks: usize,
    },
    /// The file is torn, or no checkpoint.
    #[error(
        "checkpoint {} is damaged; put a whole copy in its place, or remove the checkpoint to begin anew",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file is whole, and of this search, but of another rank or another moment than its name says.
    #[error(
        "checkpoint {} does not go with those of the other ranks: another rank has written it, or at another time; give each file the name \
         that it had, or remove all those with this number",
        path.display()
    )]
    MixedUp {
        /// The file.
        path: PathBuf,
    },
}

impl CheckpointError {
    /// Whether an older generation may still be fit to go on from.
    pub(super) fn is_of_one_generation(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::Damaged { .. } | Self::MixedUp { .. })
    }
}
