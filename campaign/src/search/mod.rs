//! The search for the answer of one question about the root: which position to ask about next.
//!
//! A node is a canonical position with what is asked of its side to move. Proof and disproof numbers are those of
//! Allis 1994 in the form of Nagai's df-pn: "the side to move reaches the score" is proven by one successor in which the
//! other side does not reach its own, and disproven by all. Positions that are reached on several ways are one node; a
//! position that is reached after an even and an odd number of plies (by a pass) is two.
//!
//! With jobs in flight the most-proving node is not enough: which leaf is needed after those? Each open successor of a node is needed if
//! none of those that come before it, by disproof number, shows the score; how likely that is the evaluation says. The product of these
//! chances along a line is the chance that its leaf is needed, and the leaf of the highest chance is asked about. With nothing in flight that is the
//! most-proving node. Brothers thus wait for the eldest where it is likely to do, and do not where it is not.

mod graph;
pub(crate) mod prior;
pub(crate) mod size;

pub(crate) use graph::{Node, NodeId, Search, Sight};
