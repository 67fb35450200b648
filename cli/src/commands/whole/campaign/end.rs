//! The progress of a campaign, at the end of a command.

use std::path::Path;

use campaign::ledger::{ledger_path, resume, resume_unguessed};
use campaign::trust::trust;
use campaign::{Ledger, WorkerName};

use super::shared::failed;
use crate::exit::{self, Failure, Status};
use crate::output::print;
use crate::output::whole::campaign::{status_json, status_text};
use crate::supervisor::Stop;

/// What the end of a command should look like.
pub(super) struct End<'a> {
    /// The campaign's folder, or its ledger.
    pub(super) folder: &'a Path,
    /// Whether to print one JSON object.
    pub(super) json: bool,
    /// Whether to print nothing that was not asked for.
    pub(super) quiet: bool,
    /// Whether it was stopped while values were guessed, so that none should be guessed now either.
    pub(super) is_cut_short: bool,
}

impl End<'_> {
    /// Prints the progress of the campaign by its present ledger, and how many nodes were searched.
    ///
    /// # Errors
    /// The ledger cannot be read, or no job is left although the campaign is not done.
    pub(super) fn tell(&self, stop: Option<Stop>, searched: u64) -> Result<Status, Failure> {
        let path = ledger_path(self.folder);
        let ledger = Ledger::read(&path).map_err(failed)?;
        let resume = if self.is_cut_short { resume_unguessed } else { resume };
        let mut campaign = resume(&path, &ledger).map_err(failed)?;
        let status = campaign.status().map_err(failed)?;
        print(&if self.json {
            status_json(&ledger.plan, &status, &trust(&ledger), Some(searched))
        } else {
            status_text(&ledger.plan, &status, &trust(&ledger))
        })?;
        match stop {
            _ if campaign.is_done() => Ok(Status::Done),
            // Closing the table reported what is wrong with it.
            None | Some(Stop::Table) => Err(Failure::Run(no_job(&trust(&ledger).withdrawn_workers))),
            Some(stop) => {
                if !self.quiet {
                    exit::complain(match self.is_cut_short {
                        true => "stopped while values were guessed; the same command goes on with the guesses made",
                        false => "stopped; the ledger has everything that is known, the same command goes on",
                    });
                }
                Ok(stopped(stop))
            }
        }
    }
}

/// Why a run has ended although the campaign is not done.
fn no_job(withdrawn: &[WorkerName]) -> String {
    let text = "no job is left for these workers, and the campaign is not done".to_owned();
    match withdrawn {
        [] => text,
        names => {
            let names: Vec<&str> = names.iter().map(WorkerName::as_str).collect();
            format!(
                "{text}; workers that were proven wrong get none ({}): --worker gives another name",
                names.join(", ")
            )
        }
    }
}

/// The status of a run that was stopped.
pub(super) fn stopped(stop: Stop) -> Status {
    if stop == Stop::Interrupt { Status::Interrupted } else { Status::TimeLimit }
}
