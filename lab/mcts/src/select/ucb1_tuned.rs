//! UCB1-TUNED (Auer et al. 2002, section 4).

use super::formula::{Arm, Parent, Select, width};

/// `X_i + c · sqrt(ln n / n_i · min(¼, V_i))` where `V_i` is the variance of the rewards plus `sqrt(2 ln n / n_i)`.
#[derive(Clone, Copy, Debug)]
pub struct Ucb1Tuned {
    /// Weight of exploration; 1 as published.
    pub c: f64,
}

impl Select for Ucb1Tuned {
    const WANTS_VARIANCE: bool = true;

    #[inline(always)]
    fn urgency(&self, parent: &Parent, arm: &Arm) -> f64 {
        if arm.visits == 0 {
            return f64::INFINITY;
        }
        let spread = (arm.variance + width(parent, arm.visits)).min(0.25);
        arm.mean + self.c * (parent.log_visits / f64::from(arm.visits) * spread).sqrt()
    }
}
