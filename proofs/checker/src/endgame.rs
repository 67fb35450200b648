//! Whether the side to move reaches a score, by null-window alpha-beta on bits.
//!
//! The same as [`kernel::value`], but fast enough for the millions of positions at which a certificate ends. A position
//! either reaches the score or it does not, so a search answers only yes or no.

use std::cell::Cell;

use arrayvec::ArrayVec;
use kernel::Scoring;
use kernel::position::MAX_SQUARES;

use crate::grid::{Grid, Pair};

/// The version of this search. Whoever changes which positions it visits must raise it, because the lines of parts name
/// it, and with it the version of the notes.
pub const SEARCH: u32 = 4;

/// Down to this many empty squares moves are ordered.
const ORDERED_MIN_EMPTIES: u32 = 6;
/// Down to this many empty squares answers are remembered.
const REMEMBERED_MIN_EMPTIES: u32 = 6;
/// Down to this many empty squares the remembered answers of all children are looked up before any child is searched.
const LOOK_UP_MIN_EMPTIES: u32 = 8;
/// Where the order of moves depends on how the other side can stand after some plies: down to this many empty squares,
/// so many plies, of which so many quarters count.
const LOOKS_AHEAD: [(u32, u32, i32); 2] = [(17, 3, 8), (12, 1, 4)];
/// More than any outlook and any cost.
const BOUNDLESS: i32 = 1 << 20;
/// Safe discs are counted only if at most this many of them settle the question.
const SAFE_MAX_NEEDED: i32 = 16;
/// Number of remembered answers, a power of two: so few that they stay in a core's own cache.
const SLOTS: usize = 1 << 14;
/// Positions between two checks whether to stop: on average well below a millisecond.
const LOOK_EVERY: u64 = 1 << 10;

/// A search was stopped before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A remembered answer, with the whole position.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    pair: Pair,
    /// The batch of questions in which the answer was found; others do not count.
    batch: u32,
    target: i8,
    answer: bool,
}

/// A search with its memory.
#[derive(Debug)]
pub struct Endgame<'a> {
    grid: &'a Grid,
    scoring: Scoring,
    slots: Vec<Slot>,
    batch: u32,
    /// Positions visited so far.
    pub nodes: u64,
}

/// A move: how much work to expect from it, the position after it, and the replies.
#[derive(Clone, Copy)]
struct Child {
    cost: i32,
    pair: Pair,
    replies: u64,
}

impl<'a> Endgame<'a> {
    /// A search that remembers nothing yet.
    #[must_use]
    pub fn new(grid: &'a Grid, scoring: Scoring) -> Self {
        Self { grid, scoring, slots: vec![Slot::default(); SLOTS], batch: 1, nodes: 0 }
    }

    /// The same, or `None` if there is no memory for it.
    #[must_use]
    pub fn try_new(grid: &'a Grid, scoring: Scoring) -> Option<Self> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(SLOTS).ok()?;
        slots.resize(SLOTS, Slot::default());
        Some(Self { grid, scoring, slots, batch: 1, nodes: 0 })
    }

    /// Forgets all answers, so that the cost of a question does not depend on those before.
    pub fn forget(&mut self) {
        self.batch += 1;
    }

    /// Whether the value of a position for the side to move is at least `target`, a score that is possible on the
    /// board.
    #[must_use]
    pub fn reaches(&mut self, pair: Pair, target: i32) -> bool {
        match self.reaches_unless(pair, target, &|| false) {
            Ok(answer) => answer,
            Err(Stopped) => unreachable!("nobody stops it"),
        }
    }

    /// The same if it takes at most this many positions, else `None`.
    #[must_use]
    pub fn reaches_within(&mut self, pair: Pair, target: i32, most: u64) -> Option<bool> {
        let before = self.nodes;
        // The search looks at its watcher once in so many positions, so that it can be that much late.
        let looks = Cell::new(0);
        let is_over = || looks.replace(looks.get() + 1) > most / LOOK_EVERY;
        let answer = self.reaches_unless(pair, target, &is_over).ok()?;
        (self.nodes - before <= most).then_some(answer)
    }

    /// The same, unless it `is_stopped`, which is asked every thousand positions.
    ///
    /// # Errors
    /// The search was stopped. It remembers what it had found, and nothing else.
    pub fn reaches_unless(&mut self, pair: Pair, target: i32, is_stopped: &impl Fn() -> bool) -> Result<bool, Stopped> {
        self.reaches_by(pair, self.grid.moves(pair), target, is_stopped)
    }

