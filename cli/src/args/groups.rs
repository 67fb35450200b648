//! Groups of options that several commands share.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use solver::{Board, Mode, Scoring, Start};

use crate::sizes;

/// Which position.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionArgs {
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(long, value_name = "RxC")]
    pub(crate) board: Option<Board>,
    /// How the four centre discs stand [default: othello]
    ///
    /// othello: O X above X O; reversi: X O above X O; reversi-rows: X X above O O, on rectangles another game than
    /// reversi. Black (X) moves first.
    #[arg(long, value_name = "START", hide_possible_values = false, value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Option<Start>,
    /// Any other position: its squares in row order and the side to move
    ///
    /// Squares are X (Black), O (White) or - (empty), row by row from the top; then a space and the side to move, X or
    /// O. It may begin with RxC instead of --board.
    #[arg(long, value_name = "BOARD SIDE", allow_hyphen_values = true, conflicts_with = "start", value_parser = text("position"))]
    pub(crate) position: Option<String>,
    /// Moves to play first, for example c1b3pass
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = text("moves"))]
    pub(crate) moves: Option<String>,
}

/// Of which board the tree search is, and where its random numbers begin.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Game")]
pub(crate) struct GameArgs {
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(long, value_name = "RxC", default_value = "6x6")]
    pub(crate) board: Board,
    /// How the four centre discs stand
    #[arg(long, default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Start,
    /// Who gets the squares that stay empty
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// Where the random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}
/// What is asked of a position.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Question")]
pub(crate) struct QuestionArgs {
    /// How far to go: only win, loss or draw, or the exact value
    #[arg(long, default_value = "exact", value_parser = one_of([Mode::Wld, Mode::Exact].map(|mode| (mode.name(), mode))))]
    pub(crate) mode: Mode,
    /// Who gets the squares that stay empty
    ///
    /// discs: nobody, but the winner after a wipe-out; wof (World Othello Federation): always the winner.
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
}

/// What the search may use.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Resources")]
pub(crate) struct ResourceArgs {
    /// Number of threads; with 1 the same question takes the same number of nodes each time [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of the search's table in memory: 512MiB, 2GiB, 64M, plain bytes; at least 1MiB; rounded down to a power of two
    /// (of 1000MiB 512MiB are used)
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Stop after this time (each position has its own) and print what is proven: 90s, 2m, 1h30m, 500ms
    #[arg(long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
}

/// How to answer.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Print JSON: one object on one line for each result
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// A value parser for text, which names the option where clap alone would not.
fn text(name: &'static str) -> impl TypedValueParser<Value = String> {
    let wrong = move |given: OsString| format!("{name} '{}' is no UTF-8 text", given.display());
    OsStringValueParser::new().try_map(move |given| given.into_string().map_err(wrong))
}

/// A value parser that takes one of a few names.
pub(crate) fn one_of<T, const N: usize>(values: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(|(name, _)| name)).map(move |chosen| {
        let value = values.into_iter().find(|(name, _)| *name == chosen);
        value.expect("only these names are let through").1
    })
}
