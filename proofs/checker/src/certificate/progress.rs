//! What a check has found so far, so that a later one can resume from there.

use std::collections::BTreeMap;

use super::hash::Hash;
use super::part::Part;

/// What was found in a portion of the leaves, all of which hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Positions visited.
    pub nodes: u64,
    /// The hash of the leaves, each with the number of positions visited for it.
    pub results: Hash,
}

/// Which portions of a certificate's leaves were searched. A check takes it on trust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The hash of all bytes of the certificate.
    pub certificate: Hash,
    /// The part of its leaves.
    pub part: Part,
    /// What was found, by the number of the portion.
    pub done: BTreeMap<usize, Found>,
}

impl Progress {
    /// Nothing done yet.
    #[must_use]
    pub fn new(certificate: Hash, part: Part) -> Self {
        Self { certificate, part, done: BTreeMap::new() }
    }
}
