//! Journals: records are read back, and damaged ones are never believed.
#![allow(clippy::disallowed_methods, reason = "a test may end with a panic")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use files::{FileError, Header, Journal, Seal, SealError, sealed};
use proptest::prelude::*;

const HEADER: Header<'_> =
    Header { name: "count", version: 3, subject: "by one", short: Some(2), former: Some("{\"results\":\"by one\"}") };

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
    // XXH3-64 of the header with seed 0, and of the records with that of the header's text as seed.
    let expected = "count 3 by one #237cb5443130d4ba\none #60e705ee19e2cb81\ntwo #4c1118dbf22569a8\n";
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
    /// Whatever byte is altered and however, each record that is read is one that was written, in the same order.
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
                // Only what looks like a line that was being written is left out silently.
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

/// The texts of the records and the numbers of the lines that are left out.
fn sound(path: &Path) -> Result<(Vec<String>, Vec<usize>), FileError> {
    let (sound, left_out) = Journal::open(path, &HEADER)?.1.read_all(|record| Ok::<_, String>(record.text.clone()))?;
    Ok((sound, left_out.into_iter().map(|damage| damage.line).collect()))
}

#[test]
fn whatever_bit_is_flipped_nothing_else_is_read_than_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    let written = ["{\"number\":1,\"move\":\"e1\"}", "", "{\"number\":2,\"move\":\"a1\"}"];
    write(&path, &written);
    let whole = fs::read(&path).unwrap();
    let header = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        match sound(&path) {
            Ok((records, left_out)) => {
                let mut rest = written.iter();
                assert!(records.iter().all(|record| rest.any(|written| record == written)), "{bit}: {records:?}");
                let line = whole[..bit / 8].iter().filter(|&&byte| byte == b'\n').count() + 1;
                let is_torn = bit / 8 == whole.len() - 1;
                assert!(left_out.contains(&line) || is_torn, "{bit}: {left_out:?}");
                assert!(records.len() < written.len() && bit / 8 > header, "{bit}");
                // The work is done again, and the file can be added to.
                write(&path, &["again"]);
                let again = sound(&path).unwrap();
                assert_eq!((again.0.last().map(String::as_str), again.1), (Some("again"), left_out));
            }
            Err(error) => assert!(bit / 8 <= header, "{bit}: {error}"),
        }
    }
}

#[test]
fn lines_in_another_order_or_again_or_of_other_files_are_what_they_were_or_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    write(&path, &["one", "two", "three"]);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let other = folder.path().join("other");
    let by_two = Header { subject: "by two", ..HEADER };
    Journal::open(&other, &by_two).unwrap().0.append("four").unwrap();
    let other = fs::read_to_string(other).unwrap();
    let foreign: Vec<&str> = other.lines().collect();
    let short = sealed("five");
    let nul = "\0".repeat(4096);
    for (those, records, left_out) in [
        (vec![lines[0], lines[2], lines[1], lines[3]], vec!["two", "one", "three"], vec![]),
        (vec![lines[0], lines[1], lines[1]], vec!["one", "one"], vec![]),
        (vec![lines[0], lines[3]], vec!["three"], vec![]),
        (vec![lines[0], foreign[1], lines[1]], vec!["one"], vec![2]),
        (vec![lines[0], foreign[0], lines[0], lines[1]], vec!["one"], vec![2, 3]),
        (vec![lines[0], lines[1], &short], vec!["one"], vec![3]),
        (vec![lines[0], &nul, lines[1], ""], vec!["one"], vec![2, 4]),
    ] {
        for end in ["\n", "\r\n"] {
            fs::write(&path, those.join(end) + end).unwrap();
            assert_eq!(sound(&path).unwrap(), (records.iter().map(ToString::to_string).collect(), left_out.clone()));
        }
    }
    // A tail of zeros, as a power failure may leave it, is a torn line.
    fs::write(&path, format!("{text}{nul}")).unwrap();
    assert_eq!(sound(&path).unwrap().0.len(), 3);
    write(&path, &["four"]);
    assert_eq!(sound(&path).unwrap(), (["one", "two", "three", "four"].map(str::to_owned).to_vec(), vec![]));
}

#[test]
fn what_has_no_end_or_hardly_a_sound_line_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    write(&path, &["one"]);
    let text = fs::read_to_string(&path).unwrap();
    // Ten gigabytes of zeros, which take no space on the disk.
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(10 << 30).unwrap();
    let error = sound(&path).unwrap_err().to_string();
    assert_eq!(error, format!("{}:3: the line is longer than 1048576 bytes", path.display()));
    fs::write(&path, format!("{text}{}", "\n".repeat(1_000_000))).unwrap();
    let error = sound(&path).unwrap_err().to_string();
    let expected =
        ":3: the line has no checksum at its end; more than 1000 lines are damaged, restore the file from a copy";
    assert_eq!(error, format!("{}{expected}", path.display()));
    fs::write(&path, format!("{text}{}", "\n".repeat(1000))).unwrap();
    assert_eq!(sound(&path).unwrap().1.len(), 1000);
}

#[test]
fn older_files_are_read_and_renewed_by_the_first_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    let other = folder.path().join("other");
    write(&other, &["1", "2", "3", "4"]);
    let short: String = ["count 2 by one", "1", "2"].map(|line| sealed(line) + "\n").concat();
    let damaged = short.clone() + "x #00000000\n";
    let bare = "{\"results\":\"by one\"}\n1\n2\n{\"tor";
    for (older, left_out) in [(bare, vec![]), (&short, vec![]), (&damaged, vec![4])] {
        fs::write(&path, older).unwrap();
        assert_eq!(sound(&path).unwrap(), (vec!["1".to_owned(), "2".to_owned()], left_out));
        assert_eq!(fs::read_to_string(&path).unwrap(), older);
        let (journal, records) = Journal::open(&path, &HEADER).unwrap();
        assert_eq!(records.flatten().count(), 2);
        journal.append("3").unwrap();
        assert!(
            matches!(Journal::open(&path, &HEADER), Err(FileError::InUse { .. })),
            "the renewed file is locked too"
        );
        journal.append("4").unwrap();
        drop(journal);
        assert_eq!(fs::read_to_string(&path).unwrap(), fs::read_to_string(&other).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no draft is left");
    }
}

#[test]
fn other_files_are_refused_and_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = new(&folder);
    let version = Seal::ALONE.seal("count 4 by one") + "\n";
    let subject = Seal::ALONE.seal("count 3 by two") + "\n";
    let short = sealed("count 3 by one") + "\n";
    for (text, expected) in [
        ("one line", ": no journal that begins with 'count'"),
        ("one line\nand another\n", ": no journal that begins with 'count'"),
        ("counting 2 by one\n", ": no journal that begins with 'count'"),
        ("count 3 by one\n", ":1: the line has no checksum at its end"),
        (&version, ": a journal of version 4; this program reads version 3"),
        (&short, ": a journal of version 3; this program reads version 3"),
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
    let file = files::AppendFile::open(&path, std::time::Duration::ZERO).unwrap();
    let waiting = std::thread::spawn({
        let path = path.clone();
        move || files::AppendFile::open(&path, std::time::Duration::from_secs(60)).and_then(|file| file.lines())
    });
    let mut file = file;
    file.append("one\n").unwrap();
    drop(file);
    let lines: Vec<_> = waiting.join().unwrap().unwrap().map(|line| line.unwrap().text).collect();
    assert_eq!(lines, [b"one"]);
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
