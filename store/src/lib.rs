//! Everything that is known of positions without a search: books, tables of proven bounds, tablebases. A [`Store`] opens
//! them and gives one [`ProofTable`] for each board and scoring, whatever is behind it.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `store`, `options` | [`Store`]: opens what its [`Options`] name |
//! | `layers` | [`Layers`]: several tables, seen as one |
//! | `books` | [`Books`]: which books are asked |
//! | `disk` | the tables of a directory. A build without the feature `tables`, and so without RocksDB, has none (`no_disk`) |
//!
//! ```
//! use solver::{Bounds, Position, ProofTable, Scoring, Start};
//! use store::{Books, Options, Store};
//!
//! let store = Store::open(Options { books: Books::shipped_if(true), ..Options::default() })?;
//! let start = Position::start("6x6".parse()?, Start::Othello);
//! let table = store.table(start.board(), Scoring::Discs).expect("there is a book");
//! assert_eq!(table.look_up(&start).map(|known| known.bounds), Some(Bounds::at(-4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use solver::{Board, ProofTable, Scoring, Start};

mod books;
#[cfg_attr(not(feature = "tables"), path = "no_disk.rs")]
mod disk;
mod layers;
mod options;
mod store;

pub use ::books::KnownStart;
pub use books::Books;
pub use disk::{Disk, Run, TableError};
pub use layers::Layers;
pub use options::Options;
pub use store::Store;

/// A table that any thread may query.
pub type SharedTable = Arc<dyn ProofTable + Send + Sync>;

/// One table on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableName {
    /// Its board; it has at most as many rows as columns.
    pub board: Board,
    /// Its scoring.
    pub scoring: Scoring,
    /// For a tablebase, the start from which all its positions can be reached; `None` for a table of proven bounds.
    pub whole_from: Option<Start>,
}

/// What a table holds, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of positions; symmetric ones count once.
    pub entries: u64,
    /// Number of positions with an exact value.
    pub exact: u64,
    /// Number of positions of which only the outcome is known.
    pub decided: u64,
    /// Number of positions with unverified claims that go beyond what was proven here.
    pub unverified: u64,
    /// Number of positions by empty squares, from none upwards.
    pub by_empties: Vec<u64>,
    /// Bytes on disk.
    pub bytes: u64,
}
