//! Keeps guesses of values beside a ledger. They never change, and making them takes most of the time when a campaign
//! starts.
//!
//! The file is a cache that may be deleted at any time. Its content may change the order of jobs, but never a value.
//! Damaged guesses, and those of another evaluation, are made again.

use std::fs::OpenOptions;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use files::{FileError, open_own};
use solver::{Discs, Squares};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The first bytes of the file.
const MAGIC: &[u8; 16] = b"othello-guess 1\n";
/// Its name, in the folder of the ledger.
const NAME: &str = "guesses.cache";
/// Bytes before the first entry: those, and the fingerprint.
const HEAD: usize = MAGIC.len() + 8;
/// Bytes of an entry: own discs, the other side's, the guess, half a checksum, all little-endian.
const ENTRY: usize = 24;
/// No more than this is read: some hundred million guesses.
const MOST_BYTES: u64 = 1 << 32;

/// A guess as the file keeps it.
pub(crate) type Guess = (Discs, i32);

/// All intact guesses beside a ledger, for the board, scoring and evaluation that the fingerprint identifies; none if there is
/// no such file, or it belongs to another campaign.
pub(crate) fn read(ledger: &Path, fingerprint: u64) -> Vec<Guess> {
    let path = ledger.with_file_name(NAME);
    let Ok(file) = open_own(&path, OpenOptions::new().read(true)) else { return Vec::new() };
    let mut file = BufReader::new(file.take(MOST_BYTES));
    let mut begin = [0; HEAD];
    if file.read_exact(&mut begin).is_err() || begin != head(fingerprint) {
        return Vec::new();
    }
    let mut entry = [0; ENTRY];
    let entries = std::iter::from_fn(|| file.read_exact(&mut entry).is_ok().then(|| open(&entry, fingerprint)));
    entries.flatten().collect()
}

/// Adds guesses. Begins the file anew if it holds guesses of another campaign, or ends within an entry. Only the
/// holder of the ledger may do so.
///
/// # Errors
/// It cannot be written, or something else has its name, which stays as it is.
pub(crate) fn append(ledger: &Path, fingerprint: u64, guesses: &[Guess]) -> Result<(), FileError> {
    let path = ledger.with_file_name(NAME);
    let failed = FileError::at(&path);
    let mut file = open_own(&path, OpenOptions::new().read(true).write(true).create(true).truncate(false))?;
    let (head, mut begin) = (head(fingerprint), Vec::new());
    (&mut file).take(HEAD as u64).read_to_end(&mut begin).map_err(&failed)?;
    let shared = begin.len().min(MAGIC.len());
    if begin[..shared] != MAGIC[..shared] {
        return Err(FileError::Exists { path: path.clone() });
    }
    let length = file.metadata().map_err(&failed)?.len();
    let is_whole = begin == head && (length - HEAD as u64).is_multiple_of(ENTRY as u64);
    let mut bytes = if is_whole { Vec::new() } else { head.to_vec() };
    bytes.extend(guesses.iter().flat_map(|guess| seal(guess, fingerprint)));
    let end = if is_whole { length } else { 0 };
    let written = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
    written.and_then(|_| file.write_all(&bytes)).map_err(failed)
}

fn head(fingerprint: u64) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..MAGIC.len()].copy_from_slice(MAGIC);
    head[MAGIC.len()..].copy_from_slice(&fingerprint.to_le_bytes());
    head
}

fn seal(&(discs, guess): &Guess, fingerprint: u64) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..8].copy_from_slice(&discs.player().bits().to_le_bytes());
    entry[8..16].copy_from_slice(&discs.opponent().bits().to_le_bytes());
    entry[16..20].copy_from_slice(&guess.to_le_bytes());
    let sum = sum(&entry[..20], fingerprint);
    entry[20..].copy_from_slice(&sum);
    entry
}

fn open(entry: &[u8], fingerprint: u64) -> Option<Guess> {
    let number = |at: usize| Some(u64::from_le_bytes(entry.get(at..at + 8)?.try_into().ok()?));
    let (player, opponent) = (number(0)?, number(8)?);
    let is_whole = sum(&entry[..20], fingerprint)[..] == entry[20..];
    let discs = Discs::new(Squares::from_bits(player), Squares::from_bits(opponent)).filter(|_| is_whole)?;
    Some((discs, i32::from_le_bytes(entry[16..20].try_into().ok()?)))
}

fn sum(bytes: &[u8], fingerprint: u64) -> [u8; 4] {
    (xxh3_64_with_seed(bytes, fingerprint) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use solver::{Position, Start};

    use super::*;

    #[test]
    fn what_is_damaged_torn_or_of_another_evaluation_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("ledger.txt");
        assert_eq!(read(&ledger, 7), []);
        let position = |name: &str| Position::start(name.parse().unwrap(), Start::Othello).discs();
        let all = [(position("6x6"), -12), (position("8x8"), 500), (position("4x5"), 0)];
        append(&ledger, 7, &all[..1]).unwrap();
        append(&ledger, 7, &all[1..]).unwrap();
        assert_eq!(read(&ledger, 7), all);
        assert_eq!(read(&ledger, 8), []);
        let path = folder.path().join(NAME);
        let bytes = fs::read(&path).unwrap();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            assert_eq!(read(&ledger, 7), all[..(cut.saturating_sub(24)) / ENTRY]);
        }
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            fs::write(&path, &damaged).unwrap();
            let left = if index < 24 {
                vec![]
            } else {
                all.iter()
                    .enumerate()
                    .filter(|(number, _)| *number != index / ENTRY - 1)
                    .map(|(_, guess)| *guess)
                    .collect()
            };
            assert_eq!(read(&ledger, 7), left, "{index}");
        }
        // A file of another evaluation and a torn one are begun anew.
        append(&ledger, 8, &all[1..]).unwrap();
        assert_eq!(read(&ledger, 8), all[1..]);
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        append(&ledger, 7, &all[..1]).unwrap();
        assert_eq!(read(&ledger, 7), all[..1]);
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("ledger.txt");
        let guess = (Position::start("4x5".parse().unwrap(), Start::Othello).discs(), 3);
        let (path, other) = (folder.path().join(NAME), folder.path().join("other"));
        fs::write(&path, "a text of somebody").unwrap();
        assert!(append(&ledger, 7, &[guess]).is_err());
        assert_eq!((fs::read(&path).unwrap(), read(&ledger, 7)), (b"a text of somebody".to_vec(), vec![]));
        #[cfg(unix)]
        for target in ["other", "nothing"] {
            fs::write(&other, "another").unwrap();
            fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink(folder.path().join(target), &path).unwrap();
            assert!(append(&ledger, 7, &[guess]).is_err());
            assert_eq!(fs::read(&other).unwrap(), b"another");
            assert!(!folder.path().join("nothing").exists());
        }
        #[cfg(unix)]
        {
            fs::remove_file(&path).unwrap();
            assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
            assert!(
                append(&ledger, 7, &[guess]).is_err() && read(&ledger, 7).is_empty(),
                "it does not wait for a writer either"
            );
        }
    }
}
