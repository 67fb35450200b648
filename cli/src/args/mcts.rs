//! Options of `solve mcts` and its commands.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use othello::players::Spec;

use super::groups::{GameArgs, OutputArgs};
use super::help;
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
    Players,
    /// Let two players play each other
    Match(Box<MatchArgs>),
    /// See how often players are right, on problem sets or on random positions that are solved for that
    Accuracy(AccuracyArgs),
    /// Fit the scale of the evaluation in uct+ to a board, by discriminant analysis
    Fit(FitArgs),
    /// Measure playouts a second, after checking that all kinds of them agree
    Speed(SpeedArgs),
    /// Measure the parallel schemes: scaling with playouts that sleep, quality at equal playouts
    Parallel(ParallelArgs),
    /// Search on many ranks, each with a part of the tree (transposition-table driven scheduling)
    Tds(Box<super::TdsArgs>),
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
    /// Number of games at once; the results do not depend on it, unless players have a time limit
    #[arg(long, value_name = "N", default_value = "1", value_parser = sizes::parse_threads)]
    pub(crate) threads: usize,
    /// Show every game as a line: Black, White, Black's score, moves
    #[arg(long)]
    pub(crate) records: bool,
    /// Write all games to a file in the Generic Game Format
    #[arg(long, value_name = "FILE")]
    pub(crate) ggf: Option<PathBuf>,
    /// Keep every game in this file (one JSON object a line); what is there is not played again
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which positions players are asked about.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Positions")]
pub(crate) struct ProblemArgs {
    /// Folder of a problem set made by `solve problems`; may be given many times
    #[arg(long, value_name = "DIR", conflicts_with_all = ["board", "start", "scoring", "empties"])]
    pub(crate) set: Vec<PathBuf>,
    /// Without --set: empty squares of random positions, which are solved; solving them takes long with many
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) empties: u32,
    /// Number of positions: the first of each set [default: all], or of random ones [default: 100], each from a game of
    /// its own, in each of which a move wins and another loses
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
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
    /// Who is asked; may be given many times
    #[arg(long, value_name = "PLAYER", required = true)]
    pub(crate) player: Vec<Spec>,
    /// Number of positions at once; the answers do not depend on it, unless players have a time limit
    #[arg(long, value_name = "N", default_value = "1", value_parser = sizes::parse_threads)]
    pub(crate) threads: usize,
    /// Keep every answer in this file (one JSON object a line); what is there is not asked again
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
    /// Random games after each move
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
    /// Whose search is measured, with the plainest and with the best instructions; may be given many times
    /// [default: some, with the best]
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
    /// Playouts for each position, all workers together
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) playouts: u32,
    /// How long each playout sleeps where the scaling is measured
    #[arg(long, value_name = "TIME", default_value = "1ms", value_parser = sizes::parse_duration)]
    pub(crate) delay: Duration,
    /// Time of each measurement of the scaling
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
