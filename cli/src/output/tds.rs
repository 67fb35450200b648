//! What `solve mcts tds` prints: columns for people, one JSON object a line for programs.

use std::time::Duration;

use mcts::measure::Interval;
use serde::Serialize;
use solver::{Move, notation};
use tds::{Found, Options, RankStatistics, balance};

use super::mcts::{Limits, object, percent};
use super::numbers::{compact, elapsed, grouped};
use crate::args::{TdsAccuracyArgs, TdsScalingArgs, TdsSearchArgs};

/// What all ranks together have done.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Totals {
    /// Playouts of this run.
    playouts: u64,
    searches: u64,
    reports: u64,
    /// Jobs that went to another rank.
    sent_jobs: u64,
    messages: u64,
    bytes: u64,
    /// Descents that were begun at the root.
    descents: u64,
    /// Mean share of the time in which a rank had nothing to do.
    idle_share: f64,
    /// Mean playouts of a rank by the most.
    balance: f64,
    /// Most descents through one rank at once.
    most_frames: u64,
    unkept: u64,
}

impl Totals {
    fn of(ranks: &[RankStatistics]) -> Self {
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

    /// So many for each playout.
    fn each(&self, number: u64) -> f64 {
        number as f64 / self.playouts.max(1) as f64
    }
}

/// One rank as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
struct RankRecord {
    rank: usize,
    playouts: u64,
    searches: u64,
    reports: u64,
    sent_jobs: u64,
    messages: u64,
    bytes: u64,
    idle_share: f64,
    nodes: u64,
    table_bytes: u64,
    most_frames: u64,
}

impl From<&RankStatistics> for RankRecord {
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

/// One search.
#[derive(Debug)]
pub(crate) struct SearchReport<'a> {
    args: &'a TdsSearchArgs,
    options: &'a Options,
    found: &'a Found<Move>,
    cpu: Duration,
}

#[derive(Debug, Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    chosen: String,
    visits: u32,
    mean: f64,
}

#[derive(Debug, Serialize)]
struct SearchRecord<'a> {
    player: &'a str,
    board: String,
    start: &'a str,
    ranks: usize,
    in_flight: u32,
    allowance: u32,
    playouts: u64,
    resumed: u64,
    seconds: f64,
    cpu_seconds: f64,
    best: Option<String>,
    mean: f64,
    moves: Vec<MoveRecord>,
    nodes: usize,
    totals: Totals,
    each: Vec<RankRecord>,
}

impl<'a> SearchReport<'a> {
    /// Of a search that took so much CPU time.
    pub(crate) fn new(args: &'a TdsSearchArgs, options: &'a Options, found: &'a Found<Move>, cpu: Duration) -> Self {
        Self { args, options, found, cpu }
    }

    fn name(&self, chosen: Move) -> String {
        notation::move_text(self.args.game.board, chosen)
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let Self { args, options, found, cpu } = self;
        let totals = Totals::of(&found.ranks);
        let playouts = found.searched.playouts;
        let mut text = format!("Player     {}, {} from the {} start\n", args.player, args.game.board, args.game.start);
        text += &format!(
            "Ranks      {}, {} descents under way at once, {} playouts before a report\n",
            args.ranks, options.in_flight, options.allowance
        );
        text += &format!("Playouts   {}", grouped(playouts));
        if found.resumed > 0 {
            text += &format!(", of which a checkpoint had {}", grouped(found.resumed));
        }
        text += &format!(", in {} ({} of CPU time)\n", elapsed(found.elapsed), elapsed(*cpu));
        text += &format!("Value      {:.4} for the side to move\n", found.root.mean());
        if let Some(best) = found.searched.chosen {
            let (seen, name) = (best.statistics, self.name(best.chosen));
            text += &format!("Move       {name}, {} playouts, mean {:.4}\n", grouped(seen.visits.into()), seen.mean());
        }
        text += &format!(
            "Network    {:.2} jobs, {:.2} messages and {:.0} bytes a playout\n\n",
            totals.each(totals.sent_jobs),
            totals.each(totals.messages),
            totals.each(totals.bytes)
        );
        text += &format!(
            "{:>4}  {:>12}  {:>12}  {:>12}  {:>10}  {:>14}  {:>6}  {:>10}\n",
            "rank", "playouts", "searches", "reports", "messages", "bytes", "idle", "nodes"
        );
        for rank in &found.ranks {
            text += &format!(
                "{:>4}  {:>12}  {:>12}  {:>12}  {:>10}  {:>14}  {:>5.1}%  {:>10}\n",
                rank.rank,
                grouped(rank.playouts),
                grouped(rank.searches),
                grouped(rank.reports),
                grouped(rank.sent_messages),
                grouped(rank.sent_bytes),
                100.0 * rank.idle_share(),
                grouped(rank.nodes)
            );
        }
        text + &format!("Balance    {:.2}: mean playouts of a rank by the most\n", totals.balance)
    }

