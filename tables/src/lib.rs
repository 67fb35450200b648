//! Proven bounds of Othello positions, kept in RocksDB.
//!
//! One directory holds one database, with a table for each board and scoring. What is
//! recorded goes through RocksDB's log at once, so that it survives the end of the process. FORMAT.md describes the bytes on the disk.
//!
//! You ask a table about a position as it stands ([`Tables::look_up`]). Internally it keeps one canonical position for
//! all mirror images and rotations, on the board with fewer rows than columns. Only a search, which has canonical
//! positions at hand, accesses these directly ([`solver::ProofTable`]).
//!
//! | Module | What it holds |
//! | --- | --- |
//! | `database` | [`Tables`]: all tables of a directory |
//! | `table` | [`Table`]: the bounds of one board and scoring |
//! | `spot` | where a table keeps a position |
//! | `known` | what is proven here about a position, and what others claim beyond that |
//! | `effort` | the effort spent on a question, over all runs |
//! | `exhaustive` | [`ExhaustiveTable`]: every reachable position of a small board |
//! | `verify`, `induction`, `independent` | whether a table is true: by itself, by proving it again, and by the checker's search |
//! | `lot` | entries drawn at random |
//! | `scan` | reads a table from its first entry to its last, and counts what it holds |
//! | `merging`, `portable` | merges tables; a table as one file |
//! | `shared` | what all tables of a directory share: combines what is recorded with what is stored, and notes what goes wrong |
//! | `format` | the bytes of names, keys and values |
//! | `store` | the only module that names RocksDB |
//!
//! ```
//! use solver::{Basis, Bounds, Discs, Move, ProofTable, Proven, Scoring, Square};
//! use tables::Tables;
//!
//! # let directory = tempfile::tempdir()?;
//! # let directory = directory.path();
//! let position = Discs::from_bits(0x0240, 0x0420).expect("no square has two discs");
//! let proven = Proven { bounds: Bounds::at(-8), best: Square::new(1).map(Move::Place), effort: 1_000, basis: Basis::Proof };
//! {
//!     let tables = Tables::open(directory)?;
//!     tables.table("4x4".parse()?, Scoring::Discs).record(position, proven);
//!     tables.flush()?;
//! }
//! let tables = Tables::open(directory)?;
//! let table = tables.table("4x4".parse()?, Scoring::Discs);
//! assert_eq!(table.probe(position), Some(proven));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod database;
mod effort;
mod error;
mod exhaustive;
mod format;
mod guess;
mod independent;
mod induction;
mod known;
mod lot;
mod merging;
mod portable;
mod scan;
mod shared;
mod spot;
mod store;
mod table;
mod verify;

pub use database::Tables;
pub use effort::{Effort, Run};
pub use error::TableError;
pub use exhaustive::ExhaustiveTable;
pub use independent::SolvedAnew;
pub use induction::{Reproof, Reproved};
pub use known::Trust;
pub use lot::{Lot, Share};
pub use merging::Merged;
pub use portable::{Portable, export};
pub use scan::Census;
pub use table::Table;
pub use verify::{Depth, Verified};
