//! UCB1 (Auer et al. 2002), which turns tree search into UCT (Kocsis & Szepesvári 2006).

use super::formula::{Arm, Parent, Select, width};

/// `X_i + c · sqrt(2 ln n / n_i)`; unvisited moves come first.
#[derive(Clone, Copy, Debug)]
pub struct Ucb1 {
    /// Weight of exploration; 1 in the formula as published for rewards from 0 to 1.
    pub c: f64,
}

impl Select for Ucb1 {
    #[inline(always)]
    fn urgency(&self, parent: &Parent, arm: &Arm) -> f64 {
        if arm.visits == 0 { f64::INFINITY } else { arm.mean + self.c * width(parent, arm.visits) }
    }
}
