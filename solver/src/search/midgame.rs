//! From the last few empties up to where a pre-search pays: table, stability, enhanced transposition
//! cutoffs, fastest first.

use super::endgame::{self, SHALLOW_MAX_EMPTIES};
use super::kernel::Kernel;
use super::ordering::{Child, Children, expand, fastest_first, select};
use super::searcher::Searcher;
use crate::position::{Discs, Move};
use crate::score::Score;

/// Up to this many empties [`midgame`] is used.
pub(crate) const MIDGAME_MAX_EMPTIES: u32 = 12;
/// From this many empties up the table is asked and told.
const TABLE_MIN_EMPTIES: u32 = 8;
/// From this many empties up the table is asked for every child before any is searched.
const ETC_MIN_EMPTIES: u32 = 10;

/// Null window at [`SHALLOW_MAX_EMPTIES`] + 1 to [`MIDGAME_MAX_EMPTIES`] empties, or fewer.
///
/// Returns an upper bound of the value if it is at most `alpha`, else a lower bound.
#[inline(always)]
pub(crate) fn midgame<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Score) -> Score {
    let empties = s.empties(discs);
    if empties <= SHALLOW_MAX_EMPTIES {
        return endgame::shallow(s, discs, alpha);
    }
    s.nodes += 1;
    let before = s.nodes;
    if let Some(bound) = stability_bound(s, discs, alpha) {
        return bound;
    }
    let mut table_move = None;
    if empties >= TABLE_MIN_EMPTIES
        && let Some(entry) = s.shared.memory.probe(discs)
    {
        if entry.bounds.upper <= alpha {
            return entry.bounds.upper;
        }
        if entry.bounds.lower > alpha {
            return entry.bounds.lower;
        }
        table_move = entry.best;
    }
    let moves = s.isa.mobility(s.geometry, discs);
    if moves == 0 {
        if s.isa.mobility(s.geometry, discs.passed()) == 0 {
            return s.final_score(discs);
        }
        return -I::midgame(s, discs.passed(), -alpha - 1);
    }
    if let Some(bound) = corner_bound(s, moves, alpha) {
        return bound;
    }
    let mut children = Children::new();
    expand(s, discs, moves, &mut children);
    for child in &children {
        if child.discs.player == 0 {
            return s.wipe_out();
        }
    }
    if empties >= ETC_MIN_EMPTIES
        && let Some(value) = transposition_cutoff(s, &children, alpha)
    {
        return value;
    }
    if children.len() > 1 {
        fastest_first(s, discs, &mut children);
        for child in &mut children {
            if table_move == Some(Move::Place(child.square)) {
                child.cost = i32::MIN;
            }
        }
    }
    let mut best = (Score::MIN, None);
    for index in 0..children.len() {
        let child = select(&mut children, index);
        let value = if empties - 1 <= SHALLOW_MAX_EMPTIES {
            -I::shallow(s, child.discs, -alpha - 1)
        } else {
            -I::midgame(s, child.discs, -alpha - 1)
        };
        if value > best.0 {
            best = (value, Some(Move::Place(child.square)));
            if value > alpha {
                break;
            }
        }
    }
    if empties >= TABLE_MIN_EMPTIES {
        let effort = s.nodes - before;
        s.keep(discs, alpha, best.0, best.1, effort);
    }
    best.0
}

/// An upper bound that is at most `alpha`, if the opponent has that many stable discs.
///
/// With `k` stable discs of the opponent the player's disc difference is at most `squares − 2k`, under
/// either scoring.
#[inline(always)]
pub(crate) fn stability_bound<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, alpha: Score) -> Option<Score> {
    let needed = (s.wipe_out() - alpha + 1) / 2;
    if needed > STABILITY_MAX_NEEDED || needed > discs.opponent.count_ones() as Score {
        return None;
    }
    let stable = s.isa.stable(s.geometry, discs.opponent, discs.occupied());
    let bound = s.wipe_out() - 2 * stable.count_ones() as Score;
    (bound <= alpha).then_some(bound)
}

/// A lower bound above `alpha`, if all that is asked is whether the player keeps a disc and it can take a
/// corner: a disc there stays.
#[inline(always)]
pub(crate) fn corner_bound<I: Kernel>(s: &Searcher<'_, I>, moves: u64, alpha: Score) -> Option<Score> {
    let kept = 2 - s.wipe_out();
    (alpha < kept && moves & s.geometry.corners != 0).then_some(kept)
}

/// Stability is looked at if this many stable discs refute the window.
const STABILITY_MAX_NEEDED: Score = 8;

/// A lower bound above `alpha`, if the table knows one through some child (enhanced transposition
/// cutoff, Plaat et al. 1996).
#[inline(always)]
pub(crate) fn transposition_cutoff<I: Kernel>(s: &Searcher<'_, I>, children: &[Child], alpha: Score) -> Option<Score> {
    children
        .iter()
        .filter_map(|child| s.shared.memory.probe(child.discs))
        .map(|entry| -entry.bounds.upper)
        .find(|&lower| lower > alpha)
}
