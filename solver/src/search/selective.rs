//! A search that prunes what a shallow search shows to be decided with high probability (multi-ProbCut; Buro 1997,
//! "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello").
//!
//! It takes a small part of the nodes of the exact search that follows it. It guesses where that search should put its
//! windows, and which move refutes a window. It proves nothing, and its findings are kept apart from proofs.

use super::aim::Aim;
use super::deep::{merge_symmetric, order, search_children};
use super::kernel::Kernel;
use super::learned::Learned;
use super::midgame::{MIDGAME_MAX_EMPTIES, stability_bound};
use super::ordering::{Children, expand, prefer};
use super::ordering_search::Guide;
use super::searcher::{SYMMETRY_MIN_EMPTIES, Searcher};
use crate::evaluation::DISC;
use crate::table::Guess;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::moves::Move;
use rules::score::{Bounds, Value};

/// How sure a shallow search must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selectivity {
    /// Distinguishes the findings of different selectivities.
    level: u8,
    /// How far an evaluation must be beyond the window, in units of 1/[`DISC`] disc.
    margin: i32,
    /// The fewest empties at which it pays off.
    pub(crate) min_empties: u32,
}

impl Selectivity {
    /// In the order of use, each more reliable than the one before.
    pub(crate) const ALL: [Self; 3] = [
        Self { level: 1, margin: 800, min_empties: 18 },
        Self { level: 2, margin: 1200, min_empties: 18 },
        Self { level: 3, margin: 1800, min_empties: 26 },
    ];
}

/// A shallow search covers half of the plies down to this many empties.
const HORIZON: u32 = 8;
/// The most plies of a shallow search.
const MAX_PLIES: u32 = 8;
/// Each ply of a shallow search lowers its margin by this many hundredths.
const SURER: i32 = 7;
/// A shallow search is made if the evaluation is at most this far short of the margin.
const NEAR: i32 = 2 * DISC;
/// How many plies shallower ordering searches are than those of an exact search.
const ORDER_REDUCTION: u32 = 2;

/// A guess of which side of a null window the value is on: at most `alpha`, or more.
///
/// `None` if the search was halted. There must be a learned evaluation.
#[inline(always)]
pub(crate) fn selective<I: Kernel>(
    s: &mut Searcher<'_, I>,
    discs: Discs,
    alpha: Value,
    ply: u32,
    selectivity: Selectivity,
) -> Option<Value> {
    let empties = s.empties(discs);
    if empties <= MIDGAME_MAX_EMPTIES {
        return Some(I::midgame(s, discs, s.isa.mobility(s.geometry, discs), alpha));
    }
    if s.halted() {
        return None;
    }
    s.nodes += 1;
    let before = s.nodes;
    if let Some(bound) = stability_bound(s, discs, alpha) {
        return Some(bound);
    }
    if let Some(bound) = s.look_up(discs).and_then(|bounds| bounds.decide(alpha)) {
        return Some(bound);
    }
    let known = s.guess(discs);
    let sure = known.filter(|known| known.level >= selectivity.level);
    if let Some(bound) = sure.and_then(|known| known.bounds.decide(alpha)) {
        return Some(bound);
    }
    let moves = s.isa.mobility(s.geometry, discs);
    if moves == 0 {
        if s.isa.mobility(s.geometry, discs.passed()) == 0 {
            return Some(s.final_score(discs));
        }
        return I::selective(s, discs.passed(), -alpha - 1, ply + 1, selectivity).map(|value| -value);
    }
    if ply > 0
        && let Some(value) = prob_cut(s, discs, alpha, selectivity)
    {
        return Some(value);
    }
    if s.is_halted {
        return None;
    }
    let mut children = Children::new();
    expand(s, discs, moves, &mut children);
    if children.iter().any(|child| child.discs.player().bits() == 0) {
        return Some(s.wipe_out());
    }
    if empties > SYMMETRY_MIN_EMPTIES {
        merge_symmetric(s, &mut children);
    }
    order(s, discs, &mut children, alpha, ORDER_REDUCTION);
    if let Some(known) = known {
        prefer(&mut children, known.best);
    }
    let search = |s: &mut Searcher<'_, I>, discs, alpha, ply| I::selective(s, discs, alpha, ply, selectivity);
    let (value, best) = search_children(s, &mut children, alpha, ply, search)?;
    // How far the value is beyond the window means nothing here.
    let unknown = Bounds::unknown(s.geometry.squares());
    let bounds = if value > alpha {
        Bounds { lower: (alpha + 1).into(), ..unknown }
    } else {
        Bounds { upper: alpha.into(), ..unknown }
    };
    s.keep_guess(discs, Guess { level: selectivity.level, bounds, best: Some(best) }, s.nodes - before);
    Some(value)
}

/// A guess that the value is on one side of the window, if a shallow search says so clearly enough.
#[inline(always)]
fn prob_cut<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value, selectivity: Selectivity) -> Option<Value> {
    let plies = ((s.empties(discs) - HORIZON) / 4 * 2).min(MAX_PLIES);
    let margin = selectivity.margin * (100 - SURER * plies as i32) / 100;
    let (low, high) = (DISC * alpha - margin, DISC * (alpha + 1) + margin);
    let guide = Learned::new(s.shared.evaluations(), discs, 0);
    let now = guide.evaluate(s, discs);
    if now > high - NEAR && guide.search(s, discs, plies, high - 1, high) >= high {
        return Some(alpha + 1);
    }
    if now < low + NEAR && guide.search(s, discs, plies, low, low + 1) <= low {
        return Some(alpha);
    }
    None
}

/// From this many empties up, the exact search runs a selective one before it searches a window. Of 20, 21, 22 and 24
/// this took the fewest nodes on 6x6.
pub(crate) const ASK_MIN_EMPTIES: u32 = 22;

/// Runs a selective search of a window, unless one has decided it; `None` if it was halted. Only the move ordering uses
/// what it leaves behind.
#[inline(always)]
pub(crate) fn ask<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value) -> Option<()> {
    let is_guided = s.shared.is_learned() && Aim::of_window(s.wipe_out(), alpha) == Aim::Discs;
    if !is_guided
        || !s.uses(Technique::Selective)
        || s.guess(discs).is_some_and(|known| known.bounds.decide(alpha).is_some())
    {
        return Some(());
    }
    let counted_ply = std::mem::replace(&mut s.counted_ply, u32::MAX);
    let found = I::selective(s, discs, alpha, 0, Selectivity::ALL[1]);
    s.counted_ply = counted_ply;
    found.map(|_| ())
}

/// The move that, by a selective search, refutes a window, if that search found the value above the window.
#[inline(always)]
pub(crate) fn move_above<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, alpha: Value) -> Option<Move> {
    if !s.uses(Technique::Selective) || !s.shared.is_learned() {
        return None;
    }
    let known = s.guess(discs)?;
    known.best.filter(|_| known.bounds.lower.discs() > alpha)
}
