//! Which move to try first.

use arrayvec::ArrayVec;

use super::kernel::Kernel;
use super::searcher::Searcher;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::moves::Move;
use rules::plain::squares_of;
use rules::square::Square;

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// The position after the move, seen from the opponent.
    pub(crate) discs: Discs,
    /// Where the disc was placed.
    pub(crate) square: u8,
    /// The moves it leaves to the opponent, if they were computed.
    pub(crate) replies: u64,
    /// Moves with lower costs are tried first.
    pub(crate) cost: i32,
}

impl Child {
    /// The discs that the move turned over in the position `before`.
    #[inline(always)]
    pub(crate) fn flips(&self, before: Discs) -> u64 {
        self.discs.opponent().bits() ^ before.player().bits() ^ 1 << self.square
    }
}

/// All moves of a position. A move needs an empty square, and four are never empty.
pub(crate) type Children = ArrayVec<Child, 64>;

/// What one reply of the opponent costs, in units of [`Child::cost`].
pub(crate) const REPLY: i32 = 16;
/// What a reply in a corner costs on top.
const CORNER_REPLY: i32 = 16;
/// What it is worth to play in a corner.
const CORNER: i32 = 8;
/// What it is worth to play in a region with an odd number of empties.
const ODD: i32 = 6;

/// Adds the moves in `moves` with the positions they lead to; costs are 0.
#[inline(always)]
pub(crate) fn expand<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, moves: u64, children: &mut Children) {
    for square in squares_of(moves) {
        let flips = s.isa.flips(s.geometry, discs, square);
        children.push(Child { discs: discs.played(square, flips), square, replies: 0, cost: 0 });
    }
}

/// Fastest first: few replies for the opponent, above all in corners; then corners and odd regions. Computes the
/// replies.
#[inline(always)]
pub(crate) fn fastest_first<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, children: &mut Children) {
    let odd = odd_squares(s, s.geometry.full & !discs.mask());
    let is_fastest_first = s.uses(Technique::FastestFirst);
    for child in children.iter_mut() {
        count_replies(s, child);
        if !is_fastest_first {
            child.cost = 0;
        }
        child.cost += cost_of_place(s, child.square, odd);
    }
}

/// Puts the table's move before all others.
#[inline(always)]
pub(crate) fn prefer(children: &mut Children, table_move: Option<Move>) {
    for child in children {
        if table_move == Some(Move::Place(Square::of_bit(child.square))) {
            child.cost = i32::MIN;
        }
    }
}

/// The squares of `empties` whose quarter of the board holds an odd number of empties.
#[inline(always)]
pub(crate) fn odd_squares<I: Kernel>(s: &Searcher<'_, I>, empties: u64) -> u64 {
    if !s.uses(Technique::Parity) {
        return 0;
    }
    let mut rest = empties;
    let mut odd = 0;
    while rest != 0 {
        let region = s.geometry.regions[rest.trailing_zeros() as usize] & empties;
        if region.count_ones() & 1 == 1 {
            odd |= region;
        }
        rest &= !region;
    }
    odd
}

/// Computes the replies that a child leaves to the opponent, and sets the child's cost to theirs.
#[inline(always)]
pub(crate) fn count_replies<I: Kernel>(s: &Searcher<'_, I>, child: &mut Child) {
    child.replies = s.isa.mobility(s.geometry, child.discs);
    child.cost = cost_of_replies(s, child.replies);
}

/// What replies of the opponent cost.
#[inline(always)]
pub(crate) fn cost_of_replies<I: Kernel>(s: &Searcher<'_, I>, replies: u64) -> i32 {
    REPLY * replies.count_ones() as i32 + CORNER_REPLY * (replies & s.geometry.corners).count_ones() as i32
}

/// What a move on `square` costs by itself, where the regions with an odd number of empties are `odd`.
#[inline(always)]
pub(crate) fn cost_of_place<I: Kernel>(s: &Searcher<'_, I>, square: u8, odd: u64) -> i32 {
    -CORNER * (s.geometry.corners >> square & 1) as i32 - ODD * (odd >> square & 1) as i32
}

/// Swaps the cheapest child from `index` on to `index`, and returns it.
#[inline(always)]
pub(crate) fn select(children: &mut Children, index: usize) -> Child {
    let mut least = index;
    for other in index + 1..children.len() {
        if children[other].cost < children[least].cost {
            least = other;
        }
    }
    children.swap(index, least);
    children[index]
}
