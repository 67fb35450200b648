//! How independent trees agree on one move (Soejima et al. 2010).

use crate::bounds::ScoreBounds;
use crate::final_move::{FinalMove, RootMove};
use crate::reward::Sums;

/// How the trees' results count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merge {
    /// All playouts: visits and rewards of a move are added up.
    #[default]
    Sum,
    /// All trees count the same, however many playouts each made: averages their shares of visits and mean rewards.
    Average,
    /// Each tree votes for the move that it would play itself. Among moves with equally many votes, the one with the most
    /// playouts wins.
    Majority,
}

impl Merge {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sum, Self::Average, Self::Majority];

    /// The name used in options and output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Average => "average",
            Self::Majority => "majority",
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched<M> {
    /// The move to make; `None` when the game is over.
    pub chosen: Option<RootMove<M>>,
    /// All root moves, merged over all trees.
    pub moves: Vec<RootMove<M>>,
    /// Playouts of all threads.
    pub playouts: u64,
    /// Nodes of all trees.
    pub nodes: usize,
    /// Memory of all trees, in bytes.
    pub bytes: usize,
    /// Share of the trees whose own choice is the chosen move; 1 with one tree.
    pub agreement: f64,
    /// Each tree's own choice, in order.
    pub votes: Vec<M>,
}

impl Merge {
    /// Merges the root moves of several trees. Each tree chooses by `rule`, and so do all together unless they vote. What the
    /// search cost is for the caller to add.
    pub(super) fn merge<M: Copy + PartialEq>(self, trees: &[Vec<RootMove<M>>], rule: FinalMove) -> Searched<M> {
        let moves = sum(trees, |_, statistics| statistics);
        let votes: Vec<M> = trees.iter().filter_map(|tree| rule.choose(tree)).map(|vote| vote.chosen).collect();
        let count = |chosen: M| votes.iter().filter(|&&vote| vote == chosen).count();
        let chosen = match self {
            Self::Sum => rule.choose(&moves),
            Self::Average => {
                let all: Vec<u32> =
                    trees.iter().map(|tree| tree.iter().map(|one| one.statistics.playouts).sum()).collect();
                let most = all.iter().copied().max().unwrap_or(0);
                let scaled = sum(trees, |tree, statistics| scaled(statistics, all[tree], most));
                let favourite = rule.choose(&scaled).map(|one| one.chosen);
                moves.iter().copied().find(|one| Some(one.chosen) == favourite)
            }
            Self::Majority => {
                let rank = |one: &RootMove<M>| (count(one.chosen), one.statistics.playouts);
                moves.iter().copied().reduce(|best, one| if rank(&one) > rank(&best) { one } else { best })
            }
        };
        let agreement = chosen.map_or(1.0, |one| count(one.chosen) as f64 / votes.len().max(1) as f64);
        Searched { chosen, moves, playouts: 0, nodes: 0, bytes: 0, agreement, votes }
    }
}

/// Adds up the statistics of each move over all trees, in the order of the first tree; what any tree has proven holds.
fn sum<M: Copy + PartialEq>(trees: &[Vec<RootMove<M>>], weigh: impl Fn(usize, Sums) -> Sums) -> Vec<RootMove<M>> {
    let mut all: Vec<RootMove<M>> = Vec::new();
    for (tree, moves) in trees.iter().enumerate() {
        for one in moves {
            let statistics = weigh(tree, one.statistics);
            match all.iter_mut().find(|known| known.chosen == one.chosen) {
                Some(known) => {
                    known.statistics.playouts = known.statistics.playouts.saturating_add(statistics.playouts);
                    known.statistics.sum += statistics.sum;
                    known.statistics.squares += statistics.squares;
                    known.bounds = ScoreBounds::intersect(known.bounds, one.bounds);
                }
                None => all.push(RootMove { statistics, ..*one }),
            }
        }
    }
    all
}

/// Statistics from a tree of `all` playouts, scaled as if it had made `most`.
fn scaled(statistics: Sums, all: u32, most: u32) -> Sums {
    let factor = f64::from(most) / f64::from(all.max(1));
    Sums {
        playouts: (f64::from(statistics.playouts) * factor).round() as u32,
        sum: statistics.sum * factor,
        squares: statistics.squares * factor,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(visits: [u32; 3]) -> Vec<RootMove<char>> {
        let of = |index: usize| RootMove {
            chosen: ['a', 'b', 'c'][index],
            statistics: Sums { playouts: visits[index], sum: f64::from(visits[index]) / 2.0, squares: 0.0 },
            bounds: ScoreBounds { lower: -1, upper: 1 },
        };
        (0..3).map(of).collect()
    }

    #[test]
    fn the_three_ways_can_differ() {
        // One long search for a, two short ones for b, one of which likes c nearly as much.
        let trees = [tree([900, 100, 0]), tree([40, 60, 0]), tree([0, 51, 49])];
        let chosen = |merge: Merge| merge.merge(&trees, FinalMove::Visits).chosen.map(|one| one.chosen);
        assert_eq!(chosen(Merge::Sum), Some('a'));
        assert_eq!(chosen(Merge::Average), Some('a'));
        assert_eq!(chosen(Merge::Majority), Some('b'));
        let trees = [tree([900, 100, 0]), tree([0, 80, 20]), tree([10, 80, 10])];
        assert_eq!(Merge::Average.merge(&trees, FinalMove::Visits).chosen.map(|one| one.chosen), Some('b'));
        assert_eq!(Merge::Sum.merge(&trees, FinalMove::Visits).chosen.map(|one| one.chosen), Some('a'));
    }

    #[test]
    fn agreement_is_the_share_of_the_votes_and_sums_are_of_all_trees() {
        let trees = [tree([9, 1, 0]), tree([1, 8, 1]), tree([2, 7, 1]), tree([0, 6, 4])];
        let merged = Merge::Majority.merge(&trees, FinalMove::Visits);
        assert_eq!((merged.agreement, merged.votes), (0.75, vec!['a', 'b', 'b', 'b']));
        let visits: Vec<u32> = merged.moves.iter().map(|one| one.statistics.playouts).collect();
        assert_eq!(visits, [12, 22, 6]);
        assert_eq!(Merge::Sum.merge::<char>(&[Vec::new()], FinalMove::Visits).chosen, None);
    }

    #[test]
    fn of_as_many_votes_the_playouts_decide() {
        let trees = [tree([100, 1, 0]), tree([0, 10, 1])];
        let merged = Merge::Majority.merge(&trees, FinalMove::Visits);
        assert_eq!(merged.chosen.map(|one| one.chosen), Some('a'));
        assert_eq!(merged.agreement, 0.5);
    }
}
