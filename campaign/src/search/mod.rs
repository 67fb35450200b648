//! The search that answers one question about the root: which position to ask about next.
//!
//! A node is a canonical position with a question about its side to move. Proof and disproof numbers are those of Allis
//! 1994 in the form of Nagai's df-pn: one successor in which the other side does not reach its own score proves "the
//! side to move reaches the score"; disproving it takes all of them. Positions that transpose are one node; a
//! position that is reached after both an even and an odd number of plies (because of a pass) is two.
//!
//! With jobs in flight the most-proving node is not enough: which leaf is needed after those? An open successor of a
//! node is needed if none of those before it, in the order of disproof numbers, shows the score; the evaluation says
//! how likely that is. The product of these chances along a line is the chance that its leaf is needed, and the next
//! job asks about the leaf with the highest chance. With nothing in flight, that is the most-proving node. So siblings
//! wait for the first one where it is likely to suffice, and not elsewhere.

mod graph;
pub(crate) mod prior;
pub(crate) mod size;

pub(crate) use graph::{Node, NodeId, Search, Sight};
