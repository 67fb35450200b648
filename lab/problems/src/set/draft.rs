//! The folder beside the wanted one in which a set grows, `FOLDER.partial`. It becomes the wanted one at the end.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use files::DraftFolder;

use super::frame::{frame, plan_bytes};
use super::{PLAN, SetError, checksum, data_files, of_split};
use crate::croissant::Listed;
use crate::plan::Plan;
use crate::record::Record;
use crate::split::Split;

/// An unfinished set.
pub(super) struct Draft {
    wanted: PathBuf,
    partial: PathBuf,
}

impl Draft {
    /// Makes the folder for an unfinished set, or finds that of a run that was stopped.
    pub(super) fn open(wanted: &Path) -> Result<Self, SetError> {
        let refuse = |why: &str| SetError::Folder { folder: wanted.to_path_buf(), why: why.to_owned() };
        match fs::read_dir(wanted).map(|mut entries| entries.next().is_some()) {
            Ok(true) => return Err(refuse("the folder is not empty; a set needs one of its own")),
            Ok(false) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                return Err(refuse("there is a file of that name"));
            }
            Err(error) => return Err(SetError::io(wanted)(error)),
        }
        let Some(name) = wanted.file_name() else { return Err(refuse("it has no name of its own")) };
        let mut partial = name.to_owned();
        partial.push(".partial");
        let partial = wanted.with_file_name(partial);
        fs::create_dir_all(&partial).map_err(SetError::io(&partial))?;
        Ok(Self { wanted: wanted.to_path_buf(), partial })
    }

    /// Where the journal is.
    pub(super) fn journal(&self) -> PathBuf {
        self.partial.join("journal.jsonl")
    }

    /// Leaves nothing behind.
    pub(super) fn discard(&self) {
        // It is an error already that leads here; what cannot be removed adds nothing to it.
        let _ = fs::remove_dir_all(&self.partial);
    }

    /// Writes the set and puts it where it is wanted.
    pub(super) fn finish(&self, plan: &Plan, records: &[Record]) -> Result<(), SetError> {
        // The wanted folder is empty, or was when the set was begun; one with files is refused here too.
        let folder = DraftFolder::create_at(&self.partial.join("set"), &self.wanted)?;
        let parts = Split::ALL.map(|split| of_split(records, split));
        let mut data = Vec::new();
        for file in data_files(plan, [0, 1, 2].map(|index| parts[index].len())) {
            let (first, end) = file.records;
            let records = &parts[file.split as usize][first..end];
            let bytes = file.format.export(records)?;
            folder.write(Path::new(&file.path), &bytes)?;
            data.push(Listed { path: file.path, sum: checksum(&bytes), bytes: bytes.len() as u64 });
        }
        let plan_text = plan_bytes(plan)?;
        folder.write(Path::new(PLAN), &plan_text)?;
        for (name, bytes) in frame(plan, checksum(&plan_text), &parts, data) {
            folder.write(Path::new(name), &bytes)?;
        }
        folder.finish()?;
        fs::remove_dir_all(&self.partial).map_err(SetError::io(&self.partial))
    }
}
