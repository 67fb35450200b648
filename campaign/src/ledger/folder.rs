//! The folder of a campaign, which holds its ledger.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use files::FileError;

use super::file::LedgerFile;
use super::guesses;
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
pub fn begin(folder: &Path, plan: &Plan) -> Result<(), CampaignError> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => return Err(CampaignError::NotEmpty(folder.to_owned())),
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
    let mut campaign = Campaign::new(ledger.plan.clone());
    campaign.prior.learn(guesses::read(path, campaign.prior.fingerprint()));
    campaign.take_all(ledger)?;
    Ok(campaign)
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Scoring, Start};

    use super::*;

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
        assert!(matches!(begin(&ledger, &plan), Err(CampaignError::File { .. })));
    }
}
