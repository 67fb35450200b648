//! A shallow search with a plain evaluation, whose values order the moves of the real one.

use super::kernel::Kernel;
use super::ordering::{Children, expand, mobility_cost, select};
use super::searcher::Searcher;
use crate::position::Discs;
use crate::rules::squares_of;

/// More than any evaluation.
pub(crate) const INFINITE: i32 = 1 << 20;
/// What a disc of a finished game is worth: more than anything an evaluation sees.
const FINAL: i32 = 1 << 10;
/// What a corner is worth, in the same units as a legal move's 16.
const CORNER: i32 = 40;

/// Fail-soft alpha-beta to `depth` plies, for the side to move, in units of a sixteenth of a move.
#[inline(always)]
pub(crate) fn presearch<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, depth: u32, alpha: i32, beta: i32) -> i32 {
    s.nodes += 1;
    let moves = s.isa.mobility(s.geometry, discs);
    if depth == 0 {
        return evaluate(s, discs, moves);
    }
    if moves == 0 {
        if s.isa.mobility(s.geometry, discs.passed()) == 0 {
            return FINAL * s.final_score(discs);
        }
        return -I::presearch(s, discs.passed(), depth, -beta, -alpha);
    }
    let mut best = -INFINITE;
    if depth == 1 {
        for square in squares_of(moves) {
            let flips = s.isa.flips(s.geometry, discs, square);
            let child = discs.played(square, flips);
            s.nodes += 1;
            let replies = s.isa.mobility(s.geometry, child);
            best = best.max(-evaluate(s, child, replies));
            if best >= beta {
                break;
            }
        }
        return best;
    }
    let mut children = Children::new();
    expand(s, discs, moves, &mut children);
    for child in &mut children {
        child.cost = mobility_cost(s, child.discs);
    }
    for index in 0..children.len() {
        let child = select(&mut children, index);
        let value = -I::presearch(s, child.discs, depth - 1, -beta, -best.max(alpha));
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

/// Mobility of both sides and corners; the score of a finished game.
#[inline(always)]
fn evaluate<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, moves: u64) -> i32 {
    let count = |bits: u64| bits.count_ones() as i32;
    let replies = s.isa.mobility(s.geometry, discs.passed());
    if moves | replies == 0 {
        return FINAL * s.final_score(discs);
    }
    let corners = s.geometry.corners;
    16 * (count(moves) - count(replies))
        + CORNER * (count(discs.player & corners) - count(discs.opponent & corners))
        + 16 * (count(moves & corners) - count(replies & corners))
}
