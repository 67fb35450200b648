//! Functions compiled once for each instruction set; `solver::simd` chooses which to use.

#[cfg(target_arch = "x86_64")]
use solver::simd::{Avx2, Avx512};
use solver::simd::{Level, Portable};

/// An instruction set that this processor has; looked up once, because asking the processor takes longer than a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instructions {
    /// No special instructions.
    Portable(Portable),
    /// See [`Avx2`].
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// See [`Avx512`].
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Instructions {
    /// The instructions of a level, or of the next lower one that the processor has.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "there are no others"))]
    pub(crate) fn of(level: Level) -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = (level == Level::Avx512).then(Avx512::detect).flatten().map(Self::Avx512);
            let avx2 = (level != Level::Portable).then(Avx2::detect).flatten().map(Self::Avx2);
            if let Some(found) = avx512.or(avx2) {
                return found;
            }
        }
        Self::Portable(Portable)
    }
}

/// Defines a function that calls `$body`, which is generic in the instruction set, compiled for the set that it is given.
macro_rules! compiled {
    ($(#[$doc:meta])* fn $name:ident = $body:ident($($arg:ident: $kind:ty),*) -> $result:ty;) => {
        $(#[$doc])*
        fn $name(set: $crate::instructions::Instructions, $($arg: $kind),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2(isa: solver::simd::Avx2, $($arg: $kind),*) -> $result {
                $body(isa, $($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx512(isa: solver::simd::Avx512, $($arg: $kind),*) -> $result {
                $body(isa, $($arg),*)
            }
            match set {
                $crate::instructions::Instructions::Portable(isa) => $body(isa, $($arg),*),
                // SAFETY: the token proves that the processor has the features.
                #[cfg(target_arch = "x86_64")]
                $crate::instructions::Instructions::Avx2(isa) => unsafe { avx2(isa, $($arg),*) },
                // SAFETY: the token proves that the processor has the features.
                #[cfg(target_arch = "x86_64")]
                $crate::instructions::Instructions::Avx512(isa) => unsafe { avx512(isa, $($arg),*) },
            }
        }
    };
}
pub(crate) use compiled;
