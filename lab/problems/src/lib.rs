//! Sets of positions with exact labels, in the formats that researchers use.
//!
//! How a set is made: a [`Plan`] describes it; a [`sources::Source`] supplies numbered candidates, or [`readers`] read them
//! from a file; [`label`] proves the values of a position and of all its moves; [`set::make`] keeps what fits the
//! plan, each symmetric class once, and a journal of what is done; [`formats`] has one module for each format;
//! [`mod@check`] verifies a set with the crate `checker`, which shares no code with the solver.
//!
//! Nothing here prints, or knows the terminal or RocksDB: callers pass in a `ProofTable`, if they have one.

mod bench;
pub mod card;
pub mod check;
mod citation;
mod columns;
mod croissant;
mod error;
pub mod formats;
mod hash;
pub mod label;
mod labelling;
pub mod plan;
pub mod readers;
pub mod record;
pub mod row;
pub mod set;
pub mod sources;
pub mod split;
pub mod traps;

pub use check::{Checked, check};
pub use error::{PlanError, SourceError};
pub use formats::Format;
pub use plan::Plan;
pub use record::Record;
pub use set::{Made, SetError, Watcher, describe, make};
