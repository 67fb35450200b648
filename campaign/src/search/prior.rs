//! What to expect of a position before asking about it: how hard it is to prove that it reaches a score, or does not.
//!
//! Here a proof number is an expected effort, not a count of leaves. So splitting a position hardly changes it, and the
//! search does not wander among siblings. It is the number of nodes that a job about the position takes
//! ([`size`](super::size)), divided by the chance that the answer is the wanted one. The chance follows from the
//! distance between the evaluation's guess and the score in question.

use std::sync::Arc;

use ahash::HashMap;
use solver::evaluation::lookahead::{INFINITE, Lookahead, Memory};
use solver::evaluation::{DISC, Evaluation};
use solver::random::Random;
use solver::{Board, Discs, Geometry, Position, Scoring, Start, rules};
use xxhash_rust::xxh3::xxh3_64;

use super::size::Outlook;
use crate::cores;
use crate::ledger::guesses::Guess;

/// Plies of the shorter of the two lookaheads whose mean is the guess, for small jobs: the side that moves last in a
/// lookahead looks better than it is.
const PLIES: u32 = 4;
/// With a budget of this many nodes times a power of [`PER_PLY`] it looks that many plies further. So a guess costs
/// little beside a job: on 6x8, 10 ms at 9 and 10 plies, when most jobs take some seconds.
const DEEPER_FROM: u64 = 5_000_000;
/// What a ply costs in a lookahead.
const PER_PLY: u64 = 3;
/// Plies of the shorter lookahead at most.
const MOST_PLIES: u32 = 12;
/// Logarithm of the factor in the odds of reaching the score for each disc by which the guess is above it. For 883
/// answers of 6x8 a regression gives 0.9 at 4 plies and 1.2 from 9 plies on; these guesses chose those positions, which
/// makes them look better than they are. The mean logarithmic loss is 0.129 at 4 plies, 0.080 at 9 and 0.070 at 12.
const ODDS_PER_DISC: f64 = 1.0;
/// The mean of the nodes of jobs is this many times their median, if their logarithm has a standard deviation of 1.1.
const MEAN: f64 = 1.8;
/// In the hunt for a side's last disc: the worth, in discs, of a move of the hunted side, and of the hunter. Chosen
/// among six pairs on ten campaigns on boards with four rows; single campaigns differ by factors of three either way.
const HUNT: (f64, f64) = (2.0, 0.5);

/// How many random games make a fingerprint.
const PROBES: u32 = 16;

/// The mean of two lookaheads, from their sum.
fn in_discs(sum: i32) -> f64 {
    f64::from(sum) / f64::from(2 * DISC)
}

/// Proof and disproof number of "the side to move reaches the score".
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Numbers {
    /// Effort to prove it; 0 if it is proven, infinite if it is disproven.
    pub(crate) proof: f64,
    /// Effort to disprove it.
    pub(crate) disproof: f64,
}

impl Numbers {
    /// Proven or disproven.
    pub(crate) fn decided(is_reached: bool) -> Self {
        let (proof, disproof) = if is_reached { (0.0, f64::INFINITY) } else { (f64::INFINITY, 0.0) };
        Self { proof, disproof }
    }

    /// Whether it is neither proven nor disproven.
    pub(crate) fn is_open(self) -> bool {
        self.proof > 0.0 && self.disproof > 0.0
    }
}

/// Guesses values of positions of one board.
#[derive(Clone, Debug)]
pub(crate) struct Prior {
    evaluation: Arc<Evaluation>,
    geometry: Geometry,
    scoring: Scoring,
    /// Plies of the shorter lookahead.
    plies: u32,
    /// Guesses made for [`Prior::margin`], as [`Prior::sum`] returns them.
    guesses: HashMap<Discs, i32>,
    /// Of these, the ones not taken yet.
    new: Vec<Guess>,
}

impl Prior {
    /// A guesser for a board, when jobs may take this many nodes.
    pub(crate) fn new(board: Board, scoring: Scoring, budget: u64) -> Self {
        Self {
            evaluation: Evaluation::for_board(board),
            geometry: Geometry::new(board),
            scoring,
            plies: plies(budget),
            guesses: HashMap::default(),
            new: Vec::new(),
        }
    }

    /// A guess of the value of a position that is not over, in discs, for the side to move: the mean of two lookaheads.
    pub(crate) fn guess(&self, discs: Discs, more_plies: u32) -> f64 {
        in_discs(self.sum(&mut Memory::default(), discs, more_plies))
    }