    /// The same by these moves, all that there are.
    fn reaches_by(
        &mut self,
        pair: Pair,
        moves: u64,
        target: i32,
        is_stopped: &impl Fn() -> bool,
    ) -> Result<bool, Stopped> {
        let empties = self.grid.empties(pair);
        if empties < ORDERED_MIN_EMPTIES {
            return self.reaches_at_the_end(pair, moves, empties, target, is_stopped);
        }
        self.count(is_stopped)?;
        if let Some(answer) = self.settled_by_safe_discs(pair, target) {
            return Ok(answer);
        }
        let remembers = empties >= REMEMBERED_MIN_EMPTIES;
        if remembers && let Some(answer) = self.remembered(pair, target) {
            return Ok(answer);
        }
        let answer = if moves != 0 {
            self.some_move_reaches(pair, moves, target, empties, is_stopped)?
        } else {
            match self.grid.moves((pair.1, pair.0)) {
                0 => self.grid.score(pair, self.scoring) >= target,
                replies => !self.reaches_by((pair.1, pair.0), replies, 1 - target, is_stopped)?,
            }
        };
        if remembers {
            self.slots[slot_of(pair)] = Slot { pair, batch: self.batch, target: target as i8, answer };
        }
        Ok(answer)
    }

    /// Counts a position.
    fn count(&mut self, is_stopped: &impl Fn() -> bool) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) && is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    fn remembered(&self, pair: Pair, target: i32) -> Option<bool> {
        let known = self.slots[slot_of(pair)];
        (known.pair == pair && known.batch == self.batch && i32::from(known.target) == target).then_some(known.answer)
    }

    /// Tries the moves, first those with the least expected work. Before it searches any, it looks up whether one of
    /// them is known to be good enough: enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin 1996).
    fn some_move_reaches(
        &mut self,
        pair: Pair,
        moves: u64,
        target: i32,
        empties: u32,
        is_stopped: &impl Fn() -> bool,
    ) -> Result<bool, Stopped> {
        let mut children = ArrayVec::<Child, MAX_SQUARES>::new();
        for square in ones(moves) {
            let next = Grid::placed(pair, square, self.grid.turned(pair, square));
            if next.0 == 0 {
                return Ok(target <= self.grid.squares()); // a wipe-out, all that a game can be worth
            }
            if empties >= LOOK_UP_MIN_EMPTIES && self.remembered(next, 1 - target) == Some(false) {
                return Ok(true);
            }
            let replies = self.grid.moves(next);
            children.push(Child { cost: self.cost(square, next, replies), pair: next, replies });
        }
        if let Some(&(_, plies, quarters)) = LOOKS_AHEAD.iter().find(|&&(least, ..)| empties >= least) {
            children.sort_by_key(|child| child.cost);
            self.look_ahead(&mut children, plies, quarters);
        }
        // Most often the first move is good enough, so moves are put in order only as far as they are tried.
        let mut untried = u64::MAX >> (MAX_SQUARES - children.len());
        while let Some(best) = ones(untried).min_by_key(|&at| children[at as usize].cost) {
            untried ^= 1 << best;
            let child = children[best as usize];
            if !self.reaches_by(child.pair, child.replies, 1 - target, is_stopped)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How much work to expect from a move, in quarters of a reply: a reply counts once and one in a corner three
    /// times, an empty square beside the mover's discs a quarter, and a move that is not in a corner itself once more.
    /// Of a few choices of weights here and in [`LOOKS_AHEAD`], these took the least time in certificates of 6x7 and 6x8.
    fn cost(&self, square: u32, next: Pair, replies: u64) -> i32 {
        let corners = self.grid.corners();
        let count = |squares: u64| squares.count_ones() as i32;
        4 * count(replies)
            + 8 * count(replies & corners)
            + count(self.grid.frontier(next))
            + 4 * count(!corners & 1 << square)
    }

    /// Adds to the costs of moves, which should be in order, how the other side can stand after some plies. It stops at
    /// a move as soon as that cannot be the best, so the order of the others is rough.
    fn look_ahead(&self, children: &mut [Child], plies: u32, quarters: i32) {
        let mut least = BOUNDLESS;
        for child in children {
            let enough = (least - child.cost) * 4 / quarters;
            let outlook = self.best_outlook(child.pair, child.replies, plies, (-BOUNDLESS, enough));
            child.cost += quarters * outlook / 4;
            least = least.min(child.cost);
        }
    }

    /// The best outlook that the side to move, which has these moves, can reach in some plies, by alpha-beta. A side
    /// that has no move stands as it does now.
    fn best_outlook(&self, pair: Pair, moves: u64, plies: u32, (mut alpha, beta): (i32, i32)) -> i32 {
        if plies == 0 || moves == 0 {
            return self.outlook(pair);
        }
        let mut best = -BOUNDLESS;
        for square in ones(moves) {
            let next = Grid::placed(pair, square, self.grid.turned(pair, square));
            let replies = if plies > 1 { self.grid.moves(next) } else { 0 };
            best = best.max(-self.best_outlook(next, replies, plies - 1, (-beta, -alpha)));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// How the side to move stands, in quarters of a move: its moves, those in a corner three times, and a corner that
    /// it holds three times, less the same of the other side.
    fn outlook(&self, (own, other): Pair) -> i32 {
        let corners = self.grid.corners();
        let side = |own, other| {
            let moves = self.grid.moves((own, other));
            4 * moves.count_ones() as i32
                + 8 * (moves & corners).count_ones() as i32
                + 12 * (own & corners).count_ones() as i32
        };
        side(own, other) - side(other, own)
    }

    /// Whether the side to move reaches the target with few empty squares, of which there are `empties`. The squares
    /// `among` them, which hold all its moves, are tried in the order of their numbers.
    fn reaches_at_the_end(
        &mut self,
        pair: Pair,
        among: u64,
        empties: u32,
        target: i32,
        is_stopped: &impl Fn() -> bool,
    ) -> Result<bool, Stopped> {
        self.count(is_stopped)?;
        if empties == 1 {
            return Ok(self.last_disc_reaches(pair, target));
        }
        let empty = self.grid.full() & !(pair.0 | pair.1);
        let mut has_move = false;
        for square in ones(among) {
            if self.grid.beside(square) & pair.1 == 0 {
                continue;
            }
            let turned = self.grid.turned(pair, square);
            if turned != 0 {
                has_move = true;
                let (next, left) = (Grid::placed(pair, square, turned), empty & !(1 << square));
                if !self.reaches_at_the_end(next, left, empties - 1, 1 - target, is_stopped)? {
                    return Ok(true);
                }
            }
        }
        if has_move {
            return Ok(false);
        }
        let replies = self.grid.moves((pair.1, pair.0));
        if replies != 0 {
            return Ok(!self.reaches_at_the_end((pair.1, pair.0), replies, empties, 1 - target, is_stopped)?);
        }
        Ok(self.grid.score(pair, self.scoring) >= target)
    }

    /// The same with one empty square: either side takes it, or nobody can.
    fn last_disc_reaches(&self, pair: Pair, target: i32) -> bool {
        let square = (self.grid.full() & !(pair.0 | pair.1)).trailing_zeros();
        let turned = self.grid.turned(pair, square);
        if turned != 0 {
            return -self.grid.score(Grid::placed(pair, square, turned), self.scoring) >= target;
        }
        let passed = (pair.1, pair.0);
        let turned = self.grid.turned(passed, square);
        if turned != 0 {
            return self.grid.score(Grid::placed(passed, square, turned), self.scoring) >= target;
        }
        self.grid.score(pair, self.scoring) >= target
    }

    /// A side that keeps k discs for good ends with at least 2k − squares, under either scoring.
    fn settled_by_safe_discs(&self, (own, other): Pair, target: i32) -> Option<bool> {
        let squares = self.grid.squares();
        // No: the opponent keeps so many discs that the target is out of reach.
        let refuting = (squares - target) / 2 + 1;
        if refuting <= SAFE_MAX_NEEDED
            && refuting <= other.count_ones() as i32
            && self.grid.safe(other).count_ones() as i32 >= refuting
        {
            return Some(false);
        }
        // Yes: the side to move keeps enough discs.
        let proving = (squares + target + 1) / 2;
        (proving <= SAFE_MAX_NEEDED
            && proving <= own.count_ones() as i32
            && self.grid.safe(own).count_ones() as i32 >= proving)
            .then_some(true)
    }
}

/// The numbers of the squares in a set, lowest first.
pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        lowest
    })
}

