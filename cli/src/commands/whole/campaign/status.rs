//! `solve campaign status`: the progress of a campaign.

use campaign::ledger::{keep_guesses, ledger_path, resume};
use campaign::trust::trust;

use super::shared::{failed, following, leave, read};
use crate::args::CampaignLookArgs;
use crate::exit::{Failure, Status};
use crate::output::print;
use crate::output::whole::campaign::{status_json, status_text};

/// Prints the progress of a campaign. It only reads the ledger, so others may work on it; guesses are kept for the next
/// time.
///
/// # Errors
/// The ledger cannot be read, or its records contradict each other.
pub(super) fn run(args: &CampaignLookArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = read(&path)?;
    let patience = following();
    let mut campaign = resume(&path, &ledger).map_err(failed)?;
    let status = campaign.status().map_err(failed)?;
    drop(patience);
    keep_guesses(&path, &mut campaign);
    print(&if args.json {
        status_json(&ledger.plan, &status, &trust(&ledger), None)
    } else {
        status_text(&ledger.plan, &status, &trust(&ledger))
    })?;
    leave((campaign, ledger));
    Ok(Status::Done)
}
