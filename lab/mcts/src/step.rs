//! What a search does at one node, wherever the nodes are stored: shared by [`crate::TreeSearch`], whose tree is in one
//! memory, and by searches whose tree is spread over several machines.

use crate::bounds::ScoreBounds;
use crate::evaluate::Evaluate;
use crate::game::{Game, Score};
use crate::random::Random;
use crate::reward::Sums;
use crate::select::{Arm, Parent, Select};
use crate::settings::Settings;

/// The parts of a search that concern a single node.
#[derive(Debug)]
pub struct Step<'a, G, S, E> {
    /// The game.
    pub game: &'a G,
    /// How a move is selected.
    pub select: &'a S,
    /// What `select` may ask.
    pub evaluation: &'a E,
    /// What is common to all kinds of search.
    pub settings: Settings,
}

impl<G, S, E> Clone for Step<'_, G, S, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, S, E> Copy for Step<'_, G, S, E> {}

/// A legal move of a node that is being expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch<M> {
    /// The move.
    pub chosen: M,
    /// Its index in what [`Game::moves`] gives.
    pub number: usize,
    /// The evaluation of the position after it, for the side that makes it; 0 without one.
    pub points: f64,
    /// Probability that it is best, according to the evaluation; 0 without one.
    pub prior: f64,
}

impl<G: Game, S: Select, E: Evaluate<G>> Step<'_, G, S, E> {
    /// The largest score that the reward distinguishes.
    #[must_use]
    pub fn max_score(&self) -> Score {
        self.settings.reward.max_score(self.game.max_score())
    }

    /// Nothing is proven yet.
    #[must_use]
    pub fn unknown(&self) -> ScoreBounds {
        ScoreBounds::unknown(self.max_score())
    }

    /// The rewards of playouts whose score is known.
    #[must_use]
    pub fn known(&self, score: Score, count: u32) -> Sums {
        let (reward, playouts) = (self.settings.reward, f64::from(count));
        // A proven score is already reduced to what the reward distinguishes; a finished game has the game's own score.
        let most = if self.settings.proves { self.max_score() } else { self.game.max_score() };
        let score = if self.settings.proves { reward.visible(score) } else { score };
        let each = reward.of(score, most);
        Sums { playouts: count, sum: playouts * each, squares: playouts * each * each }
    }

    /// The score of a node that needs no playout.
    #[inline]
    #[must_use]
    pub fn known_score(&self, state: &G::State, is_over: bool, proven: ScoreBounds) -> Option<Score> {
        if is_over {
            return Some(self.game.score(state));
        }
        self.settings.proves.then(|| proven.exact()).flatten()
    }

    /// The rewards of proven bounds, lower and upper.
    #[must_use]
    pub fn rewards(&self, bounds: ScoreBounds) -> (f64, f64) {
        let reward = self.settings.reward;
        (reward.of(bounds.lower, self.max_score()), reward.of(bounds.upper, self.max_score()))
    }

    /// Drops the squares unless the formula wants them, which saves the counters work.
    #[inline(always)]
    #[must_use]
    pub fn kept(&self, sums: Sums) -> Sums {
        if S::WANTS_VARIANCE { sums } else { Sums { squares: 0.0, ..sums } }
    }

    /// All moves of a position, in random order.
    #[must_use]
    pub fn branches(&self, state: &G::State, random: &mut Random) -> Vec<Branch<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut moves: Vec<(usize, G::Move)> = moves.into_iter().enumerate().collect();
        random.shuffle(&mut moves);
        let branch = |(number, chosen)| Branch { chosen, number, points: 0.0, prior: 0.0 };
        let mut branches: Vec<_> = moves.into_iter().map(branch).collect();
        if S::WANTS_EVALUATION {
            for branch in &mut branches {
                branch.points = -self.evaluation.points(self.game, &self.game.apply(state, branch.chosen));
            }
            let points: Vec<f64> = branches.iter().map(|branch| branch.points).collect();
            for (branch, prior) in branches.iter_mut().zip(self.select.priors(&points)) {
                branch.prior = prior;
            }
        }
        branches
    }

    /// Which of a node's `count` moves to follow, and the runner-up, if another may be followed; `None` if all are closed by
    /// proofs.
    ///
    /// `seen` holds the node's statistics, `floor` its proven lower bound; `arm` and `bounds` describe each move.
    #[inline(always)]
    pub fn pick(
        &self,
        seen: Sums,
        floor: Score,
        count: usize,
        arm: impl Fn(usize) -> Arm,
        bounds: impl Fn(usize) -> ScoreBounds,
    ) -> Option<(usize, Option<usize>)> {
        let parent = Parent::new(seen.playouts, seen.mean());
        // Urgency and index of the best move so far, and of the second best.
        let mut best: Option<(f64, usize)> = None;
        let mut next: Option<(f64, usize)> = None;
        for index in 0..count {
            let mut arm = arm(index);
            if self.settings.proves {
                let bounds = bounds(index);
                if bounds.upper <= floor {
                    continue;
                }
                arm = self.bounded(arm, bounds);
            }
            let urgency = self.select.urgency(&parent, &arm);
            if best.is_none_or(|(most, _)| urgency > most) {
                next = best;
                best = Some((urgency, index));
            } else if next.is_none_or(|(most, _)| urgency > most) {
                next = Some((urgency, index));
            }
        }
        best.map(|(_, index)| (index, next.map(|(_, index)| index)))
    }

    /// What a selection formula knows about a move with these proven bounds.
    #[inline]
    #[must_use]
    pub fn bounded(&self, arm: Arm, bounds: ScoreBounds) -> Arm {
        let reward = self.rewards(bounds);
        Arm { mean: arm.mean.clamp(reward.0, reward.1), ..arm }
    }
}
