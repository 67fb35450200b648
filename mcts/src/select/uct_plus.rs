//! UCT+ (Hashimoto et al. 2013): UCB1 with an evaluation whose weight fades.

use super::{Arm, Parent, Select, width};

/// Above every other urgency; among unvisited moves the evaluation decides.
const FIRST: f64 = 1e9;

/// `X_i + c · sqrt(2 ln n / n_i) + E_i / sqrt(n_i)`, `E_i` being the evaluation in points divided by `scale`.
///
/// Moves that were never made come first, in the order of their evaluation.
#[derive(Clone, Copy, Debug)]
pub struct UctPlus {
    /// Weight of exploration; 1 in the paper.
    pub c: f64,
    /// How many points of the evaluation weigh as much as a whole reward; 30 discs in the paper. See [`crate::fit`].
    pub scale: f64,
}

impl Select for UctPlus {
    const WANTS_EVALUATION: bool = true;

    #[inline(always)]
    fn urgency(&self, parent: &Parent, arm: &Arm) -> f64 {
        let evaluation = arm.points / self.scale;
        if arm.visits == 0 {
            return FIRST + evaluation;
        }
        arm.mean + self.c * width(parent, arm.visits) + evaluation / f64::from(arm.visits).sqrt()
    }
}
