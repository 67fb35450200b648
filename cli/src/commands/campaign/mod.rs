//! `solve campaign …`: one file for each command.

use std::path::{Path, PathBuf};

use campaign::{LedgerError, SessionError};

use crate::args::CampaignCommand;
use crate::exit::{Failure, Status};

mod hand;
mod job;
mod live;
mod merge;
mod plan;
mod report;
mod run;
mod serve;
mod status;

/// The ledger's name in a campaign's folder.
const LEDGER: &str = "ledger.txt";
/// What stands in the ledger as the version of the program that did a job.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("SOLVE_COMMIT"));

/// Does what was asked.
///
/// # Errors
/// Whatever keeps the command from its end.
pub(crate) fn run(command: &CampaignCommand) -> Result<Status, Failure> {
    match command {
        CampaignCommand::Plan(args) => plan::run(args),
        CampaignCommand::Run(args) => run::run(args),
        CampaignCommand::Status(args) => status::run(args),
        CampaignCommand::Merge(args) => merge::run(args),
        CampaignCommand::Report(args) => report::run(args),
        CampaignCommand::Job(args) => job::run(args),
        CampaignCommand::Next(args) => hand::next(args),
        CampaignCommand::Record(args) => hand::record(args),
        CampaignCommand::Serve(args) => serve::run(args),
    }
}

/// The ledger of a folder, or the ledger itself.
fn ledger_path(folder: &Path) -> PathBuf {
    if folder.is_file() { folder.to_path_buf() } else { folder.join(LEDGER) }
}

fn failed(error: impl Into<SessionError>) -> Failure {
    Failure::Run(match error.into() {
        SessionError::Ledger(LedgerError::File { path, reason }) if !path.exists() => {
            format!("{}: {reason}; solve campaign plan begins a campaign", path.display())
        }
        error => error.to_string(),
    })
}
