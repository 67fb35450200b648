//! Options of `solve mcts tds` and its commands.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use othello::players::Spec;

use crate::args::groups::{GameArgs, OutputArgs, one_of};
use crate::sizes;

/// Options of `solve mcts tds`.
#[derive(Debug, Args)]
#[command(after_help = HELP, max_term_width = 100)]
pub(crate) struct TdsArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: TdsCommand,
}

const HELP: &str = "\
Ranks are threads of this process, and --latency simulates a network between them.
scripts/mpi runs the same search on many machines, by MPI.

Examples:
  solve mcts tds search --ranks 4 --player uct:n=100000,graph=yes
  solve mcts tds accuracy --set data/sets/6x6-s16 --ranks 1,4,16 --player uct:n=2000
  solve mcts tds scaling --ranks 1,4,16,64";

/// What there is about distributed search.
#[derive(Debug, Subcommand)]
pub(crate) enum TdsCommand {
    /// Search the start of a board, and report what each rank did
    Search(TdsSearchArgs),
    /// Measure how often a player is right on a problem set, by number of ranks, at equal total playouts
    Accuracy(TdsAccuracyArgs),
    /// Measure scaling on an artificial tree with sleeping playouts, next to root parallel search
    Scaling(TdsScalingArgs),
}

/// How ranks work together.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RanksArgs {
    /// Descents in flight per rank [default: 1 with one rank, else 8]
    #[arg(help_heading = "Ranks", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    pub(crate) in_flight: Option<u32>,
    /// The most playouts a node makes before it reports to its parent; those of a leaf count as one [default: 1 with
    /// one rank, else 8]
    #[arg(help_heading = "Ranks", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    pub(crate) allowance: Option<u32>,
    /// Simulated latency of each message between ranks
    #[arg(help_heading = "Ranks", long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) latency: Option<Duration>,
}

/// Options of `solve mcts tds search`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct TdsSearchArgs {
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Player that searches: one with a single tree
    #[arg(long, value_name = "PLAYER", default_value = "uct:n=100000")]
    pub(crate) player: Spec,
    /// Number of ranks
    #[arg(long, value_name = "N", default_value = "2", value_parser = sizes::parse_ranks)]
    pub(crate) ranks: usize,
    /// How they work together.
    #[command(flatten)]
    pub(crate) how: RanksArgs,
    /// Save the tree to this directory at intervals and at the end; a search with the same position, player and
    /// settings resumes from it, on any number of ranks
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Time between checkpoints
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = sizes::parse_duration)]
    pub(crate) every: Duration,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve mcts tds accuracy`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct TdsAccuracyArgs {
    /// Folder of a problem set made by `solve problems`
    #[arg(long, value_name = "DIR")]
    pub(crate) set: PathBuf,
    /// Number of positions, the first of the set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: Option<u32>,
    /// Player that searches: one with a single tree
    #[arg(long, value_name = "PLAYER", default_value = "uct:n=2000")]
    pub(crate) player: Spec,
    /// Numbers of ranks
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8,16", value_parser = sizes::parse_ranks)]
    pub(crate) ranks: Vec<usize>,
    /// How they work together.
    #[command(flatten)]
    pub(crate) how: RanksArgs,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve mcts tds scaling`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct TdsScalingArgs {
    /// Numbers of ranks
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8,16,32,64", value_parser = sizes::parse_ranks)]
    pub(crate) ranks: Vec<usize>,
    /// How they work together.
    #[command(flatten)]
    pub(crate) how: RanksArgs,
    /// Sleep of each playout
    #[arg(long, value_name = "TIME", default_value = "1ms", value_parser = sizes::parse_duration)]
    pub(crate) delay: Duration,
    /// Duration of each measurement
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = sizes::parse_duration)]
    pub(crate) time: Duration,
    /// Weight of exploration in UCB1; rewards are scores scaled to 0 … 1
    #[arg(long, value_name = "C", default_value = "0.3", value_parser = parse_exploration)]
    pub(crate) exploration: f64,
    /// Seed of the artificial game, which has 8 moves in each position and 12 plies
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Parts of the game; moves of a side in different parts commute
    ///
    /// With one part the game is a tree. With more, several paths lead to a position, which is one node (graph=yes).
    #[arg(long, value_name = "N", default_value = "1", value_parser = one_of([("1", 1u8), ("2", 2), ("4", 4), ("8", 8)]))]
    pub(crate) parts: u8,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Reads the weight of exploration.
fn parse_exploration(text: &str) -> Result<f64, String> {
    let weight = text.parse().ok().filter(|weight: &f64| weight.is_finite() && *weight >= 0.0);
    weight.ok_or_else(|| format!("exploration '{text}' is not a number of at least 0"))
}
