//! What is wrong with a watched campaign, in words that name no path, since every viewer sees them.

use thiserror::Error;

use crate::error::CampaignError;
use crate::ledger::LedgerError;

/// Why there is nothing new to tell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The ledger cannot be read.
    #[error("The ledger cannot be read ({0}); it is looked for again.")]
    Unreadable(String),
    /// It is not a ledger, or its head or too many lines are damaged.
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
            // The other errors concern only those who write.
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
