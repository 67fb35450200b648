//! "All moves as first" (AMAF) on ranks, for RAVE: the moves of playouts travel with the reports.
//!
//! A node cannot see the path below it, as it can in one memory. So a report says, for each side and kind of move, in how
//! many of its playouts such a move was made below the reporting node, and the sum of their rewards. Each node on the way up
//! adds the move that it chose, and takes what it needs for its own moves ([`crate::shard::Shard::take_moves`]). On one rank
//! the counts equal those of [`mcts::TreeSearch`].

use mcts::playout::AmafTally;
use mcts::{Game, Sums};
use serde::{Deserialize, Serialize};

/// The moves of some playouts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct AmafReport {
    /// How many playouts, and the sum of their rewards for the side to move at the root.
    all: (u32, f64),
    /// The same for the playouts with each kind of move, in ascending order of kind and side (the side to move at the root
    /// first); only kinds that were played.
    made: Vec<Made>,
}

/// A kind of move of one side, and the playouts with such a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Made {
    key: u32,
    playouts: u32,
    #[serde(with = "halves")]
    sum: f64,
}

impl AmafReport {
    /// What the playouts of a leaf report; `is_other` says whether the side to move there is not the one at the root. `sums`
    /// are for the side to move; `moves` are those of the playouts, none if the score is known.
    pub(crate) fn of_leaf<G: Game>(game: &G, is_other: bool, sums: Sums, moves: &AmafTally) -> Self {
        let mut made = Vec::new();
        for kind in 0..game.kinds() {
            for of_other in [false, true] {
                let seen = moves.of(usize::from(of_other != is_other), kind);
                if seen.0 > 0 {
                    let (playouts, sum) = turned(is_other, seen);
                    made.push(Made { key: (kind * 2 + usize::from(of_other)) as u32, playouts, sum });
                }
            }
        }
        Self { all: turned(is_other, (sums.playouts, sums.sum)), made }
    }

    fn find(&self, key: u32) -> Result<usize, usize> {
        self.made.binary_search_by_key(&key, |made| made.key)
    }

    /// The playouts with a kind of move, and their rewards.
    pub(crate) fn of(&self, key: u32) -> (u32, f64) {
        self.find(key).map_or((0, 0.0), |at| (self.made[at].playouts, self.made[at].sum))
    }

    /// Records that all playouts have this move.
    pub(crate) fn fill(&mut self, key: u32) {
        let made = Made { key, playouts: self.all.0, sum: self.all.1 };
        match self.find(key) {
            Ok(at) => self.made[at] = made,
            Err(at) => self.made.insert(at, made),
        }
    }

    /// Adds more playouts with this move.
    fn add(&mut self, more: Made) {
        match self.find(more.key) {
            Ok(at) => {
                let Made { playouts, sum, .. } = &mut self.made[at];
                (*playouts, *sum) = (playouts.saturating_add(more.playouts), *sum + more.sum);
            }
            Err(at) => self.made.insert(at, more),
        }
    }

    /// Adds a later report of a node to this one, which has not gone to its parent yet.
    pub(crate) fn join(&mut self, later: Self) {
        self.all = (self.all.0.saturating_add(later.all.0), self.all.1 + later.all.1);
        if self.made.is_empty() {
            self.made = later.made;
        } else {
            later.made.into_iter().for_each(|made| self.add(made));
        }
    }
}

/// Compact bytes for rewards: sums of wins and draws are multiples of ½, and small ones take two bytes instead of eight.
mod halves {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    enum Sum {
        Halves(u32),
        Any(f64),
    }

    pub(super) fn serialize<S: Serializer>(sum: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        let twice = 2.0 * sum;
        let is_small = twice >= 0.0 && twice.fract() == 0.0 && twice < f64::from(1 << 14);
        if is_small { Sum::Halves(twice as u32) } else { Sum::Any(*sum) }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(match Sum::deserialize(deserializer)? {
            Sum::Halves(twice) => f64::from(twice) / 2.0,
            Sum::Any(sum) => sum,
        })
    }
}

/// Converts the rewards of a side to those of the side to move at the root, or back.
pub(crate) fn turned(is_other: bool, (playouts, sum): (u32, f64)) -> (u32, f64) {
    (playouts, if is_other { f64::from(playouts) - sum } else { sum })
}

/// A kind of move of one side, as a number.
pub(crate) fn key<G: Game>(game: &G, is_other: bool, chosen: G::Move) -> u32 {
    (game.kind(chosen) * 2 + usize::from(is_other)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_keeps_every_number_on_its_way_and_takes_few_bytes() {
        let sums = [0.0, 0.5, 8191.5, 8192.0, 1.0 / 3.0, -0.5, 1e300];
        let made = |(key, &sum): (usize, &f64)| Made { key: key as u32, playouts: 3, sum };
        let report = AmafReport { all: (7, 3.5), made: sums.iter().enumerate().map(made).collect() };
        let bytes = postcard::to_stdvec(&report).unwrap();
        assert_eq!(postcard::from_bytes::<AmafReport>(&bytes).unwrap(), report);
        let small = AmafReport { made: report.made[..2].to_vec(), ..report.clone() };
        assert_eq!(postcard::to_stdvec(&small).unwrap().len(), 1 + 8 + 1 + 2 * 4);
    }

    #[test]
    fn joined_reports_add_up_by_side_and_kind() {
        let made = |key, playouts, sum| Made { key, playouts, sum };
        let mut one = AmafReport { all: (2, 1.5), made: vec![made(0, 1, 1.0), made(5, 2, 1.5)] };
        let other = AmafReport { all: (1, 0.0), made: vec![made(3, 1, 0.0), made(5, 1, 0.0)] };
        one.join(other);
        assert_eq!(one, AmafReport { all: (3, 1.5), made: vec![made(0, 1, 1.0), made(3, 1, 0.0), made(5, 3, 1.5)] });
        assert_eq!((one.of(5), one.of(4)), ((3, 1.5), (0, 0.0)));
        one.fill(4);
        assert_eq!(one.of(4), (3, 1.5));
    }
}
