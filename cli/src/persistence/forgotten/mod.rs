//! Nothing is kept: the program was built without tables.

mod args;
mod store;

pub(crate) use args::TableArgs;
pub(crate) use store::{SearchLog, Store};
