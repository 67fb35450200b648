//! Options of `solve exhaust`.

use std::path::PathBuf;

use clap::Args;
use solver::{Board, Scoring, Start};

use crate::args::groups::{OutputArgs, one_of};
use crate::sizes;

/// Behind the options of `solve exhaust`.
const HELP: &str = "\
Enumerates every reachable position, symmetric ones once, and computes its
exact value by retrograde analysis. Positions that differ only by colour are
equal; positions after a forced pass and finished games count too. DIR may hold
several tables. An interrupted run continues where it was, and needs up to 8
bytes per position in DIR meanwhile.

Columns: shares of positions that the side to move wins, draws and loses; with
a forced pass; finished games; legal moves, mean and maximum; among positions
with two or more moves, the share with a single best one; the longest run of
plies for which perfect play is unique (each side has one best move, forced or
not); how often, with two or more moves, the one that leaves the fewest replies
is a best one.

On two cores 4x6 (121 million positions) takes about a minute, 5x5 (362
million) a few minutes.

Examples:
  solve exhaust --board 4x6 -o /tmp/tables
  solve exhaust --board 4x6 -o /tmp/tables --moves b2d1
  solve exhaust --board 4x4 -o /tmp/tables --position '-----OX--XO----- X'
  solve exhaust --board 4x5 -o /tmp/tables --raw --verify
  solve exhaust --board 4x6 -o /tmp/tables --export /tmp/4x6-othello
  solve exhaust --board 4x6 -o /tmp/tables --count --raw";

/// Options of `solve exhaust`.
#[derive(Debug, Args)]
#[command(after_help = HELP, max_term_width = 100)]
pub(crate) struct ExhaustArgs {
    /// The board: ROWSxCOLUMNS, together at most 28 squares
    #[arg(long, value_name = "RxC")]
    pub(crate) board: Board,
    /// The start of the games
    ///
    /// othello: O X above X O; reversi: X O above X O; reversi-rows: X X above O O.
    #[arg(long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Start,
    /// Who gets the squares left empty
    ///
    /// discs: nobody, or the winner after a wipe-out; wof (World Othello Federation): always the winner.
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// Directory of the table; an interrupted run continues there, a finished table answers at once
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Number of threads; the table does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Also count symmetric positions separately; without --count this is done in memory, each time anew
    #[arg(long)]
    pub(crate) raw: bool,
    /// Also write the finished table to this folder, as plain files that need no database (tables/FORMAT.md)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) export: Option<PathBuf>,
    /// Only count the positions and make no table; DIR holds two layers at most, 4 bytes per position
    #[arg(long, conflicts_with_all = ["verify", "export", "position", "moves"])]
    pub(crate) count: bool,
    /// Prove the finished tablebase: every value, and that no position is missing; then time look-ups
    #[arg(long)]
    pub(crate) verify: bool,
    /// Look the moves of a position up in the finished table: its squares in row order, then the side to move
    #[arg(long, value_name = "SQUARES SIDE", allow_hyphen_values = true, conflicts_with_all = ["raw", "verify", "threads"])]
    pub(crate) position: Option<String>,
    /// Look up the moves after these, for example c1b3pass (passes may be left out); an empty text means the start itself
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with_all = ["raw", "verify", "threads"])]
    pub(crate) moves: Option<String>,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output_form: OutputArgs,
}
