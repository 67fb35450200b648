//! Options of `solve book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use solver::{Board, Scoring, Start};

use super::groups::{OutputArgs, PositionArgs, SampleSeedArgs, WeightsArgs, one_of};
use super::help;
use crate::sizes;

/// Options of `solve book`.
#[derive(Debug, Args)]
#[command(after_help = help::BOOK, max_term_width = 100)]
pub(crate) struct BookArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

/// What can be done with books.
#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Build a book, or continue one: solve every position with a number of discs
    Build(BookBuildArgs),
    /// Show how complete a book is, and what it has on a position and its moves
    Show(BookShowArgs),
    /// Prove a sample of a book's values again, each with a certificate for the checker
    Check(BookCheckArgs),
}

/// Options of `solve book build`.
#[derive(Debug, Args)]
pub(crate) struct BookBuildArgs {
    /// The book's file; an existing one is continued
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The board: ROWSxCOLUMNS, together at most 64 squares
    #[arg(long, value_name = "RxC", default_value = "6x6")]
    pub(crate) board: Board,
    /// The start of the games
    #[arg(long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Start,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// Solve the positions with this many discs; the values of those with fewer follow
    #[arg(long, value_name = "N", default_value_t = 13)]
    pub(crate) discs: u32,
    /// Number of threads, each on different positions [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of the transposition table in memory, which all threads share
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Stop after this time: 90s, 2m, 1h30m; the same command continues
    #[arg(long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Ignore the books of exact values that ship with the program; those of the other scoring save work
    #[arg(long)]
    pub(crate) no_book: bool,
    /// Which evaluations order its moves.
    #[command(flatten)]
    pub(crate) weights: WeightsArgs,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve book show`.
#[derive(Debug, Args)]
pub(crate) struct BookShowArgs {
    /// The book's file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Which position, if any; without a board or a start, it is on those of the book.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print JSON: one object on a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve book check`.
#[derive(Debug, Args)]
pub(crate) struct BookCheckArgs {
    /// The book's file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Size of the random sample of known values of the last layer
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) sample: usize,
    /// Leave out this many of the sample of a complete book, from its beginning: another run with that seed has proven them
    #[arg(long, value_name = "N", default_value_t = 0, requires = "seed")]
    pub(crate) skip: usize,
    /// Which sample.
    #[command(flatten)]
    pub(crate) seed: SampleSeedArgs,
    /// Size of the table in memory
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
