//! One search from the start of a board.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use othello::players::Spec;
use othello::ranks::RankSearch;
use serde::Serialize;
use solver::{Board, Scoring, Start};
use tds::Checkpoint;

use super::{RankTotals, Ranks, Teamwork, Totals};
use crate::error::ExperimentError;
use crate::record;
use bench::clock::process_time;

/// What to search, with which player and how many ranks.
#[derive(Clone, Debug)]
pub struct SearchTest {
    /// The board.
    pub board: Board,
    /// The start position to search.
    pub start: Start,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// The player that searches.
    pub player: Spec,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of ranks.
    pub ranks: usize,
    /// How they work together.
    pub teamwork: Teamwork,
    /// The folder in which to save the tree, and the time between two saves.
    pub checkpoint: Option<(PathBuf, Duration)>,
}

/// The result. As JSON it is what `solve mcts tds search --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SearchResult {
    /// The player.
    pub player: String,
    /// The board.
    #[serde(serialize_with = "record::text")]
    pub board: Board,
    /// The position.
    #[serde(serialize_with = "record::text")]
    pub start: Start,
    /// Number of ranks.
    pub ranks: usize,
    /// Descents in flight at once, on all ranks together.
    pub in_flight: u32,
    /// The most playouts before a report.
    pub allowance: u32,
    /// Playouts, including those from a checkpoint.
    pub playouts: u64,
    /// How many of them came from a checkpoint.
    pub resumed: u64,
    /// Wall-clock time.
    #[serde(rename = "seconds", serialize_with = "record::seconds")]
    pub time: Duration,
    /// CPU time.
    #[serde(rename = "cpu_seconds", serialize_with = "record::seconds")]
    pub cpu_time: Duration,
    /// The chosen move.
    pub best: Option<String>,
    /// Mean reward for the side to move.
    pub mean: f64,
    /// Every move.
    pub moves: Vec<SearchedMove>,
    /// Nodes on all ranks.
    pub nodes: usize,
    /// What all ranks have done.
    pub totals: Totals,
    /// What each rank has done.
    pub each: Vec<RankTotals>,
}

/// A move and what is known about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SearchedMove {
    /// The move.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Playouts after it.
    pub visits: u32,
    /// Their mean reward, for the side that makes it.
    pub mean: f64,
}

impl SearchTest {
    /// Searches until the player's budget is spent or `stop` is true.
    ///
    /// # Errors
    /// The player's search cannot be distributed over ranks, or a checkpoint cannot be written or belongs to another search.
    pub fn run(&self, stop: Arc<AtomicBool>) -> Result<SearchResult, ExperimentError> {
        let search = RankSearch::new(self.board, self.start, self.scoring, self.player.clone())?;
        let mut options = self.teamwork.options(self.ranks);
        options.stop = Some(stop);
        options.checkpoint = self.checkpoint.clone().map(|(directory, every)| {
            let (label, former_labels) = (search.label(), search.former_labels());
            Checkpoint { directory, every, label, former_labels }
        });
        let ranks = Ranks { ranks: self.ranks, latency: self.teamwork.latency, options: &options };
        let before = process_time();
        let found = search.run(self.seed, &ranks)?;
        let name = |chosen: solver::Move| chosen.display(self.board).to_string();
        let moves = found.searched.moves.iter().map(|one| SearchedMove {
            chosen: name(one.chosen),
            visits: one.statistics.playouts,
            mean: one.statistics.mean(),
        });
        Ok(SearchResult {
            player: self.player.text.clone(),
            board: self.board,
            start: self.start,
            ranks: self.ranks,
            in_flight: options.in_flight,
            allowance: options.allowance,
            playouts: found.searched.playouts,
            resumed: found.resumed,
            time: found.elapsed,
            cpu_time: process_time().saturating_sub(before),
            best: found.searched.chosen.map(|best| name(best.chosen)),
            mean: found.root.mean(),
            moves: moves.collect(),
            nodes: found.searched.nodes,
            totals: Totals::of(&found.ranks),
            each: found.ranks.iter().map(RankTotals::from).collect(),
        })
    }
}

impl SearchResult {
    /// What is known about the chosen move.
    #[must_use]
    pub fn best(&self) -> Option<&SearchedMove> {
        self.moves.iter().find(|one| Some(&one.chosen) == self.best.as_ref())
    }
}
