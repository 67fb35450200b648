//! What can be said on the command line. Only parsing: nothing here reads a file or searches.

use clap::{Args, Parser, Subcommand};
use solver::perft::Passes;

mod bench;
mod book;
#[cfg(feature = "campaign")]
mod campaign;
mod certificates;
#[cfg(feature = "mcts")]
mod chart;
pub(crate) mod errors;
#[cfg(all(test, feature = "all"))]
mod examples;
#[cfg(feature = "tables")]
mod exhaust;
#[cfg(feature = "explorer")]
mod explore;
mod groups;
mod help;
mod kept;
#[cfg(feature = "mcts")]
mod mcts;
pub(crate) mod parts;
#[cfg(feature = "mcts")]
mod play;
#[cfg(feature = "problems")]
mod problems;
pub(crate) mod subcommands;
#[cfg(feature = "tables")]
mod table;
#[cfg(feature = "mcts")]
mod tds;
#[cfg(feature = "train")]
mod train;

pub(crate) use bench::{BenchArgs, CaseArgs};
pub(crate) use book::{BookArgs, BookBuildArgs, BookCheckArgs, BookCommand, BookShowArgs};
#[cfg(feature = "campaign")]
pub(crate) use campaign::{
    CampaignArgs, CampaignCommand, CampaignJobArgs, CampaignLookArgs, CampaignMergeArgs, CampaignNextArgs,
    CampaignPlanArgs, CampaignProveArgs, CampaignRecordArgs, CampaignReportArgs, CampaignRunArgs, CampaignServeArgs,
    CampaignSimulateArgs, CampaignWithdrawArgs, RecheckArgs,
};
pub(crate) use certificates::{CheckArgs, ProveArgs, PublishedResult, ShareArgs, VerifyArgs};
#[cfg(feature = "mcts")]
pub(crate) use chart::ChartArgs;
#[cfg(feature = "tables")]
pub(crate) use exhaust::ExhaustArgs;
#[cfg(feature = "explorer")]
pub(crate) use explore::{ExploreArgs, GrantArgs, ShelfArgs};
#[cfg(feature = "mcts")]
pub(crate) use groups::GameArgs;
pub(crate) use groups::{LineArgs, OutputArgs, OwnBookArgs, PositionArgs, QuestionArgs, ResourceArgs, WeightsArgs};
pub(crate) use kept::TableArgs;
#[cfg(feature = "tables")]
pub(crate) use kept::TrustArgs;
#[cfg(feature = "mcts")]
pub(crate) use mcts::{
    AccuracyArgs, FitArgs, MatchArgs, MctsArgs, MctsCommand, ParallelArgs, PlayersArgs, ProblemArgs, SpeedArgs,
};
#[cfg(feature = "mcts")]
pub(crate) use play::PlayArgs;
#[cfg(feature = "problems")]
pub(crate) use problems::{
    MakeArgs, ProblemsArgs, ProblemsCardArgs, ProblemsCheckArgs, ProblemsCommand, ProblemsExportArgs, TextFormat,
};
#[cfg(feature = "tables")]
pub(crate) use table::{
    Action, DirectoryArgs, DropArgs, EachArgs, ExportArgs, GetArgs, ImportArgs, IncomingArgs, InfoArgs, Level,
    MergeArgs, PickArgs, ReproveArgs, TableCommandArgs, TableVerifyArgs,
};
#[cfg(feature = "mcts")]
pub(crate) use tds::{RanksArgs, TdsAccuracyArgs, TdsArgs, TdsCommand, TdsScalingArgs, TdsSearchArgs};
#[cfg(feature = "train")]
pub(crate) use train::TrainArgs;

/// Proves the value of an Othello position on any board of at most 64 squares.
#[derive(Debug, Parser)]
#[command(
    name = "solve",
    version,
    long_version = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("SOLVE_COMMIT"), ")"),
    long_about = help::LONG_ABOUT,
    after_help = help::EXAMPLES,
    after_long_help = help::DETAILS,
    args_conflicts_with_subcommands = true,
    override_usage = help::usage(),
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// Another command than to solve one position.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// What to solve.
    #[command(flatten)]
    pub(crate) solve: SolveArgs,
}

impl Cli {
    /// Whether what it prints is what it is for. A server is there all the same.
    pub(crate) fn answers(&self) -> bool {
        #[cfg(feature = "explorer")]
        return !matches!(self.command, Some(Command::Explore(_)));
        #[cfg(not(feature = "explorer"))]
        true
    }
}

/// Every command but the plain `solve`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve every position of a file or of standard input, one per line
    Positions(PositionsArgs),
    /// Count the leaves of the game tree, the usual test of a move generator
    Perft(PerftArgs),
    /// Solve positions with known values, check these, and report nodes and time
    Bench(BenchArgs),
    /// Build opening books with exact values, and query them
    Book(BookArgs),
    /// Train the evaluation for a board
    #[cfg(feature = "train")]
    Train(TrainArgs),
    /// Write a certificate of a claim: a proof that can be checked without this search
    Prove(ProveArgs),
    /// Check a certificate with independent rules and search, and say what it proves
    Check(CheckArgs),
    /// Solve, certify and check a published result
    Verify(VerifyArgs),
    /// Make and verify problem sets: positions with exact labels
    #[cfg(feature = "problems")]
    Problems(ProblemsArgs),
    /// Play against any player in the terminal
    #[cfg(feature = "mcts")]
    Play(Box<PlayArgs>),
    /// Monte-Carlo tree search and baselines: matches, accuracy, speed
    #[cfg(feature = "mcts")]
    Mcts(MctsArgs),
    /// Draw a chart as SVG from a description in JSON
    #[cfg(feature = "mcts")]
    Chart(ChartArgs),
    /// Solve one board as many jobs, on one machine or many
    #[cfg(feature = "campaign")]
    Campaign(CampaignArgs),
    /// Solve every reachable position of a small board, and look positions up
    #[cfg(feature = "tables")]
    Exhaust(ExhaustArgs),
    /// Inspect, verify, export, import and merge the tables on disk
    #[cfg(feature = "tables")]
    Table(TableCommandArgs),
    /// Serve a web page for exploring perfect play, and its JSON API
    #[cfg(feature = "explorer")]
    Explore(Box<ExploreArgs>),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, for example: solve man | man -l -
    Man(ManArgs),
}

