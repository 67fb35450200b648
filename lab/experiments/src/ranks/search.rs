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
use crate::clock::process_time;
use crate::error::ExperimentError;
use crate::record;

/// What is to be searched, by whom and with how many ranks.
#[derive(Clone, Debug)]
pub struct SearchTest {
    /// The board.
    pub board: Board,
    /// The position that is searched.
    pub start: Start,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Who searches.
    pub player: Spec,
    /// Where the random numbers begin.
    pub seed: u64,
    /// Number of ranks.
    pub ranks: usize,
    /// How they work together.
    pub teamwork: Teamwork,
    /// The folder in which the tree is saved, and the time between two times that it is.
    pub checkpoint: Option<(PathBuf, Duration)>,
}

/// What was found. As JSON it is what `solve mcts tds search --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SearchResult {
    /// Who has searched.
    pub player: String,
    /// The board.
    #[serde(serialize_with = "record::text")]
    pub board: Board,
    /// The position.
    #[serde(serialize_with = "record::start")]
    pub start: Start,
    /// Number of ranks.
    pub ranks: usize,
    /// Descents under way at once, on all ranks together.
    pub in_flight: u32,
    /// The most playouts before a report.
    pub allowance: u32,
    /// Playouts, those of a checkpoint included.
    pub playouts: u64,
    /// Of these, how many a checkpoint had.
    pub resumed: u64,
    /// Time on the clock.
    #[serde(rename = "seconds", serialize_with = "record::seconds")]
    pub time: Duration,
    /// Time of the processor.
    #[serde(rename = "cpu_seconds", serialize_with = "record::seconds")]
    pub cpu_time: Duration,
    /// The move that is played.
    pub best: Option<String>,
    /// Mean reward of the side to move.
    pub mean: f64,
    /// Every move.
    pub moves: Vec<SearchedMove>,
    /// Nodes on all ranks.
    pub nodes: usize,
    /// What all ranks have done.
    pub totals: Totals,
    /// What each has done.
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
    /// Their mean reward, for the side that moves.
    pub mean: f64,
}

impl SearchTest {
    /// Searches until the player's budget is spent or `stop` is true.
    ///
    /// # Errors
    /// A player that ranks cannot share out, a checkpoint that cannot be written or is of another search.
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
            visits: one.statistics.visits,
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
    /// What is known about the move that is played.
    #[must_use]
    pub fn best(&self) -> Option<&SearchedMove> {
        self.moves.iter().find(|one| Some(&one.chosen) == self.best.as_ref())
    }
}
