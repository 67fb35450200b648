//! Where proven values are kept between runs. Only this file knows of the cargo feature `tables`.

#[cfg(not(feature = "tables"))]
mod forgotten;
#[cfg(feature = "tables")]
mod kept;
#[cfg(feature = "tables")]
mod shelf;

#[cfg(not(feature = "tables"))]
pub(crate) use forgotten::{SearchLog, Shelf, Store, TableArgs};
#[cfg(feature = "tables")]
pub(crate) use kept::{SearchLog, Store, TableArgs, directory};
#[cfg(feature = "tables")]
pub(crate) use shelf::Shelf;
