//! A shallow search whose values order the moves of the real one.

use super::kernel::Kernel;
use super::ordering::{Children, count_replies, expand, prefer, select};
use super::ordering_table::{Bound, Finding};
use super::searcher::Searcher;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::moves::Move;
use rules::plain::squares_of;
use rules::score::Value;
use rules::square::Square;

/// More than any evaluation.
pub(crate) const INFINITE: i32 = 1 << 20;
/// From this depth up, an ordering search checks whether to stop.
const HALT_MIN_DEPTH: u32 = 5;
/// From this depth up, an ordering search uses a table and orders moves.
const DEEPENED_MIN_DEPTH: u32 = 2;

/// What guides an ordering search: how it evaluates its leaves, and what it carries down to them.
pub(crate) trait Guide<I>: Sized {
    /// The guide after a disc on `square` turns over `flips`, for the other side.
    fn play(&self, s: &Searcher<'_, I>, square: u8, flips: u64) -> Self;

    /// The guide of the other side in the same position.
    fn pass(&self) -> Self;

    /// The value of a position for the side to move, whether or not the game is over.
    fn evaluate(&self, s: &Searcher<'_, I>, discs: Discs) -> i32;

    /// The value of a position that needs no search, else `None`; `moves` are those of the side to move.
    fn decided(&self, s: &Searcher<'_, I>, discs: Discs, moves: u64) -> Option<i32>;

    /// Distinguishes the findings of different guides.
    fn salt(&self) -> u64;

    /// The value of a finished game.
    fn finished(score: Value) -> i32;

    /// [`ordering_search`] by this guide, compiled for the instructions of `I`.
    fn search(&self, s: &mut Searcher<'_, I>, discs: Discs, depth: u32, alpha: i32, beta: i32) -> i32;
}

/// Fail-soft alpha-beta to `depth` plies, for the side to move, in units of the guide. If the search is halted, returns
/// soon with a meaningless value.
#[inline(always)]
pub(crate) fn ordering_search<I: Kernel, G: Guide<I>>(
    s: &mut Searcher<'_, I>,
    discs: Discs,
    guide: &G,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    s.nodes += 1;
    if depth == 0 {
        return guide.evaluate(s, discs);
    }
    let moves = s.isa.mobility(s.geometry, discs);
    if let Some(value) = guide.decided(s, discs, moves) {
        return value;
    }
    if depth >= HALT_MIN_DEPTH && s.halted() {
        return 0;
    }
    if moves == 0 {
        if s.isa.mobility(s.geometry, discs.passed()) == 0 {
            return G::finished(s.final_score(discs));
        }
        return -guide.pass().search(s, discs.passed(), depth - 1, -beta, -alpha);
    }
    if depth == 1 {
        let mut best = -INFINITE;
        for square in squares_of(moves) {
            let flips = s.isa.flips(s.geometry, discs, square);
            s.nodes += 1;
            best = best.max(-guide.play(s, square, flips).evaluate(s, discs.played(square, flips)));
            if best >= beta {
                break;
            }
        }
        return best;
    }
    deepened(s, discs, moves, guide, depth, [alpha, beta])
}

/// [`ordering_search`] of at least two plies in a position with `moves`, with a table and move ordering.
#[inline(always)]
fn deepened<I: Kernel, G: Guide<I>>(
    s: &mut Searcher<'_, I>,
    discs: Discs,
    moves: u64,
    guide: &G,
    depth: u32,
    [alpha, beta]: [i32; 2],
) -> i32 {
    let has_table = s.uses(Technique::OrderingTable);
    let known = if has_table { s.ordering_table(depth).probe(discs, guide.salt()) } else { None };
    if let Some(known) = known.filter(|known| known.depth == depth && known.decides(alpha, beta)) {
        return known.value;
    }
    let mut children = Children::new();
    expand(s, discs, moves, &mut children);
    let (is_probed, salt) = (has_table && depth > DEEPENED_MIN_DEPTH, guide.pass().salt());
    for child in &mut children {
        if is_probed {
            s.ordering_table(depth - 1).prefetch(child.discs, salt);
        }
        count_replies(s, child);
    }
    if let Some(known) = known {
        prefer(&mut children, Some(Move::Place(Square::of_bit(known.best))));
    }
    let (mut best, mut best_square) = (-INFINITE, 0);
    for index in 0..children.len() {
        let child = select(&mut children, index);
        let played = guide.play(s, child.square, child.flips(discs));
        let value = -played.search(s, child.discs, depth - 1, -beta, -best.max(alpha));
        if value > best {
            (best, best_square) = (value, child.square);
        }
        if best >= beta {
            break;
        }
    }
    if has_table && !s.is_halted {
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        s.ordering_table(depth).record(discs, guide.salt(), Finding { value: best, bound, depth, best: best_square });
    }
    best
}
