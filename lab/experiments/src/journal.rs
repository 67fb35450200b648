//! Results that a long run saves as it finds them, one JSON object per line, so that the same experiment resumes where it
//! was.
//!
//! The file is a [`files::Journal`]: its first line says which experiment the results belong to, and each line has a checksum
//! that is bound to it. A file that begins otherwise is never written to. A damaged line is skipped and reported, and its
//! result computed again. Version 1 began with `{"results":"EXPERIMENT"}` and had no checksums; in version 2 they were not
//! bound.

use std::path::Path;

use files::{Damage, FileError, Header, Journal, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The beginning of the first line.
const NAME: &str = "othello-results";
/// The version that this program writes, and the earlier one with short checksums.
const VERSIONS: (u32, u32) = (3, 2);

/// Opens the journal of an experiment, or begins one, and reads it; skips and reports lines that are damaged, not of its
/// record type, or rejected by `check`, with a reason. An incomplete last line was being written when a run was killed; the
/// next record replaces it.
///
/// # Errors
/// The file cannot be read or written, another process writes to it, it belongs to another experiment, or hardly any line is
/// intact.
pub(crate) fn open<T: DeserializeOwned>(
    path: &Path,
    experiment: &str,
    check: impl Fn(&T) -> Result<(), String>,
) -> Result<(Journal, Vec<T>, Vec<Damage>), FileError> {
    let former = format!("{{\"results\":\"{experiment}\"}}");
    let (version, short) = VERSIONS;
    let header = Header { name: NAME, version, subject: experiment, short: Some(short), former: Some(&former) };
    let (journal, records) = Journal::open(path, &header)?;
    let read = |record: &Record| {
        let found: T = serde_json::from_str(&record.text).map_err(|error| error.to_string())?;
        check(&found).map(|()| found)
    };
    let none = |record: &_| read(record).map_err(|error: String| format!("no result of this experiment: {error}"));
    let (known, left_out) = records.read_all(none)?;
    Ok((journal, known, left_out))
}

/// Adds a record.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn add(journal: &Journal, record: &impl Serialize) -> Result<(), FileError> {
    journal.append(&serde_json::to_string(record).expect("all keys are texts"))
}

#[cfg(test)]
mod tests {
    use std::fs::{read_to_string, write};

    use super::*;

    #[test]
    fn what_was_added_is_there_again_and_a_torn_line_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let open = || open::<u32>(&path, "count", |_| Ok(()));
        let (journal, known, _) = open().unwrap();
        assert!(known.is_empty());
        (1..=3).for_each(|number| add(&journal, &number).unwrap());
        let busy = open().unwrap_err().to_string();
        assert!(busy.ends_with("journal.jsonl: another process writes to it"), "{busy}");
        drop(journal);
        let whole = read_to_string(&path).unwrap();
        for length in 0..whole.len() {
            write(&path, &whole[..length]).unwrap();
            let (journal, known, left_out) = open().unwrap();
            assert_eq!(left_out, []);
            let ends = whole[..length].matches('\n').count();
            assert_eq!(known.len(), ends.saturating_sub(1), "{length}");
            (known.len()..3).for_each(|known| add(&journal, &(known as u32 + 1)).unwrap());
            drop(journal);
            assert_eq!(read_to_string(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn a_file_of_the_first_version_is_read_and_goes_on_with_checksums() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        let open = |path: &Path| open::<u32>(path, "count", |_| Ok(())).unwrap();
        let other = open(&new).0;
        (1..=3).for_each(|number| add(&other, &number).unwrap());
        let second: String = ["othello-results 2 count", "1", "2"].map(|line| files::sealed(line) + "\n").concat();
        for text in ["{\"results\":\"count\"}\n1\n2\n", &second] {
            write(&old, text).unwrap();
            let (journal, known, left_out) = open(&old);
            assert_eq!((known, left_out), (vec![1, 2], Vec::new()));
            add(&journal, &3).unwrap();
            assert_eq!(read_to_string(&old).unwrap(), read_to_string(&new).unwrap());
        }
    }

    #[test]
    fn a_damaged_line_is_left_out_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let open = || open::<u32>(&path, "count", |_| Ok(())).unwrap();
        let journal = open().0;
        [1, 2, 4].into_iter().for_each(|number| add(&journal, &number).unwrap());
        drop(journal);
        let whole = read_to_string(&path).unwrap();
        let of_other = files::Seal::of("othello-results 3 other").seal("7") + "\n";
        for (text, line, reason) in [
            (whole.replace("\n2 #", "\n3 #"), 3, "the checksum #"),
            (whole.replace("2 #", "2  #"), 3, "the checksum #"),
            (format!("{whole}{of_other}"), 5, "the checksum #"),
        ] {
            write(&path, &text).unwrap();
            let (_, known, left_out) = open();
            assert_eq!((left_out.len(), left_out[0].line), (1, line), "{left_out:?}");
            assert!(left_out[0].to_string().starts_with(&format!("{}:{line}: {reason}", path.display())));
            assert!(!known.contains(&3) && !known.contains(&7) && known.contains(&4), "{known:?}");
        }
        write(&path, "{\"results\":\"count\"}\n1\n{}\n3\n").unwrap();
        let (_, known, left_out) = open();
        assert!(left_out[0].to_string().contains("file:3: no result of this experiment: "), "{left_out:?}");
        assert_eq!(known, [1, 3]);
    }

    #[test]
    fn a_file_of_something_else_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let sealed = |text| files::sealed(text) + "\n";
        let newer = files::Seal::ALONE.seal("othello-results 4 count") + "\n";
        for (text, expected) in [
            ("{\"results\":\"other\"}\n1\n", "file: no journal that begins with 'othello-results'"),
            ("one line", "file: no journal that begins with 'othello-results'"),
            (&sealed("othello-results 2 other"), "file: the journal is about 'other', not 'count'"),
            (&sealed("othello-results 3 count"), "file: a journal of version 3; this program reads version 3"),
            (&newer, "file: a journal of version 4; this program reads version 3"),
            ("othello-results 3 count #0000000000000000\n", "file:1: the checksum #0000000000000000 does not"),
        ] {
            write(&path, text).unwrap();
            let error = open::<u32>(&path, "count", |_| Ok(())).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(read_to_string(&path).unwrap(), text);
        }
    }
}
