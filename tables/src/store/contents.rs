//! What may be in a table directory. It may come from anybody, and RocksDB opens, reads and overwrites everything with
//! one of its names.

use std::fs::{self, FileType};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::foreign;
use crate::error::TableError;

/// Checks that a directory holds nothing but folders and regular files. A link would lead out of it, and a pipe or a
/// device has no end.
///
/// # Errors
/// It holds something else, or cannot be read.
pub(super) fn check(directory: &Path) -> Result<(), TableError> {
    let inaccessible =
        |error: io::Error| TableError::Inaccessible { directory: directory.to_owned(), reason: error.to_string() };
    for entry in fs::read_dir(directory).map_err(inaccessible)? {
        let entry = entry.map_err(inaccessible)?;
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            // A writer may have removed it.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(inaccessible(error)),
        };
        if !kind.is_file() && !kind.is_dir() {
            let name = entry.file_name().to_string_lossy().into_owned();
            return Err(foreign(directory, &format!("'{name}' in it is {}", what_it_is(kind))));
        }
    }
    Ok(())
}

/// What something is that is not what it should be, for people.
fn what_it_is(kind: FileType) -> &'static str {
    if kind.is_symlink() {
        "a link"
    } else if kind.is_dir() {
        "a folder"
    } else {
        "no regular file"
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::super::Store;
    use super::*;
    use crate::Tables;
    use tempfile::TempDir;

    /// Why a reader and a writer refuse a table in which `spoil` has put something.
    fn refused(spoil: impl Fn(&Path)) -> String {
        let directory = TempDir::new().unwrap();
        drop(Tables::open(directory.path()).unwrap());
        spoil(directory.path());
        let read = Store::open_read_only(directory.path()).err().expect("it is refused").to_string();
        let written = Store::open(directory.path()).err().expect("it is refused").to_string();
        assert_eq!(read, written);
        read
    }

    fn pipe(path: &Path) {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    #[test]
    fn links_and_pipes_in_a_directory_are_refused_before_anything_is_opened() {
        for name in ["999999.log", "MANIFEST-999999", "LOCK.old", "x.exhaustive.work"] {
            let text = refused(|directory| symlink("/dev/zero", directory.join(name)).unwrap());
            assert!(text.contains(&format!("is foreign: '{name}' in it is a link; name")), "{text}");
            let text = refused(|directory| pipe(&directory.join(name)));
            assert!(text.contains(&format!("is foreign: '{name}' in it is no regular file; name")), "{text}");
        }
    }
}
