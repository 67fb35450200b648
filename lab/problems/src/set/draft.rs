//! The folder in which a set grows, `FOLDER.partial`, beside the wanted one. The finished set moves from there to its place.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf, is_separator};

use files::DraftFolder;
use solver::Progress;

use super::frame::{frame, plan_bytes};
use super::{PLAN, SetError, checksum, data_files, of_split};
use crate::croissant::Listed;
use crate::plan::Plan;
use crate::record::Record;
use crate::split::Split;

/// Name of the file with the labels found so far.
const JOURNAL: &str = "journal.jsonl";

/// An unfinished set.
pub(super) struct Draft {
    wanted: PathBuf,
    partial: PathBuf,
}

impl Draft {
    /// Creates the folder for an unfinished set, or finds that of a stopped run.
    pub(super) fn open(wanted: &Path) -> Result<Self, SetError> {
        check_place(wanted)?;
        let partial = partial_of(wanted)?;
        fs::create_dir_all(&partial).map_err(SetError::io(&partial))?;
        Ok(Self { wanted: wanted.to_path_buf(), partial })
    }

    /// Path of the journal.
    pub(super) fn journal(&self) -> PathBuf {
        self.partial.join(JOURNAL)
    }

    /// Where the files of the set are until it is complete.
    fn set(&self) -> PathBuf {
        self.partial.join("set")
    }

    /// Removes all traces of this set.
    pub(super) fn discard(&self) {
        // An error led here; a failure to remove something adds nothing to it.
        let _ = fs::remove_dir_all(self.set());
        let _ = self.remove();
    }

    /// Removes the journal, and the folder if there is nothing else in it.
    fn remove(&self) -> io::Result<()> {
        fs::remove_file(self.journal())?;
        match fs::remove_dir(&self.partial) {
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed,
        }
    }

    /// Writes the set and moves it to its place.
    ///
    /// # Errors
    /// A file cannot be written, or `progress` was told to stop; a resumed run starts this over.
    pub(super) fn finish(&self, plan: &Plan, records: &[Record], progress: &Progress) -> Result<(), SetError> {
        // The wanted folder was empty when the set was begun; this fails if it has files now.
        write(DraftFolder::create(&self.set(), &self.wanted)?, plan, records, progress)?;
        self.remove().map_err(SetError::io(&self.partial))
    }
}

/// Writes the files of a set into a folder and gives it its name.
pub(super) fn write(folder: DraftFolder, plan: &Plan, records: &[Record], progress: &Progress) -> Result<(), SetError> {
    let parts = Split::ALL.map(|split| of_split(records, split));
    let mut data = Vec::new();
    for file in data_files(plan, [0, 1, 2].map(|index| parts[index].len())) {
        let (first, end) = file.records;
        let records = &parts[file.split as usize][first..end];
        let bytes = file.format.export(records, progress)?;
        folder.write(Path::new(&file.path), &bytes)?;
        data.push(Listed { path: file.path, sum: checksum(&bytes), bytes: bytes.len() as u64 });
    }
    let plan_text = plan_bytes(plan)?;
    folder.write(Path::new(PLAN), &plan_text)?;
    for (name, bytes) in frame(plan, checksum(&plan_text), &parts, data) {
        folder.write(Path::new(name), &bytes)?;
    }
    Ok(folder.finish()?)
}

fn refusal(folder: &Path, why: &str) -> SetError {
    SetError::Folder { folder: folder.to_path_buf(), why: why.to_owned() }
}

/// Checks that a new set can be put in a folder: it does not exist or is empty, and so is the folder of the unfinished set,
/// unless a stopped run left it.
///
/// # Errors
/// It cannot, for a reason that can be found before any work goes into the set.
pub fn check_place(wanted: &Path) -> Result<(), SetError> {
    refuse_place(wanted)?;
    refuse_foreign(&partial_of(wanted)?)
}

/// The folder of the unfinished set.
pub(super) fn partial_of(wanted: &Path) -> Result<PathBuf, SetError> {
    let name = wanted.file_name().ok_or_else(|| refusal(wanted, "it has no name of its own"))?;
    let mut partial = name.to_owned();
    partial.push(".partial");
    Ok(wanted.with_file_name(partial))
}

/// Rejects a place that cannot become the folder of a set.
fn refuse_place(wanted: &Path) -> Result<(), SetError> {
    let refuse = |why: &str| Err(refusal(wanted, why));
    // A `Path` drops the dot of `NAME/.`, but the system cannot rename a folder to that.
    let text = wanted.to_string_lossy();
    let last = text.trim_end_matches(is_separator).rsplit(is_separator).next();
    if matches!(last, None | Some("" | "." | "..")) {
        return refuse("it has no name of its own; give the name of the folder at the end");
    }
    // Without a slash at its end, which would follow the link.
    if wanted.components().as_path().is_symlink() {
        return refuse("it is a link; name a folder");
    }
    match fs::read_dir(wanted).map(|mut entries| entries.next().is_some()) {
        Ok(true) => refuse("the folder is not empty; a set needs one of its own"),
        Ok(false) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => refuse("there is a file of that name"),
        Err(error) => Err(SetError::io(wanted)(error)),
    }
}

/// Rejects a folder with files that no run of ours began. Whose journal it holds is checked when that is opened.
fn refuse_foreign(partial: &Path) -> Result<(), SetError> {
    let mut entries = match fs::read_dir(partial) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Err(refusal(
                partial,
                "there is a file of that name, which the unfinished set needs for its folder",
            ));
        }
        Err(error) => return Err(SetError::io(partial)(error)),
    };
    let is_ours = partial.join(JOURNAL).is_file();
    if entries.next().is_some() && !is_ours {
        let why = "the folder has files, and no unfinished set is among them; remove it, or choose another -o";
        return Err(refusal(partial, why));
    }
    Ok(())
}
