//! Options of `solve problems`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use problems::check::Sample;
use problems::sources::{SourceSpec, Span};
use problems::split::Split;
use problems::{Format, PlanError};
use solver::{Board, Mode, Scoring, Start};

use crate::args::TableArgs;
use crate::args::groups::{SampleSeedArgs, one_of};
use crate::args::help;
use crate::sizes;

/// Options of `solve problems`.
#[derive(Debug, Args)]
#[command(after_help = help::PROBLEMS, max_term_width = 100, args_conflicts_with_subcommands = true)]
pub(crate) struct ProblemsArgs {
    /// Something other than making a set.
    #[command(subcommand)]
    pub(crate) command: Option<ProblemsCommand>,
    /// What set to make.
    #[command(flatten)]
    pub(crate) make: MakeArgs,
}

/// Every command but the plain `solve problems`.
#[derive(Debug, Subcommand)]
pub(crate) enum ProblemsCommand {
    /// Verify a set: checksums, schema, splits, rules, and a sample of the labels by an independent solver
    Check(ProblemsCheckArgs),
    /// Rewrite a set's card, Croissant description and checksums; its data stay unchanged
    Card(ProblemsCardArgs),
    /// Print a set as text, for programs that read no Parquet
    Export(ProblemsExportArgs),
}

/// What set to make.
#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// Which positions.
    #[command(flatten)]
    pub(crate) selection: SelectionArgs,
    /// What is said of them.
    #[command(flatten)]
    pub(crate) content: ContentArgs,
    /// Number of threads; the set does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads, help_heading = "Resources")]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Where proven values are kept.
    #[command(flatten)]
    pub(crate) table: TableArgs,
}

/// Which positions a set has.
#[derive(Debug, Args)]
pub(crate) struct SelectionArgs {
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(help_heading = "Positions", long, value_name = "RxC")]
    pub(crate) board: Option<Board>,
    /// Arrangement of the four centre discs at the start of a game
    #[arg(help_heading = "Positions", long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    pub(crate) start: Start,
    /// Where positions come from
    ///
    /// random: random games; greedy:E: games by the learned evaluation, with probability E (0 to 1) of a random move;
    /// alphabeta:D: games by alpha-beta of depth D (default 6) with that evaluation, after eight random moves; lines:N:
    /// random games whose last N moves (default 4) are perfect or, one in four, second best; all: every reachable
    /// position; table: every position of a tablebase made by solve exhaust, X to move; file:PATH: positions or games
    /// of a file (OBF, GGF, SGF, PGN, WTHOR, CSV, or one position or the moves of one game per line, which
    /// begin at the position on the line before if there is one). What is neither is named and left out.
    #[arg(help_heading = "Positions", long, value_name = "SOURCE", default_value = "random")]
    pub(crate) source: SourceSpec,
    /// Stop at the first thing in the file that is neither a position nor a game
    #[arg(help_heading = "Positions", long)]
    pub(crate) strict: bool,
    /// Number of empty squares: N, or a range N-N
    #[arg(help_heading = "Positions", long, value_name = "N", conflicts_with = "ply", value_parser = parse_range)]
    pub(crate) empties: Option<(u32, u32)>,
    /// Number of discs placed since the start, passes not counted: S, or a range S-S
    #[arg(help_heading = "Positions", long, value_name = "S", value_parser = parse_range)]
    pub(crate) ply: Option<(u32, u32)>,
    /// Number of positions [default: of all and file: all there are]
    #[arg(help_heading = "Positions", long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
    /// Seed of the random numbers
    #[arg(help_heading = "Positions", long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Only decisive positions: at least one move wins and at least one loses
    #[arg(help_heading = "Positions", long)]
    pub(crate) decisive: bool,
    /// Only decisive positions with a trap of at least this many plies
    ///
    /// A trap is a losing move that the opponent can punish only by finding the single winning reply among several,
    /// again and again. Its plies are counted from the first such reply to the last. --format traps lists all traps of
    /// a position.
    #[arg(help_heading = "Positions", long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..64))]
    pub(crate) traps: Option<u32>,
}

