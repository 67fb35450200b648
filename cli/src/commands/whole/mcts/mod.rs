//! `solve mcts`: Monte-Carlo tree search and what to compare it with.

use std::path::{Path, PathBuf};

use ::mcts::measure::Interval;
use clap::{Args, Subcommand};
use experiments::{ExperimentError, Material, RandomPositions};
use solver::Observer;

use crate::args::GameArgs;
use crate::exit::{self, Failure, Status};

mod accuracy;
mod contest;
mod fit;
mod parallel;
mod players;
mod speed;
mod tds;

/// The message when a command ends in the middle of a measurement.
const MEASUREMENT_STOPPED: &str = "stopped in the midst of a measurement; what was printed holds";
/// The number of random positions unless told otherwise.
const RANDOM_POSITIONS: u32 = 100;

const HELP: &str = "\
A PLAYER is a name with parameters, for example uct:n=10000,c=0.7 or
uct+:time=500,graph=yes,prove=yes; solve mcts players lists all names and
parameters with their defaults.

Examples:
  solve mcts players
  solve mcts match uct+:n=2000 uct:n=2000 --board 6x6 --games 100
  solve mcts accuracy --board 6x6 --empties 14 --player random --player uct:n=1000
  solve mcts accuracy --set data/sets/6x6-s16 --player uct+ --results answers.jsonl
  solve mcts accuracy --set data/sets/6x6-s16 --answers answers.txt
  solve mcts fit --board 6x6
  solve mcts speed --board 8x8
  solve mcts parallel --workers 1,2,4,8";

/// Let tree searches play, and measure them
#[derive(Debug, Subcommand)]
#[command(after_help = HELP)]
pub(crate) enum MctsCommand {
    Players(players::PlayersArgs),
    Match(Box<contest::MatchArgs>),
    Accuracy(accuracy::AccuracyArgs),
    Fit(fit::FitArgs),
    Speed(speed::SpeedArgs),
    Parallel(parallel::ParallelArgs),
    #[command(subcommand)]
    Tds(tds::TdsCommand),
}

/// Which positions players are asked about.
#[derive(Clone, Debug, Args)]
pub(crate) struct ProblemArgs {
    /// Folder of a problem set made by `solve problems`; repeatable
    #[arg(help_heading = "Positions", long, value_name = "DIR", conflicts_with_all = ["board", "start", "scoring", "empties"])]
    set: Vec<PathBuf>,
    /// Without --set: empty squares of random positions; they are solved first, which takes long with many
    #[arg(help_heading = "Positions", long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    empties: u32,
    /// Number of positions: the first of each set [default: all] or, without --set, random decisive ones, each from its
    /// own game [default: 100]
    #[arg(help_heading = "Positions", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    positions: Option<u32>,
}

/// Runs the command.
pub(crate) fn run(command: &MctsCommand) -> Result<Status, Failure> {
    let ended = match command {
        MctsCommand::Players(args) => players::run(args),
        MctsCommand::Match(args) => contest::run(args),
        MctsCommand::Accuracy(args) => accuracy::run(args),
        MctsCommand::Fit(args) => fit::run(args),
        MctsCommand::Speed(args) => speed::run(args),
        MctsCommand::Parallel(args) => parallel::run(args),
        MctsCommand::Tds(args) => tds::run(args),
    };
    let missed = ::mcts::team::missed();
    if missed > 0 {
        exit::complain(&format!("warning: the system refused {missed} threads; fewer did all the work"));
    }
    ended
}

impl From<ExperimentError> for Failure {
    fn from(error: ExperimentError) -> Self {
        match error {
            ExperimentError::Stopped => Self::Stopped,
            error if error.is_misuse() => Self::Usage(error.to_string()),
            error => Self::Run(error.to_string()),
        }
    }
}

/// The sets that were given, or random positions.
fn materials(game: GameArgs, args: &ProblemArgs, observer: &dyn Observer) -> Result<Vec<Material>, ExperimentError> {
    if args.set.is_empty() {
        let GameArgs { board, start, scoring, seed } = game;
        let count = args.positions.unwrap_or(RANDOM_POSITIONS) as usize;
        let wanted = RandomPositions { board, start, scoring, empties: args.empties, count, seed };
        return Ok(vec![Material::random(wanted, observer)?]);
    }
    let most = args.positions.map_or(usize::MAX, |positions| positions as usize);
    args.set.iter().map(|folder| Material::from_set(folder, most)).collect()
}

/// The message when Ctrl-C ends a command in the middle of an answer or a game.
fn last_words(results: Option<&Path>, unit: &str) -> String {
    match results {
        Some(path) => format!("stopped; every {unit} that was finished is in {}", path.display()),
        None => format!("stopped in the midst of one {unit}; with --results FILE the finished ones are kept"),
    }
}

/// A share with its interval, in percent: `87.5 (81.2 to 92.0)`.
fn percent(interval: Interval) -> String {
    let [value, lower, upper] = [interval.value, interval.lower, interval.upper].map(|share| 100.0 * share);
    format!("{value:5.1} ({lower:5.1} to {upper:5.1})")
}
