//! What ranks have done.

use serde::Serialize;
use tds::{RankStatistics, balance};

/// What all ranks together have done in one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Totals {
    /// Playouts of this run.
    pub playouts: u64,
    /// SEARCH jobs.
    pub searches: u64,
    /// REPORT jobs.
    pub reports: u64,
    /// Jobs sent to another rank.
    pub sent_jobs: u64,
    /// Messages, with any number of jobs in each.
    pub messages: u64,
    /// Bytes of these.
    pub bytes: u64,
    /// Descents begun at the root.
    pub descents: u64,
    /// Share of the time that a rank was idle, on average.
    pub idle_share: f64,
    /// Mean number of playouts of a rank, divided by the largest.
    pub balance: f64,
    /// Most descents through one rank at once.
    pub most_frames: u64,
    /// Playouts from positions that there was no room for.
    pub unkept: u64,
}

impl Totals {
    /// The sums over some ranks.
    #[must_use]
    pub fn of(ranks: &[RankStatistics]) -> Self {
        let sum = |number: fn(&RankStatistics) -> u64| ranks.iter().map(number).sum();
        Self {
            playouts: sum(|rank| rank.playouts),
            searches: sum(|rank| rank.searches),
            reports: sum(|rank| rank.reports),
            sent_jobs: sum(|rank| rank.sent_jobs),
            messages: sum(|rank| rank.sent_messages),
            bytes: sum(|rank| rank.sent_bytes),
            descents: sum(|rank| rank.descents),
            idle_share: ranks.iter().map(RankStatistics::idle_share).sum::<f64>() / ranks.len().max(1) as f64,
            balance: balance(ranks, |rank| rank.playouts),
            most_frames: ranks.iter().map(|rank| rank.most_frames).max().unwrap_or(0),
            unkept: sum(|rank| rank.unkept),
        }
    }

    /// This number per playout.
    #[must_use]
    pub fn each(&self, number: u64) -> f64 {
        number as f64 / self.playouts.max(1) as f64
    }
}

/// What one rank has done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankTotals {
    /// Which rank.
    pub rank: usize,
    /// Playouts made here.
    pub playouts: u64,
    /// SEARCH jobs done here.
    pub searches: u64,
    /// REPORT jobs done here.
    pub reports: u64,
    /// Jobs sent to other ranks.
    pub sent_jobs: u64,
    /// Messages sent.
    pub messages: u64,
    /// Bytes of these.
    pub bytes: u64,
    /// Share of the time with nothing to do.
    pub idle_share: f64,
    /// Nodes kept here.
    pub nodes: u64,
    /// Memory of these.
    pub table_bytes: u64,
    /// Most descents through here at once.
    pub most_frames: u64,
}

impl From<&RankStatistics> for RankTotals {
    fn from(rank: &RankStatistics) -> Self {
        Self {
            rank: rank.rank,
            playouts: rank.playouts,
            searches: rank.searches,
            reports: rank.reports,
            sent_jobs: rank.sent_jobs,
            messages: rank.sent_messages,
            bytes: rank.sent_bytes,
            idle_share: rank.idle_share(),
            nodes: rank.nodes,
            table_bytes: rank.table_bytes,
            most_frames: rank.most_frames,
        }
    }
}
