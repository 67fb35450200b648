//! PUCT (Rosin 2011, in the form of Silver et al. 2016) with priors from an evaluation.

use super::formula::{Arm, Parent, Select};

/// `X_i + c · P_i · sqrt(n) / (1 + n_i)`; `P_i` is a softmax of the evaluations.
///
/// An unvisited move counts as good as the position's mean so far. The paper's `n` is 0 at the first playout from the root, so
/// that all moves would count the same; here it is at least 1, and the prior decides.
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
        mean + self.c * arm.prior * f64::from(parent.visits.max(1)).sqrt() / f64::from(1 + arm.visits)
    }

    fn priors(&self, points: &[f64]) -> Vec<f64> {
        let most = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = points.iter().map(|points| ((points - most) / self.temperature).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_playout_follows_the_prior() {
        let puct = Puct { c: 1.0, temperature: 2.0 };
        let arm = |prior| Arm { prior, ..Arm::default() };
        let urgency = |visits, prior| puct.urgency(&Parent::new(visits, 0.5), &arm(prior));
        assert!(urgency(0, 0.7) > urgency(0, 0.2));
        assert_eq!(urgency(0, 0.7), urgency(1, 0.7));
        assert_eq!(urgency(4, 0.25), 0.5 + 0.25 * 2.0);
    }
}
