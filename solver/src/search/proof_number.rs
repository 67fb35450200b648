//! Searches whether a side loses all its discs, by proof numbers.
//!
//! In the hunt for a wipe-out, one side has hardly any choice, and the trees that refute its moves differ greatly in
//! size. Alpha-beta takes moves in the order it is given; this search goes on wherever least seems left to do: df-pn
//! (Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its applications") with the 1 + ε trick (Pawlewicz &
//! Lew 2007, "Improving depth-first PN-search"). Every move adds a disc, so there are no cycles. Positions reached by
//! several paths are counted several times: that costs effort, never correctness.
//!
//! Proven positions go into the same tables as all proofs. The numbers of the others are in a table of their own, which
//! proves nothing.

use arrayvec::ArrayVec;

use super::aim::Aim;
use super::deep::merge_symmetric;
use super::kernel::Kernel;
use super::midgame::MIDGAME_MAX_EMPTIES;
use super::number_table::{MOST, Numbers};
use super::ordering::{Child, Children, expand};
use super::ordering_search::Guide;
use super::searcher::Searcher;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::moves::Move;
use rules::score::Value;
use rules::square::Square;

/// A move is searched until its number is this many quarters of the second best's: ε of the 1 + ε trick is ¼.
const LEEWAY_QUARTERS: u64 = 5;

/// Searches any null window, at any number of empties; by proof numbers if the window asks whether a side loses its
/// last disc.
///
/// Returns an upper bound of the value if it is at most `alpha`, else a lower bound; `None` if the search was halted.
pub(crate) fn null_window<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value) -> Option<Value> {
    let aim = Aim::of_window(s.wipe_out(), alpha);
    let has_numbers = aim != Aim::Discs && s.uses(Technique::ProofNumbers);
    if has_numbers && s.empties(discs) > MIDGAME_MAX_EMPTIES {
        let normal = s.normal_form(discs);
        let mut numbers = known(s, normal, alpha);
        if numbers.solved().is_none() {
            numbers = I::prove(s, normal, alpha, Numbers { win: MOST, loss: MOST }).unwrap_or(numbers);
        }
        if let Some(is_won) = numbers.solved() {
            return Some(value(s, aim, is_won));
        }
        if s.halted() {
            return None;
        }
    }
    I::deep(s, discs, alpha, 0)
}

/// Searches a position until it is solved or one of its numbers reaches its limit. The position is in normal form and
/// has more than [`MIDGAME_MAX_EMPTIES`] empties, and the window is that of a hunt.
///
/// `None` if the search was halted, or has taken so many nodes that the table of numbers is too small for it.
#[inline(always)]
pub(crate) fn prove<I: Kernel>(
    s: &mut Searcher<'_, I>,
    discs: Discs,
    alpha: Value,
    limits: Numbers,
) -> Option<Numbers> {
    if s.halted() || s.nodes > s.shared.numbers.enough_nodes() {
        return None;
    }
    let before = s.nodes;
    s.nodes += 1;
    let aim = Aim::of_window(s.wipe_out(), alpha);
    let moves = s.isa.mobility(s.geometry, discs);
    if moves == 0 {
        // Stored numbers may be another position's, so a position that has some may still be the end of a game.
        if s.isa.mobility(s.geometry, discs.passed()) == 0 {
            return Some(Numbers::of_solved(s.final_score(discs) > alpha));
        }
        let passed = s.normal_form(discs.passed());
        return I::prove(s, passed, -alpha - 1, limits.reversed()).map(Numbers::reversed);
    }
    let is_new = s.shared.numbers.probe(discs, salt(aim)).is_none();
    if is_new && let Some(bound) = s.look_up(discs).and_then(|bounds| bounds.decide(alpha)) {
        return Some(Numbers::of_solved(bound > alpha));
    }
    let mut children = Children::new();
    expand(s, discs, moves, &mut children);
    let forms = merge_symmetric(s, &mut children);
    for (child, form) in children.iter_mut().zip(forms) {
        child.discs = form;
    }
    for child in &children {
        s.table(s.empties(child.discs)).prefetch(child.discs);
        s.shared.numbers.prefetch(child.discs, salt(aim.reversed()));
    }
    let mut numbers: ArrayVec<Numbers, 64> = children.iter().map(|child| known(s, child.discs, -alpha - 1)).collect();
    loop {
        let state = State::of(s, &children, &numbers);
        let now = state.numbers;
        if now.solved().is_some() || now.win >= limits.win || now.loss >= limits.loss {
            record(s, discs, alpha, now, children[state.next].square, s.nodes - before);
            return Some(now);
        }
        let child_limits = state.limits(limits, numbers[state.next]);
        numbers[state.next] = search_child(s, children[state.next].discs, -alpha - 1, child_limits)?;
        if s.shared.busy.is_some() {
            // Other threads may have gone on with the other children.
            for (child, numbers) in children.iter().zip(&mut numbers) {
                if numbers.solved().is_none() {
                    *numbers = found(s, child.discs, -alpha - 1).unwrap_or(*numbers);
                }
            }
        }
    }
}

/// What the children of a position say about it.
struct State {
    numbers: Numbers,
    /// The child to go on with; in a won position, the one that wins.
    next: usize,
    /// The least [`Numbers::loss`] of the other children.
    second: u32,
}

