//! The last empty squares: no table and little ordering, where every nanosecond counts.

use super::kernel::Kernel;
use super::ordering::{cost_of_place, cost_of_replies, odd_squares};
use super::searcher::Searcher;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::plain::squares_of;
use rules::score::Value;

/// Up to this many empties [`shallow`] is used.
pub(crate) const SHALLOW_MAX_EMPTIES: u32 = 5;

/// Null-window search at up to [`SHALLOW_MAX_EMPTIES`] empties, where the side to move has `moves`: no table, and move
/// ordering that takes hardly any time.
///
/// Returns an upper bound of the value if it is at most `alpha`, else a lower bound.
#[inline(always)]
pub(crate) fn shallow<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, moves: u64, alpha: Value) -> Value {
    let empties = s.geometry.full & !discs.mask();
    match empties.count_ones() {
        0 => s.final_score(discs),
        1 => last_1(s, discs, empties.trailing_zeros() as u8),
        2 => {
            let first = empties.trailing_zeros() as u8;
            last_2(s, discs, [first, (empties & (empties - 1)).trailing_zeros() as u8], alpha)
        }
        3 => last_3(s, discs, empties, alpha),
        4 => last_4(s, discs, empties, moves, alpha),
        _ => last_5(s, discs, empties, moves, alpha),
    }
}

/// Five empties: fastest first.
#[inline(always)]
fn last_5<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, empties: u64, moves: u64, alpha: Value) -> Value {
    s.nodes += 1;
    if moves == 0 {
        return passed(s, discs, alpha);
    }
    let odd = odd_squares(s, empties);
    let is_fastest_first = s.uses(Technique::FastestFirst);
    let mut children = [(discs, 0); 5];
    // The cost of each child with its index; `i32::MAX` for those already searched.
    let mut keys = [i32::MAX; 5];
    for (index, square) in squares_of(moves).enumerate() {
        let flips = s.isa.flips(s.geometry, discs, square);
        if flips == discs.opponent().bits() {
            return s.wipe_out();
        }
        let child = discs.played(square, flips);
        let replies = s.isa.mobility(s.geometry, child);
        let cost = if is_fastest_first { cost_of_replies(s, replies) } else { 0 } + cost_of_place(s, square, odd);
        children[index] = (child, replies);
        keys[index] = 8 * cost + index as i32;
    }
    let mut best = Value::MIN;
    for _ in 0..moves.count_ones() {
        let least = keys.into_iter().fold(i32::MAX, i32::min);
        let index = (least & 7) as usize;
        keys[index] = i32::MAX;
        let (child, replies) = children[index];
        let value = -last_4(s, child, s.geometry.full & !child.mask(), replies, -alpha - 1);
        if value > alpha {
            return value;
        }
        best = best.max(value);
    }
    best
}

/// Four empties: squares in odd regions first (Edax's parity).
#[inline(always)]
fn last_4<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, empties: u64, moves: u64, alpha: Value) -> Value {
    s.nodes += 1;
    if moves == 0 {
        return passed(s, discs, alpha);
    }
    let odd = odd_squares(s, empties);
    let mut best = Value::MIN;
    for part in [moves & odd, moves & !odd] {
        for square in squares_of(part) {
            let flips = s.isa.flips(s.geometry, discs, square);
            if flips == discs.opponent().bits() {
                return s.wipe_out();
            }
            let value = -last_3(s, discs.played(square, flips), empties & !(1 << square), -alpha - 1);
            if value > alpha {
                return value;
            }
            best = best.max(value);
        }
    }
    best
}

/// Null-window search where the side to move has no move.
#[inline(always)]
fn passed<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value) -> Value {
    let replies = s.isa.mobility(s.geometry, discs.passed());
    if replies == 0 {
        return s.final_score(discs);
    }
    -I::shallow(s, discs.passed(), replies, -alpha - 1)
}

/// Three empties, given as a mask.
#[inline(always)]
fn last_3<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, empties: u64, alpha: Value) -> Value {
    s.nodes += 1;
    let first = empties.trailing_zeros() as u8;
    let rest = empties & (empties - 1);
    let second = rest.trailing_zeros() as u8;
    let third = (rest & (rest - 1)).trailing_zeros() as u8;
    // An odd region holds one or three of them; a lone one goes first.
    let alone = |square: u8| s.geometry.regions[usize::from(square)] & empties == 1 << square;
    let order = if alone(second) && !alone(first) {
        [second, first, third]
    } else if alone(third) && !alone(first) {
        [third, first, second]
    } else {
        [first, second, third]
    };
    let (mut discs, mut alpha, mut sign) = (discs, alpha, 1);
    for _ in 0..2 {
        let mut best = Value::MIN;
        for (index, square) in order.into_iter().enumerate() {
            if s.geometry.neighbours[usize::from(square)] & discs.opponent().bits() == 0 {
                continue;
            }
            let flips = s.isa.flips(s.geometry, discs, square);
            if flips == 0 {
                continue;
            }
            let others = match index {
                0 => [order[1], order[2]],
                1 => [order[0], order[2]],
                _ => [order[0], order[1]],
            };
            let value = -last_2(s, discs.played(square, flips), others, -alpha - 1);
            if value > alpha {
                return sign * value;
            }
            best = best.max(value);
        }
        if best > Value::MIN {
            return sign * best;
        }
        (discs, alpha, sign) = (discs.passed(), -alpha - 1, -sign);
    }
    s.final_score(discs)
}

/// Two empties.
#[inline(always)]
fn last_2<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, squares: [u8; 2], alpha: Value) -> Value {
    s.nodes += 1;
    let (mut discs, mut alpha, mut sign) = (discs, alpha, 1);
    for _ in 0..2 {
        let mut best = Value::MIN;
        for (square, other) in [(squares[0], squares[1]), (squares[1], squares[0])] {
            if s.geometry.neighbours[usize::from(square)] & discs.opponent().bits() == 0 {
                continue;
            }
            let flips = s.isa.flips(s.geometry, discs, square);
            if flips == 0 {
                continue;
            }
            let value = -last_1(s, discs.played(square, flips), other);
            if value > alpha {
                return sign * value;
            }
            best = best.max(value);
        }
        if best > Value::MIN {
            return sign * best;
        }
        (discs, alpha, sign) = (discs.passed(), -alpha - 1, -sign);
    }
    s.final_score(discs)
}

/// One empty square: counts the discs without making the move. The value is exact.
#[inline(always)]
fn last_1<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, square: u8) -> Value {
    s.nodes += 1;
    let squares = s.wipe_out();
    let player = discs.player().bits().count_ones();
    match s.isa.last_flips(s.geometry, discs, square) {
        [0, 0] => s.final_score(discs),
        [0, flips] => 2 * (player as Value - flips as Value) - squares,
        [flips, _] => 2 * (player + flips + 1) as Value - squares,
    }
}