/// Options of the plain `solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Which position.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// What is asked of it.
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
    /// How much of the answer is printed.
    #[command(flatten)]
    pub(crate) line: LineArgs,
    /// What the search may use.
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    /// Which evaluations order its moves.
    #[command(flatten)]
    pub(crate) weights: WeightsArgs,
    /// Where proven values are kept.
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Which books are asked first.
    #[command(flatten)]
    pub(crate) books: OwnBookArgs,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve positions`.
#[derive(Debug, Args)]
#[command(after_help = help::POSITIONS, max_term_width = 100)]
pub(crate) struct PositionsArgs {
    /// File with one position per line; without it, or with `-`, standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) file: std::path::PathBuf,
    /// Board of lines that do not name one: ROWSxCOLUMNS, for example 4x10
    #[arg(long, value_name = "RxC")]
    pub(crate) board: Option<solver::Board>,
    /// What is asked of each.
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
    /// How much of each answer is printed.
    #[command(flatten)]
    pub(crate) line: LineArgs,
    /// What the search may use.
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    /// Which evaluations order its moves.
    #[command(flatten)]
    pub(crate) weights: WeightsArgs,
    /// Where proven values are kept.
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// Which books are asked first.
    #[command(flatten)]
    pub(crate) books: OwnBookArgs,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Options of `solve perft`.
#[derive(Debug, Args)]
#[command(after_help = help::PERFT, max_term_width = 100)]
pub(crate) struct PerftArgs {
    /// Which position.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Number of plies to look ahead, at most 128
    #[arg(long, value_name = "PLIES", value_parser = crate::sizes::parse_plies)]
    pub(crate) depth: u32,
    /// Whether a pass is a ply: `count` or `skip`
    #[arg(long, value_name = "HOW", default_value = "count", value_parser = groups::one_of([("count", Passes::Count), ("skip", Passes::Skip)]))]
    pub(crate) passes: Passes,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = crate::sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Memory for the positions of a ply; while they fit, equal and symmetric ones are followed once
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = crate::sizes::parse_memory)]
    pub(crate) memory: usize,
    /// While positions are kept, also print how many leaves are finished games, and how many other positions are
    /// distinct
    #[arg(long)]
    pub(crate) positions: bool,
    /// Print JSON, one object per number of plies
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `solve completions`.
#[derive(Debug, Args)]
#[command(after_help = help::COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell to write it for
    pub(crate) shell: clap_complete::Shell,
}

/// Options of `solve man`.
#[derive(Debug, Args)]
#[command(after_help = help::MAN)]
pub(crate) struct ManArgs {
    /// The command to describe, for example `positions` or `book build` [default: solve itself]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Command, CommandFactory};

    use super::*;

    /// Options that a command does not share with others are not under the heading of those that it does.
    #[test]
    fn no_option_is_under_the_heading_of_others() {
        fn visit(command: &clap::Command) {
            for option in command.get_arguments() {
                let found = (option.get_id().as_str(), option.get_help_heading());
                let is_right = match found {
                    ("json" | "quiet", heading) => matches!(heading, None | Some("Output")),
                    ("player" | "depth" | "sample" | "output", heading) => matches!(heading, None | Some("Set")),
                    (_, Some("Position")) => ["board", "start", "position", "moves"].contains(&found.0),
                    (_, Some("Output")) => false,
                    _ => true,
                };
                assert!(is_right, "{}: {found:?}", command.get_name());
            }
            command.get_subcommands().for_each(visit);
        }
        visit(&Cli::command());
    }

    #[test]
    fn every_command_of_the_usage_exists() {
        let command = Cli::command();
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let usage = help::usage();
        for name in &names {
            assert!(usage.contains(&format!("solve {name} ")), "{name}");
        }
        assert_eq!(usage.lines().count(), names.len() + 1);
    }

    /// The options that help shows, and its longer texts, of a command and all below it.
    fn gather(command: &Command, options: &mut BTreeSet<String>, texts: &mut Vec<String>) {
        let shown = command.get_arguments().filter(|option| !option.is_hide_set());
        options.extend(shown.filter_map(|option| Some(format!("--{}", option.get_long()?))));
        let behind = [command.get_after_help(), command.get_after_long_help()];
        texts.extend(behind.into_iter().flatten().map(ToString::to_string));
        command.get_subcommands().for_each(|inner| gather(inner, options, texts));
    }

    #[test]
    fn every_option_in_the_texts_is_one_of_this_build() {
        let mut command = Cli::command();
        command.build();
        let (mut options, mut texts) = (BTreeSet::new(), Vec::new());
        gather(&command, &mut options, &mut texts);
        assert!(options.contains("--no-table") && texts.len() > 5);
        for text in texts {
            let words = text.split(|symbol: char| !(symbol.is_ascii_alphanumeric() || symbol == '-'));
            // A board may begin with two empty squares.
            let is_option = |word: &&str| {
                word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
            };
            for word in words.filter(is_option) {
                assert!(options.contains(word), "{word}: {text}");
            }
        }
    }
}
