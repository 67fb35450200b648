//! `solve campaign report`: the value from the ledger alone.

use campaign::ledger::ledger_path;
use campaign::replay::replay;
use campaign::sample::Checks;

use super::shared::{failed, read};
use crate::args::CampaignReportArgs;
use crate::exit::{Failure, Status};
use crate::output::print;
use crate::output::whole::campaign::{Reported, report_json, report_text};
use crate::setup::played;

/// Derives the root's value from the answers in the ledger by the rules of the game, without any search, and prints it;
/// after moves also the value of the position that they lead to.
///
/// # Errors
/// The ledger cannot be read, its lines contradict each other, or a move is illegal.
pub(super) fn run(args: &CampaignReportArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.look.folder);
    let ledger = read(&path)?;
    let replay = replay(&path, &ledger).map_err(failed)?;
    let (records, checks) = (ledger.distinct(), Checks::of(&ledger));
    let (played, position) = played(ledger.plan.root, args.moves.as_deref())?;
    let reported = Reported {
        plan: &ledger.plan,
        records: &records,
        bounds: replay.bounds(),
        played: &played,
        position,
        told: replay.told(&position),
        moves: &replay.moves(&position),
        line: &replay.line(&position),
        checks: &checks,
    };
    print(&if args.look.json { report_json(&reported) } else { report_text(&reported) })?;
    Ok(Status::Done)
}
