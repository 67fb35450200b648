//! What the commands of campaigns share.

use campaign::{LedgerError, SessionError};

use crate::exit::Failure;

/// What stands in the ledger as the version of the program that did a job.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("SOLVE_COMMIT"));

/// What keeps a command from its end, in words.
pub(super) fn failed(error: impl Into<SessionError>) -> Failure {
    Failure::Run(match error.into() {
        SessionError::Ledger(LedgerError::File { path, reason }) if !path.exists() => {
            format!("{}: {reason}; solve campaign plan begins a campaign", path.display())
        }
        error => error.to_string(),
    })
}
