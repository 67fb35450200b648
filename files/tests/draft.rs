//! Files and folders that appear whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use files::{Draft, DraftFolder, FileError, write_new, write_whole};

#[test]
fn a_file_appears_when_it_is_finished_and_not_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "before").unwrap();
    let mut draft = Draft::create(&path).unwrap();
    draft.write_all(b"af").unwrap();
    assert!(matches!(Draft::create(&path), Err(FileError::InUse { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"before");
    draft.write_all(b"ter").unwrap();
    draft.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"after");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    assert!(matches!(write_new(&path, b"other"), Err(FileError::Exists { .. })));
    write_whole(&path, b"").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
}

#[test]
fn an_abandoned_draft_is_removed_or_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    drop(Draft::create(&path).unwrap());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    write_new(&path, b"new").unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(folder.path().join("file.unfinished"), "left by a killed process").unwrap();
    write_whole(&path, b"short").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"short");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_file_of_a_similar_name_stays() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file.new"), "somebody's").unwrap();
    write_whole(&folder.path().join("file"), b"ours").unwrap();
    assert_eq!(fs::read(folder.path().join("file.new")).unwrap(), b"somebody's");
}

#[test]
fn where_there_can_be_no_file_is_known_at_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Draft::create(folder.path()), Err(FileError::NotAFile { .. })));
    // The file would replace the device.
    #[cfg(unix)]
    assert!(matches!(Draft::create(Path::new("/dev/null")), Err(FileError::NotAFile { .. })));
    let nowhere = folder.path().join("missing").join("file");
    let error = Draft::create(&nowhere).unwrap_err();
    // Not the draft in it, which nobody asked for.
    assert!(matches!(error, FileError::Io { .. }) && error.path() == folder.path().join("missing"), "{error}");
}

/// Opening a pipe with the draft's name would block until something reads from it.
#[test]
#[cfg(target_os = "linux")]
fn a_pipe_is_neither_replaced_nor_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    for (pipe, wanted) in [("a", "a"), ("b.unfinished", "b")] {
        let made = std::process::Command::new("mkfifo").arg(folder.path().join(pipe)).status().unwrap();
        assert!(made.success());
        let error = write_whole(&folder.path().join(wanted), b"new").unwrap_err();
        assert!(matches!(error, FileError::NotAFile { .. }), "{error}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
#[cfg(unix)]
fn nothing_is_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (wanted, victim) = (folder.path().join("a.txt"), folder.path().join("victim"));
    fs::write(&victim, "Dear Joel,").unwrap();
    std::os::unix::fs::symlink(&victim, folder.path().join("a.txt.unfinished")).unwrap();
    let error = write_whole(&wanted, b"new").unwrap_err();
    assert!(matches!(error, FileError::NotAFile { .. }), "{error}");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "Dear Joel,");
    assert!(!wanted.exists());
    // Nor is the target of a link created.
    let nowhere = folder.path().join("nowhere");
    std::os::unix::fs::symlink(&nowhere, folder.path().join("b.txt.unfinished")).unwrap();
    assert!(matches!(write_whole(&folder.path().join("b.txt"), b"new").unwrap_err(), FileError::NotAFile { .. }));
    assert!(!nowhere.exists());
}

#[test]
fn a_folder_appears_when_it_is_finished_and_not_before() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = folder.path().join("set");
    fs::create_dir(&wanted).unwrap();
    let begun = folder.path().join("set.partial");
    fs::create_dir_all(begun.join("left/behind")).unwrap();
    let draft = DraftFolder::create(&begun, &wanted).unwrap();
    draft.write(Path::new("one"), b"1").unwrap();
    draft.write(Path::new("more/two"), b"2").unwrap();
    assert_eq!(fs::read_dir(&wanted).unwrap().count(), 0);
    draft.finish().unwrap();
    assert_eq!(fs::read(wanted.join("more/two")).unwrap(), b"2");
    assert_eq!(fs::read_dir(&wanted).unwrap().count(), 2);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn a_folder_that_is_in_use_stays_and_the_draft_goes() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = folder.path().join("set");
    fs::create_dir(&wanted).unwrap();
    fs::write(wanted.join("mine"), "").unwrap();
    let draft = DraftFolder::create(&folder.path().join("set.partial"), &wanted).unwrap();
    draft.write(Path::new("one"), b"1").unwrap();
    assert!(matches!(draft.finish(), Err(FileError::Io { .. })));
    assert!(wanted.join("mine").exists());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
