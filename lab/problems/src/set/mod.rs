//! A set on disk: a folder that exists completely or not at all.
//!
//! ```text
//! FOLDER/README.md                        the dataset card
//! FOLDER/croissant.json                   the same for programs
//! FOLDER/set.json                         the plan
//! FOLDER/FORMAT/SPLIT-NNNNN-of-NNNNN.EXT  data files, at most `shard` positions each
//! FOLDER/SHA256SUMS                       of all of these
//! ```

use std::io;
use std::path::{Path, PathBuf};

use files::FileError;
use thiserror::Error;

use crate::formats::{Format, FormatError};
use crate::label::LabelError;
use crate::plan::Plan;
use crate::record::Record;
use crate::split::Split;

mod describe;
mod draft;
mod frame;
mod join;
mod journal;
mod make;
mod read;
pub(crate) mod sums;

pub use crate::hash::checksum;
pub use describe::describe;
pub use draft::check_place;
pub use join::join;
pub use make::{Made, Watcher, make};
pub use read::{ReadSet, read};

/// Name of the dataset card.
pub const CARD: &str = "README.md";
/// Name of the machine-readable description.
pub const CROISSANT: &str = "croissant.json";
/// Name of the file with the plan.
pub const PLAN: &str = "set.json";
/// Name of the file with the checksums.
pub const SUMS: &str = "SHA256SUMS";

/// Why a set was not made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SetError {
    /// The folder cannot be used.
    #[error("{}: {why}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// One sentence.
        why: String,
    },
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// There are not enough positions. The labels of those that were found are kept for a smaller set.
    #[error("the set cannot be filled: {wanted} positions are wanted, {why}{}", kept(*found))]
    Unfillable {
        /// Positions wanted.
        wanted: u64,
        /// Positions found that are for the set.
        found: u64,
        /// How many there are.
        why: String,
    },
    /// Told to stop; the labels are kept, and the same call resumes. A check keeps none.
    #[error("stopped after {done} labelled positions")]
    Stopped {
        /// Candidates whose label is in the journal.
        done: u64,
    },
    /// A label could not be found.
    #[error(transparent)]
    Label(LabelError),
    /// A record that JSON cannot hold.
    #[error("no JSON: {0}")]
    Json(serde_json::Error),
    /// Records that a format cannot hold.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// What becomes of the labels of a set that is too large.
fn kept(found: u64) -> String {
    if found == 0 { String::new() } else { format!("; labels are kept for a set of {found}") }
}

impl SetError {
    /// The error for a folder that has no set.
    pub(crate) fn no_set(folder: &Path, why: String) -> Self {
        Self::Folder { folder: folder.to_path_buf(), why: format!("not a problem set: {why}") }
    }

    fn io(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        |error| Self::File(FileError::at(path)(error))
    }
}

/// A data file: its path in the set, and its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DataFile {
    pub(crate) path: String,
    pub(crate) format: Format,
    pub(crate) split: Split,
    /// Index of the first record within the split, and one past the last.
    pub(crate) records: (usize, usize),
}

/// The records of one split, in their order.
pub(crate) fn of_split(records: &[Record], split: Split) -> Vec<Record> {
    records.iter().filter(|record| record.split() == split).cloned().collect()
}

/// The data files of a set whose splits have this many records. Splits without records have no files.
pub(crate) fn data_files(plan: &Plan, counts: [usize; 3]) -> Vec<DataFile> {
    let shard = usize::try_from(plan.shard).unwrap_or(usize::MAX).max(1);
    let mut files = Vec::new();
    for &format in &plan.formats {
        for (split, count) in Split::ALL.into_iter().zip(counts) {
            let parts = count.div_ceil(shard);
            files.extend((0..parts).map(|part| DataFile {
                path: data_path(format, split, part, parts),
                format,
                split,
                records: (part * shard, count.min((part + 1) * shard)),
            }));
        }
    }
    files
}

/// The path of data file number `part` of the `parts` of a split in a format.
pub(crate) fn data_path(format: Format, split: Split, part: usize, parts: usize) -> String {
    format!("{format}/{split}-{part:05}-of-{parts:05}.{}", format.extension())
}