/// What a set says, and how.
#[derive(Debug, Args)]
pub(crate) struct ContentArgs {
    /// Folder of the set, which must be new or empty
    #[arg(help_heading = "Set", short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Formats, separated by commas: parquet, jsonl, csv, obf, openspiel, pgx, traps
    #[arg(help_heading = "Set", long, value_name = "NAMES", default_value = "parquet", hide_possible_values = true, value_delimiter = ',', value_parser = one_of(Format::ALL.map(|format| (format.name(), format))))]
    pub(crate) format: Vec<Format>,
    /// Labels of a position and each of its moves: the exact value, or only win, loss or draw
    #[arg(help_heading = "Set", long, default_value = "exact", value_parser = one_of([Mode::Wld, Mode::Exact].map(|mode| (mode.name(), mode))))]
    pub(crate) labels: Mode,
    /// Who gets the squares left empty
    ///
    /// discs: nobody, or the winner after a wipe-out; wof (World Othello Federation): always the winner.
    #[arg(help_heading = "Set", long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// The most positions in one data file
    #[arg(help_heading = "Set", long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) shard: u64,
}

/// Options of `solve problems check`.
#[derive(Debug, Args)]
pub(crate) struct ProblemsCheckArgs {
    /// Folder of the set
    pub(crate) folder: PathBuf,
    /// Number of positions whose labels are proven again
    #[arg(long, value_name = "N", default_value_t = Sample::usual(0).positions)]
    pub(crate) sample: usize,
    /// Which sample.
    #[command(flatten)]
    pub(crate) seed: SampleSeedArgs,
    /// The most empty squares for the independent solver; for a position with more, it proves a later one on the
    /// perfect line
    #[arg(long, value_name = "N", default_value_t = Sample::usual(0).max_empties)]
    pub(crate) max_empties: u32,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve problems card`.
#[derive(Debug, Args)]
pub(crate) struct ProblemsCardArgs {
    /// Folders of sets
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// Print JSON, one object per set
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve problems export`.
#[derive(Debug, Args)]
pub(crate) struct ProblemsExportArgs {
    /// Folder of the set
    pub(crate) folder: PathBuf,
    /// What a line has: the position alone (positions), or its labels, too
    #[arg(long, value_name = "NAME", default_value = "jsonl", value_parser = one_of(TextFormat::ALL.map(|format| (format.name(), format))))]
    pub(crate) format: TextFormat,
    /// Only the positions of one split: train, validation or test
    #[arg(long, value_name = "SPLIT", value_parser = one_of(Split::ALL.map(|split| (split.name(), split))))]
    pub(crate) split: Option<Split>,
}

/// A set as lines of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextFormat {
    /// `RxC BOARD SIDE`.
    Positions,
    /// Everything, in a format of data files.
    Labelled(Format),
}

impl TextFormat {
    const ALL: [Self; 4] =
        [Self::Positions, Self::Labelled(Format::Jsonl), Self::Labelled(Format::Csv), Self::Labelled(Format::Obf)];

    fn name(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Labelled(format) => format.name(),
        }
    }
}

/// Reads `N` or `N-N`. Which numbers a board has is for [`SelectionArgs::span`] to say.
fn parse_range(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
        (Ok(least), Ok(most)) => Err(format!("the range '{text}' is empty: did you mean {most}-{least}?")),
        _ => Err(format!("'{text}' is neither a number nor a range, for example 16 or 10-16")),
    }
}

impl SelectionArgs {
    /// The numbers of empty squares that are wanted; `None` if neither they nor plies are given.
    ///
    /// # Errors
    /// Numbers that no position of the board has.
    pub(crate) fn span(&self, board: Board) -> Result<Option<Span>, PlanError> {
        let of_empties = self.empties.map(|(least, most)| Span::of_empties(least, most, board));
        of_empties.or_else(|| self.ply.map(|(first, last)| Span::of_plies(first, last, board))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(parse_range("16"), Ok((16, 16)));
        assert_eq!(parse_range("10-16"), Ok((10, 16)));
        for text in ["", "x", "1-2-3", "-4", "4-", "4294967296"] {
            let message = format!("'{text}' is neither a number nor a range, for example 16 or 10-16");
            assert_eq!(parse_range(text), Err(message));
        }
        assert_eq!(parse_range("16-10"), Err("the range '16-10' is empty: did you mean 10-16?".to_owned()));
    }
}
