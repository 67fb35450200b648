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

/// Makes room for a file that is about to be written: removes an older one.
///
/// # Errors
/// The name belongs to something other than a file, or it cannot be removed.
pub(super) fn make_room(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(found) if found.is_file() => fs::remove_file(path),
        Ok(found) => {
            let what = what_it_is(found.file_type());
            Err(io::Error::new(ErrorKind::InvalidInput, format!("'{}' is {what}; remove it", path.display())))
        }
    }
}

/// What something is that is not what it should be, for people.
pub(super) fn what_it_is(kind: FileType) -> &'static str {
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

    #[test]
    fn no_file_outside_the_directory_is_removed_through_a_link() {
        let outside = TempDir::new().unwrap();
        let file = outside.path().join("precious.sst");
        fs::write(&file, "precious").unwrap();
        let text = refused(|directory| symlink(outside.path(), directory.join("incoming")).unwrap());
        assert!(text.contains("'incoming' in it is a link"), "{text}");
        assert_eq!(fs::read(&file).unwrap(), b"precious");
    }

    #[test]
    fn a_file_is_not_written_through_a_link_and_a_link_in_the_folder_is_left_alone() {
        let (directory, outside) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let file = outside.path().join("precious");
        fs::write(&file, "precious").unwrap();
        let store = Store::open(directory.path()).unwrap();
        let link = store.incoming().unwrap().join("4x4 discs.sst");
        symlink(&file, &link).unwrap();
        let refused = store.sorted_file("4x4 discs", &link).err().expect("it is refused").to_string();
        assert!(refused.contains("4x4 discs.sst' is a link; remove it"), "{refused}");
        store.clear_incoming();
        assert!(link.is_symlink(), "only files are removed");
        assert_eq!(fs::read(&file).unwrap(), b"precious");
        fs::remove_file(&link).unwrap();
        fs::write(&link, "what a kill left").unwrap();
        drop(store.sorted_file("4x4 discs", &link).unwrap());
    }
}
