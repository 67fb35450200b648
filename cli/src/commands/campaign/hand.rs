//! `solve campaign next` and `solve campaign record`: jobs for workers elsewhere, and what they have found. Nothing is kept
//! of jobs that are handed out, so one that is lost is simply handed out again.

use std::fs;
use std::io::{self, Read};

use campaign::{Added, Record, Session};

use super::{failed, ledger_path};
use crate::args::{CampaignNextArgs, CampaignRecordArgs};
use crate::exit::{Failure, Status};
use crate::output::numbers::grouped;
use crate::output::print;

/// Prints the jobs that come next, one JSON object a line; none when the campaign is done.
///
/// # Errors
/// The ledger cannot be used.
pub(super) fn next(args: &CampaignNextArgs) -> Result<Status, Failure> {
    let mut session = Session::open(&ledger_path(&args.folder)).map_err(failed)?;
    let mut text = String::new();
    for _ in 0..args.count {
        let Some(job) = session.next_job().map_err(failed)? else { break };
        text += &(job.to_json() + "\n");
    }
    session.sync().map_err(failed)?;
    print(&text)?;
    Ok(Status::Done)
}

/// Adds what workers have found to the ledger. A record of a job that is known is left out.
///
/// # Errors
/// A line that is no record, or one that contradicts what is known; the lines before it are kept.
pub(super) fn record(args: &CampaignRecordArgs) -> Result<Status, Failure> {
    let mut sources = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| Failure::Run(format!("{name}: {error}")))?;
        sources.push((name, text));
    }
    if args.files.is_empty() {
        let (name, mut text) = ("standard input".to_owned(), String::new());
        io::stdin().read_to_string(&mut text).map_err(|error| Failure::Run(format!("{name}: {error}")))?;
        sources.push((name, text));
    }
    let mut session = Session::open(&ledger_path(&args.folder)).map_err(failed)?;
    let (mut new, mut known) = (0, 0);
    for (name, text) in &sources {
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |reason: String| Failure::Run(format!("{name}:{}: {reason}", number + 1));
            let record = Record::from_json(line).map_err(wrong)?;
            match session.record(&record).map_err(|error| wrong(error.to_string()))? {
                Added::New => new += 1,
                Added::Known => known += 1,
            }
        }
    }
    session.sync().map_err(failed)?;
    let end = if session.campaign().is_done() { "; the campaign is done" } else { "" };
    print(&format!("{} records new, {} known{end}\n", grouped(new), grouped(known)))?;
    Ok(Status::Done)
}
