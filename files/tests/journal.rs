//! Journals: what was added is there again, what is damaged is never believed.
#![allow(clippy::disallowed_methods, reason = "a test may end with a panic")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use files::{FileError, Header, Journal, SealError, sealed};
use proptest::prelude::*;

const HEADER: Header<'_> =
    Header { name: "count", version: 2, subject: "by one", former: Some("{\"results\":\"by one\"}") };

/// The texts of the records, or the first error.
fn read(path: &Path) -> Result<Vec<String>, FileError> {
    Journal::open(path, &HEADER)?.1.map(|record| Ok(record?.text)).collect()
}

fn new(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("journal")
}

fn write(path: &Path, records: &[&str]) {
    let (journal, _) = Journal::open(path, &HEADER).unwrap();
    records.iter().for_each(|record| journal.append(record).unwrap());
}

#[test]
fn the_bytes_are_as_described() {
    let folder = tempfile::tempdir().unwrap();
    write(&new(&folder), &["one", "two"]);
    let expected = "count 2 by one #1e5ba007\none #321fe1a0\ntwo #cb29998b\n";
    assert_eq!(fs::read_to_string(new(&folder)).unwrap(), expected);
}

#[test]
fn a_torn_line_is_no_record_and_the_next_one_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    write(&path, &["1", "2", "3"]);
    let whole = fs::read_to_string(&path).unwrap();
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let known = read(&path).unwrap();
        assert_eq!(known.len(), whole[..length].matches('\n').count().saturating_sub(1), "{length}");
        let rest = &["1", "2", "3"][known.len()..];
        assert_eq!(fs::read_to_string(&path).unwrap(), whole[..length], "reading alters nothing");
        write(&path, rest);
        if !rest.is_empty() {
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{length}");
        }
    }
}

#[test]
fn a_damaged_line_is_reported_by_its_number_and_the_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    write(&path, &["one", "two", "three"]);
    let text = fs::read_to_string(&path).unwrap().replace("two #", "too #");
    fs::write(&path, text).unwrap();
    let (_, records) = Journal::open(&path, &HEADER).unwrap();
    let found: Vec<_> = records.collect();
    assert_eq!(found[0].as_ref().unwrap().text, "one");
    assert!(matches!(&found[1], Err(FileError::Damaged { line: 3, error: SealError::Mismatch(_), .. })), "{found:?}");
    assert_eq!((found[2].as_ref().unwrap().line, &*found[2].as_ref().unwrap().text), (4, "three"));
    let message = read(&path).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}:3: the checksum #", path.display())), "{message}");
}

proptest! {
    /// Whatever byte is altered, and however: each record that is read is one that was written, in its order.
    #[test]
    fn no_altered_byte_is_believed(
        records in prop::collection::vec("[ -~]{0,40}", 1..6), place in any::<prop::sample::Index>(), flip in 1u8..
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = new(&folder);
        let written: Vec<&str> = records.iter().map(String::as_str).collect();
        write(&path, &written);
        let mut bytes = fs::read(&path).unwrap();
        let place = place.index(bytes.len());
        bytes[place] ^= flip;
        fs::write(&path, &bytes).unwrap();
        match Journal::open(&path, &HEADER) {
            Ok((_, found)) => {
                let found: Vec<_> = found.collect();
                let mut rest = written.iter();
                for record in found.iter().flatten() {
                    prop_assert!(rest.any(|written| *written == record.text), "{} was not written", record.text);
                }
                // Only what looks like a line that was being written is left out without a word.
                let last = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
                prop_assert!(found.iter().any(Result::is_err) || place >= last, "nobody noticed");
            }
            Err(error) => prop_assert!(
                matches!(error, FileError::Damaged { line: 1, .. } | FileError::Foreign { .. }), "{error}"
            ),
        }
        prop_assert_eq!(fs::read(&path).unwrap(), bytes, "reading alters nothing");
    }
}

#[test]
fn older_files_are_read_and_renewed_by_the_first_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    let older = "{\"results\":\"by one\"}\n1\n2\n{\"tor";
    fs::write(&path, older).unwrap();
    assert_eq!(read(&path).unwrap(), ["1", "2"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), older);
    let (journal, records) = Journal::open(&path, &HEADER).unwrap();
    assert_eq!(records.count(), 2);
    journal.append("3").unwrap();
    assert!(matches!(Journal::open(&path, &HEADER), Err(FileError::InUse { .. })), "the renewed file is locked too");
    journal.append("4").unwrap();
    drop(journal);
    let (other, renewed) = (folder.path().join("other"), fs::read_to_string(&path).unwrap());
    write(&other, &["1", "2", "3", "4"]);
    assert_eq!(renewed, fs::read_to_string(&other).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no draft is left");
}

