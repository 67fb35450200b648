//! "All moves as first" (AMAF) on ranks, for RAVE: the moves of playouts travel with the reports.
//!
//! A node cannot see the path below it, as it can in one memory. So a report says, for each side and kind of move, in how
//! many of its playouts such a move was made below the reporting node, and the sum of their rewards. Each node on the way up
//! adds the move that it chose, and takes what it needs for its own moves. On one rank the counts equal those of
//! [`mcts::TreeSearch`].

use mcts::playout::AmafTally;
use mcts::select::Arm;
use mcts::{Game, Sums};
use serde::{Deserialize, Serialize};

use crate::fields::Fields;
use crate::wire;

/// A reward of 1 in the units that nodes keep, as in [`mcts::tree`].
const ONE: f64 = (1u64 << 24) as f64;

/// The fields of "all moves as first". [`crate::search`] and [`crate::work`] add them if the formula wants them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Amaf;

/// For each move of a node: the playouts in which it was made there or later, and their rewards for the side that makes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AmafNode(Vec<(u32, u64)>);

/// The moves of some playouts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AmafReport {
    /// How many playouts, and the sum of their rewards for the side to move at the root.
    pub(crate) all: (u32, f64),
    /// The same for the playouts with each kind of move, in ascending order of kind and side (the side to move at the root
    /// first); only kinds that were played.
    pub(crate) made: Vec<Made>,
}

/// A kind of move of one side, and the playouts with such a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) key: u32,
    pub(crate) playouts: u32,
    #[serde(with = "halves")]
    pub(crate) sum: f64,
}

impl AmafReport {
    fn find(&self, key: u32) -> Result<usize, usize> {
        self.made.binary_search_by_key(&key, |made| made.key)
    }

    fn of(&self, key: u32) -> (u32, f64) {
        self.find(key).map_or((0, 0.0), |at| (self.made[at].playouts, self.made[at].sum))
    }

    /// Records that all playouts have this move.
    fn fill(&mut self, key: u32) {
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
fn turned(is_other: bool, (playouts, sum): (u32, f64)) -> (u32, f64) {
    (playouts, if is_other { f64::from(playouts) - sum } else { sum })
}

fn key<G: Game>(game: &G, is_other: bool, chosen: G::Move) -> u32 {
    (game.kind(chosen) * 2 + usize::from(is_other)) as u32
}

impl<G: Game> Fields<G> for Amaf {
    const WANTS_MOVES: bool = true;

    type Node = AmafNode;
    /// Whether the side to move is not the one at the root.
    type Search = bool;
    type Report = AmafReport;

    fn name(&self) -> String {
        "all moves as first".to_owned()
    }

    fn search(&self, _game: &G, is_other: &bool, _node: &AmafNode, _chosen: G::Move) -> bool {
        !is_other
    }

    fn leaf(
        &self,
        game: &G,
        &is_other: &bool,
        _node: Option<&mut AmafNode>,
        sums: Sums,
        moves: &AmafTally,
    ) -> AmafReport {
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
        AmafReport { all: turned(is_other, (sums.playouts, sums.sum)), made }
    }

    fn back_up(
        &self,
        game: &G,
        &is_other: &bool,
        node: &mut AmafNode,
        moves: impl ExactSizeIterator<Item = G::Move> + Clone,
        chosen: usize,
        mut report: AmafReport,
    ) -> AmafReport {
        if let Some(chosen) = moves.clone().nth(chosen) {
            report.fill(key(game, is_other, chosen));
        }
        node.0.resize(moves.len(), (0, 0));
        for (seen, one) in node.0.iter_mut().zip(moves) {
            let (playouts, sum) = turned(is_other, report.of(key(game, is_other, one)));
            *seen = (seen.0.saturating_add(playouts), seen.1.saturating_add((sum * ONE).round() as u64));
        }
        report
    }

    fn join(&self, earlier: &mut AmafReport, later: AmafReport) {
        earlier.all = (earlier.all.0.saturating_add(later.all.0), earlier.all.1 + later.all.1);
        if earlier.made.is_empty() {
            earlier.made = later.made;
        } else {
            later.made.into_iter().for_each(|made| earlier.add(made));
        }
    }

    fn can_report(&self, game: &G, report: &AmafReport, playouts: u32) -> bool {
        let kinds = 2 * game.kinds() as u64;
        let can_be = |made: &Made| {
            u64::from(made.key) < kinds && made.playouts <= playouts && wire::is_sum(made.playouts, made.sum)
        };
        report.all.0 == playouts
            && wire::is_sum(playouts, report.all.1)
            && report.made.is_sorted_by(|one, other| one.key < other.key)
            && report.made.iter().all(can_be)
    }

    fn arm(&self, node: &AmafNode, number: usize, arm: &mut Arm) {
        if let Some(&(visits, sum)) = node.0.get(number) {
            (arm.amaf_visits, arm.amaf_mean) = (visits, sum as f64 / ONE / f64::from(visits.max(1)));
        }
    }

    fn heap_bytes(&self, node: &AmafNode) -> usize {
        node.0.capacity() * size_of::<(u32, u64)>()
    }
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
        Fields::<mcts::games::TicTacToe>::join(&Amaf, &mut one, other);
        assert_eq!(one, AmafReport { all: (3, 1.5), made: vec![made(0, 1, 1.0), made(3, 1, 0.0), made(5, 3, 1.5)] });
        assert_eq!((one.of(5), one.of(4)), ((3, 1.5), (0, 0.0)));
        one.fill(4);
        assert_eq!(one.of(4), (3, 1.5));
    }
}
