//! Many empties: tables of canonical positions, moves ordered by an ordering search, threads that keep out of each
//! other's way.

use arrayvec::ArrayVec;

use super::aim::Aim;
use super::kernel::Kernel;
use super::learned::{self, Learned};
use super::midgame::{self, MIDGAME_MAX_EMPTIES, corner_bound, stability_bound};
use super::ordering::{Child, Children, REPLY, count_replies, expand, fastest_first, prefer, select};
use super::ordering_search::{Guide, INFINITE};
use super::searcher::{SYMMETRY_MIN_EMPTIES, Searcher};
use super::selective::{self, ASK_MIN_EMPTIES};
use crate::evaluation::DISC;
use crate::technique::Technique;
use rules::board::Board;
use rules::discs::Discs;
use rules::moves::Move;
use rules::score::Value;
use rules::square::Square;

/// Below this many empties a position is too cheap to be shared out among threads.
const BUSY_MIN_EMPTIES: u32 = 14;

/// With a learned evaluation, ordering searches go half as many plies deep as there are empties above this many.
const LEARNED_MIN_EMPTIES: u32 = 12;
/// The same on narrow boards, whose trees are small, and on 6x8: on 4x8 to 4x13 this takes 0.8 to 1.0 times the nodes
/// and 0.6 to 0.8 times the time, on 6x8 with 31 to 33 empties 0.9 and 0.7. On 7x7, 8x7 and 8x8 it takes 1.07 to 1.10
/// times the nodes and no less time.
const FRUGAL_LEARNED_MIN_EMPTIES: u32 = 14;
/// Boards with at most this many rows or columns are narrow.
const NARROW: u32 = 4;
/// The depth in plies up to which an ordering search with a learned evaluation pays off: of 3, 4, 5, 6 and 12 this took
/// the fewest nodes on ten 6x8 positions with 31 to 33 empties.
const LEARNED_MAX_PLIES: u32 = 5;

/// A position whose evaluation is this many discs below the window will hardly reach it, whatever the order of its moves: it
/// is not worth an ordering search. Of 0, 5, 8, 12 and 16 discs, 8 took the fewest nodes on 6x6 and 8x8.
const HOPELESS: Value = 8;

/// Null-window search at any number of empties.
///
/// Returns an upper bound of the value if it is at most `alpha`, else a lower bound; `None` if the
/// search was halted.
#[inline(always)]
pub(crate) fn deep<I: Kernel>(s: &mut Searcher<'_, I>, discs: Discs, alpha: Value, ply: u32) -> Option<Value> {
    let empties = s.empties(discs);
    if empties <= MIDGAME_MAX_EMPTIES {
        return Some(I::midgame(s, discs, s.isa.mobility(s.geometry, discs), alpha));
    }
    if s.halted() {
        return None;
    }
    s.nodes += 1;
    let before = s.nodes;
    if let Some(bound) = stability_bound(s, discs, alpha) {
        return Some(bound);
    }
    if let Some(bound) = s.look_up(discs).and_then(|bounds| bounds.decide(alpha)) {
        return Some(bound);
    }
    let moves = s.isa.mobility(s.geometry, discs);
    if moves == 0 {
        if s.isa.mobility(s.geometry, discs.passed()) == 0 {
            return Some(s.final_score(discs));
        }
        if ply == s.counted_ply {
            s.counted_ply += 1;
        }
        return I::deep(s, discs.passed(), -alpha - 1, ply + 1).map(|value| -value);
    }
    if let Some(bound) = corner_bound(s, moves, alpha) {
        return Some(bound);
    }
    let mut children = Children::new();
    expand(s, discs, moves, &mut children);
    if children.iter().any(|child| child.discs.player().bits() == 0) {
        return Some(s.wipe_out());
    }
    let forms = merge_symmetric(s, &mut children);
    for &form in &forms {
        s.table(empties - 1).prefetch(form);
    }
    if s.uses(Technique::Etc)
        && let Some(value) = midgame::transposition_cutoff(s, forms.into_iter(), alpha)
    {
        return Some(value);
    }
    if empties >= ASK_MIN_EMPTIES {
        selective::ask(s, discs, alpha)?;
    }
    let leader = selective::move_above(s, discs, alpha);
    let mut search = |s: &mut Searcher<'_, I>| search_led(s, discs, &mut children, leader, alpha, ply);
    let is_shared = s.shared.busy.is_some() && empties >= BUSY_MIN_EMPTIES;
    let found = if is_shared { s.beside_others((s.normal_form(discs), alpha), search) } else { Ok(search(s)) };
    let (value, best) = match found {
        Ok(found) => found?,
        Err(bound) => return Some(bound),
    };
    let effort = s.nodes - before;
    s.keep(discs, alpha, value, Some(best), effort);
    Some(value)
}

