//! UCT+ (Hashimoto et al. 2013): UCB1 with an evaluation whose weight fades.

use super::formula::{Arm, Parent, Select, width};

/// Larger than any other urgency; among unvisited moves the evaluation decides.
const FIRST: f64 = 1e9;

/// `X_i + c · sqrt(2 ln n / n_i) + w(n_i) · E_i`, where `E_i` is the evaluation in points divided by `scale`, and `w(n)` its
/// weight after n visits: 1/√n in the paper.
#[derive(Clone, Copy, Debug)]
pub struct UctPlus {
    /// Weight of exploration; 1 in the paper.
    pub c: f64,
    /// How many points of the evaluation weigh as much as a reward of 1: see the discriminant analysis of Hashimoto et al. 2013.
    pub scale: f64,
    /// When moves are tried for the first time.
    pub unvisited: Unvisited,
    /// How the weight of the evaluation fades.
    pub decay: Decay,
}

/// The weight of the evaluation of a move with n visits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Decay {
    /// 1/√n, as in the paper.
    #[default]
    Root,
    /// 1/n to some power.
    Power(f64),
    /// √(k/(3n + k)), which RAVE gives its AMAF mean (Gelly & Silver 2007): nearly 1 until n comes near k.
    Equivalence(f64),
    /// k/(n + k): as if the evaluation were the result of k earlier playouts (progressive bias has k = 1; Chaslot et al. 2008).
    Prior(f64),
}

impl Decay {
    /// The weight after this many visits, at least one.
    #[inline(always)]
    #[must_use]
    pub fn weight(self, visits: u32) -> f64 {
        let n = f64::from(visits);
        match self {
            Self::Root => 1.0 / n.sqrt(),
            Self::Power(power) => n.powf(-power),
            Self::Equivalence(k) => (k / (3.0 * n + k)).sqrt(),
            Self::Prior(k) => k / (n + k),
        }
    }
}

/// How to treat an unvisited move. The paper says that such moves are tried in the order of their evaluation, but not
/// whether before all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unvisited {
    /// Every move is tried once, in the order of the evaluations, before any is tried twice.
    #[default]
    First,
    /// Like a move tried once and as good as the position's mean so far: a bad one may never be tried.
    Average,
}

impl Unvisited {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::First, Self::Average];

    /// The name used in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Average => "average",
        }
    }
}

impl Select for UctPlus {
    const WANTS_EVALUATION: bool = true;

    #[inline(always)]
    fn urgency(&self, parent: &Parent, arm: &Arm) -> f64 {
        let evaluation = arm.points / self.scale;
        let weighed = |visits| evaluation * self.decay.weight(visits);
        match (arm.visits, self.unvisited) {
            (0, Unvisited::First) => FIRST + evaluation,
            (0, Unvisited::Average) => parent.mean + self.c * width(parent, 1) + weighed(1),
            (visits, _) => arm.mean + self.c * width(parent, visits) + weighed(visits),
        }
    }
}
