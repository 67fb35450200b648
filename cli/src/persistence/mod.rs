//! Where proven values are kept between runs. This file chooses by the cargo features `tables` and `explorer`.

#[cfg(all(feature = "explorer", not(feature = "tables")))]
mod bare;
pub(crate) mod books;
#[cfg(feature = "explorer")]
mod claimed;
#[cfg(not(feature = "tables"))]
mod forgotten;
#[cfg(feature = "tables")]
mod kept;
#[cfg(all(feature = "explorer", feature = "tables"))]
mod learning;
#[cfg(all(feature = "explorer", feature = "tables"))]
mod shelf;

#[cfg(all(feature = "explorer", not(feature = "tables")))]
pub(crate) use bare::Shelf;
#[cfg(not(feature = "tables"))]
pub(crate) use forgotten::{SearchLog, Store};
#[cfg(feature = "tables")]
pub(crate) use kept::{SearchLog, Store, directory};
#[cfg(all(feature = "explorer", feature = "tables"))]
pub(crate) use shelf::Shelf;
