//! The folder of a campaign, which holds its ledger.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use files::{AppendFile, FileError};
use solver::Progress;

use super::error::LedgerError;
use super::file::LedgerFile;
use super::guesses::GuessFile;
use super::text::Ledger;
use crate::control::Campaign;
use crate::error::CampaignError;
use crate::plan::Plan;

/// The ledger's name in the folder.
pub const LEDGER: &str = "ledger.txt";

/// The ledger of a campaign's folder, or `folder` itself if it names the ledger.
#[must_use]
pub fn ledger_path(folder: &Path) -> PathBuf {
    let path = if folder.is_file() { folder.to_path_buf() } else { folder.join(LEDGER) };
    // A rewritten ledger must replace the file, not a link to it.
    if path.is_symlink() && path.is_file() { fs::canonicalize(&path).unwrap_or(path) } else { path }
}

/// Makes the folder of a campaign, with a ledger that holds only the plan.
///
/// # Errors
/// The folder is not empty, or cannot be made.
pub fn begin(folder: &Path, plan: &Plan) -> Result<(), LedgerError> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => return Err(LedgerError::NotEmpty(folder.to_owned())),
        Ok(false) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(FileError::at(folder))?;
        }
        Err(error) => return Err(FileError::at(folder)(error).into()),
    }
    LedgerFile::create(&folder.join(LEDGER), plan)
}

/// A campaign that knows what its ledger does, with the guesses kept beside the ledger.
///
/// # Errors
/// Records contradict each other.
pub fn resume(path: &Path, ledger: &Ledger) -> Result<Campaign, CampaignError> {
    resume_while(path, ledger, Progress::default())
}

/// The same in a hurry: guesses that are not kept beside the ledger are not made, and [`Campaign::status`] leaves out
/// what rests on them.
///
/// # Errors
/// Records contradict each other.
pub fn resume_unguessed(path: &Path, ledger: &Ledger) -> Result<Campaign, CampaignError> {
    let progress = Progress::default();
    progress.stop();
    resume_while(path, ledger, progress)
}

/// The same, making guesses until `progress` is told to stop.
fn resume_while(path: &Path, ledger: &Ledger, progress: Progress) -> Result<Campaign, CampaignError> {
    let mut campaign = Campaign::new(ledger.plan.clone());
    campaign.prior.heed(progress);
    campaign.learn_guesses(GuessFile::beside(path, campaign.prior.fingerprint()).read());
    campaign.take_all(ledger, &[])?;
    Ok(campaign)
}

/// Keeps a campaign's new guesses beside its ledger. If somebody else has the ledger open, or the folder is read-only,
/// the next reader makes them again.
pub fn keep_guesses(path: &Path, campaign: &mut Campaign) {
    if campaign.prior.count_new() > 0
        && let Ok(_held) = AppendFile::open(path, Duration::ZERO)
    {
        let file = GuessFile::beside(path, campaign.prior.fingerprint());
        let _ = file.append(&campaign.prior.take_new());
    }
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Scoring, Start};

    use super::*;

    #[test]
    fn whoever_looks_at_a_campaign_keeps_its_guesses_unless_a_driver_does() {
        let parent = tempfile::tempdir().unwrap();
        let plan = Plan::new(Position::start("6x6".parse().unwrap(), Start::Othello), Scoring::Discs, Mode::Exact);
        begin(&parent.path().join("campaign"), &plan).unwrap();
        let path = ledger_path(&parent.path().join("campaign"));
        let mut campaign = resume(&path, &super::super::Ledger::read(&path).unwrap()).unwrap();
        campaign.next_job().unwrap();
        let kept = || GuessFile::beside(&path, Campaign::new(plan.clone()).prior.fingerprint()).read().len();
        let driver = LedgerFile::open(&path).unwrap();
        keep_guesses(&path, &mut campaign);
        assert_eq!((kept(), campaign.prior.count_new() > 0), (0, true));
        drop(driver);
        keep_guesses(&path, &mut campaign);
        assert_eq!((kept() > 0, campaign.prior.count_new()), (true, 0));
    }

    #[test]
    fn a_campaign_begins_in_a_folder_of_its_own() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new/campaign");
        let plan = Plan::new(Position::start("4x4".parse().unwrap(), Start::Othello), Scoring::Discs, Mode::Exact);
        begin(&folder, &plan).unwrap();
        let ledger = ledger_path(&folder);
        assert_eq!((ledger.file_name(), ledger_path(&ledger)), (Some("ledger.txt".as_ref()), ledger.clone()));
        assert_eq!(super::super::Ledger::read(&ledger).unwrap().plan, plan);
        let error = begin(&folder, &plan).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{}: the folder is not empty; a campaign needs one of its own", folder.display())
        );
        assert!(matches!(begin(&ledger, &plan), Err(LedgerError::File { .. })));
    }
}
