//! `solve campaign merge`: several ledgers made one.

use campaign::ledger::{ledger_path, merge};
use campaign::{Ledger, LedgerFile};

use super::shared::failed;
use crate::args::CampaignMergeArgs;
use crate::draft::Draft;
use crate::exit::{Failure, Status};
use crate::output::numbers::grouped;
use crate::output::print;

/// Adds what others know to the campaign's ledger: all of it or, if two lines contradict each other, nothing.
///
/// # Errors
/// A ledger cannot be read or is of another campaign, or two lines contradict each other.
pub(super) fn run(args: &CampaignMergeArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    // Held open until the end, so that nobody else adds to it meanwhile.
    let (_file, ledger) = LedgerFile::open(&path).map_err(failed)?;
    let mut ledgers = vec![(path.clone(), ledger)];
    for other in &args.others {
        let path = ledger_path(other);
        let ledger = Ledger::read(&path).map_err(failed)?;
        ledgers.push((path, ledger));
    }
    let merged = merge(&ledgers).map_err(failed)?;
    Draft::create(&path, "the ledger")?.finish(merged.ledger.text().as_bytes())?;
    let (added, known) = (grouped(merged.added as u64), grouped(merged.known as u64));
    print(&format!("{}: {added} records new, {known} known\n", path.display()))?;
    Ok(Status::Done)
}
