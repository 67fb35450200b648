//! How a game continues below the tree: playout policies, one file each.

mod amaf;
mod cut;
mod delayed;
mod greedy;
mod policy;
mod uniform;

pub use amaf::AmafTally;
pub use cut::Cut;
pub use delayed::Delayed;
pub use greedy::Greedy;
pub use policy::Playout;
pub use uniform::Uniform;
