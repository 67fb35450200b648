//! Options of `solve prove`, `solve check` and `solve verify`.

use std::path::PathBuf;

use checker::certificate::Part;
use clap::Args;
use prover::{Claim, Cut};
use solver::Scoring;

use super::TableArgs;
use super::groups::{OutputArgs, PositionArgs, ResourceArgs, WeightsArgs, one_of};
use super::help;
use crate::sizes;

/// Options of `solve prove`.
#[derive(Debug, Args)]
#[command(after_help = help::PROVE, max_term_width = 100)]
pub(crate) struct ProveArgs {
    /// Which position.
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who gets the squares left empty
    ///
    /// discs: nobody, or the winner after a wipe-out; wof (World Othello Federation): always the winner.
    #[arg(long, default_value = "discs", value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Scoring,
    /// What is claimed for the side to move: value=N, value>=N, value<=N, win, draw or loss
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true, value_parser = parse_claim)]
    pub(crate) claim: Claim,
    /// File for the certificate; one that is there is replaced when the new one is complete
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Where its moves end; `help::PROVE` states the default.
    #[command(flatten)]
    pub(crate) cut: CutArgs,
    /// What the search may use.
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    /// Which evaluations order its moves.
    #[command(flatten)]
    pub(crate) weights: WeightsArgs,
    /// Where proven values are kept.
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output_form: OutputArgs,
}

/// Which positions become leaves.
#[derive(Debug, Args)]
pub(crate) struct CutArgs {
    /// Leave all positions with this many empty squares to the checker's search, at most 24; more make the file smaller
    /// and the check longer
    #[arg(long, value_name = "EMPTIES", value_parser = parse_cut)]
    cut: Option<u32>,
    /// Leave a position to the checker's search if that visits at most this many positions, which is tried: 16k is a
    /// good choice. The file is smaller than with a --cut whose check takes as long, but making it takes longer
    #[arg(long, value_name = "POSITIONS", value_parser = parse_leaf_work, conflicts_with = "cut")]
    leaf_work: Option<u64>,
}

impl CutArgs {
    /// What is asked for, if anything.
    pub(crate) fn cut(&self) -> Option<Cut> {
        self.leaf_work.map(Cut::Work).or(self.cut.map(Cut::Empties))
    }
}

/// Options of `solve check`.
#[derive(Debug, Args)]
#[command(after_help = help::CHECK, max_term_width = 100)]
pub(crate) struct CheckArgs {
    /// The certificate
    pub(crate) file: PathBuf,
    /// Number of threads; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Memory for the file and the proof's positions, besides 0.4MiB per thread; a certificate that needs more is refused
    /// [default: 64MiB for the file, and for the positions 32MiB plus 512 bytes per byte of the file]
    #[arg(long, value_name = "SIZE", value_parser = sizes::parse_memory)]
    pub(crate) memory: Option<usize>,
    /// Check with the plain rules and the plain search alone, on one thread: some hundred times slower, by code that is read in
    /// an evening
    #[arg(long, conflicts_with_all = ["threads", "part", "parts", "resume", "anew", "progress_file"])]
    pub(crate) plain: bool,
    /// What to check, and what to make of earlier checks.
    #[command(flatten)]
    pub(crate) share: ShareArgs,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A check in parts, or after an interruption.
#[derive(Debug, Args)]
pub(crate) struct ShareArgs {
    /// Search only part K of N of the leaves, for example 3/40, and print that part's line
    #[arg(help_heading = "Long checks", long, value_name = "K/N", value_parser = parse_part)]
    pub(crate) part: Option<Part>,
    /// Search nothing; confirm that this file (- for standard input) has a line for every part. The lines are believed
    #[arg(help_heading = "Long checks", long, value_name = "FILE", conflicts_with_all = ["part", "resume", "anew", "progress_file"])]
    pub(crate) parts: Option<PathBuf>,
    /// Continue an interrupted check, and believe its notes
    #[arg(help_heading = "Long checks", long)]
    pub(crate) resume: bool,
    /// Discard the notes of an earlier check
    #[arg(help_heading = "Long checks", long, conflicts_with = "resume")]
    pub(crate) anew: bool,
    /// File for the notes of a long check [default: FILE.progress, or FILE.K-of-N.progress for a part]
    #[arg(help_heading = "Long checks", long, value_name = "FILE")]
    pub(crate) progress_file: Option<PathBuf>,
}

/// A published result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PublishedResult {
    /// 6x6 ends 16 to 20 (J. Feinstein 1993).
    Feinstein,
}

/// Options of `solve verify`.
#[derive(Debug, Args)]
#[command(after_help = help::VERIFY, max_term_width = 100)]
pub(crate) struct VerifyArgs {
    /// The published result
    ///
    /// feinstein: 6x6 from the othello start ends 16 to 20, a win for White (Joel Feinstein 1993).
    #[arg(value_name = "RESULT", value_parser = one_of([("feinstein", PublishedResult::Feinstein)]))]
    pub(crate) result: PublishedResult,
    /// File for the certificate [default: RESULT.cert in the current directory]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What the search may use.
    #[command(flatten)]
    pub(crate) resources: ResourceArgs,
    /// Where proven values are kept.
    #[command(flatten)]
    pub(crate) table: TableArgs,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output_form: OutputArgs,
}

fn parse_claim(text: &str) -> Result<Claim, String> {
    text.parse().map_err(|error: prover::ClaimError| error.to_string())
}

fn parse_part(text: &str) -> Result<Part, String> {
    text.parse().map_err(|error: checker::certificate::PartError| error.to_string())
}

fn parse_leaf_work(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a number of positions such as 16k");
    sizes::parse_amount(text).filter(|&positions| positions > 0).ok_or_else(wrong)
}

fn parse_cut(text: &str) -> Result<u32, String> {
    let wrong = || format!("cut '{text}' is not a number of empty squares from 0 to {}", prover::MOST_CUT);
    text.parse().ok().filter(|&cut| cut <= prover::MOST_CUT).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use prover::default_cut;
    use solver::{Position, Start};

    use super::*;

    #[test]
    fn the_default_cut_is_told() {
        let told = "--cut is 14 or, if that is less, 8 less than the position has empty\nsquares, but at least 6.";
        assert!(help::PROVE.contains(told));
        for (board, cut) in [("4x4", 6), ("3x5", 6), ("4x6", 12), ("5x5", 13), ("6x6", 14), ("8x8", 14)] {
            let position = Position::start(board.parse().unwrap(), Start::Othello);
            assert_eq!(default_cut(&position), Cut::Empties(cut), "{board}");
        }
    }
}
