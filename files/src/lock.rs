//! Opens regular files and nothing else: those of this program's own, and those that only one process has open.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::error::FileError;

/// The interval between attempts while waiting for a lock.
const TRIAL: Duration = Duration::from_millis(20);

/// How long to wait for a file that no other process should have open: a program that another thread has just started holds the
/// locks of this process for a moment.
pub const MOMENT: Duration = Duration::from_millis(200);

/// Opens a file of this program's own, which is not a link: the target of a link is somebody else's.
///
/// # Errors
/// It cannot be opened, or is a link, a folder, a device or a pipe.
pub fn open_own(path: &Path, options: &OpenOptions) -> Result<File, FileError> {
    // Checked before it is opened: a link without a target would be given one, and a pipe waits for its other end.
    refuse_link(path)?;
    let file = open_file(path, options)?;
    refuse_link(path)?;
    Ok(file)
}

/// Opens a regular file, or a link to one.
fn open_file(path: &Path, options: &OpenOptions) -> Result<File, FileError> {
    // Checked before it is opened, too: opening a pipe blocks until its other end is open.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(FileError::NotAFile { path: path.to_owned() });
    }
    let file = options.open(path).map_err(FileError::at(path))?;
    match file.metadata().map_err(FileError::at(path))?.is_file() {
        true => Ok(file),
        false => Err(FileError::NotAFile { path: path.to_owned() }),
    }
}

/// # Errors
/// A link has this name.
pub(crate) fn refuse_link(path: &Path) -> Result<(), FileError> {
    match path.symlink_metadata() {
        Ok(found) if found.is_symlink() => Err(FileError::NotAFile { path: path.to_owned() }),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(FileError::at(path)(error)),
        _ => Ok(()),
    }
}

/// Opens a file for this process alone; waits at most `patience` for another one to close it.
///
/// Between opening and locking, another process may have renamed or replaced the file. Then the name refers to another
/// file, and this opens that one instead.
pub(crate) fn open_alone(path: &Path, options: &OpenOptions, patience: Duration) -> Result<File, FileError> {
    let begin = Instant::now();
    loop {
        let file = open_file(path, options)?;
        match file.try_lock() {
            Ok(()) if is_still_named(&file, path)? => return Ok(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if begin.elapsed() < patience => thread::sleep(TRIAL),
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(FileError::at(path)(error)),
        }
    }
}

/// Whether the name refers to the open file.
#[cfg(unix)]
pub(crate) fn is_still_named(file: &File, path: &Path) -> Result<bool, FileError> {
    use std::os::unix::fs::MetadataExt;

    let open = file.metadata().map_err(FileError::at(path))?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (open.dev(), open.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(FileError::at(path)(error)),
    }
}

/// Elsewhere the standard library cannot tell.
#[cfg(not(unix))]
pub(crate) fn is_still_named(_: &File, _: &Path) -> Result<bool, FileError> {
    Ok(true)
}