/// Searches the children, first the leader, which a selective search expects to refute the window. Orders the others
/// only if it does not.
#[inline(always)]
fn search_led<I: Kernel>(
    s: &mut Searcher<'_, I>,
    discs: Discs,
    children: &mut Children,
    leader: Option<Move>,
    alpha: Value,
    ply: u32,
) -> Option<(Value, Move)> {
    let place =
        leader.and_then(|leader| children.iter().position(|child| leader == Move::Place(Square::of_bit(child.square))));
    // At the top, moves are counted as they are done.
    let Some(place) = place.filter(|_| children.len() > 1 && ply != s.counted_ply) else {
        order(s, discs, children, alpha, 0);
        prefer(children, leader);
        return search_children(s, children, alpha, ply, I::deep);
    };
    let mut first = Children::new();
    first.push(children.swap_remove(place));
    let led = search_children(s, &mut first, alpha, ply, I::deep)?;
    if led.0 > alpha {
        return Some(led);
    }
    order(s, discs, children, alpha, 0);
    let rest = search_children(s, children, alpha, ply, I::deep)?;
    Some(if rest.0 > led.0 { rest } else { led })
}

/// Keeps one of each class of symmetric children. Returns the normal form of each that remains.
#[inline(always)]
pub(crate) fn merge_symmetric<I: Kernel>(s: &Searcher<'_, I>, children: &mut Children) -> ArrayVec<Discs, 64> {
    let mut forms = ArrayVec::<Discs, 64>::new();
    if children.first().is_some_and(|child| s.empties(child.discs) < SYMMETRY_MIN_EMPTIES) {
        forms.extend(children.iter().map(|child| child.discs));
        return forms;
    }
    children.retain(|child| {
        let form = s.normal_form(child.discs);
        let is_new = !forms.contains(&form);
        if is_new {
            forms.push(form);
        }
        is_new
    });
    forms
}

/// Sets each child's cost for a window by an ordering search, `reduction` plies shallower than pays off in a proof.
/// This is a better guide than the table's move, which was best for another window, or it would have decided this one.
#[inline(always)]
pub(crate) fn order<I: Kernel>(
    s: &mut Searcher<'_, I>,
    discs: Discs,
    children: &mut Children,
    alpha: Value,
    reduction: u32,
) {
    if children.len() < 2 {
        return;
    }
    let (empties, aim) = (s.empties(discs), Aim::of_window(s.wipe_out(), alpha));
    if !s.uses(Technique::OrderingSearch) {
        return fastest_first(s, discs, children);
    }
    if aim != Aim::Discs || !s.shared.is_learned() {
        let depth = ((empties - MIDGAME_MAX_EMPTIES) / 2).min(s.effort.ordering_plies).min(aim.ordering_max_plies());
        return order_by(s, children, depth, aim.reply(), |value| value, |_, _| aim.reversed());
    }
    let min_empties = if is_frugal(s.geometry.board) { FRUGAL_LEARNED_MIN_EMPTIES } else { LEARNED_MIN_EMPTIES };
    if empties < min_empties {
        fastest_first(s, discs, children);
        return midgame::add_shortfalls(s, discs, children, alpha);
    }
    let plies = ((empties - min_empties) / 2).saturating_sub(reduction);
    let mut depth = plies.min(s.effort.ordering_plies).min(LEARNED_MAX_PLIES);
    let cost = |value: i32| learned::cost(value + DISC * (alpha + 1));
    let evaluations = s.shared.evaluations();
    let guide = Learned::new(evaluations, discs, learned::MOVE);
    if depth > 0 && guide.evaluate(s, discs) < DISC * (alpha - HOPELESS) {
        depth = 0;
    }
    order_by(s, children, depth, learned::REPLY, cost, |s, child| guide.play(s, child.square, child.flips(discs)));
}

