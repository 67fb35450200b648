//! Where proven values are kept between runs: in tables on disk, or nowhere in a build without the feature `whole`.

pub(crate) mod books;
#[cfg(feature = "whole")]
mod claimed;
#[cfg_attr(feature = "whole", path = "kept/mod.rs")]
#[cfg_attr(not(feature = "whole"), path = "forgotten/mod.rs")]
mod tables;

pub(crate) use self::tables::*;
