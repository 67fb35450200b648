//! Options that several commands share, and how values are read. Only parsing: nothing here searches.

pub(crate) mod groups;
#[cfg(feature = "whole")]
mod shelf;
pub(crate) mod values;

pub(crate) use crate::persistence::TableArgs;
#[cfg(feature = "whole")]
pub(crate) use crate::persistence::TrustArgs;
pub(crate) use groups::*;
#[cfg(feature = "whole")]
pub(crate) use shelf::ShelfArgs;
