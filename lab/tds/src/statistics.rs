//! What each rank has done.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::transport::Rank;

/// What one rank has done in this run, not counting work before the checkpoint from which it resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankStatistics {
    /// Which rank.
    pub rank: Rank,
    /// Playouts made here.
    pub playouts: u64,
    /// Descents begun at the root; only rank 0 begins any.
    pub descents: u64,
    /// SEARCH jobs done here, including those from here.
    pub searches: u64,
    /// REPORT jobs done here, including those from here.
    pub reports: u64,
    /// SEARCH and REPORT jobs sent to other ranks.
    pub sent_jobs: u64,
    /// Messages sent, with any number of jobs in each.
    pub sent_messages: u64,
    /// Bytes of these messages, without network overhead.
    pub sent_bytes: u64,
    /// Time from the beginning to the end of the loop.
    pub elapsed: Duration,
    /// Part of it with nothing to do.
    pub idle: Duration,
    /// Part of it spent on playouts.
    pub playing: Duration,
    /// Nodes kept here.
    pub nodes: u64,
    /// Memory of these, in bytes, without the allocator's overhead.
    pub table_bytes: u64,
    /// The most descents in flight through here at once.
    pub most_frames: u64,
    /// Playouts from positions that there was no room for.
    pub unkept: u64,
    /// What was left over at the end: virtual losses, open descents, playouts. Anything but 0 is a bug in this crate.
    pub left: u64,
}

impl RankStatistics {
    /// Share of the time with nothing to do.
    #[must_use]
    pub fn idle_share(&self) -> f64 {
        self.idle.as_secs_f64() / self.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// The mean of a number over all ranks, divided by the largest: 1 if all are equal, if all are 0, or without ranks.
#[must_use]
pub fn balance(ranks: &[RankStatistics], number: impl Fn(&RankStatistics) -> u64) -> f64 {
    let most = ranks.iter().map(&number).max().unwrap_or(0);
    let all: u64 = ranks.iter().map(&number).sum();
    if most == 0 { 1.0 } else { all as f64 / ranks.len() as f64 / most as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balance_is_mean_by_most() {
        let ranks = [4, 8, 6, 6].map(|playouts| RankStatistics { playouts, ..Default::default() });
        assert_eq!(balance(&ranks, |rank| rank.playouts), 0.75);
        assert_eq!(balance(&ranks, |rank| rank.nodes), 1.0);
        assert_eq!(balance(&[], |rank| rank.nodes), 1.0);
    }
}