fn slot_of((own, other): Pair) -> usize {
    let mixed = (own ^ other.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ other;
    (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 40) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use kernel::{EMPTY, Position, Start, minimax, value};

    use super::*;
    use crate::games::game;

    /// Every target of every position, compared with its value.
    fn check(rows: usize, cols: usize, seed: u64, most_empties: usize, value: impl Fn(&Position, Scoring) -> i32) {
        let grid = Grid::new(rows, cols).unwrap();
        for scoring in [Scoring::Discs, Scoring::Wof] {
            let mut search = Endgame::new(&grid, scoring);
            for start in [Start::Othello, Start::Reversi, Start::ReversiRows] {
                for now in game(seed, rows, cols, start).iter().filter(|now| now.count(EMPTY) <= most_empties) {
                    let exact = value(now, scoring);
                    for target in 1 - grid.squares()..=grid.squares() {
                        let reached = search.reaches(now.pair(), target);
                        assert_eq!(reached, target <= exact, "{rows}x{cols} {now} {scoring:?}: {target}, is {exact}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_is_stopped_within_a_few_thousand_positions_and_remembers_nothing_false() {
        let grid = Grid::new(8, 8).unwrap();
        let mut search = Endgame::new(&grid, Scoring::Discs);
        let start = Position::start(8, 8, Start::Othello).pair();
        assert_eq!(search.reaches_unless(start, 1, &|| true), Err(Stopped));
        assert_eq!(search.nodes, LOOK_EVERY);
        // A search of ten empties that is stopped again and again remembers nothing that changes an answer.
        let late = game(3, 8, 8, Start::Othello).into_iter().find(|now| now.count(EMPTY) == 10).unwrap();
        let exact = value(&late, Scoring::Discs);
        for target in [exact, exact + 1] {
            search.forget();
            let looks = std::cell::Cell::new(0);
            let impatient = || looks.replace(looks.get() + 1) % 2 == 0;
            let answer = (0..10_000).find_map(|_| search.reaches_unless(late.pair(), target, &impatient).ok());
            assert_eq!(answer, Some(target <= exact));
        }
    }

    #[test]
    fn every_target_agrees_with_minimax() {
        for (rows, cols) in [(3, 3), (3, 4), (4, 3), (4, 4), (3, 7), (5, 5), (6, 4), (8, 8), (3, 21), (16, 4)] {
            for seed in 0..4 {
                check(rows, cols, seed, 6, minimax);
            }
        }
    }

    #[test]
    fn every_target_agrees_with_alpha_beta_farther_from_the_end() {
        for (rows, cols) in [(3, 5), (4, 4), (4, 5), (5, 4), (6, 6), (4, 10), (8, 8)] {
            for seed in 0..2 {
                check(rows, cols, seed, 10, value);
            }
        }
    }

    #[test]
    fn every_target_agrees_with_alpha_beta_where_the_order_depends_on_a_look_ahead() {
        for (rows, cols) in [(3, 7), (4, 6), (8, 3)] {
            let all = rows * cols - 4;
            assert!(all as u32 >= LOOKS_AHEAD[0].0);
            check(rows, cols, 0, all, value);
        }
    }

    #[test]
    fn a_search_within_a_limit_answers_if_the_limit_is_enough() {
        let grid = Grid::new(6, 6).unwrap();
        let mut search = Endgame::new(&grid, Scoring::Discs);
        for now in game(2, 6, 6, Start::Othello).iter().filter(|now| (4..14).contains(&now.count(EMPTY))) {
            let pair = now.pair();
            for target in [-3, 0, 5] {
                let mut fresh = |most| {
                    search.forget();
                    let before = search.nodes;
                    (search.reaches_within(pair, target, most), search.nodes - before)
                };
                let (answer, work) = fresh(u64::MAX);
                assert!(answer.is_some());
                assert_eq!(fresh(work), (answer, work), "{now}");
                let (too_little, spent) = fresh(work - 1);
                assert_eq!(too_little, None, "{now}");
                assert!(spent <= work);
                let (_, spent) = fresh(work / 2);
                assert!(spent <= work / 2 + 2 * LOOK_EVERY, "{now}: {spent} of {work}");
            }
        }
    }
}
