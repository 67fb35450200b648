//! Nothing is kept: the program was built without tables.

mod args;
mod shelf;
mod store;

pub(crate) use args::{TableArgs, TrustArgs};
pub(crate) use shelf::Shelf;
pub(crate) use store::{SearchLog, Store};
