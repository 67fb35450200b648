//! A guess of a position's value, so that the search asks who wins the right way round: asking the wrong way can cost
//! as much as the answer.

use super::aim::Aim;
use super::kernel::Kernel;
use super::learned::Learned;
use super::ordering_search::{Guide, INFINITE};
use super::root_search::RootSearch;
use super::searcher::{Effort, Searcher};
use super::selective::Selectivity;
use crate::evaluation::DISC;
use crate::technique::Technique;
use rules::discs::Discs;
use rules::plain;
use rules::score::Value;

/// Plies of the ordering searches whose best moves make the trial line.
const LINE_PLIES: u32 = 4;
/// The trial line ends at this many empties, or earlier.
const LINE_END: u32 = 12;
/// On the way back up the line, the guess is corrected each time this many empties are added.
const RUNG: u32 = 4;
/// The last correction is made where at least this many fewer squares are empty than in the position itself.
const HEADROOM: u32 = 10;
/// What a null window of a correction may cost.
const EFFORT: Effort = Effort { ordering_plies: u32::MAX, nodes: 1 << 22 };

/// A guess by the learned evaluation looks ahead until this many empties are left, where it is most accurate.
const HORIZON: u32 = 12;
/// It goes no deeper after this many nodes.
const ENOUGH_NODES: u64 = 1 << 11;

/// A guess of the value for the side to move, by a learned evaluation or, without one, by a trial line, which tells
/// hardly more than the sign.
pub(super) fn value<I: Kernel>(root_search: &mut RootSearch<'_, I>, root: Discs) -> Value {
    if root_search.shared.is_learned() { by_evaluation(root_search, root) } else { by_trial(root_search, root) }
}

/// The mean of the last two lookaheads of a series with the learned evaluation, each a ply deeper than the one before,
/// rounded to a score that a full board can have. The side that moves last in a lookahead looks better than it is.
fn by_evaluation<I: Kernel>(root_search: &mut RootSearch<'_, I>, root: Discs) -> Value {
    let mut searcher = Searcher::new(root_search.isa, root_search.shared, Effort::UNLIMITED, 0);
    let guide = Learned::new(root_search.shared.evaluations(), root, 0);
    let deepest = searcher.empties(root).saturating_sub(HORIZON).max(2);
    let (mut before, mut last) = (0, guide.search(&mut searcher, root, 1, -INFINITE, INFINITE));
    for plies in 2..=deepest {
        (before, last) = (last, guide.search(&mut searcher, root, plies, -INFINITE, INFINITE));
        if searcher.nodes > ENOUGH_NODES {
            break;
        }
    }
    searcher.report();
    root_search.nodes += searcher.nodes;
    let value = (before + last) / 2;
    let parity = searcher.wipe_out() & 1;
    let most = searcher.wipe_out();
    (parity + 2 * (value - parity * DISC + DISC).div_euclid(2 * DISC)).clamp(-most, most)
}

/// A better guess of the value for the side to move, within two limits, even if the value lies beyond them: the result
/// of selective searches, each more reliable than the one before, by null windows from a first guess on.
pub(super) fn improved<I: Kernel>(
    root_search: &mut RootSearch<'_, I>,
    root: Discs,
    first: Value,
    [lowest, highest]: [Value; 2],
) -> Value {
    let empties = (root_search.shared.geometry.full & !root.mask()).count_ones();
    let mut guess = first.clamp(lowest, highest);
    if !root_search.shared.is_learned() || !root_search.shared.uses(Technique::Selective) {
        return guess;
    }
    for selectivity in Selectivity::ALL.into_iter().filter(|selectivity| empties >= selectivity.min_empties) {
        let (mut lower, mut upper) = (lowest, highest);
        while lower < upper {
            // Full boards have values of one parity only.
            let wanted = if guess > lower { guess } else { lower + 2 };
            let Some(value) = root_search.guessed_window(root, wanted - 1, selectivity) else { return guess };
            if value >= wanted {
                (lower, guess) = (wanted, (wanted + 2).min(upper));
            } else {
                (upper, guess) = (wanted - 2, wanted - 2);
            }
        }
        guess = lower;
        root_search.guess = Some(guess);
    }
    guess
}

/// Follows a line of good moves until few squares are empty, solves that position, and climbs back some way: the value
/// of one position is the first guess for the next one above it.
///
/// Returns a guess of the value for the side to move; with few empties, where all is cheap, only its sign.
fn by_trial<I: Kernel>(root_search: &mut RootSearch<'_, I>, root: Discs) -> Value {
    let full = root_search.shared.geometry.full;
    let empties = |discs: Discs| (full & !discs.mask()).count_ones();
    let line = trial_line(root_search, root);
    if line.len() == 1 {
        return ordering_search(root_search, root).signum();
    }
    let top = empties(root).saturating_sub(HEADROOM);
    let mut guess = 0;
    let mut is_given_up = false;
    for (index, &discs) in line.iter().enumerate().rev() {
        let is_rung = empties(discs) % RUNG == 0 && empties(discs) <= top;
        if !is_given_up && (index + 1 == line.len() || is_rung) {
            match exact(root_search, discs, guess) {
                Some(value) => guess = value,
                None => is_given_up = true,
            }
        }
        if index > 0 {
            guess = -guess;
        }
    }
    guess
}

/// The positions along the moves that an ordering search likes best, down to [`LINE_END`] empties or the end of the
/// game.
fn trial_line<I: Kernel>(root_search: &mut RootSearch<'_, I>, root: Discs) -> Vec<Discs> {
    let geometry = root_search.shared.geometry;
    let mut line = vec![root];
    let mut discs = root;
    while (geometry.full & !discs.mask()).count_ones() > LINE_END {
        let children = plain::moves(geometry, discs).into_iter().map(|chosen| plain::after(geometry, discs, chosen));
        let Some(best) = children.min_by_key(|&child| ordering_search(root_search, child)) else { break };
        line.push(best);
        discs = best;
    }
    line
}

/// The value of an ordering search, for the side to move.
fn ordering_search<I: Kernel>(root_search: &mut RootSearch<'_, I>, discs: Discs) -> i32 {
    let mut searcher = Searcher::new(root_search.isa, root_search.shared, Effort::UNLIMITED, 0);
    let value = Aim::Discs.search(&mut searcher, discs, LINE_PLIES, -INFINITE, INFINITE);
    searcher.report();
    root_search.nodes += searcher.nodes;
    value
}

/// The exact value, by null windows from a guess on, with growing steps (after Plaat et al. 1996, MTD(f)); `None` if
/// the effort was not enough.
fn exact<I: Kernel>(root_search: &mut RootSearch<'_, I>, discs: Discs, guess: Value) -> Option<Value> {
    let most = root_search.shared.geometry.squares() as Value;
    let (mut lower, mut upper) = (-most, most);
    let (mut alpha, mut step) = (guess - 1, 0);
    while lower < upper {
        alpha = alpha.clamp(lower, upper - 1);
        let value = root_search.null_window(discs, alpha, EFFORT)?;
        if value > alpha {
            lower = value;
            alpha = value + step;
        } else {
            upper = value;
            alpha = value - 1 - step;
        }
        step = 2 * step + 2;
    }
    (lower == upper).then_some(lower)
}
