//! How often moves were right, whoever chose them.

use mcts::measure::{Accuracy, Interval};
use serde::Serialize;
use solver::{Board, Mode, Scoring, Start};

use crate::material::Material;
use crate::record;

/// How often a player's moves were right, on positions with known labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Judged {
    /// The name of the positions.
    pub set: String,
    /// SHA-256 of the set's checksums.
    pub checksum: Option<String>,
    /// The board.
    #[serde(serialize_with = "record::text")]
    pub board: Board,
    /// The first position of games.
    #[serde(serialize_with = "record::start")]
    pub start: Start,
    /// Who gets the squares that stay empty.
    #[serde(serialize_with = "record::scoring")]
    pub scoring: Scoring,
    /// What is known about the moves.
    #[serde(serialize_with = "record::labels")]
    pub labels: Mode,
    /// Seed of the random numbers: of the players, and of the bootstrap behind the interval of the regret.
    pub seed: u64,
    /// Fewest and most empty squares.
    pub empties: (u32, u32),
    /// Number of positions.
    pub positions: usize,
    /// The player.
    pub player: String,
    /// Moves that win, and half of those that draw, as a share.
    #[serde(serialize_with = "record::interval")]
    pub accuracy: Interval,
    /// Share of the moves that keep the best possible outcome.
    #[serde(serialize_with = "record::interval")]
    pub keeping: Interval,
    /// Share of the moves with the best value, if values are known.
    #[serde(serialize_with = "record::maybe_interval")]
    pub optimal: Option<Interval>,
    /// Mean number of discs given away per move, if values are known.
    #[serde(serialize_with = "record::maybe_interval")]
    pub regret: Option<Interval>,
}

impl Judged {
    /// Sums up the verdicts on a player's moves in all positions.
    pub(crate) fn of(material: &Material, player: String, seed: u64, verdicts: &Accuracy) -> Self {
        let summary = verdicts.summary(seed);
        Self {
            set: material.name.clone(),
            checksum: material.checksum.clone(),
            board: material.board,
            start: material.start,
            scoring: material.scoring,
            labels: material.labels,
            seed,
            empties: material.empties,
            positions: summary.positions,
            player,
            accuracy: summary.accuracy,
            keeping: summary.keeping,
            optimal: summary.optimal,
            regret: summary.regret,
        }
    }
}
