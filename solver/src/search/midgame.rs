//! From the last few empties up to where an ordering search pays off: table, stability, enhanced transposition cutoffs,
//! fastest first.

use super::aim::Aim;
use super::endgame::{self, SHALLOW_MAX_EMPTIES};
use super::kernel::Kernel;
use super::learned;
use super::ordering::{Children, REPLY, expand, fastest_first, prefer, select};
use super::searcher::Searcher;
use crate::evaluation::DISC;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::moves::Move;
use rules::score::Value;
use rules::square::Square;

/// Up to this many empties [`midgame`] is used.
pub(crate) const MIDGAME_MAX_EMPTIES: u32 = 11;
/// From this many empties up, the table is probed and receives proofs.
const TABLE_MIN_EMPTIES: u32 = 7;
/// From this many empties up, the outline helps to order moves. From 8 up it would save as many nodes again, but no
/// time.
const OUTLINE_MIN_EMPTIES: u32 = 10;
/// What a disc of shortfall costs, in units of [`Child::cost`]: half a reply.
const SHORTFALL: i32 = REPLY / 2;
/// From this many empties up, the table is probed for every child before any is searched (ETC).
const ETC_MIN_EMPTIES: u32 = 10;

/// Null-window search at [`SHALLOW_MAX_EMPTIES`] + 1 to [`MIDGAME_MAX_EMPTIES`] empties, or fewer, where the side to
/// move has `moves`.
///
/// Returns an upper bound of the value if it is at most `alpha`, else a lower bound.
#[inline(always)]
pub(crate) fn midgame<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, moves: u64, alpha: Value) -> Value {
    let empties = s.empties(discs);
    if empties <= SHALLOW_MAX_EMPTIES {
        return endgame::shallow(s, discs, moves, alpha);
    }
    s.nodes += 1;
    let before = s.nodes;
    if let Some(bound) = stability_bound(s, discs, alpha) {
        return bound;
    }
    let has_table = empties >= TABLE_MIN_EMPTIES && s.uses(Technique::NearbyTable);
    let mut table_move = None;
    if has_table && let Some(entry) = s.table(empties).probe(discs) {
        if let Some(bound) = entry.bounds.decide(alpha) {
            return bound;
        }
        table_move = entry.best;
    }
    if moves == 0 {
        let replies = s.isa.mobility(s.geometry, discs.passed());
        if replies == 0 {
            return s.final_score(discs);
        }
        return -I::midgame(s, discs.passed(), replies, -alpha - 1);
    }
    if let Some(bound) = corner_bound(s, moves, alpha) {
        return bound;
    }
    let mut children = Children::new();
    expand(s, discs, moves, &mut children);
    for child in &children {
        if child.discs.player().bits() == 0 {
            return s.wipe_out();
        }
        if empties > TABLE_MIN_EMPTIES {
            s.table(empties - 1).prefetch(child.discs);
        }
    }
    fastest_first(s, discs, &mut children);
    if children.len() > 1 {
        if empties >= OUTLINE_MIN_EMPTIES && Aim::of_window(s.wipe_out(), alpha) == Aim::Discs {
            add_shortfalls(s, discs, &mut children, alpha);
        }
        if s.uses(Technique::TableMove) {
            prefer(&mut children, table_move);
        }
    }
    // Only now: the prefetched cache lines are here.
    if empties >= ETC_MIN_EMPTIES
        && s.uses(Technique::Etc)
        && let Some(value) = transposition_cutoff(s, children.iter().map(|child| child.discs), alpha)
    {
        return value;
    }
    let (value, best) = search_children(s, &mut children, alpha);
    if has_table {
        s.keep(discs, alpha, value, Some(best), s.nodes - before);
    }
    value
}

/// Adds the cost of each move's shortfall from the window by the outline's guess; nothing if there is no outline.
#[inline(always)]
pub(crate) fn add_shortfalls<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, children: &mut Children, alpha: Value) {
    let Some(outline) = s.outline else { return };
    let features = outline.features(discs);
    let empties = s.empties(discs) - 1;
    for child in children {
        let after = outline.after(&features, child.square, child.flips(discs));
        let value = outline.quick_score(&after, empties, child.replies.count_ones());
        child.cost += learned::cost(value + DISC * (alpha + 1)) * SHORTFALL / DISC;
    }
}

/// Searches the children, cheapest first. Returns the best value with its move.
#[inline(always)]
fn search_children<I: Kernel>(s: &mut Searcher<'_, I>, children: &mut Children, alpha: Value) -> (Value, Move) {
    let mut best = (Value::MIN, Move::Pass);
    for index in 0..children.len() {
        let child = select(children, index);
        let value = if s.empties(child.discs) <= SHALLOW_MAX_EMPTIES {
            -I::shallow(s, child.discs, child.replies, -alpha - 1)
        } else {
            -I::midgame(s, child.discs, child.replies, -alpha - 1)
        };
        if value > best.0 {
            best = (value, Move::Place(Square::of_bit(child.square)));
            if value > alpha {
                break;
            }
        }
    }
    best
}

/// An upper bound that is at most `alpha`, if the opponent has enough stable discs.
///
/// With `k` stable discs of the opponent the player's disc difference is at most `squares − 2k`, under
/// either scoring.
#[inline(always)]
pub(crate) fn stability_bound<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, alpha: Value) -> Option<Value> {
    let needed = (s.wipe_out() - alpha + 1) / 2;
    if !s.uses(Technique::Stability)
        || needed > STABILITY_MAX_NEEDED
        || needed > discs.opponent().bits().count_ones() as Value
    {
        return None;
    }
    let stable = s.isa.stable(s.geometry, discs.opponent().bits(), discs.mask());
    let bound = s.wipe_out() - 2 * stable.count_ones() as Value;
    (bound <= alpha).then_some(bound)
}

/// A lower bound above `alpha`, if the window only asks whether the player keeps a disc and the player can take a
/// corner: a disc there stays.
#[inline(always)]
pub(crate) fn corner_bound<I: Kernel>(s: &Searcher<'_, I>, moves: u64, alpha: Value) -> Option<Value> {
    let kept = 2 - s.wipe_out();
    (alpha < kept && moves & s.geometry.corners != 0).then_some(kept)
}

/// Stability is computed only if at most this many stable discs refute the window.
const STABILITY_MAX_NEEDED: Value = 20;

/// A lower bound above `alpha`, if the table has one for some child (enhanced transposition cutoff, Plaat et al. 1996).
/// The children must be in the form that the table stores.
#[inline(always)]
pub(crate) fn transposition_cutoff<I: Kernel>(
    s: &Searcher<'_, I>,
    children: impl Iterator<Item = Discs>,
    alpha: Value,
) -> Option<Value> {
    for child in children {
        if let Some(entry) = s.table(s.empties(child)).probe(child)
            && -entry.bounds.upper.discs() > alpha
        {
            return Some(-entry.bounds.upper.discs());
        }
    }
    None
}
