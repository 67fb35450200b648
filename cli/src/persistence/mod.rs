//! Where proven values are kept between runs, and the books that are asked first, as the options say.

mod store;
#[cfg_attr(not(feature = "whole"), path = "small.rs")]
mod whole;

pub(crate) use ::store::Books;
pub(crate) use ::store::Run;
pub(crate) use store::{Store, books};
pub(crate) use whole::*;
