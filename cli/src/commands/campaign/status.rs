//! `solve campaign status`: how far a campaign is.

use campaign::ledger::{ledger_path, resume};
use campaign::trust::trust;

use super::shared::{failed, read};
use crate::args::CampaignLookArgs;
use crate::exit::{Failure, Status};
use crate::output::campaign::{status_json, status_text};
use crate::output::print;

/// Prints how far a campaign is. The ledger is only read, so others may work on it.
///
/// # Errors
/// The ledger cannot be read, or its records contradict each other.
pub(super) fn run(args: &CampaignLookArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = read(&path)?;
    let status = resume(&path, &ledger).and_then(|mut campaign| campaign.status()).map_err(failed)?;
    print(&if args.json {
        status_json(&ledger.plan, &status, &trust(&ledger), None)
    } else {
        status_text(&ledger.plan, &status, &trust(&ledger))
    })?;
    Ok(Status::Done)
}
