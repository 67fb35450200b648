//! Options of `solve campaign lead` and `solve campaign work`.

use std::path::PathBuf;
use std::time::Duration;

use campaign::WorkerName;
use clap::Args;

use super::workers::{RecheckArgs, parse_worker};
use crate::sizes;

/// The shortest lease: a worker reports several times in it.
const SHORTEST_LEASE: Duration = Duration::from_secs(1);

/// Options of `solve campaign lead`.
#[derive(Debug, Args)]
#[command(
    after_help = "Workers are started by solve campaign work DIR, before or after, on any machine that sees the\n\
                        folder; they may come, go and be killed at any time. Stopped or killed, the same command\n\
                        goes on, and workers that are there wait for it."
)]
pub(crate) struct CampaignLeadArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Which answers are proven again.
    #[command(flatten)]
    pub(crate) recheck: RecheckArgs,
    /// Memory for deciding, by proof, which of two contradicting answers is wrong
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Time without a sign of life after which a worker's jobs go to others
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_lease)]
    pub(crate) lease: Duration,
    /// Stop after this time: 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Print one JSON object at the end
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Options of `solve campaign work`.
#[derive(Debug, Args)]
#[command(
    after_help = "Waits where nobody leads the campaign yet. A signal such as SIGTERM, or the time limit, makes it\n\
                        give its jobs back at once and end."
)]
pub(crate) struct CampaignWorkArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Number of jobs at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = sizes::parse_threads)]
    pub(crate) threads: Option<usize>,
    /// Size of the transposition table in memory, which all threads share
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = sizes::parse_memory)]
    pub(crate) memory: usize,
    /// Stop after this time: 90s, 2m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = sizes::parse_duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Name of this worker in the ledger; the answers under one name are trusted or dropped together [default: the
    /// host's]
    #[arg(long, value_name = "NAME", value_parser = parse_worker)]
    pub(crate) worker: Option<WorkerName>,
    /// Print one JSON object at the end
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the length of a lease.
///
/// # Errors
/// The text is not a time span, or a very short one.
fn parse_lease(text: &str) -> Result<Duration, String> {
    let wrong = || format!("lease '{text}' is not a time span of at least 1s: give one such as 30s, 1m or 90");
    sizes::parse_duration(text).ok().filter(|lease| *lease >= SHORTEST_LEASE).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_not_too_short() {
        assert_eq!(parse_lease("1m"), Ok(Duration::from_secs(60)));
        for text in ["", "0", "500ms", "soon"] {
            assert!(parse_lease(text).is_err(), "{text}");
        }
    }
}
