//! What can be wrong with a campaign.

use thiserror::Error;

/// What can be wrong with a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CampaignError {
    /// Two records cannot both be true.
    #[error("contradiction at {position}: {first} and {second}")]
    Contradiction {
        /// The position, `BOARD SIDE`.
        position: String,
        /// One record, or what follows from it.
        first: String,
        /// The other.
        second: String,
    },
    /// A record that is not of this campaign.
    #[error("{0}")]
    Foreign(String),
}