    /// For programs.
    pub(crate) fn json(&self) -> String {
        let Self { args, options, found, cpu } = self;
        let moves = found.searched.moves.iter().map(|one| MoveRecord {
            chosen: self.name(one.chosen),
            visits: one.statistics.visits,
            mean: one.statistics.mean(),
        });
        object(&SearchRecord {
            player: &args.player.text,
            board: args.game.board.to_string(),
            start: args.game.start.name(),
            ranks: args.ranks,
            in_flight: options.in_flight,
            allowance: options.allowance,
            playouts: found.searched.playouts,
            resumed: found.resumed,
            seconds: found.elapsed.as_secs_f64(),
            cpu_seconds: cpu.as_secs_f64(),
            best: found.searched.chosen.map(|best| self.name(best.chosen)),
            mean: found.root.mean(),
            moves: moves.collect(),
            nodes: found.searched.nodes,
            totals: Totals::of(&found.ranks),
            each: found.ranks.iter().map(RankRecord::from).collect(),
        })
    }
}

/// What stands above accuracies.
pub(crate) fn accuracy_heading(args: &TdsAccuracyArgs, positions: usize) -> String {
    format!(
        "{positions} positions of {}, {} with all ranks together\n\
         accuracy: moves that win, and half of those that draw; in %, with a 95 % interval\n\
         {:>5}  {:>9}  {:>9}  {:>22}  {:>22}  {:>15}  {:>9}\n",
        args.set.display(),
        args.player,
        "ranks",
        "in flight",
        "allowance",
        "accuracy",
        "root parallel",
        "jobs a playout",
        "time"
    )
}

/// How often moves are right with one number of ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AccuracyRow {
    ranks: usize,
    in_flight: u32,
    allowance: u32,
    positions: usize,
    playouts: u64,
    sent_jobs: u64,
    time: Duration,
}

/// Accuracies on ranks, and of root parallel with as many trees and the same playouts of all together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accuracies {
    pub(crate) ranks: Interval,
    pub(crate) root_parallel: Interval,
}

#[derive(Debug, Serialize)]
struct AccuracyRecord<'a> {
    set: String,
    player: &'a str,
    ranks: usize,
    in_flight: u32,
    allowance: u32,
    positions: usize,
    accuracy: Limits,
    root_parallel_accuracy: Limits,
    playouts: u64,
    jobs_a_playout: f64,
    seconds: f64,
}

impl AccuracyRow {
    /// Before the first position.
    pub(crate) fn new(ranks: usize, options: &Options) -> Self {
        let Options { in_flight, allowance, .. } = *options;
        Self { ranks, in_flight, allowance, positions: 0, playouts: 0, sent_jobs: 0, time: Duration::ZERO }
    }

    /// Adds a position.
    pub(crate) fn add(&mut self, found: &Found<Move>) {
        self.positions += 1;
        self.playouts += found.searched.playouts;
        self.sent_jobs += found.ranks.iter().map(|rank| rank.sent_jobs).sum::<u64>();
        self.time += found.elapsed;
    }

    fn jobs_a_playout(&self) -> f64 {
        self.sent_jobs as f64 / self.playouts.max(1) as f64
    }

