//! Records to bytes, one module for each format. The same records give the same bytes.

use std::fmt;

use serde::{Deserialize, Serialize};
use solver::Progress;

use crate::record::Record;

mod csv;
mod error;
mod guard;
mod jsonl;
mod npy;
mod npz_openspiel;
mod npz_pgx;
mod obf;
mod parquet;
mod targets;
mod traps;

pub use self::error::FormatError;
pub(crate) use self::error::malformed;
pub(crate) use self::parquet::loaded_bytes;

/// A format of data files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Apache Parquet, compressed by Snappy: everything, typed.
    Parquet,
    /// One JSON object per line: everything.
    Jsonl,
    /// Comma-separated values with a header line: everything, moves as text.
    Csv,
    /// Positions with the scores of their moves, as Edax reads them.
    Obf,
    /// NumPy arrays in the layout of OpenSpiel's Othello.
    Openspiel,
    /// NumPy arrays in the layout of pgx's Othello.
    Pgx,
    /// Comma-separated values: the traps of the positions (see [`crate::traps`]).
    Traps,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] =
        [Self::Parquet, Self::Jsonl, Self::Csv, Self::Obf, Self::Openspiel, Self::Pgx, Self::Traps];

    /// The name in options, which is also that of the folder.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Obf => "obf",
            Self::Openspiel => "openspiel",
            Self::Pgx => "pgx",
            Self::Traps => "traps",
        }
    }

    /// The file name extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Openspiel | Self::Pgx => "npz",
            Self::Traps => Self::Csv.name(),
            _ => self.name(),
        }
    }

    /// Whether [`Format::import`] can read everything in a set back from it.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Parquet | Self::Jsonl)
    }

    /// Whether it needs values; outcomes alone are not enough.
    #[must_use]
    pub fn needs_values(self) -> bool {
        self == Self::Obf
    }

    /// The bytes of a data file with these records, all on the same board. `progress` can stop it: traps take long to prove.
    ///
    /// # Errors
    /// The format cannot hold the records, or `progress` was told to stop.
    pub fn export(self, records: &[Record], progress: &Progress) -> Result<Vec<u8>, FormatError> {
        match self {
            Self::Parquet => parquet::export(records),
            Self::Jsonl => jsonl::export(records),
            Self::Csv => csv::export(records),
            Self::Obf => obf::export(records),
            Self::Openspiel => npz_openspiel::export(records),
            Self::Pgx => npz_pgx::export(records),
            Self::Traps => traps::export(records, progress),
        }
    }

    /// Whether a data file has exactly the contents of these records. Compression and layout may differ, since they depend on
    /// the libraries that wrote it. `progress` can stop it: traps take long to prove.
    ///
    /// # Errors
    /// The file is malformed, the format cannot hold the records, or `progress` was told to stop.
    pub fn agrees(self, bytes: &[u8], records: &[Record], progress: &Progress) -> Result<bool, FormatError> {
        match self {
            Self::Parquet | Self::Jsonl => Ok(self.import(bytes)? == records),
            Self::Csv | Self::Obf | Self::Traps => Ok(self.export(records, progress)? == bytes),
            Self::Openspiel => npz_openspiel::agrees(bytes, records),
            Self::Pgx => npy::are_alike(&npz_pgx::export(records)?, bytes),
        }
    }

    /// The records of a data file; the format must be whole (see [`Format::is_whole`]).
    ///
    /// # Errors
    /// The format is not whole, or the file is malformed or contradicts itself.
    pub fn import(self, bytes: &[u8]) -> Result<Vec<Record>, FormatError> {
        match self {
            Self::Parquet => parquet::import(bytes),
            Self::Jsonl => jsonl::import(bytes),
            _ => Err(malformed(format!("a set cannot be read back from format {self}"))),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
