//! Where proven values are kept between runs. This file chooses by the cargo feature `tables`.

#[cfg(not(feature = "tables"))]
mod forgotten;
#[cfg(feature = "tables")]
mod kept;
#[cfg(feature = "tables")]
mod shelf;

#[cfg(not(feature = "tables"))]
pub(crate) use forgotten::{SearchLog, Shelf, Store};
#[cfg(feature = "tables")]
pub(crate) use kept::{SearchLog, Store, directory};
#[cfg(feature = "tables")]
pub(crate) use shelf::Shelf;
