//! The same values as the plain search, in half the time, by null windows (Pearl 1980, "Scout"), a memory of positions,
//! and cheaper move ordering where most nodes are.

use arrayvec::ArrayVec;

use super::{Compiled, INFINITE, Lookahead, Memory, Node, over, passed};
use rules::discs::Discs;
use rules::plain::squares_of;
use rules::simd::Isa;

/// With this many plies left or more, positions are stored and moves are sorted by the mobility that they leave, ...
const MEMORY_MIN_PLIES: u32 = 2;
/// ... and with this many or more by the evaluation, which costs as much as the rest of a move.
const EVALUATION_MIN_PLIES: u32 = 3;
/// More moves than a position can have.
const MOST_MOVES: usize = 64;

/// A child whose features are not computed yet.
#[derive(Clone, Copy)]
struct Sketch {
    square: u8,
    flips: u64,
    discs: Discs,
    moves: u64,
    replies: u64,
}

impl Sketch {
    #[inline(always)]
    fn new<I: Isa>(isa: I, lookahead: &Lookahead<'_>, node: &Node, square: u8) -> Self {
        let flips = isa.flips(lookahead.geometry(), node.discs, square);
        let discs = node.discs.played(square, flips);
        let moves = isa.mobility(lookahead.geometry(), discs);
        let replies = isa.mobility(lookahead.geometry(), discs.passed());
        Self { square, flips, discs, moves, replies }
    }

    #[inline(always)]
    fn node(&self, lookahead: &Lookahead<'_>, parent: &Node) -> Node {
        let &Self { square, flips, discs, moves, replies } = self;
        let features = lookahead.evaluation.after(&parent.features, square, flips);
        Node { discs, features, moves, replies }
    }

    /// The lower, the better the move is likely to be.
    #[inline(always)]
    fn rank(&self) -> i32 {
        2 * self.moves.count_ones() as i32 - self.replies.count_ones() as i32
    }
}

/// The best result at a node so far.
struct Best {
    alpha: i32,
    beta: i32,
    value: i32,
    square: u8,
}

impl Best {
    /// Tries a move, with a null window unless it is the first. Returns whether it causes a cutoff.
    #[inline(always)]
    fn attempt<I: Compiled>(
        &mut self,
        isa: I,
        lookahead: &Lookahead<'_>,
        memory: &mut Memory,
        child: (u8, &Node),
        plies: u32,
    ) -> bool {
        let (square, node) = child;
        let alpha = self.alpha.max(self.value);
        let is_first = self.value == -INFINITE;
        let mut value = INFINITE;
        if !is_first {
            value = -isa.recall(lookahead, memory, node, plies, -alpha - 1, -alpha);
        }
        if is_first || alpha < value && value < self.beta {
            value = -isa.recall(lookahead, memory, node, plies, -self.beta, -alpha);
        }
        if value > self.value {
            (self.value, self.square) = (value, square);
        }
        self.value >= self.beta
    }
}

/// Fail-soft alpha-beta, like [`super::search`].
#[inline(always)]
pub(super) fn recall<I: Compiled>(
    isa: I,
    lookahead: &Lookahead<'_>,
    memory: &mut Memory,
    node: &Node,
    plies: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    if plies == 0 {
        return leaf(lookahead, node);
    }
    if node.moves == 0 {
        return match node.replies {
            0 => over(lookahead, node),
            _ => -isa.recall(lookahead, memory, &passed(node), plies, -beta, -alpha),
        };
    }
    if plies < MEMORY_MIN_PLIES {
        return above_leaves(isa, lookahead, node, beta);
    }
    let entry = memory.get(node.discs);
    let (lower, upper) = entry.and_then(|entry| entry.bounds(plies)).unwrap_or((-INFINITE, INFINITE));
    if lower >= beta || lower == upper {
        return lower;
    }
    if upper <= alpha {
        return upper;
    }
    let mut best = Best { alpha, beta, value: -INFINITE, square: 0 };
    let first = entry.map(|entry| entry.best()).filter(|best| node.moves >> best & 1 != 0);
    let is_enough = first.is_some_and(|square| {
        let child = lookahead.child(isa, node, square);
        best.attempt(isa, lookahead, memory, (square, &child), plies - 1)
    });
    if !is_enough {
        let rest = node.moves & !first.map_or(0, |square| 1 << square);
        match plies < EVALUATION_MIN_PLIES {
            true => try_by_mobility(isa, lookahead, memory, (node, rest), plies, &mut best),
            false => try_by_evaluation(isa, lookahead, memory, (node, rest), plies, &mut best),
        }
    }
    let value = best.value;
    let found = (if value > alpha { value } else { lower }, if value < beta { value } else { upper });
    memory.keep(node.discs, plies, (lower.max(found.0), upper.min(found.1)), best.square);
    value
}

/// The value of a position without looking ahead.
#[inline(always)]
fn leaf(lookahead: &Lookahead<'_>, node: &Node) -> i32 {
    match (node.moves, node.replies) {
        (0, 0) => over(lookahead, node),
        (0, _) => -lookahead.evaluate(&passed(node)),
        _ => lookahead.evaluate(node),
    }
}

/// The value of a position whose moves all lead to leaves; stops when it reaches `beta`.
#[inline(always)]
fn above_leaves<I: Compiled>(isa: I, lookahead: &Lookahead<'_>, node: &Node, beta: i32) -> i32 {
    let mut best = -INFINITE;
    for square in squares_of(node.moves) {
        best = best.max(-leaf(lookahead, &lookahead.child(isa, node, square)));
        if best >= beta {
            break;
        }
    }
    best
}

/// The sort keys of moves in the order in which to try them: the rank in the high bits, the move's index in the low
/// ones.
type Order = ArrayVec<i32, MOST_MOVES>;

#[inline(always)]
fn key(rank: i32, index: usize) -> i32 {
    rank * MOST_MOVES as i32 + index as i32
}

#[inline(always)]
fn index(key: i32) -> usize {
    key.rem_euclid(MOST_MOVES as i32) as usize
}

#[inline(always)]
fn try_by_mobility<I: Compiled>(
    isa: I,
    lookahead: &Lookahead<'_>,
    memory: &mut Memory,
    (node, moves): (&Node, u64),
    plies: u32,
    best: &mut Best,
) {
    // Loops, because closures would be compiled without the instruction set.
    let mut sketches: ArrayVec<Sketch, MOST_MOVES> = ArrayVec::new();
    let mut order = Order::new();
    for square in squares_of(moves) {
        let sketch = Sketch::new(isa, lookahead, node, square);
        order.push(key(sketch.rank(), sketches.len()));
        sketches.push(sketch);
    }
    order.sort_unstable();
    for key in order {
        let sketch = &sketches[index(key)];
        if best.attempt(isa, lookahead, memory, (sketch.square, &sketch.node(lookahead, node)), plies - 1) {
            return;
        }
    }
}

#[inline(always)]
fn try_by_evaluation<I: Compiled>(
    isa: I,
    lookahead: &Lookahead<'_>,
    memory: &mut Memory,
    (node, moves): (&Node, u64),
    plies: u32,
    best: &mut Best,
) {
    let mut children: ArrayVec<(u8, Node), MOST_MOVES> = ArrayVec::new();
    let mut order = Order::new();
    for square in squares_of(moves) {
        let child = lookahead.child(isa, node, square);
        order.push(key(lookahead.evaluate(&child), children.len()));
        children.push((square, child));
    }
    order.sort_unstable();
    for key in order {
        let (square, child) = &children[index(key)];
        if best.attempt(isa, lookahead, memory, (*square, child), plies - 1) {
            return;
        }
    }
}