/// Whether ordering searches on a board need more empties.
fn is_frugal(board: Board) -> bool {
    let (short, long) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    short <= NARROW || (short, long) == (6, 8)
}

/// Sets each child's cost by an ordering search of `depth` plies with its guide: the cost of its value for the
/// opponent, and `reply` for each reply that it leaves to the opponent, since all of them may have to be searched.
#[inline(always)]
fn order_by<I: Kernel, G: Guide<I>>(
    s: &mut Searcher<'_, I>,
    children: &mut Children,
    depth: u32,
    reply: i32,
    cost: impl Fn(i32) -> i32,
    guide: impl Fn(&Searcher<'_, I>, &Child) -> G,
) {
    for child in children.iter_mut() {
        count_replies(s, child);
    }
    // The likeliest first, so that the others soon turn out worse.
    children.sort_unstable_by_key(|child| child.cost);
    let mut least = INFINITE;
    for child in children.iter_mut() {
        let replies = child.cost * reply / REPLY;
        let value = guide(s, child).search(s, child.discs, depth, -INFINITE, least - replies);
        least = least.min(replies + value);
        child.cost = replies + cost(value);
    }
}

/// Searches the children with `search`, cheapest first, but those that another thread is searching last. Returns the
/// best value with its move; `None` if the search was halted, or another thread has decided a window above.
#[inline(always)]
pub(crate) fn search_children<I: Kernel>(
    s: &mut Searcher<'_, I>,
    children: &mut Children,
    alpha: Value,
    ply: u32,
    search: impl Fn(&mut Searcher<'_, I>, Discs, Value, u32) -> Option<Value>,
) -> Option<(Value, Move)> {
    // The children have one empty square less.
    let is_shared = children.first().is_some_and(|child| s.empties(child.discs) + 1 >= BUSY_MIN_EMPTIES);
    let busy = s.shared.busy.filter(|_| is_shared);
    let count = children.len() as u32;
    if ply == s.counted_ply && count == 1 {
        s.counted_ply += 1;
    }
    let is_counted = ply == s.counted_ply;
    let (mut best, mut done) = ((Value::MIN, Move::Pass), 0);
    let mut deferred = Children::new();
    let mut index = 0;
    loop {
        let (child, is_deferred) = if index < children.len() {
            (select(children, index), false)
        } else if let Some(child) = deferred.pop_at(0) {
            (child, true)
        } else {
            return Some(best);
        };
        index += 1;
        if !is_deferred && index > 1 && busy.is_some_and(|busy| busy.contains(s.normal_form(child.discs))) {
            deferred.push(child);
            continue;
        }
        if let Some(busy) = busy {
            // The work below would not be shared, and the other thread's result is soon there.
            if is_deferred && s.empties(child.discs) < BUSY_MIN_EMPTIES {
                busy.wait(s.normal_form(child.discs), || s.halted());
            }
            if s.is_halted || s.is_overtaken() {
                return None;
            }
        }
        if is_counted {
            s.shared.progress.set_root_moves(done, count);
        }
        let entered = busy.filter(|_| !is_deferred).map(|busy| (busy, s.normal_form(child.discs)));
        if let Some((busy, form)) = entered {
            busy.enter(form);
        }
        let value = search(s, child.discs, -alpha - 1, ply + 1);
        if let Some((busy, form)) = entered {
            busy.leave(form);
        }
        let value = -value?;
        done += 1;
        if value > best.0 {
            best = (value, Move::Place(Square::of_bit(child.square)));
            if value > alpha {
                return Some(best);
            }
        }
    }
}
