//! Options of `solve table`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use solver::{Board, Scoring};
use tables::Share;

use crate::args::TrustArgs;
use crate::args::groups::{PositionArgs, SampleSeedArgs, one_of};
use crate::sizes;

/// Behind the actions of `solve table`.
const HELP: &str = "\
info, get, verify and export only read, even while a search writes. import and
merge take all entries of a table or, if one contradicts a known value, none.
Incoming entries stay unverified until --verify, or verify --accept, proves
them again; answers that rest on unverified entries say so.

Examples:
  solve table info --board 6x6
  solve table get --board 6x6 --moves e4e3
  solve table verify --level independent --sample 1000
  solve table verify --table-trust own --accept
  solve table export --board 4x10 -o 4x10.table
  solve table import 4x10.table --table /tmp/other --verify=5%
  solve table merge /tmp/other
  solve table compact --board 6x6
  solve table drop --board 6x6 --scoring discs --yes";

/// Options of `solve table`.
#[derive(Debug, Args)]
#[command(after_help = HELP, max_term_width = 100)]
pub(crate) struct TableCommandArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: Action,
}

/// What can be done with tables.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Show sizes, numbers of entries and past searches
    Info(InfoArgs),
    /// Look one position up
    Get(GetArgs),
    /// Check every entry
    Verify(TableVerifyArgs),
    /// Compact a table's files
    Compact(EachArgs),
    /// Write a table to one portable file
    Export(ExportArgs),
    /// Merge an exported file into the tables
    Import(ImportArgs),
    /// Merge the tables of another directory into these
    Merge(MergeArgs),
    /// Remove a table
    Drop(DropArgs),
}

/// Which directory.
#[derive(Clone, Debug, Args)]
pub(crate) struct DirectoryArgs {
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory]
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    pub(crate) table: Option<PathBuf>,
}

/// Which tables of a directory.
#[derive(Clone, Debug, Args)]
pub(crate) struct PickArgs {
    /// Only the tables of this board
    #[arg(help_heading = "Table", long, value_name = "RxC")]
    pub(crate) board: Option<Board>,
    /// Only the tables of this scoring
    #[arg(help_heading = "Table", long, value_parser = scoring())]
    pub(crate) scoring: Option<Scoring>,
}

impl PickArgs {
    /// Whether the tables of a board, with at most as many rows as columns, and a scoring are meant.
    pub(crate) fn includes(&self, board: Board, scoring: Scoring) -> bool {
        let is_board = |wanted: Board| wanted == board || wanted.transposed() == board;
        self.board.is_none_or(is_board) && self.scoring.is_none_or(|wanted| wanted == scoring)
    }
}

fn scoring() -> impl clap::builder::TypedValueParser<Value = Scoring> {
    one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring)))
}

/// Options of the actions on each table.
#[derive(Debug, Args)]
pub(crate) struct EachArgs {
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
    /// Which.
    #[command(flatten)]
    pub(crate) pick: PickArgs,
    /// Print JSON, one object per table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve table info`.
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
    /// Which.
    #[command(flatten)]
    pub(crate) pick: PickArgs,
    /// Print JSON, one object per table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve table get`.
#[derive(Debug, Args)]
pub(crate) struct GetArgs {
    /// Which position.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = scoring())]
    pub(crate) scoring: Scoring,
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
    /// Whose entries are shown.
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// How closely `solve table verify` looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Level {
    /// Checksums and form of every entry
    Quick,
    /// Quick, and each entry against its successors in the table
    Successors,
    /// Quick, successors, and each entry proven again, using only entries that were proven again before it
    Induction,
    /// Quick, successors, and a sample solved again by a program that shares no code with the search
    Independent,
    /// Quick, successors, and all entries with few empty squares solved again by that program
    Full,
}

/// What proving entries again may use.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ReproveArgs {
    /// Number of threads for proving entries again [default: all cores]
    #[arg(help_heading = "Resources", long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of the transposition table for it
    #[arg(help_heading = "Resources", long, value_name = "SIZE", default_value = "256MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Stop proving after this time: 90s, 2m, 1h30m
    #[arg(help_heading = "Resources", long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
}

