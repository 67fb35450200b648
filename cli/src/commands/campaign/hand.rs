//! `solve campaign next` and `solve campaign record`: jobs for workers elsewhere, and what they have found.

use std::fs;
use std::io::{self, Read};

use campaign::Session;
use campaign::ledger::ledger_path;
use campaign::protocol::hand::{self, Taken};

use super::shared::failed;
use crate::args::{CampaignNextArgs, CampaignRecordArgs};
use crate::exit::{Failure, Status};
use crate::output::numbers::grouped;
use crate::output::print;
use crate::streams;

/// Prints the jobs that come next, one JSON object a line; none when the campaign is done.
///
/// # Errors
/// The ledger cannot be used.
pub(super) fn next(args: &CampaignNextArgs) -> Result<Status, Failure> {
    let mut session = Session::open(&ledger_path(&args.folder)).map_err(failed)?;
    let jobs = hand::next(&mut session, args.count).map_err(failed)?;
    session.sync().map_err(failed)?;
    print(&jobs)?;
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
        streams::check_input()?;
        io::stdin().read_to_string(&mut text).map_err(|error| Failure::Run(format!("{name}: {error}")))?;
        sources.push((name, text));
    }
    let mut session = Session::open(&ledger_path(&args.folder)).map_err(failed)?;
    let mut taken = Taken::default();
    for (name, text) in &sources {
        hand::record(&mut session, text, &mut taken).map_err(|error| Failure::Run(format!("{name}:{error}")))?;
    }
    session.sync().map_err(failed)?;
    let end = if session.campaign().is_done() { "; the campaign is done" } else { "" };
    print(&format!("{} records new, {} known{end}\n", grouped(taken.new), grouped(taken.known)))?;
    Ok(Status::Done)
}
