//! The hot rules, flips, mobility and stability, by instruction set.
//!
//! Each set is a token type that exists only if the processor has the instructions, so that its methods are safe to
//! call. They are inlined into functions compiled for the same set (as the solver's search does); every one is tested against
//! the plain form in [`crate::plain`].

use crate::discs::Discs;
use crate::geometry::Geometry;

mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86;

pub use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

/// An instruction set: the hot rules on a board of any shape.
pub trait Isa: Copy + Send + Sync + 'static {
    /// The opponent's discs that the player turns over by placing a disc on the empty `square`.
    fn flips(self, geometry: &Geometry, discs: Discs, square: u8) -> u64;

    /// The squares on which the player may place a disc.
    fn mobility(self, geometry: &Geometry, discs: Discs) -> u64;

    /// The number of discs that the player would turn over with a disc on `square`, the only empty one, and the number
    /// that the opponent would, which is meaningless unless the player's is 0.
    #[inline(always)]
    fn last_flips(self, geometry: &Geometry, discs: Discs, square: u8) -> [u32; 2] {
        count_flips(self, geometry, discs, square)
    }

    /// Discs among `own` that can never be turned over (see [`crate::plain::stable`]).
    fn stable(self, geometry: &Geometry, own: u64, occupied: u64) -> u64;
}

/// [`Isa::last_flips`] by [`Isa::flips`].
#[inline(always)]
fn count_flips<I: Isa>(isa: I, geometry: &Geometry, discs: Discs, square: u8) -> [u32; 2] {
    match isa.flips(geometry, discs, square).count_ones() {
        0 => [0, isa.flips(geometry, discs.passed(), square).count_ones()],
        own => [own, 0],
    }
}

/// The instruction sets that have code paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Plain integer code.
    Portable,
    /// AVX2 with BMI and LZCNT.
    Avx2,
    /// AVX-512 F, CD, VL and DQ.
    Avx512,
}

impl Level {
    /// All levels, slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Whether this processor has it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest level of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|level| level.is_available()).unwrap_or(Self::Portable)
    }

    /// `portable`, `avx2` or `avx512`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

/// Evaluates an expression with the token of a [`Level`], or of the next lower one that the processor has. The expression is
/// compiled once for each instruction set, so that everything inlined into it uses the set's instructions.
///
/// ```
/// use rules::simd::{Isa, Level, with_isa};
///
/// fn is_known(isa: impl Isa) -> bool {
///     let _ = isa;
///     true
/// }
/// assert!(with_isa!(Level::best(), isa => is_known(isa)));
/// ```
#[macro_export]
macro_rules! with_isa {
    ($level:expr, $isa:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            let level = $level;
            let avx512 = (level == $crate::simd::Level::Avx512).then($crate::simd::Avx512::detect).flatten();
            let avx2 = (level != $crate::simd::Level::Portable).then($crate::simd::Avx2::detect).flatten();
            if let Some($isa) = avx512 {
                $body
            } else if let Some($isa) = avx2 {
                $body
            } else {
                let $isa = $crate::simd::Portable;
                $body
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = $level;
            let $isa = $crate::simd::Portable;
            $body
        }
    }};
}
pub use with_isa;
