//! What may be asked for.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use othello::players::Spec;
use othello::ranks::RankSearch;
use solver::{Board, Scoring, Start};
use tds::{Checkpoint, Options};

/// Searches the start of a board with all processes that mpirun starts, each with a part of the tree.
#[derive(Debug, Parser)]
#[command(name = "solve-mpi", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(long, value_name = "RxC", default_value = "6x6")]
    pub(crate) board: Board,
    /// How the four centre discs stand: othello, reversi or reversi-rows
    #[arg(long, default_value = "othello")]
    pub(crate) start: Start,
    /// Who gets the squares that stay empty, as `solve --scoring` has it
    #[arg(long, default_value = "discs")]
    pub(crate) scoring: Scoring,
    /// Who searches: uct, tuned, uct+, puct or uctbreak with parameters; `solve mcts players` lists them
    #[arg(long, value_name = "PLAYER", default_value = "uct:n=1000000")]
    pub(crate) player: Spec,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Descents under way at once for each rank [default: 1 with one rank, else 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    pub(crate) in_flight: Option<u32>,
    /// The most playouts that a node makes before it reports to its parent, those of a leaf counted as one [default: 1 with one
    /// rank, else 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    pub(crate) allowance: Option<u32>,
    /// Save the tree in this directory from time to time and at the end, and go on from there if it is that of this search;
    /// to go on with another number of ranks all must see the same directory, else each machine may have one of its own
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(crate) every: f64,
    /// Seconds without a sign of life after which a rank is taken for lost
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(crate) patience: f64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.001..1e9).contains(seconds))
        .ok_or_else(|| "is not a number of seconds".to_owned())
}

impl Arguments {
    /// How so many ranks work together.
    pub(crate) fn options(&self, search: &RankSearch, ranks: usize) -> Options {
        let mut options = Options::new(ranks).with(ranks, self.in_flight, self.allowance);
        options.patience = Duration::from_secs_f64(self.patience);
        options.label = search.label();
        options.checkpoint = self.checkpoint.as_ref().map(|directory| Checkpoint {
            directory: directory.clone(),
            every: Duration::from_secs_f64(self.every),
            label: search.label(),
            former_labels: search.former_labels(),
        });
        options
    }
}
