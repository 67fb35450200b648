//! Proven values are kept in RocksDB.

mod args;
mod learning;
mod shelf;
mod store;

pub(crate) use args::{TableArgs, TrustArgs};
pub(crate) use shelf::Shelf;
pub(crate) use store::{SearchLog, Store, directory};
