//! The search for the answer of one question about the root: which position to ask about next.
//!
//! A node is a canonical position with what is asked of its side to move. Proof and disproof numbers are those of
//! Allis 1994 in the form of Nagai's df-pn: "the side to move reaches the score" is proven by one successor in which the
//! other side does not reach its own, and disproven by all. Positions that are reached on several ways are one node; a
//! position that is reached after an even and an odd number of plies (by a pass) is two.

mod graph;
pub(crate) mod prior;

pub(crate) use graph::{NodeId, Search, Sight};
