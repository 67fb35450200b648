//! Why a check has no result.

use kernel::{Fault, Refused};
use thiserror::Error;

/// Why a check has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The certificate is refused.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The system cannot provide the memory for this.
    #[error("there is no memory for {0}")]
    NoMemory(&'static str),
    /// The watcher asked to stop.
    #[error("the check was stopped")]
    Stopped,
}

impl CheckError {
    /// Whether the certificate itself is at fault, so that no other check of it could succeed, with more memory or more
    /// time.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Refused(refused) if !matches!(refused.fault, Fault::TooLarge(..)))
    }
}
