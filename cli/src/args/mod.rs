//! Options that several commands share, and how values are read. Only parsing: nothing here searches.

pub(crate) mod groups;
pub(crate) mod values;

pub(crate) use crate::persistence::TableArgs;
#[cfg(feature = "whole")]
pub(crate) use crate::persistence::TrustArgs;
pub(crate) use groups::*;