    /// For people.
    pub(crate) fn text(&self, found: &Accuracies) -> String {
        let Self { ranks, in_flight, allowance, time, .. } = self;
        let (accuracy, root, time) = (percent(found.ranks), percent(found.root_parallel), elapsed(*time));
        format!(
            "{ranks:>5}  {in_flight:>9}  {allowance:>9}  {accuracy:>22}  {root:>22}  {:>15.2}  {time:>9}\n",
            self.jobs_a_playout()
        )
    }

    /// For programs.
    pub(crate) fn json(&self, args: &TdsAccuracyArgs, found: &Accuracies) -> String {
        object(&AccuracyRecord {
            set: args.set.display().to_string(),
            player: &args.player.text,
            ranks: self.ranks,
            in_flight: self.in_flight,
            allowance: self.allowance,
            positions: self.positions,
            accuracy: found.ranks.into(),
            root_parallel_accuracy: found.root_parallel.into(),
            playouts: self.playouts,
            jobs_a_playout: self.jobs_a_playout(),
            seconds: self.time.as_secs_f64(),
        })
    }
}

/// What stands above the scaling.
pub(crate) fn scaling_heading(args: &TdsScalingArgs, (width, depth): (u8, u8)) -> String {
    format!(
        "Playouts a second in an artificial tree of {width} moves and {depth} plies whose playouts sleep {}, which needs no core; \
         {} each\n\
         ideal: so many times the playouts a second of one rank; root: root parallel with as many threads\n\
         {:>5}  {:>9}  {:>9}  {:>10}  {:>8}  {:>8}  {:>14}  {:>9}  {:>6}  {:>7}  {:>8}\n",
        elapsed(args.delay),
        elapsed(args.time),
        "ranks",
        "in flight",
        "allowance",
        "playouts/s",
        "of ideal",
        "root",
        "jobs a playout",
        "bytes",
        "idle",
        "balance",
        "CPU"
    )
}

/// How fast one number of ranks is.
#[derive(Clone, Debug)]
pub(crate) struct ScalingRow {
    pub(crate) ranks: usize,
    pub(crate) per_second: f64,
    pub(crate) root_per_second: f64,
    pub(crate) root_nodes: usize,
    pub(crate) found: Found<u8>,
    pub(crate) cpu: Duration,
    pub(crate) options: Options,
}

#[derive(Debug, Serialize)]
struct ScalingRecord {
    ranks: usize,
    in_flight: u32,
    allowance: u32,
    playouts_per_second: f64,
    of_ideal: f64,
    root_parallel_per_second: f64,
    root_parallel_of_ideal: f64,
    nodes: usize,
    root_parallel_nodes: usize,
    seconds: f64,
    cpu_seconds: f64,
    totals: Totals,
}

impl ScalingRow {
    /// For people; `base` is what one rank makes.
    pub(crate) fn text(&self, base: f64) -> String {
        let ideal = base * self.ranks as f64;
        let totals = Totals::of(&self.found.ranks);
        format!(
            "{:>5}  {:>9}  {:>9}  {:>10}  {:>8.2}  {:>8.2}  {:>14.2}  {:>9.0}  {:>5.1}%  {:>7.2}  {:>8}\n",
            self.ranks,
            self.options.in_flight,
            self.options.allowance,
            compact(self.per_second),
            self.per_second / ideal,
            self.root_per_second / ideal,
            totals.each(totals.sent_jobs),
            totals.each(totals.bytes),
            100.0 * totals.idle_share,
            totals.balance,
            elapsed(self.cpu)
        )
    }

    /// For programs; `base` is what one rank makes.
    pub(crate) fn json(&self, base: f64) -> String {
        let ideal = base * self.ranks as f64;
        object(&ScalingRecord {
            ranks: self.ranks,
            in_flight: self.options.in_flight,
            allowance: self.options.allowance,
            playouts_per_second: self.per_second,
            of_ideal: self.per_second / ideal,
            root_parallel_per_second: self.root_per_second,
            root_parallel_of_ideal: self.root_per_second / ideal,
            nodes: self.found.searched.nodes,
            root_parallel_nodes: self.root_nodes,
            seconds: self.found.elapsed.as_secs_f64(),
            cpu_seconds: self.cpu.as_secs_f64(),
            totals: Totals::of(&self.found.ranks),
        })
    }
}
