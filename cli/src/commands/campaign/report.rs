//! `solve campaign report`: the value from the ledger alone.

use campaign::ledger::{self, ledger_path};
use campaign::trust::trust;

use super::shared::{failed, read};
use crate::args::CampaignLookArgs;
use crate::exit::{Failure, Status};
use crate::output::campaign::{Reported, report_json, report_text};
use crate::output::print;

/// Derives the root's value from the answers in the ledger by the rules of the game, without any search, and prints it.
///
/// # Errors
/// The ledger cannot be read, or its lines contradict each other.
pub(super) fn run(args: &CampaignLookArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = read(&path)?;
    let replay = ledger::replay(&path, &ledger).map_err(failed)?;
    let (records, trust) = (ledger.distinct(), trust(&ledger));
    let root = &ledger.plan.root;
    let reported = Reported {
        plan: &ledger.plan,
        records: &records,
        bounds: replay.bounds(),
        moves: &replay.moves(root),
        line: &replay.line(root),
        trust: &trust,
    };
    print(&if args.json { report_json(&reported) } else { report_text(&reported) })?;
    Ok(Status::Done)
}
