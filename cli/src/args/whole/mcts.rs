//! Options of `solve mcts` and its commands.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use othello::players::Spec;

use crate::args::groups::{GameArgs, OutputArgs};
use crate::args::help;
use crate::sizes;

/// Options of `solve mcts`.
#[derive(Debug, Args)]
#[command(after_help = help::MCTS, max_term_width = 100)]
pub(crate) struct MctsArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: MctsCommand,
}

/// What there is about Monte-Carlo tree search.
#[derive(Debug, Subcommand)]
pub(crate) enum MctsCommand {
    /// List all players with their parameters
    Players(PlayersArgs),
    /// Play a match between two players
    Match(Box<MatchArgs>),
    /// Measure how often players are right, on problem sets or on random positions, solved first
    Accuracy(AccuracyArgs),
    /// Fit the scale of the evaluation in uct+ to a board, by discriminant analysis
    Fit(FitArgs),
    /// Measure playouts per second, after checking that all kinds agree
    Speed(SpeedArgs),
    /// Measure the parallel schemes: scaling with sleeping playouts, quality at equal playouts
    Parallel(ParallelArgs),
    /// Distributed search: ranks share one tree by transposition-table driven scheduling
    Tds(Box<super::TdsArgs>),
}

/// Options of `solve mcts players`.
#[derive(Debug, Args)]
pub(crate) struct PlayersArgs {
    /// Print JSON, one object per player
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve mcts match`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct MatchArgs {
    /// The player whose results are shown
    #[arg(value_name = "PLAYER")]
    pub(crate) first: Spec,
    /// The player it meets
    #[arg(value_name = "OPPONENT")]
    pub(crate) second: Spec,
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Number of games; each opening is played twice, with colours exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// How games begin: random:PLIES
    #[arg(long, value_name = "HOW", default_value = "random:8", value_parser = parse_opening)]
    pub(crate) opening: u32,
    /// Number of games at a time; results do not depend on it unless players have a time limit
    #[arg(long, value_name = "N", default_value = "1", value_parser = sizes::parse_threads)]
    pub(crate) threads: usize,
    /// Print each game on a line: Black, White, Black's score, moves
    #[arg(long)]
    pub(crate) records: bool,
    /// Count the positions that alpha-beta to a fixed depth visits for a move; repeats its searches after the match
    #[arg(long)]
    pub(crate) nodes: bool,
    /// Write all games to a file in the Generic Game Format
    #[arg(long, value_name = "FILE")]
    pub(crate) ggf: Option<PathBuf>,
    /// Keep every game in this file, one JSON object per line, and do not replay those it has
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which positions players are asked about.
#[derive(Clone, Debug, Args)]
pub(crate) struct ProblemArgs {
    /// Folder of a problem set made by `solve problems`; repeatable
    #[arg(help_heading = "Positions", long, value_name = "DIR", conflicts_with_all = ["board", "start", "scoring", "empties"])]
    pub(crate) set: Vec<PathBuf>,
    /// Without --set: empty squares of random positions; they are solved first, which takes long with many
    #[arg(help_heading = "Positions", long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) empties: u32,
    /// Number of positions: the first of each set [default: all] or, without --set, random decisive ones, each from its
    /// own game [default: 100]
    #[arg(help_heading = "Positions", long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: Option<u32>,
}

/// Options of `solve mcts accuracy`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct AccuracyArgs {
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Which positions.
    #[command(flatten)]
    pub(crate) problems: ProblemArgs,
    /// Player to measure; repeatable
    #[arg(long, value_name = "PLAYER", required_unless_present = "answers")]
    pub(crate) player: Vec<Spec>,
    /// Judge the moves that another program chose; repeatable
    ///
    /// A line is the squares of a position in row order, the side to move, and the move, as in
    /// -----OX--XO----- X b1; RxC may stand in front, and # begins a comment. solve problems export prints the positions
    /// of a set. - reads standard input.
    #[arg(long, value_name = "FILE", requires = "set")]
    pub(crate) answers: Vec<PathBuf>,
    /// Number of positions at a time; answers do not depend on it unless players have a time limit
    #[arg(long, value_name = "N", default_value = "1", value_parser = sizes::parse_threads)]
    pub(crate) threads: usize,
    /// Keep every answer in this file, one JSON object per line, and do not ask again for those it has
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve mcts fit`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct FitArgs {
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Which positions.
    #[command(flatten)]
    pub(crate) problems: ProblemArgs,
    /// Number of random games after each move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) playouts: u32,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve mcts speed`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct SpeedArgs {
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// CPU time for each measurement
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = sizes::parse_duration)]
    pub(crate) time: Duration,
    /// Player whose search to measure, with portable code and with the best instruction set; repeatable [default:
    /// several, with the best]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Vec<Spec>,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve mcts parallel`.
#[derive(Debug, Args)]
#[command(max_term_width = 100)]
pub(crate) struct ParallelArgs {
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Which positions.
    #[command(flatten)]
    pub(crate) problems: ProblemArgs,
    /// Numbers of workers
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8", value_parser = sizes::parse_workers)]
    pub(crate) workers: Vec<usize>,
    /// Playouts from each leaf, for the leaf parallel scheme
    #[arg(long, value_name = "K", value_delimiter = ',', default_value = "1,16", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) per_leaf: Vec<u32>,
    /// Playouts per position, all workers together
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) playouts: u32,
    /// Sleep of each playout when scaling is measured
    #[arg(long, value_name = "TIME", default_value = "1ms", value_parser = sizes::parse_duration)]
    pub(crate) delay: Duration,
    /// Duration of each scaling measurement
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = sizes::parse_duration)]
    pub(crate) time: Duration,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Reads `random:PLIES`.
fn parse_opening(text: &str) -> Result<u32, String> {
    let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok()).filter(|&plies| plies <= 60);
    plies.ok_or_else(|| format!("opening '{text}' is not random:PLIES with at most 60 plies, for example random:8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_random_plies() {
        assert_eq!(parse_opening("random:8"), Ok(8));
        for text in ["", "random", "random:", "random:-1", "random:61", "book:8"] {
            assert!(parse_opening(text).unwrap_err().starts_with(&format!("opening '{text}' is not")), "{text}");
        }
    }
}
