//! Whose answers are believed: others re-check a share of them, and a worker proven wrong loses all of its answers.
//!
//! An answer is believed unless something contradicts it. To bring contradictions to light, some answers are chosen, by
//! a hash that workers cannot foresee ([`Recheck`]), and another worker does their jobs again. If two answers exclude
//! each other, neither words nor numbers decide: the driver proves both claims itself ([`Judge`]). The worker with the
//! false claim is withdrawn, whether it answered first or re-checked, so slander does not succeed.

mod judge;
mod recheck;
mod standing;

pub use judge::Judge;
pub(crate) use judge::Verdict;
pub use recheck::{Recheck, Share, ShareError};
pub(crate) use standing::Standing;
pub use standing::{Trust, trust};
