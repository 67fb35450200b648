//! Options of `solve bench`.

use std::path::PathBuf;
use std::time::Duration;

use bench::suites::Suite;
use clap::Args;
use clap::builder::TypedValueParser;
use solver::simd::Level;
use solver::{Board, Mode, Resources, Scoring, Technique};

use super::groups::{OutputArgs, WeightsArgs, one_of};
use super::help;
use crate::sizes;

/// Options of `solve bench`.
#[derive(Debug, Args)]
#[command(after_help = help::BENCH, max_term_width = 100)]
pub(crate) struct BenchArgs {
    /// What is measured.
    #[command(flatten)]
    pub(crate) cases: CaseArgs,
    /// What the search may use.
    #[command(flatten)]
    pub(crate) resources: BenchResourceArgs,
    /// Which evaluations order its moves.
    #[command(flatten)]
    pub(crate) weights: WeightsArgs,
    /// How to answer.
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which positions are measured, and what is asked of them.
#[derive(Debug, Args)]
pub(crate) struct CaseArgs {
    /// A set of positions with known values
    ///
    /// quick: small boards, a few seconds in all; paper: the ten boards of Takeshita & Ikeda 2015; long: larger boards;
    /// 6x6-12: 200 random positions of 6x6 with 12 discs; odd: 20 of each of 5x7, 5x8, 4x9, 6x5, 3x12, 7x7, 5x9, 6x7,
    /// 8x7 and 4x13, two minutes in all; 6x8-32: 40 null-window questions of a campaign, with 31 to 33 empty squares,
    /// ten to twenty minutes.
    #[arg(help_heading = "Positions", long, value_name = "NAME", default_value = "quick", conflicts_with = "positions", value_parser = one_of(Suite::ALL.map(|suite| (suite.name(), suite))))]
    pub(crate) suite: Suite,
    /// File with one position per line, with the scores of its moves; - reads standard input
    #[arg(help_heading = "Positions", long, value_name = "FILE")]
    pub(crate) positions: Option<PathBuf>,
    /// Board of lines in FILE that do not name one [default: 8x8]
    #[arg(help_heading = "Positions", long, value_name = "RxC", requires = "positions")]
    pub(crate) board: Option<Board>,
    /// What to prove: win, loss or draw (wld), which checks only the sign of a value, or the exact value [default:
    /// exact]
    #[arg(help_heading = "Positions", long, value_parser = one_of([Mode::Wld, Mode::Exact].map(|mode| (mode.name(), mode))))]
    pub(crate) mode: Option<Mode>,
    /// Who gets the squares left empty [default: wof with --positions, else discs]
    ///
    /// discs: nobody, or the winner after a wipe-out; wof (World Othello Federation): always the winner. The suites
    /// have values for discs.
    #[arg(help_heading = "Positions", long, value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    pub(crate) scoring: Option<Scoring>,
}

/// What the search may use.
#[derive(Clone, Debug, Args)]
pub(crate) struct BenchResourceArgs {
    /// Number of threads; node counts are reproducible only with one
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "1", value_parser = sizes::parse_threads)]
    threads: usize,
    /// Size of the transposition table in memory: 512MiB, 2GiB, 64M or bytes, at least 1MiB; rounded down to a power of
    /// two
    #[arg(help_heading = "Resources", long, value_name = "SIZE", default_value = "512MiB", value_parser = sizes::parse_memory)]
    memory: usize,
    /// Instruction set to use [default: the best of this processor]
    #[arg(help_heading = "Resources", long, value_name = "SET", value_parser = one_of(Level::ALL.map(|level| (level.name(), level))).try_map(available))]
    simd: Option<Level>,
    /// Switch parts of the search off, to measure their worth; values stay the same
    #[arg(help_heading = "Resources", long, value_name = "NAME", value_delimiter = ',', value_parser = one_of(Technique::ALL.map(|technique| (technique.name(), technique))))]
    without: Vec<Technique>,
    /// Stop each position after this time and go on with the next: 90s, 2m, 1h30m, 500ms
    #[arg(help_heading = "Resources", long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
}

impl BenchResourceArgs {
    /// The same for the solver.
    pub(crate) fn resources(&self) -> Resources {
        let simd = self.simd.unwrap_or_else(Level::best);
        let without = self.without.iter().copied().collect();
        Resources { threads: self.threads, memory_bytes: self.memory, simd, without }
    }
}

/// The level, if this processor has it.
fn available(level: Level) -> Result<Level, String> {
    if level.is_available() { Ok(level) } else { Err(unavailable(level, Level::is_available)) }
}

fn unavailable(level: Level, is_available: impl Fn(Level) -> bool) -> String {
    let others: Vec<&str> = Level::ALL.into_iter().filter(|&other| is_available(other)).map(Level::name).collect();
    format!("simd '{}' is not available: this processor has {}", level.name(), others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_that_the_processor_lacks_are_refused() {
        assert_eq!(
            unavailable(Level::Avx512, |level| level != Level::Avx512),
            "simd 'avx512' is not available: this processor has portable, avx2"
        );
        for level in Level::ALL {
            assert_eq!(available(level).ok(), level.is_available().then_some(level));
        }
    }
}
