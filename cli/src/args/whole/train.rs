//! Options of `solve train`.

use std::path::PathBuf;

use clap::Args;
use solver::Board;

use crate::args::groups::OutputArgs;
use crate::args::help;
use crate::sizes;

/// Options of `solve train`.
#[derive(Debug, Args)]
#[command(after_help = help::TRAIN, max_term_width = 100)]
pub(crate) struct TrainArgs {
    /// The board: ROWSxCOLUMNS; a tall board uses the weights of the wide one [default: one evaluation for all boards
    /// without their own]
    #[arg(long, value_name = "RxC")]
    pub(crate) board: Option<Board>,
    /// File for the weights [default: RxC.weights or common.weights in the current directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of positions for each stage of the game; one game gives one to each
    #[arg(long, value_name = "N", default_value_t = trainer::DEFAULT_POSITIONS, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,
    /// Number of threads; the weights do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Then solve a test set of positions and show the evaluation's error
    #[arg(long)]
    pub(crate) report: bool,
    /// Train nothing; show the error of the evaluation that ships with the program
    #[arg(long, requires = "board", conflicts_with_all = ["output", "positions", "report"])]
    pub(crate) shipped: bool,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output_form: OutputArgs,
}
