//! What guides an ordering search on boards without a learned evaluation, and in the hunt for a wipe-out.

use super::kernel::Kernel;
use super::ordering_search::Guide;
use super::searcher::Searcher;
use rules::discs::Discs;
use rules::score::Value;

/// What a disc of a finished game is worth: more than anything else in an evaluation.
const FINAL: i32 = 1 << 10;
/// What a legal move is worth.
const MOVE: i32 = 16;
/// What a legal move is worth to the side that hunts the other's last disc.
const HUNTERS_MOVE: i32 = 2;
/// What a corner is worth.
const CORNER: i32 = 40;
/// What a legal move to a corner is worth on top.
const CORNER_MOVE: i32 = 16;
/// What an empty square beside a disc of the opponent is worth: a potential move.
const FRONTIER: i32 = 5;
/// What the side to move wants in the window being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A better score.
    Discs,
    /// To take the opponent's last disc; a stable one makes that impossible.
    Hunt,
    /// To keep one disc; a stable one is enough.
    Escape,
}

impl Aim {
    /// The aim of the side to move in the null window above `alpha`.
    #[inline(always)]
    pub(crate) fn of_window(wipe_out: Value, alpha: Value) -> Self {
        match alpha {
            _ if alpha == wipe_out - 1 => Self::Hunt,
            _ if alpha == -wipe_out => Self::Escape,
            _ => Self::Discs,
        }
    }

    /// The depth in plies up to which an ordering search pays off. In a hunt, one side has hardly any choice.
    #[inline(always)]
    pub(crate) fn ordering_max_plies(self) -> u32 {
        if self == Self::Discs { 12 } else { 24 }
    }

    /// The extra cost, in move ordering, of each reply that a move of this side leaves to the opponent.
    #[inline(always)]
    pub(crate) fn reply(self) -> i32 {
        if self == Self::Escape { 2 * MOVE } else { MOVE }
    }

    /// The value of a hunt that a stable disc has decided.
    #[inline(always)]
    fn spoiled<I: Kernel>(self, s: &Searcher<'_, I>, discs: Discs) -> Option<i32> {
        let (hunted, value) = match self {
            Self::Discs => return None,
            Self::Hunt => (discs.opponent().bits(), -FINAL * s.wipe_out()),
            Self::Escape => (discs.player().bits(), FINAL * s.wipe_out()),
        };
        (s.isa.stable(s.geometry, hunted, discs.mask()) != 0).then_some(value)
    }

    /// The other side's aim.
    #[inline(always)]
    pub(crate) fn reversed(self) -> Self {
        match self {
            Self::Discs => Self::Discs,
            Self::Hunt => Self::Escape,
            Self::Escape => Self::Hunt,
        }
    }
}

impl<I: Kernel> Guide<I> for Aim {
    #[inline(always)]
    fn play(&self, _: &Searcher<'_, I>, _: u8, _: u64) -> Self {
        self.reversed()
    }

    #[inline(always)]
    fn pass(&self) -> Self {
        self.reversed()
    }

    /// Current and potential mobility of both sides, and corners, in sixteenths of a move.
    #[inline(always)]
    fn evaluate(&self, s: &Searcher<'_, I>, discs: Discs) -> i32 {
        let moves = s.isa.mobility(s.geometry, discs);
        let replies = s.isa.mobility(s.geometry, discs.passed());
        if let Some(value) = self.decided(s, discs, moves) {
            return value;
        }
        if moves | replies == 0 {
            return FINAL * s.final_score(discs);
        }
        let count = |bits: u64| bits.count_ones() as i32;
        match self {
            Self::Discs => {
                let corners = s.geometry.corners;
                MOVE * (count(moves) - count(replies))
                    + FRONTIER
                        * (count(frontier(s, discs.opponent().bits(), discs))
                            - count(frontier(s, discs.player().bits(), discs)))
                    + CORNER * (count(discs.player().bits() & corners) - count(discs.opponent().bits() & corners))
                    + CORNER_MOVE * (count(moves & corners) - count(replies & corners))
            }
            Self::Hunt => HUNTERS_MOVE * count(moves) - MOVE * count(replies),
            Self::Escape => MOVE * count(moves) - HUNTERS_MOVE * count(replies),
        }
    }

    #[inline(always)]
    fn decided(&self, s: &Searcher<'_, I>, discs: Discs, moves: u64) -> Option<i32> {
        if *self == Self::Escape && moves & s.geometry.corners != 0 {
            return Some(FINAL * s.wipe_out());
        }
        self.spoiled(s, discs)
    }

    #[inline(always)]
    fn salt(&self) -> u64 {
        // Small multiples of a large number, unlike the salts of the other guides.
        (*self as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline(always)]
    fn finished(score: Value) -> i32 {
        FINAL * score
    }

    #[inline(always)]
    fn search(&self, s: &mut Searcher<'_, I>, discs: Discs, depth: u32, alpha: i32, beta: i32) -> i32 {
        I::ordering_by_aim(s, discs, self, depth, alpha, beta)
    }
}

/// The empty squares beside discs of `own`.
#[inline(always)]
fn frontier<I: Kernel>(s: &Searcher<'_, I>, own: u64, discs: Discs) -> u64 {
    let geometry = s.geometry;
    let mut beside = 0;
    for direction in 0..4 {
        beside |= own << geometry.steps[direction] & geometry.behind[0][direction];
        beside |= own >> geometry.steps[direction] & geometry.behind[0][direction + 4];
    }
    beside & !discs.mask()
}
