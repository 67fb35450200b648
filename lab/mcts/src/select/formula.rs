//! The input and output of every selection formula: those of a multi-armed bandit.

use serde::{Deserialize, Serialize};

/// What a selection formula knows about the position in which it chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(u32, f64)", into = "(u32, f64)")]
pub struct Parent {
    /// Playouts through it.
    pub visits: u32,
    /// ln of the visits; 0 without any.
    pub log_visits: f64,
    /// Mean reward for the side that chooses.
    pub mean: f64,
}

impl Parent {
    /// A position with this many visits and this mean reward.
    #[must_use]
    pub fn new(visits: u32, mean: f64) -> Self {
        Self { visits, log_visits: f64::from(visits.max(1)).ln(), mean }
    }
}

/// From visits and mean, which determine the rest.
impl From<(u32, f64)> for Parent {
    fn from((visits, mean): (u32, f64)) -> Self {
        Self::new(visits, mean)
    }
}

impl From<Parent> for (u32, f64) {
    fn from(parent: Parent) -> Self {
        (parent.visits, parent.mean)
    }
}

/// What a selection formula knows about a move. All values are for the side that makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Arm {
    /// Playouts through it, including those in flight.
    pub visits: u32,
    /// Mean reward; ½ without visits.
    pub mean: f64,
    /// Variance of the rewards.
    pub variance: f64,
    /// The evaluation of the position after it, in points of the game; 0 without one.
    pub points: f64,
    /// Probability that the move is the best, according to the evaluation; 0 without one.
    pub prior: f64,
    /// Playouts in which the side made a move of this kind here or later.
    pub amaf_visits: u32,
    /// Their mean reward.
    pub amaf_mean: f64,
}

/// A formula for how much a move deserves the next playout. The move with the highest number gets it; among equals, the
/// first in an order that is random but fixed by the seed.
pub trait Select: Clone + Send + Sync {
    /// Whether [`Arm::points`] and [`Arm::prior`] are wanted.
    const WANTS_EVALUATION: bool = false;
    /// Whether [`Arm::amaf_visits`] and [`Arm::amaf_mean`] are wanted.
    const WANTS_AMAF: bool = false;
    /// Whether [`Arm::variance`] is wanted.
    const WANTS_VARIANCE: bool = false;

    /// How much the move deserves the next playout.
    fn urgency(&self, parent: &Parent, arm: &Arm) -> f64;

    /// Probabilities from the evaluations of the moves, in points; by default all the same.
    fn priors(&self, points: &[f64]) -> Vec<f64> {
        vec![1.0 / points.len().max(1) as f64; points.len()]
    }
}

/// `sqrt(2 ln n / n_i)`, the width of the confidence interval in the UCB formulas.
#[inline(always)]
pub(super) fn width(parent: &Parent, visits: u32) -> f64 {
    (2.0 * parent.log_visits / f64::from(visits)).sqrt()
}
