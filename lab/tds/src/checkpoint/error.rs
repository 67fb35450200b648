//! What can be wrong with a checkpoint.

use std::path::PathBuf;

use files::FileError;
use thiserror::Error;

/// Why a checkpoint could not be written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The operating system reported an error.
    #[error("checkpoint {0}")]
    File(#[from] FileError),
    /// Another search saves in the directory.
    #[error(
        "checkpoint {}: another search is saving there; wait until it ends, or name another directory",
        directory.display()
    )]
    InUse {
        /// The directory.
        directory: PathBuf,
    },
    /// The files belong to another search.
    #[error("checkpoint {} is of another search ({found}), not of this one ({expected}); name another directory", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The parts of its label that differ.
        found: String,
        /// The same parts of this search's label.
        expected: String,
    },
    /// There is no generation that all ranks have.
    #[error("the ranks have no checkpoint in common, though there are some; remove them to begin anew")]
    NotCommon,
    /// Another number of ranks wrote the tree, and one of their files is missing here.
    #[error(
        "checkpoint {} is missing: {ranks} ranks have written the tree, and with another number of ranks each needs all of their files; \
         put these into one directory that every rank sees, or take {ranks} ranks again",
        path.display()
    )]
    Missing {
        /// The file.
        path: PathBuf,
        /// How many wrote the tree.
        ranks: usize,
    },
    /// The file is incomplete or corrupt, or not a checkpoint.
    #[error(
        "checkpoint {} is damaged; put a whole copy in its place, or remove the checkpoint to begin anew",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The file is intact and belongs to this search, but comes from another rank or another time than its name says.
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
    /// Whether the search may still resume from an older generation.
    pub(super) fn is_of_one_generation(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::Damaged { .. } | Self::MixedUp { .. })
    }
}