#[test]
fn other_files_are_refused_and_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    let version = sealed("count 3 by one") + "\n";
    let subject = sealed("count 2 by two") + "\n";
    for (text, expected) in [
        ("one line", ": no journal that begins with 'count'"),
        ("one line\nand another\n", ": no journal that begins with 'count'"),
        ("counting 2 by one\n", ": no journal that begins with 'count'"),
        ("count 2 by one\n", ":1: the line has no checksum at its end"),
        (&version, ": a journal of version 3; this program reads version 2"),
        (&subject, ": the journal is about 'by two', not 'by one'"),
    ] {
        fs::write(&path, text).unwrap();
        let message = read(&path).unwrap_err().to_string();
        assert_eq!(message, format!("{}{expected}", path.display()));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let message = read(folder.path()).unwrap_err();
    assert_eq!(message.path(), folder.path());
    if cfg!(unix) {
        assert!(matches!(read(Path::new("/dev/null")), Err(FileError::NotAFile { .. })));
    }
}

#[test]
fn threads_add_together_and_another_opening_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    let (journal, _) = Journal::open(&path, &HEADER).unwrap();
    assert!(matches!(read(&path), Err(FileError::InUse { .. })));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let journal = &journal;
            scope.spawn(move || (0..100).for_each(|number| journal.append(&format!("{thread} {number}")).unwrap()));
        }
    });
    drop(journal);
    let records = read(&path).unwrap();
    assert_eq!(records.len(), 400);
    for thread in 0..4 {
        let of_thread = records.iter().filter(|record| record.starts_with(&format!("{thread} ")));
        assert!(of_thread.eq((0..100).map(|number| format!("{thread} {number}")).collect::<Vec<_>>().iter()));
    }
}

/// The program runs itself and kills the copy.
#[test]
fn a_killed_writer_has_lost_nothing_that_it_spoke_of() {
    const ME: &str = "a_killed_writer_has_lost_nothing_that_it_spoke_of";
    const PLACE: &str = "FILES_TEST_JOURNAL";
    if let Some(path) = std::env::var_os(PLACE) {
        let (journal, records) = Journal::open(path.as_ref(), &HEADER).unwrap();
        for number in records.count().. {
            journal.append(&number.to_string()).unwrap();
            println!("\n{number}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    let mut spoken_of = 0;
    for _ in 0..5 {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let command = command.args(["--exact", ME, "--nocapture"]).env(PLACE, &path);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        spoken_of = lines.filter_map(|line| line.parse::<usize>().ok()).nth(30).expect("it counts");
        child.kill().unwrap();
        child.wait().unwrap();
        let numbers: Vec<usize> = read(&path).unwrap().iter().map(|text| text.parse().unwrap()).collect();
        assert!(numbers.iter().copied().eq(0..numbers.len()) && numbers.len() > spoken_of, "{spoken_of}: {numbers:?}");
    }
    assert!(spoken_of >= 150 - 1, "each went on where the one before ended");
}

#[test]
fn a_locked_file_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    File::create(&path).unwrap();
    let (file, _) = files::AppendFile::open(&path, std::time::Duration::ZERO).unwrap();
    let waiting = std::thread::spawn({
        let path = path.clone();
        move || files::AppendFile::open(&path, std::time::Duration::from_secs(60)).map(|(_, text)| text)
    });
    let mut file = file;
    file.append("one\n").unwrap();
    drop(file);
    assert_eq!(waiting.join().unwrap().unwrap(), b"one\n");
}

#[test]
fn a_journal_is_removed_unless_its_name_leads_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let open = || Journal::open(&path, &HEADER).unwrap().0;
    let journal = open();
    journal.append("one").unwrap();
    journal.remove().unwrap();
    assert!(!path.exists());
    #[cfg(unix)]
    {
        let journal = open();
        journal.append("one").unwrap();
        fs::rename(&path, folder.path().join("moved")).unwrap();
        fs::write(&path, "a letter").unwrap();
        journal.remove().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "a letter");
    }
}
