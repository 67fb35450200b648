//! `solve campaign status`: the progress of a campaign.

use campaign::ledger::{ledger_path, resume};
use campaign::sample::Checks;

use super::shared::{failed, leave, read};
use crate::args::CampaignLookArgs;
use crate::exit::{Failure, Status};
use crate::output::print;
use crate::output::whole::campaign::{status_json, status_text};

/// Prints the progress of a campaign. It only reads the ledger, so others may work on it.
///
/// # Errors
/// The ledger cannot be read, or its records contradict each other.
pub(super) fn run(args: &CampaignLookArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = read(&path)?;
    let mut campaign = resume(&path, &ledger).map_err(failed)?;
    let (status, checks) = (campaign.status().map_err(failed)?, Checks::of(&ledger));
    print(&match args.json {
        true => status_json(&ledger.plan, &status, &checks, None),
        false => status_text(&ledger.plan, &status, &checks),
    })?;
    leave((campaign, ledger));
    Ok(Status::Done)
}
