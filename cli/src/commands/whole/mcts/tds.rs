//! `solve mcts tds`: distributed search, with threads for ranks.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand};
use experiments::ranks::{
    RankAccuracy, RankScaling, RankTotals, ScalingTest, SearchResult, SearchTest, Teamwork, rank_accuracy,
};
use experiments::schemes::TREE_SHAPE;
use experiments::{ExperimentError, Material};
use files::on_one_line;
use othello::players::Spec;

use super::{MEASUREMENT_STOPPED, percent};
use crate::args::{GameArgs, OutputArgs, one_of, values};
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{Columns, compact, elapsed, grouped, print, print_result};
use crate::progress::Steps;

const HELP: &str = "\
Ranks are threads of this process, and --latency simulates a network between them.
scripts/mpi runs the same search on many machines, by MPI.

Examples:
  solve mcts tds search --ranks 4 --player uct:n=100000,graph=yes
  solve mcts tds accuracy --set data/sets/6x6-s16 --ranks 1,4,16 --player uct:n=2000
  solve mcts tds scaling --ranks 1,4,16,64";

/// Distributed search: ranks share one tree by transposition-table driven scheduling
#[derive(Debug, Subcommand)]
#[command(after_help = HELP)]
pub(crate) enum TdsCommand {
    Search(TdsSearchArgs),
    Accuracy(TdsAccuracyArgs),
    Scaling(TdsScalingArgs),
}

/// How ranks work together.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RanksArgs {
    /// Descents in flight per rank [default: 1 with one rank, else 8]
    #[arg(help_heading = "Ranks", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    in_flight: Option<u32>,
    /// The most playouts a node makes before it reports to its parent; those of a leaf count as one [default: 1 with
    /// one rank, else 8]
    #[arg(help_heading = "Ranks", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    allowance: Option<u32>,
    /// Simulated latency of each message between ranks
    #[arg(help_heading = "Ranks", long, value_name = "TIME", value_parser = values::parse_duration)]
    latency: Option<Duration>,
}

/// Search the start of a board, and report what each rank did
#[derive(Debug, Args)]
pub(crate) struct TdsSearchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Player that searches: one with a single tree
    #[arg(long, value_name = "PLAYER", default_value = "uct:n=100000")]
    player: Spec,
    /// Number of ranks
    #[arg(long, value_name = "N", default_value = "2", value_parser = values::number("ranks"))]
    ranks: usize,
    #[command(flatten)]
    how: RanksArgs,
    /// Save the tree to this directory at intervals and at the end; a search with the same position, player and
    /// settings resumes from it, on any number of ranks
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = values::parse_duration)]
    every: Duration,
    #[command(flatten)]
    output: OutputArgs,
}

/// Measure how often a player is right on a problem set, by number of ranks, at equal total playouts
#[derive(Debug, Args)]
pub(crate) struct TdsAccuracyArgs {
    /// Folder of a problem set made by `solve problems`
    #[arg(long, value_name = "DIR")]
    set: PathBuf,
    /// Number of positions, the first of the set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
    /// Player that searches: one with a single tree
    #[arg(long, value_name = "PLAYER", default_value = "uct:n=2000")]
    player: Spec,
    /// Numbers of ranks
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8,16", value_parser = values::number("ranks"))]
    ranks: Vec<usize>,
    #[command(flatten)]
    how: RanksArgs,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    output: OutputArgs,
}

/// Measure scaling on an artificial tree with sleeping playouts, next to root parallel search
#[derive(Debug, Args)]
pub(crate) struct TdsScalingArgs {
    /// Numbers of ranks
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8,16,32,64", value_parser = values::number("ranks"))]
    ranks: Vec<usize>,
    #[command(flatten)]
    how: RanksArgs,
    /// Sleep of each playout
    #[arg(long, value_name = "TIME", default_value = "1ms", value_parser = values::parse_duration)]
    delay: Duration,
    /// Duration of each measurement
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = values::parse_duration)]
    time: Duration,
    /// Weight of exploration in UCB1; rewards are scores scaled to 0 … 1
    #[arg(long, value_name = "C", default_value = "0.3", value_parser = parse_exploration)]
    exploration: f64,
    /// Seed of the artificial game, which has 8 moves in each position and 12 plies
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Parts of the game; moves of a side in different parts commute
    ///
    /// With one part the game is a tree. With more, several paths lead to a position, which is one node (graph=yes).
    #[arg(long, value_name = "N", default_value = "1", value_parser = one_of([("1", 1u8), ("2", 2), ("4", 4), ("8", 8)]))]
    parts: u8,
    #[command(flatten)]
    output: OutputArgs,
}

