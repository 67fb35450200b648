//! A fixed-depth search with the evaluation at its leaves: for labels, for a baseline player, and for the guesses of
//! campaigns.

use super::{DISC, Evaluation, Features};
use crate::question::Progress;
use recall::recall;
use rules::discs::Discs;
use rules::geometry::Geometry;
use rules::moves::Move;
use rules::plain::squares_of;
use rules::score::Scoring;
use rules::simd::{Isa, Level, Portable, with_isa};
use rules::square::Square;

pub use memory::Memory;

mod memory;
mod recall;

/// More than any score, in units of 1/[`DISC`] disc.
pub const INFINITE: i32 = 65 * DISC;

/// With this many plies left or more, children are tried in order of their scores.
const ORDERING_MIN_PLIES: u32 = 2;

/// Looks ahead on the board of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'a> {
    evaluation: &'a Evaluation,
    scoring: Scoring,
    progress: Option<&'a Progress>,
}

/// A move found by looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub chosen: Move,
    /// Its value for the side that makes it, in units of 1/[`DISC`] disc.
    pub value: i32,
    /// Positions visited below the root. One that was only evaluated to order moves does not count, and a pass leads to no
    /// new position.
    pub nodes: u64,
}

/// A position with what its evaluation needs.
#[derive(Clone, Copy)]
struct Node {
    discs: Discs,
    features: Features,
    /// The squares on which the side to move may place a disc.
    moves: u64,
    /// The same for the other side.
    replies: u64,
}

impl<'a> Lookahead<'a> {
    /// A search that scores leaves by `evaluation` and finished games by `scoring`.
    #[must_use]
    pub fn new(evaluation: &'a Evaluation, scoring: Scoring) -> Self {
        Self { evaluation, scoring, progress: None }
    }

    /// The same, but [`Lookahead::best`] returns `None` soon after `progress` is stopped.
    #[must_use]
    pub fn watched_by(self, progress: &'a Progress) -> Self {
        Self { progress: Some(progress), ..self }
    }

    fn is_stopped(&self) -> bool {
        self.progress.is_some_and(Progress::is_stopped)
    }

    /// The value of a position for the side to move, in units of 1/[`DISC`] disc, when both sides look `plies` plies
    /// ahead. A pass costs no ply. With as many plies as there are empty squares it is exact.
    #[must_use]
    pub fn value(&self, discs: Discs, plies: u32) -> i32 {
        with_isa!(Level::best(), isa => isa.search(self, &self.node(isa, discs), plies, -INFINITE, INFINITE, &mut 0))
    }

    /// The same value sooner, with a memory of positions already searched with this evaluation and scoring.
    #[must_use]
    pub fn value_with(&self, memory: &mut Memory, discs: Discs, plies: u32) -> i32 {
        with_isa!(Level::best(), isa => isa.recall(self, memory, &self.node(isa, discs), plies, -INFINITE, INFINITE))
    }

    /// The best move and its value, as [`Lookahead::value`] defines it, looking at least one ply ahead; `None` when the
    /// game is over, or if the search was stopped.
    #[must_use]
    pub fn best(&self, discs: Discs, plies: u32) -> Option<Choice> {
        with_isa!(Level::best(), isa => self.choose(isa, &self.node(isa, discs), plies.max(1)))
    }

    fn choose<I: Compiled>(&self, isa: I, node: &Node, plies: u32) -> Option<Choice> {
        if node.moves == 0 {
            let reply = (node.replies != 0).then(|| self.choose(isa, &passed(node), plies))??;
            return Some(Choice { chosen: Move::Pass, value: -reply.value, nodes: reply.nodes });
        }
        let mut nodes = 0;
        let mut best: Option<(Move, i32)> = None;
        for square in squares_of(node.moves) {
            let alpha = best.map_or(-INFINITE, |(_, value)| value);
            let child = self.child(isa, node, square);
            let value = -isa.search(self, &child, plies - 1, -INFINITE, -alpha, &mut nodes);
            if value > alpha {
                best = Some((Move::Place(Square::of_bit(square)), value));
            }
        }
        best.filter(|_| !self.is_stopped()).map(|(chosen, value)| Choice { chosen, value, nodes })
    }

    #[inline(always)]
    fn geometry(&self) -> &'a Geometry {
        &self.evaluation.geometry
    }

    #[inline(always)]
    fn node<I: Isa>(&self, isa: I, discs: Discs) -> Node {
        let features = self.evaluation.features(discs);
        let moves = isa.mobility(self.geometry(), discs);
        let replies = isa.mobility(self.geometry(), discs.passed());
        Node { discs, features, moves, replies }
    }

    #[inline(always)]
    fn child<I: Isa>(&self, isa: I, node: &Node, square: u8) -> Node {
        let flips = isa.flips(self.geometry(), node.discs, square);
        let discs = node.discs.played(square, flips);
        let features = self.evaluation.after(&node.features, square, flips);
        let moves = isa.mobility(self.geometry(), discs);
        let replies = isa.mobility(self.geometry(), discs.passed());
        Node { discs, features, moves, replies }
    }

    #[inline(always)]
    fn evaluate(&self, node: &Node) -> i32 {
        let empties = self.geometry().squares() - node.discs.mask().count_ones();
        self.evaluation.score_of(&node.features, empties, node.moves.count_ones(), node.replies.count_ones())
    }
}