/// What is done with what comes in.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct IncomingArgs {
    /// Prove incoming entries again: all, a number of them or a share, such as --verify=1000 or --verify=5%
    ///
    /// Entries that hold count as proven here; a false one is named, and refused. The others are used as unverified
    /// entries (see --table-trust). A part of the entries is drawn at random.
    #[arg(
        long, value_name = "SHARE", value_parser = parse_share, num_args = 0..=1, require_equals = true,
        default_missing_value = "all"
    )]
    pub(crate) verify: Option<Share>,
    /// Which sample.
    #[command(flatten)]
    pub(crate) seed: SampleSeedArgs,
    /// What that may use.
    #[command(flatten)]
    pub(crate) reprove: ReproveArgs,
    /// Print JSON, one object per table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads `all`, a number of entries or a part in percent.
fn parse_share(text: &str) -> Result<Share, String> {
    let wrong = || format!("verify '{text}' is not a share: give all, a number of entries, or a part such as 5%");
    if text == "all" {
        return Ok(Share::All);
    }
    match text.strip_suffix('%') {
        Some(percent) => {
            let percent = percent.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
            percent.map(|percent: f64| Share::Part(percent / 100.0)).ok_or_else(wrong)
        }
        None => text.parse().map(Share::Entries).map_err(|_| wrong()),
    }
}

/// Options of `solve table verify`.
#[derive(Debug, Args)]
pub(crate) struct TableVerifyArgs {
    /// How closely to look
    #[arg(long, value_enum, ignore_case = true, default_value = "induction")]
    pub(crate) level: Level,
    /// With induction: mark entries that hold as proven here; remove false ones and those that make no sense
    #[arg(long)]
    pub(crate) accept: bool,
    /// Whose entries are believed: own to prove only those again that came from elsewhere.
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// What proving again may use.
    #[command(flatten)]
    pub(crate) reprove: ReproveArgs,
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
    /// Which.
    #[command(flatten)]
    pub(crate) pick: PickArgs,
    /// With independent: size of the sample
    #[arg(long, value_name = "N", default_value = "100")]
    pub(crate) sample: usize,
    /// With independent: which sample.
    #[command(flatten)]
    pub(crate) seed: SampleSeedArgs,
    /// With independent and full: solve only entries with at most this many empty squares
    #[arg(long, value_name = "N", default_value = "20", value_parser = sizes::parse_plies)]
    pub(crate) max_empties: u32,
    /// Print JSON, one object per table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve table export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The board: ROWSxCOLUMNS
    #[arg(long, value_name = "RxC")]
    pub(crate) board: Board,
    /// The scoring
    #[arg(long, default_value = "discs", value_parser = scoring())]
    pub(crate) scoring: Scoring,
    /// The file, which must not exist yet
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
    /// Whose entries are written.
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve table import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A file that `solve table export` wrote
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// What is done with it.
    #[command(flatten)]
    pub(crate) incoming: IncomingArgs,
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
}

/// Options of `solve table merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The directory of the tables to merge; it is only read
    #[arg(value_name = "OTHER")]
    pub(crate) other: PathBuf,
    /// What is done with them.
    #[command(flatten)]
    pub(crate) incoming: IncomingArgs,
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
    /// Which.
    #[command(flatten)]
    pub(crate) pick: PickArgs,
}

/// Options of `solve table drop`.
#[derive(Debug, Args)]
pub(crate) struct DropArgs {
    /// The board: ROWSxCOLUMNS
    #[arg(long, value_name = "RxC")]
    pub(crate) board: Board,
    /// The scoring
    #[arg(long, value_parser = scoring())]
    pub(crate) scoring: Scoring,
    /// Confirm the removal
    #[arg(long)]
    pub(crate) yes: bool,
    /// Where.
    #[command(flatten)]
    pub(crate) directory: DirectoryArgs,
}
