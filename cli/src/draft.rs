//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// A file beside the one that is wanted, which it becomes in the end: whether there can be one is known at once, and an
/// older one stays until then.
pub(crate) struct Draft {
    path: PathBuf,
    wanted: PathBuf,
}

impl Draft {
    /// Begins a file; `what` it is for is said where a directory has its name.
    ///
    /// # Errors
    /// There can be no such file.
    pub(crate) fn create(wanted: &Path, what: &str) -> Result<Self, Failure> {
        let mut path = wanted.to_path_buf();
        path.as_mut_os_string().push(".new");
        if wanted.is_dir() {
            return Err(Failure::Run(format!("{}: a directory, not a file for {what}", wanted.display())));
        }
        File::create(&path).map_err(|error| Failure::Run(format!("{}: {error}", path.display())))?;
        Ok(Self { path, wanted: wanted.to_path_buf() })
    }

    /// Writes the bytes and gives the file its name.
    ///
    /// # Errors
    /// They cannot be written.
    pub(crate) fn finish(&self, bytes: &[u8]) -> Result<(), Failure> {
        let written = File::create(&self.path).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        let renamed = written.and_then(|()| fs::rename(&self.path, &self.wanted));
        renamed.map_err(|error| Failure::Run(format!("{}: {error}", self.wanted.display())))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After `finish` there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}
