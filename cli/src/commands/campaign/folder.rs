//! What the commands of campaigns share: the folder, and how an error is told.

use std::path::{Path, PathBuf};

use campaign::{LedgerError, SessionError};

use crate::exit::Failure;

/// The ledger's name in a campaign's folder.
pub(super) const LEDGER: &str = "ledger.txt";
/// What stands in the ledger as the version of the program that did a job.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("SOLVE_COMMIT"));

/// The ledger of a folder, or the ledger itself.
pub(super) fn ledger_path(folder: &Path) -> PathBuf {
    if folder.is_file() { folder.to_path_buf() } else { folder.join(LEDGER) }
}

/// What keeps a command from its end, in words.
pub(super) fn failed(error: impl Into<SessionError>) -> Failure {
    Failure::Run(match error.into() {
        SessionError::Ledger(LedgerError::File { path, reason }) if !path.exists() => {
            format!("{}: {reason}; solve campaign plan begins a campaign", path.display())
        }
        error => error.to_string(),
    })
}
