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
    fn a_line_that_is_no_result_is_left_out_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, "{\"results\":\"count\"}\n1\n{}\n3\n").unwrap();
        let small = |number: &u32| if *number < 3 { Ok(()) } else { Err("it is large".to_owned()) };
        let (_, known, left_out) = open::<u32>(&path, "count", small).unwrap();
        let told: Vec<String> = left_out.iter().map(ToString::to_string).collect();
        assert!(told[0].contains("file:3: no result of this experiment: "), "{told:?}");
        assert!(told[1].contains("file:4: no result of this experiment: it is large"), "{told:?}");
        assert_eq!(known, [1]);
    }
}
