//! A shallow search with a plain evaluation, whose values order the moves of the real one.

use super::kernel::Kernel;
use super::ordering::{Children, expand, mobility_cost, select};
use super::searcher::Searcher;
use crate::position::Discs;
use crate::rules::squares_of;
use crate::score::Score;

/// More than any evaluation.
pub(crate) const INFINITE: i32 = 1 << 20;
/// What a disc of a finished game is worth: more than anything an evaluation sees.
const FINAL: i32 = 1 << 10;
/// What a legal move is worth.
const MOVE: i32 = 16;
/// What a legal move is worth to the side that hunts the other's last disc.
const HUNTERS_MOVE: i32 = 2;
/// What a corner is worth.
const CORNER: i32 = 40;
/// What a legal move to a corner is worth more.
const CORNER_MOVE: i32 = 16;
/// What an empty square beside a disc of the opponent is worth: a move to be.
const FRONTIER: i32 = 5;
/// From this depth up a pre-search looks whether it is to stop.
const HALT_MIN_DEPTH: u32 = 5;

/// What the side to move wants of the window that is being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A better score.
    Discs,
    /// To take the opponent's last disc: one that is stable spoils it.
    Hunt,
    /// To keep one disc: one that is stable does it.
    Escape,
}

impl Aim {
    /// The aim of the side to move in the null window above `alpha`.
    #[inline(always)]
    pub(crate) fn of_window(wipe_out: Score, alpha: Score) -> Self {
        match alpha {
            _ if alpha == wipe_out - 1 => Self::Hunt,
            _ if alpha == -wipe_out => Self::Escape,
            _ => Self::Discs,
        }
    }

    /// The most plies of a pre-search that pay. In a hunt one side has hardly a choice.
    #[inline(always)]
    pub(crate) fn presearch_max_plies(self) -> u32 {
        if self == Self::Discs { 12 } else { 24 }
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

/// Fail-soft alpha-beta to `depth` plies, for the side to move, in units of a sixteenth of a move.
/// Of no use, but soon there, when the search is halted.
#[inline(always)]
pub(crate) fn presearch<I: Kernel>(
    s: &mut Searcher<'_, I>,
    discs: Discs,
    aim: Aim,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    s.nodes += 1;
    if depth == 0 {
        return evaluate(s, discs, aim);
    }
    if let Some(value) = decided(s, discs, aim) {
        return value;
    }
    if depth >= HALT_MIN_DEPTH && s.halted() {
        return 0;
    }
    let moves = s.isa.mobility(s.geometry, discs);
    if aim == Aim::Escape && moves & s.geometry.corners != 0 {
        return FINAL * s.wipe_out();
    }
    if moves == 0 {
        if s.isa.mobility(s.geometry, discs.passed()) == 0 {
            return FINAL * s.final_score(discs);
        }
        return -I::presearch(s, discs.passed(), aim.reversed(), depth - 1, -beta, -alpha);
    }
    let mut best = -INFINITE;
    if depth == 1 {
        for square in squares_of(moves) {
            let flips = s.isa.flips(s.geometry, discs, square);
            s.nodes += 1;
            best = best.max(-evaluate(s, discs.played(square, flips), aim.reversed()));
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
        let value = -I::presearch(s, child.discs, aim.reversed(), depth - 1, -beta, -best.max(alpha));
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

/// The value of a hunt that a stable disc has decided.
#[inline(always)]
fn decided<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, aim: Aim) -> Option<i32> {
    let (hunted, value) = match aim {
        Aim::Discs => return None,
        Aim::Hunt => (discs.opponent, -FINAL * s.wipe_out()),
        Aim::Escape => (discs.player, FINAL * s.wipe_out()),
    };
    (s.isa.stable(s.geometry, hunted, discs.occupied()) != 0).then_some(value)
}

/// Mobility of both sides, now and to be, and corners; the score of a finished game.
#[inline(always)]
fn evaluate<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, aim: Aim) -> i32 {
    if let Some(value) = decided(s, discs, aim) {
        return value;
    }
    let moves = s.isa.mobility(s.geometry, discs);
    let replies = s.isa.mobility(s.geometry, discs.passed());
    if aim == Aim::Escape && moves & s.geometry.corners != 0 {
        return FINAL * s.wipe_out();
    }
    if moves | replies == 0 {
        return FINAL * s.final_score(discs);
    }
    let count = |bits: u64| bits.count_ones() as i32;
    match aim {
        Aim::Discs => {
            let corners = s.geometry.corners;
            MOVE * (count(moves) - count(replies))
                + FRONTIER * (count(frontier(s, discs.opponent, discs)) - count(frontier(s, discs.player, discs)))
                + CORNER * (count(discs.player & corners) - count(discs.opponent & corners))
                + CORNER_MOVE * (count(moves & corners) - count(replies & corners))
        }
        Aim::Hunt => HUNTERS_MOVE * count(moves) - MOVE * count(replies),
        Aim::Escape => MOVE * count(moves) - HUNTERS_MOVE * count(replies),
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
    beside & !discs.occupied()
}
