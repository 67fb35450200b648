//! Where proven values are kept between runs: in tables on disk, or nowhere in a build without the feature `tables`.

pub(crate) mod books;
mod claimed;
#[cfg_attr(feature = "tables", path = "kept/mod.rs")]
#[cfg_attr(not(feature = "tables"), path = "forgotten/mod.rs")]
mod store;

pub(crate) use store::*;
