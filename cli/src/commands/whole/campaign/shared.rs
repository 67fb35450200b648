//! What the commands of campaigns share.

use std::env;
use std::fs;
use std::path::Path;

use campaign::ledger::{LEDGER, ledger_path};
use campaign::{CampaignError, Ledger, LedgerFile, Session, WorkerName};

use crate::args::RecheckArgs;
use crate::exit::{Failure, Status};
use crate::left_out;
use crate::supervisor::Stop;

/// The version of the program that the ledger names for a job.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("SOLVE_COMMIT"));

/// The failure that stops a command.
pub(super) fn failed(error: CampaignError) -> Failure {
    Failure::Run(match error {
        CampaignError::File { path, .. } if !path.exists() => {
            let folder = path.parent().filter(|_| path.ends_with(LEDGER)).unwrap_or(&path);
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            let what =
                if folder.is_dir() { "no campaign in this folder" } else { "no folder of a campaign, and no ledger" };
            format!("{}: {what}; solve campaign plan begins a campaign", folder.display())
        }
        error => error.to_string(),
    })
}

/// What a line that is left out would have held.
const LINE: &str = "answer";

/// Opens a campaign whose workers are elsewhere.
///
/// # Errors
/// The ledger cannot be used.
pub(super) fn open(folder: &Path, recheck: RecheckArgs) -> Result<Session<'static>, Failure> {
    let path = ledger_path(folder);
    let (file, ledger) = LedgerFile::open(&path).map_err(failed)?;
    left_out::tell(&ledger.left_out, LINE);
    Session::new(file, ledger, None, recheck.recheck).map_err(failed)
}

/// Leaks a large value: the program is about to end, which frees the memory at once.
pub(super) fn leave<T>(thing: T) {
    std::mem::forget(thing);
}

/// Reads a ledger, and reports which of its lines are left out.
///
/// # Errors
/// It cannot be read.
pub(super) fn read(path: &Path) -> Result<Ledger, Failure> {
    let ledger = Ledger::read(path).map_err(failed)?;
    left_out::tell(&ledger.left_out, LINE);
    Ok(ledger)
}

/// The status of a run that was stopped.
pub(super) fn stopped(stop: Stop) -> Status {
    if stop == Stop::Interrupt { Status::Interrupted } else { Status::TimeLimit }
}

/// The name of this machine, if it can be a worker's; otherwise `here`.
pub(super) fn host() -> WorkerName {
    let told = fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| env::var("HOSTNAME"));
    let named = |name: String| name.trim().parse().ok().filter(|name: &WorkerName| !name.is_unknown());
    told.ok().and_then(named).unwrap_or_else(|| "here".parse().expect("a word"))
}
