//! The recursive functions of the search, compiled once for each instruction set.
//!
//! A function that uses vector instructions can be inlined only into functions compiled for the same
//! instructions. So every function of the search is generic over its [`Isa`] and inlined, and the ones
//! that recurse go through this trait, whose methods are compiled with the instructions switched on.

use super::aim::Aim;
use super::learned::Learned;
use super::number_table::Numbers;
use super::searcher::Searcher;
use super::selective::Selectivity;
use super::{deep, endgame, midgame, ordering_search, proof_number, selective};
use rules::discs::Discs;
use rules::score::Value;
use rules::simd::{Isa, Portable};

/// Entry points of the search; each is documented at its body.
pub(crate) trait Kernel: Isa {
    fn deep(s: &mut Searcher<'_, Self>, discs: Discs, alpha: Value, ply: u32) -> Option<Value>;
    fn selective(
        s: &mut Searcher<'_, Self>,
        discs: Discs,
        alpha: Value,
        ply: u32,
        selectivity: Selectivity,
    ) -> Option<Value>;
    fn prove(s: &mut Searcher<'_, Self>, discs: Discs, alpha: Value, limits: Numbers) -> Option<Numbers>;
    fn midgame(s: &mut Searcher<'_, Self>, discs: Discs, moves: u64, alpha: Value) -> Value;
    fn shallow(s: &mut Searcher<'_, Self>, discs: Discs, moves: u64, alpha: Value) -> Value;
    fn ordering_by_aim(s: &mut Searcher<'_, Self>, discs: Discs, guide: &Aim, depth: u32, alpha: i32, beta: i32)
    -> i32;
    fn ordering_by_patterns(
        s: &mut Searcher<'_, Self>,
        discs: Discs,
        guide: &Learned<'_>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;
}

/// The bodies without any special instructions.
macro_rules! plain {
    ($($name:ident = $module:ident :: $body:ident ( $($arg:ident : $kind:ty),* ) -> $result:ty;)*) => {
        impl Kernel for Portable {
            $(
                fn $name(s: &mut Searcher<'_, Self>, $($arg: $kind),*) -> $result {
                    $module::$body(s, $($arg),*)
                }
            )*
        }
    };
}

/// The bodies compiled with the features of one instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! with_features {
    ($isa:ident, $features:literal; $($name:ident = $module:ident :: $body:ident ( $($arg:ident : $kind:ty),* ) -> $result:ty;)*) => {
        impl Kernel for rules::simd::$isa {
            $(
                #[inline(always)]
                fn $name(s: &mut Searcher<'_, Self>, $($arg: $kind),*) -> $result {
                    #[target_feature(enable = $features)]
                    fn compiled(s: &mut Searcher<'_, rules::simd::$isa>, $($arg: $kind),*) -> $result {
                        $module::$body(s, $($arg),*)
                    }
                    // SAFETY: a searcher holds the token that proves that the processor has the features.
                    unsafe { compiled(s, $($arg),*) }
                }
            )*
        }
    };
}

macro_rules! entry_points {
    ($generate:ident $(, $isa:ident, $features:literal;)?) => {
        $generate! {
            $($isa, $features;)?
            deep = deep::deep(discs: Discs, alpha: Value, ply: u32) -> Option<Value>;
            selective = selective::selective(discs: Discs, alpha: Value, ply: u32, selectivity: Selectivity) -> Option<Value>;
            prove = proof_number::prove(discs: Discs, alpha: Value, limits: Numbers) -> Option<Numbers>;
            midgame = midgame::midgame(discs: Discs, moves: u64, alpha: Value) -> Value;
            shallow = endgame::shallow(discs: Discs, moves: u64, alpha: Value) -> Value;
            ordering_by_aim = ordering_search::ordering_search(discs: Discs, guide: &Aim, depth: u32, alpha: i32, beta: i32) -> i32;
            ordering_by_patterns = ordering_search::ordering_search(discs: Discs, guide: &Learned<'_>, depth: u32, alpha: i32, beta: i32) -> i32;
        }
    };
}

entry_points!(plain);
#[cfg(target_arch = "x86_64")]
entry_points!(with_features, Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt";);
#[cfg(target_arch = "x86_64")]
entry_points!(with_features, Avx512, "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt";);
