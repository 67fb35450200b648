//! Options of `solve book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use solver::{Board, Scoring, Start};

use super::groups::{OutputArgs, PositionArgs, one_of};
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
    /// Make a book, or go on with one: solve every position with so many discs
    Build(BookBuildArgs),
    /// Show how far a book is, and what it knows of a position and its moves
    Show(BookShowArgs),
    /// Prove some values of a book anew, each by a certificate that the checker reads
    Check(BookCheckArgs),
}

/// Options of `solve book build`.
#[derive(Debug, Args)]
pub(crate) struct BookBuildArgs {
    /// The book's file; one that is there is gone on with
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The board: ROWSxCOLUMNS, together at most 64 squares
    #[arg(long, value_name = "RxC", default_value = "6x6")]
    pub(crate) board: Board,
    /// The start from which positions are reached
    #[arg(long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Start,
    /// Who gets the squares that stay empty
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// Positions with so many discs are solved; those with fewer follow
    #[arg(long, value_name = "N", default_value_t = 13)]
    pub(crate) discs: u32,
    /// Number of threads, each on positions of its own [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of the table in memory, which all threads share
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Stop after this time; the same command goes on: 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
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
    /// Which position, if any.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print JSON: one object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve book check`.
#[derive(Debug, Args)]
pub(crate) struct BookCheckArgs {
    /// The book's file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// So many known values of the last layer, chosen at random
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) sample: usize,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Size of the table in memory
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
