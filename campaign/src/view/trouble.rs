//! What is wrong with a campaign that is watched, in words that name no path: they are shown to every viewer.

use thiserror::Error;

use crate::error::CampaignError;
use crate::ledger::LedgerError;

/// Why nothing new can be told.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The ledger cannot be read.
    #[error("The ledger cannot be read ({0}); it is looked for again.")]
    Unreadable(String),
    /// It is not a ledger, or its head or too much else is damaged.
    #[error("Line {line} of the ledger is wrong: {reason}. Restore it from a copy.")]
    Wrong {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Two lines exclude each other.
    #[error("Lines of the ledger exclude each other, so one is false: {0}. `solve campaign run` finds out which.")]
    Contradiction(String),
    /// The program has failed.
    #[error("The ledger could not be evaluated: this program has a fault there.")]
    Fault,
}

impl From<LedgerError> for Trouble {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::File { reason, .. } => Self::Unreadable(reason),
            LedgerError::Line { line, reason, .. } => Self::Wrong { line, reason },
            LedgerError::Contradiction { position, .. } => Self::Contradiction(format!("about {position}")),
            // What else there is concerns only those who write.
            LedgerError::InUse(_) | LedgerError::NotEmpty(_) | LedgerError::Different(..) => {
                Self::Unreadable("another process has it".to_owned())
            }
        }
    }
}

impl From<CampaignError> for Trouble {
    fn from(error: CampaignError) -> Self {
        match error {
            CampaignError::Contradiction { position, .. } => Self::Contradiction(format!("about {position}")),
            other => Self::Contradiction(other.to_string()),
        }
    }
}