/// Reads the weight of exploration.
fn parse_exploration(text: &str) -> Result<f64, String> {
    let weight = text.parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 0.0);
    weight.ok_or_else(|| format!("exploration '{text}' is not a number of at least 0"))
}

/// Runs the command.
pub(super) fn run(command: &TdsCommand) -> Result<Status, Failure> {
    match command {
        TdsCommand::Search(args) => search(args),
        TdsCommand::Accuracy(args) => accuracy(args),
        TdsCommand::Scaling(args) => scaling(args),
    }
}

fn teamwork(args: RanksArgs) -> Teamwork {
    Teamwork { in_flight: args.in_flight, allowance: args.allowance, latency: args.latency.unwrap_or_default() }
}

/// Searches, and prints the result and the work of each rank.
fn search(args: &TdsSearchArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let search = SearchTest {
        board: args.game.board,
        start: args.game.start,
        scoring: args.game.scoring,
        player: args.player.clone(),
        seed: args.game.seed,
        ranks: args.ranks,
        teamwork: teamwork(args.how),
        checkpoint: args.checkpoint.clone().map(|folder| (folder, args.every)),
    };
    let found = search.run(Arc::clone(interrupt.flag()))?;
    print_result(args.output.json, &found, search_text)?;
    Ok(if interrupt.requested() { Status::Interrupted } else { Status::Done })
}

/// Asks about every position with each number of ranks, and shows a line for each.
fn accuracy(args: &TdsAccuracyArgs) -> Result<Status, Failure> {
    othello::ranks::check(&args.player).map_err(ExperimentError::from)?;
    let interrupt = Interrupt::install()?;
    interrupt.insist(MEASUREMENT_STOPPED);
    let steps = Steps::new(&interrupt, args.output.quiet);
    let most = args.positions.map_or(usize::MAX, |positions| positions as usize);
    let name = args.set.display().to_string();
    let material = Material { name, ..Material::from_set(&args.set, most)? };
    if !args.output.json {
        steps.hidden(|| print(&accuracy_heading(&material, &args.player)))?;
    }
    for &ranks in &args.ranks {
        let found = rank_accuracy(&args.player, teamwork(args.how), args.seed, &material, ranks, &steps)?;
        steps.hidden(|| print_result(args.output.json, &found, |found| ACCURACY.row(found)))?;
    }
    Ok(Status::Done)
}

/// Measures each number of ranks, and root parallel with as many threads.
fn scaling(args: &TdsScalingArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    interrupt.insist(MEASUREMENT_STOPPED);
    let test = ScalingTest {
        ranks: args.ranks.clone(),
        teamwork: teamwork(args.how),
        delay: args.delay,
        time: args.time,
        exploration: args.exploration,
        seed: args.seed,
        parts: args.parts,
    };
    if !args.output.json {
        print(&scaling_heading(&test))?;
    }
    for found in test.run() {
        print_result(args.output.json, &found?, |found| SCALING.row(found))?;
        if interrupt.requested() {
            return Err(Failure::Stopped);
        }
    }
    Ok(Status::Done)
}

