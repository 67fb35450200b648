//! Options about workers: their names, and whose answers are proven again.

use campaign::trust::{Share, ShareError};
use campaign::{NotAName, WorkerName};
use clap::Args;

/// Which answers are proven again.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct RecheckArgs {
    /// Share of the answers that another worker proves again, 0 for none; a worker that is proven wrong loses all its
    /// answers
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = parse_share)]
    pub(crate) recheck: Share,
}

/// Reads a share of answers.
///
/// # Errors
/// The text is none.
fn parse_share(text: &str) -> Result<Share, String> {
    text.parse().map_err(|error: ShareError| format!("recheck {error}"))
}

/// Reads the name of a worker.
///
/// # Errors
/// The text is none.
pub(super) fn parse_worker(text: &str) -> Result<WorkerName, String> {
    text.parse().map_err(|error: NotAName| error.to_string())
}
