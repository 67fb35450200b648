//! `solve campaign merge`: merges several ledgers into one.

use std::path::PathBuf;

use campaign::ledger::{ledger_path, merge};
use clap::Args;
use files::on_one_line;

use super::{open_ledger, read};
use crate::draft;
use crate::exit::{Failure, Status};
use crate::output::{counted, fields, grouped, print_result};

/// Merge other ledgers of the same campaign
#[derive(Debug, Args)]
#[command(
    after_help = "The re-checks of merged ledgers are dropped, and their answers count as an ordinary worker's:\n\
                        run, serve and next check a share of them again."
)]
pub(super) struct MergeArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Folders or ledgers of the same board, root and scoring, which are only read
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Adds what others know to the campaign's ledger: all of it or, if two lines contradict each other, nothing.
pub(super) fn run(args: &MergeArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    // Keep it open to the end, so that no other process adds to it.
    let (_file, ledger) = open_ledger(&path)?;
    let mut ledgers = vec![(path.clone(), ledger)];
    for other in &args.others {
        let path = ledger_path(other);
        let ledger = read(&path)?;
        ledgers.push((path, ledger));
    }
    let merged = merge(&ledgers)?;
    draft::create(&path, "the ledger")?.finish_with(merged.ledger.text().as_bytes())?;
    let left_out: usize = ledgers.iter().map(|(_, ledger)| ledger.left_out.len()).sum();
    let record = fields! {
        "ledger": path.display().to_string(),
        "new": merged.added,
        "known": merged.known,
        "withdrawn": merged.withdrawn,
        "left_out": left_out,
    };
    print_result(args.json, &record, |_| {
        let (added, known) = (counted(merged.added as u64, "record", "records"), grouped(merged.known as u64));
        let mut text = format!("{}: {added} new, {known} known", on_one_line(path.display()));
        if merged.withdrawn > 0 {
            text += &format!(", {} withdrawn", grouped(merged.withdrawn as u64));
        }
        if left_out > 0 {
            text += &format!(", {} left out", counted(left_out as u64, "damaged line", "damaged lines"));
        }
        text + "\n"
    })
}
