//! What guides an ordering search on boards with a learned evaluation.

use super::kernel::Kernel;
use super::ordering_search::Guide;
use super::searcher::Searcher;
use crate::evaluation::{DISC, Evaluation, Evaluations, Features};
use rules::discs::Discs;
use rules::score::Value;

/// What each legal move more than the opponent's is worth in move ordering, besides its effect on the result: the side
/// with more moves leaves the smaller tree. Of 0, 1, 1.5, 2, 3 and 4 discs this took the fewest nodes on 6x6 and 8x8,
/// half of what 0 takes.
pub(crate) const MOVE: i32 = 2 * DISC;

/// The extra cost, in move ordering, of each reply that a move leaves to the opponent. Of 0, 0.25, 0.5, 1, 1.5 and 2
/// discs this took the least time on 6x6 and 8x8.
pub(crate) const REPLY: i32 = DISC;

/// How much of a move's worth counts wherever the window is, and how much of the move's shortfall from the window, in
/// hundredths.
const WORTH: i32 = 30;
const SHORTFALL: i32 = 80;
/// The uncertainty of a shortfall: one less than this may be none, and one more than minus this may be one.
const UNCERTAINTY: i32 = 16 * DISC;

/// The cost of a move that leaves the opponent `excess` more than the window does, in units of 1/[`DISC`] disc: the
/// move should refute the window, and by how much hardly matters once it does. Compared with a cost of the worth alone,
/// this takes 0.95 to 0.97 times the nodes on 6x6 positions with 24 empties and on 8x8 positions with 20 to 25.
#[inline(always)]
pub(crate) fn cost(excess: i32) -> i32 {
    let shortfall = match excess {
        _ if excess <= -UNCERTAINTY => 0,
        _ if excess >= UNCERTAINTY => excess,
        _ => (excess + UNCERTAINTY).pow(2) / (4 * UNCERTAINTY),
    };
    (WORTH * excess + SHORTFALL * shortfall) / 100
}

/// The features of a position, and what a move is worth on top of the evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learned<'a> {
    evaluation: &'a Evaluation,
    /// Scores are multiplied by this many 64ths.
    stretch: i32,
    features: Features,
    move_worth: i32,
}

impl<'a> Learned<'a> {
    /// The guide for a position. Each legal move more than the opponent's is worth `move_worth` on top of the
    /// evaluation, in units of 1/[`DISC`] disc.
    #[inline(always)]
    pub(crate) fn new(evaluations: &'a Evaluations, discs: Discs, move_worth: i32) -> Self {
        let (evaluation, stretch) = (&*evaluations.whole, evaluations.stretch);
        Self { evaluation, stretch, features: evaluation.features(discs), move_worth }
    }
}

impl<I: Kernel> Guide<I> for Learned<'_> {
    #[inline(always)]
    fn play(&self, _: &Searcher<'_, I>, square: u8, flips: u64) -> Self {
        Self { features: self.evaluation.after(&self.features, square, flips), ..*self }
    }

    #[inline(always)]
    fn pass(&self) -> Self {
        Self { features: self.features.passed(), ..*self }
    }

    #[inline(always)]
    fn evaluate(&self, s: &Searcher<'_, I>, discs: Discs) -> i32 {
        let moves = s.isa.mobility(s.geometry, discs).count_ones();
        let replies = s.isa.mobility(s.geometry, discs.passed()).count_ones();
        if moves + replies == 0 {
            return DISC * s.final_score(discs);
        }
        let score = self.evaluation.score_of(&self.features, s.empties(discs), moves, replies);
        score * self.stretch / 64 + self.move_worth * (moves as i32 - replies as i32)
    }

    #[inline(always)]
    fn decided(&self, _: &Searcher<'_, I>, _: Discs, _: u64) -> Option<i32> {
        None
    }

    #[inline(always)]
    fn salt(&self) -> u64 {
        (self.move_worth as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    #[inline(always)]
    fn finished(score: Value) -> i32 {
        DISC * score
    }

    #[inline(always)]
    fn search(&self, s: &mut Searcher<'_, I>, discs: Discs, depth: u32, alpha: i32, beta: i32) -> i32 {
        I::ordering_by_patterns(s, discs, self, depth, alpha, beta)
    }
}
