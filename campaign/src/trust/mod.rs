//! Whose answers are believed: a share of them is found again by others, and a worker proven wrong loses all of its answers.
//!
//! An answer is believed unless something contradicts it. So that a contradiction comes to light, some answers are chosen, by
//! a hash that workers cannot foresee ([`Recheck`]), and their jobs done again by somebody else. Where two answers exclude each
//! other neither words nor their number decide: the driver proves both claims itself ([`Judge`]). The worker that claimed what is
//! false is withdrawn, whether it answered first or re-checked, so slander does not succeed.

mod judge;
mod recheck;
mod standing;

pub use judge::Judge;
pub(crate) use judge::Verdict;
pub use recheck::{Recheck, Share, ShareError};
pub(crate) use standing::Standing;
pub use standing::{Trust, trust};