impl State {
    /// The child that is easiest to win by comes next; one that another thread is searching counts as twice as hard.
    #[inline(always)]
    fn of<I: Kernel>(s: &Searcher<'_, I>, children: &[Child], numbers: &[Numbers]) -> Self {
        let (mut next, mut least, mut least_win) = (0, u64::MAX, u32::MAX);
        let mut loss = 0u64;
        for (index, child) in numbers.iter().enumerate() {
            loss += u64::from(child.win);
            let is_busy = s.shared.busy.is_some_and(|busy| busy.contains(children[index].discs));
            let cost = u64::from(child.loss) << u32::from(is_busy && child.solved().is_none());
            if (cost, child.win) < (least, least_win) {
                (next, least, least_win) = (index, cost, child.win);
            }
        }
        let others = numbers.iter().enumerate().filter(|&(index, _)| index != next);
        let second = others.map(|(_, child)| child.loss).min().unwrap_or(MOST);
        let numbers = match numbers[next].loss.min(second) {
            0 => Numbers::of_solved(true),
            MOST => Numbers::of_solved(false),
            win => Numbers { win, loss: loss.min(u64::from(MOST) - 1) as u32 },
        };
        Self { numbers, next, second }
    }

    /// How far to go on with the next child, whose numbers are `child`.
    #[inline(always)]
    fn limits(&self, limits: Numbers, child: Numbers) -> Numbers {
        let most = u64::from(MOST);
        let beyond = |loss: u32| u64::from(loss) * LEEWAY_QUARTERS / 4 + 1;
        let mut loss = beyond(self.second).min(u64::from(limits.win));
        if loss <= u64::from(child.loss) {
            // It is not the easiest, which another thread is searching.
            loss = beyond(child.loss);
        }
        let loss = loss.min(most) as u32;
        Numbers { win: limits.loss - (self.numbers.loss - child.win), loss }
    }
}

/// Searches a child up to its limits; with few empties, to its end by alpha-beta.
#[inline(always)]
fn search_child<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value, limits: Numbers) -> Option<Numbers> {
    if s.empties(discs) <= MIDGAME_MAX_EMPTIES {
        let moves = s.isa.mobility(s.geometry, discs);
        return Some(Numbers::of_solved(I::midgame(s, discs, moves, alpha) > alpha));
    }
    let busy = s.shared.busy.inspect(|busy| busy.enter(discs));
    let found = I::prove(s, discs, alpha, limits);
    if let Some(busy) = busy {
        busy.leave(discs);
    }
    found
}

/// The numbers of a position without a search of it.
#[inline(always)]
fn known<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value) -> Numbers {
    found(s, discs, alpha).unwrap_or_else(|| first(s, discs, alpha, Aim::of_window(s.wipe_out(), alpha)))
}

/// The numbers found for a position so far; none if its side has to pass.
#[inline(always)]
fn found<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, alpha: Value) -> Option<Numbers> {
    let entry = s.table(s.empties(discs)).probe(discs);
    if let Some(bound) = entry.and_then(|entry| entry.bounds.decide(alpha)) {
        return Some(Numbers::of_solved(bound > alpha));
    }
    s.shared.numbers.probe(discs, salt(Aim::of_window(s.wipe_out(), alpha)))
}

/// The numbers of a position not searched yet: the more moves a side has, the more is left to do for the other.
#[inline(always)]
fn first<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value, aim: Aim) -> Numbers {
    s.nodes += 1;
    let moves = s.isa.mobility(s.geometry, discs);
    if let Some(value) = aim.decided(s, discs, moves) {
        return Numbers::of_solved(value > 0);
    }
    let replies = s.isa.mobility(s.geometry, discs.passed());
    if moves | replies == 0 {
        return Numbers::of_solved(s.final_score(discs) > alpha);
    }
    Numbers { win: 1 + replies.count_ones(), loss: 1 + moves.count_ones() }
}

/// Keeps the result of a visit to a position, in which `square` is the best move so far.
#[inline(always)]
fn record<I: Kernel>(s: &Searcher<'_, I>, discs: Discs, alpha: Value, numbers: Numbers, square: u8, effort: u64) {
    let aim = Aim::of_window(s.wipe_out(), alpha);
    let Some(is_won) = numbers.solved() else {
        return s.shared.numbers.record(discs, salt(aim), numbers, effort);
    };
    s.keep(discs, alpha, value(s, aim, is_won), Some(Move::Place(Square::of_bit(square))), effort);
}

/// The bound on the value that a hunt proves, by whether the side to move has reached its aim. A side that keeps one
/// disc loses by at most two discs less than all.
#[inline(always)]
fn value<I: Kernel>(s: &Searcher<'_, I>, aim: Aim, is_won: bool) -> Value {
    match (aim == Aim::Hunt, is_won) {
        (true, true) => s.wipe_out(),
        (true, false) => s.wipe_out() - 2,
        (false, true) => 2 - s.wipe_out(),
        (false, false) => -s.wipe_out(),
    }
}

/// Distinguishes the numbers of a position for one aim from those for the other.
#[inline(always)]
fn salt(aim: Aim) -> u64 {
    if aim == Aim::Hunt { 0x9e37_79b9_7f4a_7c15 } else { 0 }
}