/// One search: its result, then a line per rank.
fn search_text(found: &SearchResult) -> String {
    let SearchResult { player, board, start, ranks, in_flight, allowance, totals, .. } = found;
    let resumed = match found.resumed {
        0 => String::new(),
        resumed => format!(", of which a checkpoint had {}", grouped(resumed)),
    };
    let best = found.best().map_or_else(String::new, |best| {
        format!("Move       {}, {} playouts, mean {:.4}\n", best.chosen, grouped(best.visits.into()), best.mean)
    });
    let each: String = found.each.iter().map(|rank| RANKS.row(rank)).collect();
    format!(
        "Player     {player}, {board} from the {start} start\n\
         Ranks      {ranks}, {in_flight} descents under way at once, {allowance} playouts before a report\n\
         Playouts   {}{resumed}, in {} ({} of CPU time)\n\
         Value      {:.4} for the side to move\n\
         {best}Network    {:.2} jobs, {:.2} messages and {:.0} bytes a playout\n\n{}{each}\
         Balance    {:.2}: mean playouts of a rank by the most\n",
        grouped(found.playouts),
        elapsed(found.time),
        elapsed(found.cpu_time),
        found.mean,
        totals.each(totals.sent_jobs),
        totals.each(totals.messages),
        totals.each(totals.bytes),
        RANKS.heading(),
        totals.balance
    )
}

/// What each rank did.
const RANKS: Columns<'static, RankTotals> = Columns(
    "  ",
    &[
        ("rank", 4, |rank| rank.rank.to_string()),
        ("playouts", 12, |rank| grouped(rank.playouts)),
        ("searches", 12, |rank| grouped(rank.searches)),
        ("reports", 12, |rank| grouped(rank.reports)),
        ("messages", 10, |rank| grouped(rank.messages)),
        ("bytes", 14, |rank| grouped(rank.bytes)),
        ("idle", 6, |rank| format!("{:.1}%", 100.0 * rank.idle_share)),
        ("nodes", 10, |rank| grouped(rank.nodes)),
    ],
);

/// The heading above accuracies.
fn accuracy_heading(material: &Material, player: &Spec) -> String {
    format!(
        "{} positions of {}, {player} with all ranks together\n\
         accuracy: moves that win, and half of those that draw; in %, with a 95 % interval\n{}",
        material.positions.len(),
        on_one_line(&material.name),
        ACCURACY.heading()
    )
}

/// How often moves are right with each number of ranks.
const ACCURACY: Columns<'static, RankAccuracy> = Columns(
    "  ",
    &[
        ("ranks", 5, |found| found.ranks.to_string()),
        ("in flight", 9, |found| found.in_flight.to_string()),
        ("allowance", 9, |found| found.allowance.to_string()),
        ("accuracy", 22, |found| percent(found.accuracy)),
        ("root parallel", 22, |found| percent(found.root_parallel)),
        ("jobs a playout", 15, |found| format!("{:.2}", found.jobs_a_playout)),
        ("time", 9, |found| elapsed(found.time)),
    ],
);

/// The heading above the scaling.
fn scaling_heading(test: &ScalingTest) -> String {
    let (width, depth) = TREE_SHAPE;
    let game = if test.parts > 1 { format!("game of {} parts,", test.parts) } else { "tree of".to_owned() };
    format!(
        "Playouts a second in an artificial {game} {width} moves and {depth} plies whose playouts sleep {}, which needs no core; \
         {} each\n\
         ideal: so many times the playouts a second of one rank; root: root parallel with as many threads\n{}",
        elapsed(test.delay),
        elapsed(test.time),
        SCALING.heading()
    )
}

/// How fast each number of ranks is.
const SCALING: Columns<'static, RankScaling> = Columns(
    "  ",
    &[
        ("ranks", 5, |found| found.ranks.to_string()),
        ("in flight", 9, |found| found.in_flight.to_string()),
        ("allowance", 9, |found| found.allowance.to_string()),
        ("playouts/s", 10, |found| compact(found.playouts_per_second)),
        ("of ideal", 8, |found| format!("{:.2}", found.of_ideal)),
        ("root", 8, |found| format!("{:.2}", found.root_parallel_of_ideal)),
        ("jobs a playout", 14, |found| format!("{:.2}", found.totals.each(found.totals.sent_jobs))),
        ("bytes", 9, |found| format!("{:.0}", found.totals.each(found.totals.bytes))),
        ("idle", 6, |found| format!("{:.1}%", 100.0 * found.totals.idle_share)),
        ("balance", 7, |found| format!("{:.2}", found.totals.balance)),
        ("CPU", 8, |found| elapsed(found.cpu_time)),
    ],
);