/// The value of a finished game.
#[inline(always)]
fn over(lookahead: &Lookahead<'_>, node: &Node) -> i32 {
    DISC * lookahead.scoring.final_score(node.discs, lookahead.geometry().squares()).discs()
}

/// The same position with the other side to move, which has a move.
#[inline(always)]
fn passed(node: &Node) -> Node {
    Node { discs: node.discs.passed(), features: node.features.passed(), moves: node.replies, replies: 0 }
}

/// Fail-soft alpha-beta; adds the positions that it visits to `nodes`.
#[inline(always)]
fn search<I: Compiled>(
    isa: I,
    lookahead: &Lookahead<'_>,
    node: &Node,
    plies: u32,
    alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    let moves = node.moves;
    if moves == 0 {
        return match node.replies {
            0 => {
                *nodes += 1;
                over(lookahead, node)
            }
            _ => -isa.search(lookahead, &passed(node), plies, -beta, -alpha, nodes),
        };
    }
    *nodes += 1;
    if plies == 0 {
        return lookahead.evaluate(node);
    }
    let mut best = -INFINITE;
    if plies < ORDERING_MIN_PLIES {
        for square in squares_of(moves) {
            let child = lookahead.child(isa, node, square);
            best = best.max(-isa.search(lookahead, &child, plies - 1, -beta, -best.max(alpha), nodes));
            if best >= beta {
                break;
            }
        }
        return best;
    }
    if lookahead.is_stopped() {
        return best;
    }
    let mut children: Vec<(i32, Node)> = Vec::with_capacity(moves.count_ones() as usize);
    for square in squares_of(moves) {
        let child = lookahead.child(isa, node, square);
        children.push((lookahead.evaluate(&child), child));
    }
    children.sort_by_key(|&(score, _)| score);
    for (_, child) in &children {
        best = best.max(-isa.search(lookahead, child, plies - 1, -beta, -best.max(alpha), nodes));
        if best >= beta {
            break;
        }
    }
    best
}

/// [`search`] and [`recall`], compiled once for each instruction set.
trait Compiled: Isa {
    fn search(self, lookahead: &Lookahead<'_>, node: &Node, plies: u32, alpha: i32, beta: i32, nodes: &mut u64) -> i32;
    fn recall(
        self,
        lookahead: &Lookahead<'_>,
        memory: &mut Memory,
        node: &Node,
        plies: u32,
        alpha: i32,
        beta: i32,
    ) -> i32;
}

impl Compiled for Portable {
    fn search(self, lookahead: &Lookahead<'_>, node: &Node, plies: u32, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
        search(self, lookahead, node, plies, alpha, beta, nodes)
    }

    fn recall(
        self,
        lookahead: &Lookahead<'_>,
        memory: &mut Memory,
        node: &Node,
        plies: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        recall(self, lookahead, memory, node, plies, alpha, beta)
    }
}

/// Compiles the search with the features of one instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! with_features {
    ($isa:ident, $features:literal) => {
        impl Compiled for rules::simd::$isa {
            #[inline(always)]
            fn search(
                self,
                lookahead: &Lookahead<'_>,
                node: &Node,
                plies: u32,
                alpha: i32,
                beta: i32,
                nodes: &mut u64,
            ) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(
                    isa: rules::simd::$isa,
                    lookahead: &Lookahead<'_>,
                    node: &Node,
                    plies: u32,
                    alpha: i32,
                    beta: i32,
                    nodes: &mut u64,
                ) -> i32 {
                    search(isa, lookahead, node, plies, alpha, beta, nodes)
                }
                // SAFETY: the token proves that the processor has the features.
                unsafe { compiled(self, lookahead, node, plies, alpha, beta, nodes) }
            }

            #[inline(always)]
            fn recall(
                self,
                lookahead: &Lookahead<'_>,
                memory: &mut Memory,
                node: &Node,
                plies: u32,
                alpha: i32,
                beta: i32,
            ) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled(
                    isa: rules::simd::$isa,
                    lookahead: &Lookahead<'_>,
                    memory: &mut Memory,
                    node: &Node,
                    plies: u32,
                    alpha: i32,
                    beta: i32,
                ) -> i32 {
                    recall(isa, lookahead, memory, node, plies, alpha, beta)
                }
                // SAFETY: the token proves that the processor has the features.
                unsafe { compiled(self, lookahead, memory, node, plies, alpha, beta) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
with_features!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
with_features!(Avx512, "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt");
