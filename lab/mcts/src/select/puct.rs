//! PUCT (Rosin 2011, in the form of Silver et al. 2016) with priors from an evaluation.

use super::formula::{Arm, Parent, Select};

/// `X_i + c · P_i · sqrt(n) / (1 + n_i)`; `P_i` is a softmax of the evaluations.
///
/// An unvisited move counts as good as the position's mean so far.
#[derive(Clone, Copy, Debug)]
pub struct Puct {
    /// Weight of exploration.
    pub c: f64,
    /// How many points of the evaluation make a move e times as probable.
    pub temperature: f64,
}

impl Select for Puct {
    const WANTS_EVALUATION: bool = true;

    #[inline(always)]
    fn urgency(&self, parent: &Parent, arm: &Arm) -> f64 {
        let mean = if arm.visits == 0 { parent.mean } else { arm.mean };
        mean + self.c * arm.prior * f64::from(parent.visits).sqrt() / f64::from(1 + arm.visits)
    }

    fn priors(&self, points: &[f64]) -> Vec<f64> {
        let most = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = points.iter().map(|points| ((points - most) / self.temperature).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}
