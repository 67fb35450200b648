//! Files and folders that appear whole or not at all.
//!
//! Each is written beside its final place, synced to disk and then renamed, which the system does at once or not at
//! all. Whatever had the name before stays until then. The next draft of the same name overwrites what a killed process
//! left of one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::FileError;
use crate::lock::{MOMENT, open_alone, refuse_link};

/// Size of the write buffer, in bytes.
const BUFFER_BYTES: usize = 1 << 18;
/// The suffix of a draft's name, one that nobody gives to files of their own.
const SUFFIX: &str = ".unfinished";

/// A file `NAME.unfinished` that becomes `NAME` when it is finished. Dropped before that, it is removed.
#[derive(Debug)]
pub struct Draft {
    wanted: PathBuf,
    path: PathBuf,
    /// Locked, so that no two processes write the same draft.
    file: BufWriter<File>,
    is_finished: bool,
}

impl Draft {
    /// Begins a file, which shows at once whether it can be written.
    ///
    /// # Errors
    /// Something other than a file has the wanted name, another process is writing the same file, or the draft cannot
    /// be created.
    pub fn create(wanted: &Path) -> Result<Self, FileError> {
        // A folder, or a device or a pipe, which the file would replace.
        if wanted.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(FileError::NotAFile { path: wanted.to_owned() });
        }
        // If the folder is missing, the error names it and not the draft, which nobody asked for.
        let folder = folder_of(wanted);
        folder.metadata().map_err(FileError::at(folder))?;
        let path = beside(wanted);
        let options = OpenOptions::new().write(true).create(true).truncate(false).clone();
        // The target of a link is not ours. Checked before opening a link without a target, which would create it, and
        // again before anything is written; later it no longer matters.
        refuse_link(&path)?;
        let file = open_alone(&path, &options, MOMENT)?;
        refuse_link(&path)?;
        file.set_len(0).map_err(FileError::at(&path))?;
        let file = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(Self { wanted: wanted.to_owned(), path, file, is_finished: false })
    }

    /// The name that it will have.
    #[must_use]
    pub fn wanted(&self) -> &Path {
        &self.wanted
    }

    /// Syncs the file to disk and gives it its name.
    ///
    /// # Errors
    /// The file cannot be written or renamed; whatever had the name before is still there.
    pub fn finish(mut self) -> Result<(), FileError> {
        let written = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        written.map_err(FileError::at(&self.path))?;
        fs::rename(&self.path, &self.wanted).map_err(FileError::at(&self.wanted))?;
        self.is_finished = true;
        sync_folder(folder_of(&self.wanted))
    }

    /// Writes all the bytes, and finishes.
    ///
    /// # Errors
    /// See [`Draft::finish`].
    pub fn finish_with(mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.file.write_all(bytes).map_err(FileError::at(&self.path))?;
        self.finish()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_finished {
            // One that cannot be removed is overwritten later.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a file atomically: afterwards it has these bytes, or there is an error and it is unchanged.
///
/// # Errors
/// See [`Draft::create`] and [`Draft::finish`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    Draft::create(path)?.finish_with(bytes)
}

/// Writes a file atomically that must not exist yet.
///
/// # Errors
/// The name is taken already, or as for [`write_whole`].
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let draft = Draft::create(path)?;
    // Two processes cannot both get here: the draft is locked.
    match path.symlink_metadata() {
        Ok(_) => Err(FileError::Exists { path: path.to_owned() }),
        Err(error) if error.kind() == ErrorKind::NotFound => draft.finish_with(bytes),
        Err(error) => Err(FileError::at(path)(error)),
    }
}

/// A folder that gets its name when all its files are written. Dropped before that, it is removed.
#[derive(Debug)]
pub struct DraftFolder {
    wanted: PathBuf,
    path: PathBuf,
    is_finished: bool,
}

impl DraftFolder {
    /// Begins a folder at `path`, on the same file system as the wanted one. Removes whatever is there already, such as
    /// the remains of a killed process's draft.
    ///
    /// # Errors
    /// The draft cannot be created.
    pub fn create(path: &Path, wanted: &Path) -> Result<Self, FileError> {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(FileError::at(path)(error)),
            _ => {}
        }
        fs::create_dir_all(path).map_err(FileError::at(path))?;
        Ok(Self { wanted: wanted.to_owned(), path: path.to_owned(), is_finished: false })
    }

    /// Writes a file of the folder and syncs it to disk; creates the folders in its name.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, name: &Path, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path.join(name);
        let folder = folder_of(&path);
        fs::create_dir_all(folder).map_err(FileError::at(folder))?;
        let mut file = File::create(&path).map_err(FileError::at(&path))?;
        file.write_all(bytes).and_then(|()| file.sync_all()).map_err(FileError::at(&path))
    }

    /// Gives the folder its name, in place of an empty folder of that name.
    ///
    /// # Errors
    /// The folder cannot be renamed, for example because a file or a folder that is not empty has the name; that stays
    /// unchanged.
    pub fn finish(mut self) -> Result<(), FileError> {
        sync_tree(&self.path)?;
        match fs::remove_dir(&self.wanted) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(FileError::at(&self.wanted)(error)),
            _ => {}
        }
        fs::rename(&self.path, &self.wanted).map_err(FileError::at(&self.wanted))?;
        self.is_finished = true;
        sync_folder(folder_of(&self.wanted))
    }
}

impl Drop for DraftFolder {
    fn drop(&mut self) {
        if !self.is_finished {
            // One that cannot be removed is removed by the next draft of the same name.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// The name of a draft, beside the wanted one.
fn beside(wanted: &Path) -> PathBuf {
    let mut path = wanted.to_path_buf();
    path.as_mut_os_string().push(SUFFIX);
    path
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs a folder to disk: a new name survives only once its folder is synced.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), FileError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(FileError::at(folder))
}

/// The same for a folder and all folders in it.
fn sync_tree(folder: &Path) -> Result<(), FileError> {
    for entry in fs::read_dir(folder).map_err(FileError::at(folder))? {
        let entry = entry.map_err(FileError::at(folder))?;
        if entry.file_type().map_err(FileError::at(folder))?.is_dir() {
            sync_tree(&entry.path())?;
        }
    }
    sync_folder(folder)
}
