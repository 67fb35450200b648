//! `solve campaign merge`: merges several ledgers into one.

use campaign::LedgerFile;
use campaign::ledger::{ledger_path, merge};
use files::on_one_line;

use super::shared::{failed, read};
use crate::args::CampaignMergeArgs;
use crate::draft::Draft;
use crate::exit::{Failure, Status};
use crate::left_out;
use crate::output::numbers::{counted, grouped};
use crate::output::{fields, object, print};

/// Adds what others know to the campaign's ledger: all of it or, if two lines contradict each other, nothing.
///
/// # Errors
/// A ledger cannot be read or is of another campaign, or two lines contradict each other.
pub(super) fn run(args: &CampaignMergeArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    // Keep it open to the end, so that no other process adds to it.
    let (_file, ledger) = LedgerFile::open(&path).map_err(failed)?;
    left_out::tell(&ledger.left_out, "answer");
    let mut ledgers = vec![(path.clone(), ledger)];
    for other in &args.others {
        let path = ledger_path(other);
        let ledger = read(&path)?;
        ledgers.push((path, ledger));
    }
    let merged = merge(&ledgers).map_err(failed)?;
    Draft::create(&path, "the ledger")?.finish(merged.ledger.text().as_bytes())?;
    let left_out: usize = ledgers.iter().map(|(_, ledger)| ledger.left_out.len()).sum();
    let record = fields! {
        "ledger": path.display().to_string(),
        "new": merged.added,
        "known": merged.known,
        "withdrawn": merged.withdrawn,
        "left_out": left_out,
    };
    if args.json {
        return print(&object(&record)).map(|()| Status::Done);
    }
    let (added, known) = (counted(merged.added as u64, "record", "records"), grouped(merged.known as u64));
    let mut text = format!("{}: {added} new, {known} known", on_one_line(path.display()));
    if merged.withdrawn > 0 {
        text += &format!(", {} withdrawn", grouped(merged.withdrawn as u64));
    }
    if left_out > 0 {
        text += &format!(", {} left out", counted(left_out as u64, "damaged line", "damaged lines"));
    }
    print(&(text + "\n"))?;
    Ok(Status::Done)
}
