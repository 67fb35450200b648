//! Damaged files cause a clear error or give a right answer, never a wrong one.

mod support;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use solver::{Discs, ProofTable, Proven, Scoring};
use support::{board, entries, fill};
use tables::{TableError, Tables};
use tempfile::TempDir;

const SHAPE: &str = "4x6";

/// How many single bits to flip in each kind of file, and at how many places to tear it; `scripts/fuzz` asks for more.
static FLIPS: LazyLock<usize> = LazyLock::new(|| std::env::var("FLIPS").map_or(400, |text| text.parse().unwrap()));

type Truth = HashMap<Discs, Proven>;

/// A directory with all its entries in sorted files, and one with all of them in the log of writes.
fn settled_and_logged() -> (TempDir, TempDir, Truth) {
    let (settled, logged) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fill(settled.path(), SHAPE, Scoring::Discs);
    let tables = Tables::open_read_only(settled.path()).unwrap();
    let truth = entries(&tables.table(board(SHAPE), Scoring::Discs));
    let home = TempDir::new().unwrap();
    let writer = Tables::open(home.path()).unwrap();
    let table = writer.table(board(SHAPE), Scoring::Discs);
    for (index, &(discs, proven)) in truth.iter().enumerate() {
        table.record(discs, proven);
        if index % 50 == 0 {
            writer.flush().unwrap();
        }
    }
    writer.flush().unwrap();
    copy(home.path(), logged.path());
    (settled, logged, truth.into_iter().collect())
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.file_type().unwrap().is_file() && entry.file_name() != "LOCK" {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// The files whose names begin and end like this.
fn files(directory: &Path, start: &str, end: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(start) && name.ends_with(end) && fs::metadata(path).unwrap().len() > 0
    });
    files.sort();
    files
}

/// How often a damaged directory or an entry was refused, and how often an entry was missing.
#[derive(Default)]
struct Seen {
    refused: usize,
    corrupt: usize,
    missing: usize,
}

/// Opens a damaged directory and compares everything it says.
fn look(directory: &Path, truth: &Truth, seen: &mut Seen) {
    let one_line = |error: TableError| {
        let text = error.to_string();
        assert!(text.lines().count() == 1 && text.contains(directory.to_str().unwrap()), "{text}");
    };
    let tables = match Tables::open(directory) {
        Ok(tables) => tables,
        Err(error) => {
            seen.refused += 1;
            return one_line(error);
        }
    };
    let table = tables.table(board(SHAPE), Scoring::Discs);
    for (&discs, &proven) in truth {
        match table.get(discs) {
            Ok(Some(found)) => assert_eq!(found, proven, "a wrong answer"),
            Ok(None) => seen.missing += 1,
            Err(error) => {
                seen.corrupt += 1;
                one_line(error);
            }
        }
        assert!(table.probe(discs).is_none_or(|found| found == proven), "a wrong answer");
    }
    for entry in table.entries() {
        match entry {
            Ok((discs, proven)) => assert_eq!(truth.get(&discs), Some(&proven), "a wrong entry"),
            Err(error) => one_line(error),
        }
    }
}

/// Changes a file in many ways, one at a time, and examines each result.
fn damage(source: &Path, file: &Path, truth: &Truth, change: impl Fn(usize, &mut Vec<u8>)) -> Seen {
    let whole = fs::read(file).unwrap();
    let mut seen = Seen::default();
    for round in 0..*FLIPS {
        let directory = TempDir::new().unwrap();
        copy(source, directory.path());
        let mut bytes = whole.clone();
        change(round, &mut bytes);
        fs::write(directory.path().join(file.file_name().unwrap()), bytes).unwrap();
        look(directory.path(), truth, &mut seen);
    }
    seen
}

/// Flips bits spread over the whole file, a different one in each round.
fn flip(round: usize, bytes: &mut [u8]) {
    let bits = 8 * bytes.len();
    let bit = (round * bits / *FLIPS + round * 13 % 61) % bits;
    bytes[bit / 8] ^= 1 << (bit % 8);
}

/// Cuts the file off at places spread over all of it.
fn tear(round: usize, bytes: &mut Vec<u8>) {
    bytes.truncate(round * bytes.len() / *FLIPS);
}

#[test]
fn sorted_files() {
    let (settled, _, truth) = settled_and_logged();
    let sorted = files(settled.path(), "", ".sst");
    // The largest holds the entries.
    let largest = sorted.iter().max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap();
    for seen in [
        damage(settled.path(), largest, &truth, |round, bytes| flip(round, bytes)),
        damage(settled.path(), largest, &truth, tear),
    ] {
        assert_eq!(seen.missing, 0, "an entry is there or is said to be damaged");
        assert!(seen.refused + seen.corrupt > *FLIPS / 4, "{} {}", seen.refused, seen.corrupt);
    }
}

#[test]
fn logs_of_writes() {
    let (_, logged, truth) = settled_and_logged();
    let logs = files(logged.path(), "", ".log");
    let largest = logs.iter().max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap();
    // What follows the damage is lost, which looks like the end of a writer. Nothing wrong comes of it.
    for seen in [
        damage(logged.path(), largest, &truth, |round, bytes| flip(round, bytes)),
        damage(logged.path(), largest, &truth, tear),
    ] {
        assert!(seen.missing > 0);
    }
}

#[test]
fn manifests() {
    let (settled, _, truth) = settled_and_logged();
    let manifests = files(settled.path(), "MANIFEST-", "");
    let manifest = manifests.last().unwrap();
    for seen in [
        damage(settled.path(), manifest, &truth, |round, bytes| flip(round, bytes)),
        damage(settled.path(), manifest, &truth, tear),
    ] {
        assert!(seen.refused > *FLIPS / 4, "{}", seen.refused);
    }
}

#[test]
fn damage_on_which_rocksdb_would_never_end_is_told() {
    let (settled, logged, truth) = settled_and_logged();
    for (source, start, end) in [(settled, "MANIFEST-", ""), (logged, "", ".log")] {
        let sources = files(source.path(), start, end);
        let file = sources.iter().max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap();
        // Bit 2 of the type of the second record makes it a record of a recycled log, of which there are none.
        let kind = |bytes: &[u8]| 7 + usize::from(u16::from_le_bytes([bytes[4], bytes[5]])) + 6;
        let mut bytes = fs::read(file).unwrap();
        let at = kind(&bytes);
        bytes[at] ^= 4;
        let directory = TempDir::new().unwrap();
        copy(source.path(), directory.path());
        fs::write(directory.path().join(file.file_name().unwrap()), bytes).unwrap();
        let mut seen = Seen::default();
        look(directory.path(), &truth, &mut seen);
        assert_eq!(seen.refused, 1);
        let failure = Tables::open_read_only(directory.path()).expect_err("it is damaged");
        assert!(failure.to_string().contains("never written"), "{failure}");
    }
}
