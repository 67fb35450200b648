//! A plain fixed-depth search with the evaluation at its leaves.

use super::{DISC, Evaluation, Features};
use crate::geometry::Geometry;
use crate::position::{Discs, Move};
use crate::rules::squares_of;
use crate::score::Scoring;
use crate::simd::{Isa, Level, with_isa};

/// More than any score.
pub const INFINITE: i32 = 65 * DISC;

/// Looks ahead on one board.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'a> {
    geometry: &'a Geometry,
    evaluation: &'a Evaluation,
    scoring: Scoring,
}

/// A position with what the search carries along.
#[derive(Clone, Copy)]
struct Node {
    discs: Discs,
    features: Features,
    /// The squares on which the side to move may place a disc.
    moves: u64,
    /// The same of the other side.
    replies: u64,
}

impl<'a> Lookahead<'a> {
    /// A search on the evaluation's board. Finished games count by `scoring`.
    #[must_use]
    pub fn new(evaluation: &'a Evaluation, scoring: Scoring) -> Self {
        Self { geometry: &evaluation.geometry, evaluation, scoring }
    }

    /// The value of a position when both sides play `plies` plies as well as the evaluation sees, in its units, for
    /// the side to move. A pass costs no ply. With as many plies as empty squares the value is exact.
    #[must_use]
    pub fn value(&self, discs: Discs, plies: u32) -> i32 {
        with_isa!(Level::best(), isa => self.search(isa, &self.node(isa, discs), plies, -INFINITE, INFINITE))
    }

    /// The best move and its value, as in [`Lookahead::value`], after at least one ply; `None` if the game is over.
    #[must_use]
    pub fn best(&self, discs: Discs, plies: u32) -> Option<(Move, i32)> {
        with_isa!(Level::best(), isa => self.choose(isa, discs, plies.max(1)))
    }

    fn choose<I: Isa>(&self, isa: I, discs: Discs, plies: u32) -> Option<(Move, i32)> {
        let node = self.node(isa, discs);
        if node.moves == 0 {
            return (node.replies != 0).then(|| (Move::Pass, -self.value(discs.passed(), plies)));
        }
        let mut best: Option<(Move, i32)> = None;
        for square in squares_of(node.moves) {
            let alpha = best.map_or(-INFINITE, |(_, value)| value);
            let value = -self.search(isa, &self.child(isa, &node, square), plies - 1, -INFINITE, -alpha);
            if value > alpha {
                best = Some((Move::Place(square), value));
            }
        }
        best
    }

    fn node<I: Isa>(&self, isa: I, discs: Discs) -> Node {
        let moves = isa.mobility(self.geometry, discs);
        let replies = isa.mobility(self.geometry, discs.passed());
        Node { discs, features: self.evaluation.features(discs), moves, replies }
    }

    fn child<I: Isa>(&self, isa: I, node: &Node, square: u8) -> Node {
        let flips = isa.flips(self.geometry, node.discs, square);
        let discs = node.discs.played(square, flips);
        let features = self.evaluation.after(&node.features, square, flips);
        let moves = isa.mobility(self.geometry, discs);
        let replies = isa.mobility(self.geometry, discs.passed());
        Node { discs, features, moves, replies }
    }

    fn evaluate(&self, node: &Node) -> i32 {
        let empties = self.geometry.squares() - node.discs.occupied().count_ones();
        self.evaluation.score_of(&node.features, empties, node.moves.count_ones(), node.replies.count_ones())
    }

    /// Fail-soft alpha-beta.
    fn search<I: Isa>(&self, isa: I, node: &Node, plies: u32, alpha: i32, beta: i32) -> i32 {
        if node.moves == 0 {
            if node.replies == 0 {
                return DISC * self.scoring.final_score(node.discs, self.geometry.squares());
            }
            let passed =
                Node { discs: node.discs.passed(), features: node.features.passed(), moves: node.replies, replies: 0 };
            return -self.search(isa, &passed, plies, -beta, -alpha);
        }
        if plies == 0 {
            return self.evaluate(node);
        }
        let mut best = -INFINITE;
        let mut try_child = |child: &Node| {
            best = best.max(-self.search(isa, child, plies - 1, -beta, -best.max(alpha)));
            best >= beta
        };
        let mut children = squares_of(node.moves).map(|square| self.child(isa, node, square));
        if plies == 1 {
            let _ = children.any(|child| try_child(&child));
        } else {
            let mut ordered: Vec<(i32, Node)> = children.map(|child| (self.evaluate(&child), child)).collect();
            ordered.sort_by_key(|&(score, _)| score);
            let _ = ordered.iter().any(|(_, child)| try_child(child));
        }
        best
    }
}
