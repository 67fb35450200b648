//! The quality of moves by number of ranks.

use std::time::Duration;

use mcts::measure::Interval;
use othello::players::{Player, Spec};
use othello::ranks::check;
use serde::Serialize;
use solver::{Move, Observer, Progress};

use super::{Ranks, Teamwork};
use crate::error::ExperimentError;
use crate::judged;
use crate::labelled::Labelled;
use crate::material::Material;
use crate::record;

/// How often moves are right with one number of ranks. As JSON it is what `solve mcts tds accuracy --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankAccuracy {
    /// The name of the positions.
    pub set: String,
    /// The player.
    pub player: String,
    /// Number of ranks.
    pub ranks: usize,
    /// Descents in flight at once, on all ranks together.
    pub in_flight: u32,
    /// The most playouts before a report.
    pub allowance: u32,
    /// Number of positions.
    pub positions: usize,
    /// Moves that win, and half of those that draw, as a share.
    pub accuracy: Interval,
    /// The same for root parallelization, with as many trees and the same playouts in all.
    #[serde(rename = "root_parallel_accuracy")]
    pub root_parallel: Interval,
    /// What each move earned, in the order of the positions: 1 if it wins, ½ if it draws, 0 if it loses. `None` without a move.
    pub credits: Vec<Option<f64>>,
    /// The same for root parallelization.
    pub root_parallel_credits: Vec<Option<f64>>,
    /// Playouts in all positions.
    pub playouts: u64,
    /// The same for root parallelization; with a time budget the two differ.
    pub root_parallel_playouts: u64,
    /// Jobs sent to another rank, per playout.
    pub jobs_a_playout: f64,
    /// Wall-clock time.
    #[serde(rename = "seconds", serialize_with = "record::seconds")]
    pub time: Duration,
}

/// Asks a player about every position on this many ranks, which share its budget; `seed` is that of the random numbers.
///
/// # Errors
/// The player's search cannot be distributed over ranks, stopped, or a rank fails.
///
/// # Panics
/// Never: players that search no tree are refused.
pub fn rank_accuracy(
    player: &Spec,
    teamwork: Teamwork,
    seed: u64,
    material: &Material,
    ranks: usize,
    observer: &dyn Observer,
) -> Result<RankAccuracy, ExperimentError> {
    check(player)?;
    let options = teamwork.options(ranks);
    let team = Ranks { ranks, latency: teamwork.latency, options: &options };
    let searching = Player::new(player.clone(), material.board, material.scoring);
    let mut root_parallel = Player::new(with_trees(player, ranks)?, material.board, material.scoring);
    let (mut credits, mut others) = (Vec::new(), Vec::new());
    let (mut playouts, mut root_parallel_playouts, mut sent_jobs, mut time) = (0, 0, 0, Duration::ZERO);
    observer.begin(&format!("{ranks} ranks"), material.positions.len() as u64);
    for position in &material.positions {
        let seed = position.seed(seed);
        let found = searching.search_by(position.position, seed, &Progress::default(), &team);
        let found = found.expect("a player for ranks searches a tree")?;
        playouts += found.searched.playouts;
        sent_jobs += found.ranks.iter().map(|rank| rank.sent_jobs).sum::<u64>();
        time += found.elapsed;
        credits.push(found.searched.chosen.and_then(|best| credit(position, best.chosen)));
        let other = root_parallel.choose(position.position, seed);
        root_parallel_playouts += other.as_ref().map_or(0, |choice| choice.playouts);
        others.push(other.and_then(|choice| credit(position, choice.chosen)));
        observer.advance(1);
        if observer.is_stopped() {
            return Err(ExperimentError::Stopped);
        }
    }
    Ok(RankAccuracy {
        set: material.name.clone(),
        player: player.text.clone(),
        ranks,
        in_flight: options.in_flight,
        allowance: options.allowance,
        positions: material.positions.len(),
        accuracy: share(&credits),
        root_parallel: share(&others),
        credits,
        root_parallel_credits: others,
        playouts,
        root_parallel_playouts,
        jobs_a_playout: sent_jobs as f64 / playouts.max(1) as f64,
        time,
    })
}

/// The same player with this many independent trees.
fn with_trees(player: &Spec, trees: usize) -> Result<Spec, ExperimentError> {
    let (name, parameters) = player.text.split_once(':').unwrap_or((&player.text, ""));
    // Its text may already say `trees=1`.
    let others = parameters.split(',').filter(|one| !one.trim().starts_with("trees"));
    let all: Vec<&str> = others.filter(|one| !one.trim().is_empty()).collect();
    Ok(format!("{name}:{},trees={trees}", all.join(",")).parse()?)
}

/// The mean of the known credits as a share.
fn share(credits: &[Option<f64>]) -> Interval {
    judged::accuracy(credits.iter().flatten().copied())
}

/// 1 for a move that wins, ½ for one that draws, 0 for one that loses.
fn credit(position: &Labelled, chosen: Move) -> Option<f64> {
    position.judge(chosen).map(|verdict| verdict.credit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_that_says_it_has_one_tree_gets_as_many_as_there_are_ranks() {
        for (player, expected) in [
            ("uct", "uct:trees=3"),
            ("uct:", "uct:trees=3"),
            ("uct:n=5,c=2", "uct:n=5,c=2,trees=3"),
            ("uct: trees=1 , n=5", "uct:n=5,trees=3"),
            ("rave:n=5,trees = 1", "rave:n=5,trees=3"),
        ] {
            let wanted: Spec = expected.parse().unwrap();
            assert_eq!(with_trees(&player.parse().unwrap(), 3).unwrap().tree, wanted.tree, "{player}");
        }
    }
}