    /// The sum of the two lookaheads.
    fn sum(&self, memory: &mut Memory, discs: Discs, more_plies: u32) -> i32 {
        let lookahead = Lookahead::new(&self.evaluation, self.scoring);
        let empties = self.geometry.squares() - discs.occupied().len();
        let plies = (self.plies + more_plies).min(empties);
        let sum = lookahead.value_with(memory, discs, plies) + lookahead.value_with(memory, discs, plies + 1);
        debug_assert!(sum.abs() <= 2 * INFINITE);
        sum
    }

    /// What stands for the sum until it is needed: the same without looking ahead, a thousandth of the work.
    fn glance(&self, discs: Discs) -> i32 {
        let lookahead = Lookahead::new(&self.evaluation, self.scoring);
        lookahead.value(discs, 0) + lookahead.value(discs, 1)
    }

    /// Identifies the board, the scoring and the evaluation, and so all guesses.
    pub(crate) fn fingerprint(&self) -> u64 {
        let board = self.geometry.board;
        let mut told = format!("{board} {} {} {DISC}", self.scoring, self.plies);
        let mut random = Random::new(0, 0);
        for game in 0..PROBES {
            let mut position = Position::start(board, Start::Othello);
            for _ in 0..random.below(self.geometry.squares()) {
                let Some(chosen) = random.legal_move(&position) else { break };
                position = position.play(chosen).expect("the move is legal");
                told += &format!(" {}", self.evaluation.score(position.discs()));
            }
            if game == 0 && !position.is_over() {
                told += &format!(" {}", self.sum(&mut Memory::default(), position.discs(), 0));
            }
        }
        xxh3_64(told.as_bytes())
    }

    /// Whether a position's guess has been made.
    pub(crate) fn knows(&self, discs: Discs) -> bool {
        self.guesses.contains_key(&discs)
    }

    /// Makes the missing guesses of positions that are not over, on all cores.
    pub(crate) fn foresee(&mut self, positions: impl IntoIterator<Item = Discs>) {
        let mut unknown: Vec<Discs> = positions.into_iter().filter(|&discs| !self.knows(discs)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        let made = cores::map(unknown, |discs| (discs, self.sum(&mut Memory::default(), discs, 0)));
        self.guesses.extend(made.iter().copied());
        self.new.extend(made);
    }

    /// Takes over guesses made earlier.
    pub(crate) fn learn(&mut self, guesses: impl IntoIterator<Item = Guess>) {
        self.guesses.extend(guesses);
    }

    /// How many guesses were made since the last call of [`Prior::take_new`].
    pub(crate) fn count_new(&self) -> usize {
        self.new.len()
    }

    /// The guesses made since the last call.
    pub(crate) fn take_new(&mut self) -> Vec<Guess> {
        std::mem::take(&mut self.new)
    }

    /// What to expect of the question whether a position, which is not over, is worth at least a score. If its value has
    /// not been guessed by searching, that is less certain.
    pub(crate) fn outlook(&self, discs: Discs, at_least: i32) -> Outlook {
        let guess = in_discs(self.guesses.get(&discs).copied().unwrap_or_else(|| self.glance(discs)));
        let squares = self.geometry.squares();
        let moves = rules::mobility(&self.geometry, discs).count_ones();
        let replies = rules::mobility(&self.geometry, discs.passed()).count_ones();
        let stable = |own: u64| rules::stable(&self.geometry, own, discs.occupied().bits()) != 0;
        let (far, all) = (f64::from(squares), squares as i32);
        let hunter = |hunter: u32, hunted: u32| HUNT.1 * f64::from(hunter) - HUNT.0 * f64::from(hunted);
        let margin = match at_least {
            // To take the other side's last disc, or to keep one: the hunted side's mobility tells more than the value.
            _ if at_least == all && stable(discs.opponent().bits()) => -far,
            _ if at_least == all => hunter(moves, replies),
            _ if at_least == 1 - all && stable(discs.player().bits()) => far,
            _ if at_least == 1 - all => -hunter(replies, moves),
            _ => guess - (f64::from(at_least) - 0.5),
        };
        Outlook { empties: squares - discs.occupied().len(), margin, moves, replies }
    }

    /// The numbers of a question.
    pub(crate) fn numbers(outlook: &Outlook) -> Numbers {
        let nodes = |is_yes: bool| MEAN * outlook.expected(is_yes).exp();
        // One over the chance of a yes, and of a no.
        let [per_yes, per_no] = [-outlook.margin, outlook.margin].map(|margin| 1.0 + (ODDS_PER_DISC * margin).exp());
        Numbers { proof: nodes(true) * per_yes, disproof: nodes(false) * per_no }
    }
}

/// Plies of the shorter lookahead, when jobs may take this many nodes.
fn plies(budget: u64) -> u32 {
    (PLIES + (budget / DEEPER_FROM).checked_ilog(PER_PLY).unwrap_or(0)).min(MOST_PLIES)
}
