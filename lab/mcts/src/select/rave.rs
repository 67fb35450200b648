//! Rapid action value estimation (Gelly & Silver 2007; the schedule as in Soejima 2010).

use super::formula::{Arm, Parent, Select, width};

/// `β · AMAF + (1 − β) · X_i + c · sqrt(2 ln n / n_i)` with `β = sqrt(k / (3 s + k))`, `s` the visits of the position.
///
/// A move never made here is judged by AMAF alone, with the width of one visit; a move not even made later in a playout
/// comes first.
#[derive(Clone, Copy, Debug)]
pub struct Rave {
    /// Weight of exploration.
    pub c: f64,
    /// The number of visits at which AMAF and the mean weigh the same (β = ½).
    pub k: f64,
}

impl Select for Rave {
    const WANTS_AMAF: bool = true;

    #[inline(always)]
    fn urgency(&self, parent: &Parent, arm: &Arm) -> f64 {
        let explored = |visits| self.c * width(parent, visits);
        match (arm.visits, arm.amaf_visits) {
            (0, 0) => f64::INFINITY,
            (0, _) => arm.amaf_mean + explored(1),
            (visits, 0) => arm.mean + explored(visits),
            (visits, _) => {
                let beta = (self.k / (3.0 * f64::from(parent.visits) + self.k)).sqrt();
                beta * arm.amaf_mean + (1.0 - beta) * arm.mean + explored(visits)
            }
        }
    }
}
