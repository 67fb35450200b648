//! Which move to play when the search is over.

use crate::bounds::ScoreBounds;
use crate::reward::Sums;

/// What makes a move the best (Chaslot et al. 2008, "Progressive strategies for Monte-Carlo tree search").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalMove {
    /// The most playouts ("robust child"); the better mean breaks ties.
    #[default]
    Visits,
    /// The highest mean reward ("max child").
    Mean,
    /// The highest lower confidence limit, mean − 1/sqrt(visits) ("secure child").
    Secure,
}

impl FinalMove {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Visits, Self::Mean, Self::Secure];

    /// The name used in options and output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Visits => "visits",
            Self::Mean => "mean",
            Self::Secure => "secure",
        }
    }
}

/// What a search knows about a root move, seen from the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub chosen: M,
    /// Playouts through it and their rewards.
    pub statistics: Sums,
    /// What is proven about it.
    pub bounds: ScoreBounds,
}

impl FinalMove {
    /// The best of these moves, the first among equals; `None` if there are none.
    ///
    /// Proofs come before counts: a move proven at least as good as any other can be is chosen, and a move proven no
    /// better than another's lower bound is not, however often it was tried.
    #[must_use]
    pub fn choose<M: Copy>(self, moves: &[RootMove<M>]) -> Option<RootMove<M>> {
        let floor = moves.iter().map(|one| one.bounds.lower).max()?;
        // A move that can at best equal what another is proven to achieve is useless.
        let has_better = moves.iter().any(|one| one.bounds.lower == floor && one.bounds.upper > floor);
        let is_open = |one: &RootMove<M>| one.bounds.upper > floor || one.bounds.lower == floor && !has_better;
        let rank = |one: &RootMove<M>| {
            let visits = one.statistics.playouts;
            // Without visits there is no mean, but proofs still count.
            let mean = if visits == 0 { 0.0 } else { one.statistics.mean() };
            match self {
                Self::Visits => (f64::from(visits), mean),
                Self::Mean => (mean, f64::from(visits)),
                Self::Secure => (mean - 1.0 / f64::from(visits.max(1)).sqrt(), f64::from(visits)),
            }
        };
        let candidates = moves.iter().filter(|one| is_open(one));
        candidates.copied().reduce(|best, one| if rank(&one) > rank(&best) { one } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(chosen: u8, visits: u32, sum: f64, lower: i32, upper: i32) -> RootMove<u8> {
        let statistics = Sums { playouts: visits, sum, squares: sum };
        RootMove { chosen, statistics, bounds: ScoreBounds { lower, upper } }
    }

    #[track_caller]
    fn check(moves: &[RootMove<u8>], expected: [u8; 3]) {
        let chosen = FinalMove::ALL.map(|rule| rule.choose(moves).map(|one| one.chosen));
        assert_eq!(chosen, expected.map(Some));
    }

    #[test]
    fn each_rule_has_its_own_favourite() {
        let moves = [one(0, 100, 60.0, -1, 1), one(1, 4, 3.2, -1, 1), one(2, 90, 57.0, -1, 1)];
        check(&moves, [0, 1, 2]);
        assert_eq!(FinalMove::Visits.choose::<u8>(&[]), None);
    }

    #[test]
    fn proofs_come_before_counts() {
        check(&[one(0, 1000, 900.0, -1, 1), one(1, 1, 0.0, 1, 1)], [1, 1, 1]);
        check(&[one(0, 1000, 900.0, -1, -1), one(1, 1, 0.0, -1, 1)], [1, 1, 1]);
        check(&[one(0, 1000, 900.0, -1, -1), one(1, 1, 0.0, -1, -1)], [0, 0, 0]);
        check(&[one(0, 1000, 900.0, -1, 0), one(1, 1, 0.5, 0, 0)], [1, 1, 1]);
        // A certain draw does not stop it from trying for more.
        check(&[one(0, 1000, 900.0, -1, 1), one(1, 10, 5.0, 0, 0)], [0, 0, 0]);
    }
}
