//! How long a node may continue on its own before it reports.
//!
//! With plain scheduling each playout is reported to the root, whose home drowns in reports. Yoshizoe et al. 2011 ("Scalable
//! distributed Monte-Carlo tree search", TDS-df-UCT) let a job go back only as far as the next playout would have to. The
//! same is done here with plain numbers: a parent that sends a SEARCH tells the child what it knew about itself, the child
//! and the runner-up when it chose. The child adds up its playouts, and continues as long as the parent's formula would
//! choose it again. But not forever: the parent sets a limit, the number of playouts for which it would stay with the child
//! if their mean did not change, and no node may give a child more than it has itself.

use mcts::Sums;
use mcts::select::{Arm, Parent, Select};
use serde::{Deserialize, Serialize};

/// What a child knows about its parent's choice, from the parent's side, at the moment of the choice. It ignores the parent's
/// visits in the meantime, which matter little over so few playouts; that saves a logarithm for each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lease {
    pub(crate) parent: Parent,
    pub(crate) arm: Arm,
    /// Urgency of the runner-up; `None` if there was none.
    pub(crate) rival: Option<f64>,
}

impl Lease {
    /// The lease of a frame that has none.
    pub(crate) const NONE: Self = {
        let arm = Arm { visits: 0, mean: 0.0, variance: 0.0, points: 0.0, prior: 0.0, amaf_visits: 0, amaf_mean: 0.0 };
        Self { parent: Parent { visits: 0, log_visits: 0.0, mean: 0.0 }, arm, rival: None }
    };

    /// What a parent tells the chosen child.
    pub(crate) fn new<S: Select>(select: &S, parent: Parent, arm: Arm, rival: Option<&Arm>) -> Self {
        Self { parent, arm, rival: rival.map(|rival| select.urgency(&parent, rival)) }
    }

    /// Whether the parent would choose the child again after these playouts, whose rewards are for the parent's side.
    #[inline]
    pub(crate) fn holds<S: Select>(&self, select: &S, made: Sums) -> bool {
        let Some(rival) = self.rival else { return true };
        select.urgency(&self.parent, &after::<S>(&self.arm, made)) >= rival
    }

    /// For how many playouts, at most `most`, the parent would keep choosing the child if their mean stayed what it is. At
    /// least 1.
    pub(crate) fn tenure<S: Select>(&self, select: &S, most: u32) -> u32 {
        let stays = |playouts: u32| {
            let count = f64::from(playouts);
            let squares = count * (self.arm.variance + self.arm.mean.powi(2));
            self.holds(select, Sums { playouts, sum: count * self.arm.mean, squares })
        };
        // The last number at which it stays: first by doubling, then by bisection.
        let (mut lower, mut upper) = (0, 1);
        while upper < most && stays(upper) {
            (lower, upper) = (upper, upper.saturating_mul(2).min(most));
        }
        if upper >= most && stays(most.saturating_sub(1)) {
            return most.max(1);
        }
        while upper - lower > 1 {
            let middle = lower + (upper - lower) / 2;
            if stays(middle) { lower = middle } else { upper = middle }
        }
        // After `lower` playouts it would be chosen once more.
        (lower + 1).min(most.max(1))
    }
}

/// What is known about a move after more playouts.
#[inline]
fn after<S: Select>(arm: &Arm, made: Sums) -> Arm {
    let (before, count) = (f64::from(arm.visits), f64::from(made.playouts));
    let all = (before + count).max(1.0);
    let mean = (before * arm.mean + made.sum) / all;
    let visits = arm.visits.saturating_add(made.playouts);
    if !S::WANTS_VARIANCE {
        return Arm { visits, mean, ..*arm };
    }
    let squares = before * (arm.variance + arm.mean.powi(2)) + made.squares;
    let variance = Sums { playouts: visits, sum: mean * all, squares }.variance();
    Arm { visits, mean, variance, ..*arm }
}

#[cfg(test)]
mod tests {
    use mcts::select::{Puct, Ucb1, Ucb1Tuned};
    use proptest::prelude::*;

    use super::*;

    fn arm(visits: u32, mean: f64) -> Arm {
        Arm { visits, mean, variance: 0.2, prior: 0.3, ..Arm::default() }
    }

    /// [`Lease::tenure`], counted one by one.
    fn counted<S: Select>(lease: &Lease, select: &S, most: u32) -> u32 {
        let made = |count: u32| Sums {
            playouts: count,
            sum: f64::from(count) * lease.arm.mean,
            squares: f64::from(count) * (lease.arm.variance + lease.arm.mean.powi(2)),
        };
        (1..most).find(|&count| !lease.holds(select, made(count))).unwrap_or(most.max(1))
    }

    proptest! {
        #[test]
        fn the_tenure_is_the_one_that_counting_finds(
            own in 0u32..50, others in 0u32..200, mean in 0.0f64..1.0, more in 0u32..40, rival in 0.0f64..1.0, most in 1u32..70,
        ) {
            let parent = Parent::new(own + others + more, 0.5);
            let (own, rival) = (arm(own, mean), arm(others.min(own + more), rival));
            let (ucb, puct, tuned) = (Ucb1 { c: 1.0 }, Puct { c: 1.0, temperature: 4.0 }, Ucb1Tuned { c: 1.0 });
            let lease = Lease::new(&ucb, parent, own, Some(&rival));
            prop_assert_eq!(lease.tenure(&ucb, most), counted(&lease, &ucb, most));
            let lease = Lease::new(&puct, parent, own, Some(&rival));
            prop_assert_eq!(lease.tenure(&puct, most), counted(&lease, &puct, most));
            let lease = Lease::new(&tuned, parent, own, Some(&rival));
            prop_assert!((1..=most).contains(&lease.tenure(&tuned, most)));
        }
    }

    #[test]
    fn a_child_without_rivals_never_has_to_go_back_and_a_bad_one_at_once() {
        let lease = Lease { parent: Parent::new(10, 0.5), arm: arm(5, 0.5), rival: None };
        assert_eq!(lease.tenure(&Ucb1 { c: 1.0 }, 64), 64);
        let lease = Lease::new(&Ucb1 { c: 0.1 }, Parent::new(10, 0.5), arm(5, 0.5), Some(&arm(5, 0.5)));
        let lost = Sums { playouts: 3, sum: 0.0, squares: 0.0 };
        assert!(!lease.holds(&Ucb1 { c: 0.1 }, lost));
        assert!(lease.holds(&Ucb1 { c: 0.1 }, Sums { playouts: 3, sum: 3.0, squares: 3.0 }));
        // Of two unvisited moves, neither holds the parent's choice.
        let fresh = Lease::new(&Ucb1 { c: 1.0 }, Parent::new(10, 0.5), arm(0, 0.5), Some(&arm(0, 0.5)));
        assert_eq!(fresh.tenure(&Ucb1 { c: 1.0 }, 64), 1);
    }
}
