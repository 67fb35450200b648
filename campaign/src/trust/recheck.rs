//! Which answers are re-checked.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::str::FromStr;

use files::{FileError, read_bounded, write_whole};
use solver::random::unpredictable;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::job::JobId;
use crate::ledger::LedgerError;
use crate::worker::WorkerName;

/// The file of the key, beside the ledger. Workers should not read it.
const KEY: &str = "recheck.key";
/// No more than this is read: a key's file has 16 hexadecimal digits and a line feed.
const MOST_KEY_BYTES: u64 = 64;

/// A text that is not a share of answers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a share of answers: give one such as 1%, 0.5% or 0, at most 100%")]
pub struct ShareError(String);

/// How many answers to re-check, and which: those whose hash with a secret key is small enough. This chooses the same
/// answers each time, and nobody can tell which without the key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recheck {
    /// The share of answers, from 0 to 1.
    share: f64,
    key: u64,
}

impl Recheck {
    /// Re-checks nothing.
    pub const NONE: Self = Self { share: 0.0, key: 0 };

    /// This share of answers, chosen by a key.
    #[must_use]
    pub fn new(share: f64, key: u64) -> Self {
        Self { share: share.clamp(0.0, 1.0), key }
    }

    /// This share of the answers in this ledger's campaign. The key is in the file `recheck.key` beside the ledger,
    /// which is made if there is none.
    ///
    /// # Errors
    /// The key can neither be read nor made.
    pub fn of_ledger(ledger: &Path, share: f64) -> Result<Self, LedgerError> {
        match share > 0.0 {
            true => Ok(Self::new(share, key_beside(ledger)?)),
            false => Ok(Self::NONE),
        }
    }

    /// Whether nothing is chosen.
    #[must_use]
    pub fn is_none(self) -> bool {
        self.share <= 0.0
    }

    /// The rank of an answer in the order of choice.
    pub(crate) fn rank(self, job: JobId, worker: &WorkerName) -> u64 {
        xxh3_64_with_seed(format!("{job} {worker}").as_bytes(), self.key)
    }

    /// Whether an answer is chosen.
    pub(crate) fn chooses(self, job: JobId, worker: &WorkerName) -> bool {
        // As many of the upper bits as the fraction of an `f64` has, 53.
        ((self.rank(job, worker) >> 11) as f64) < self.share * (1u64 << 53) as f64
    }
}

/// Reads a share: `1%`, `0.5%`, `0`, or a fraction such as `0.01`.
///
/// # Errors
/// The text is not a share, or more than everything.
pub(crate) fn parse_share(text: &str) -> Result<f64, ShareError> {
    let wrong = || ShareError(text.to_owned());
    let (number, scale) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 0.01));
    let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let share = number.parse::<f64>().map_err(|_| wrong())? * scale;
    if is_plain && (0.0..=1.0).contains(&share) { Ok(share) } else { Err(wrong()) }
}

/// A share of answers, as an option gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share(pub f64);

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        parse_share(text).map(Self)
    }
}

/// The key beside a ledger.
fn key_beside(ledger: &Path) -> Result<u64, LedgerError> {
    let path = ledger.with_file_name(KEY);
    match read_bounded(&path, MOST_KEY_BYTES) {
        Ok(bytes) => {
            let digits = str::from_utf8(&bytes).unwrap_or_default().trim_end();
            let key = u64::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 16);
            let reason = "this is not a key of 16 hexadecimal digits; remove it, and another one is made".to_owned();
            key.ok_or(LedgerError::File { path, reason })
        }
        Err(FileError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => {
            let key = unpredictable();
            write_whole(&path, format!("{key:016x}\n").as_bytes())?;
            for_me_alone(&path)?;
            Ok(key)
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(unix)]
fn for_me_alone(path: &Path) -> Result<(), LedgerError> {
    use std::os::unix::fs::PermissionsExt;

    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(FileError::at(path))?)
}

#[cfg(not(unix))]
fn for_me_alone(_: &Path) -> Result<(), LedgerError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_percentage_or_a_fraction() {
        for (text, share) in [("1%", 0.01), ("0", 0.0), ("100%", 1.0), ("0.25", 0.25), ("0.5%", 0.005), ("1", 1.0)] {
            assert!((text.parse::<Share>().unwrap().0 - share).abs() < 1e-12, "{text}");
        }
        for text in ["", "%", "-1%", "101%", "1.5", "inf", "NaN", "1e-3", "one", "+1%"] {
            assert!(text.parse::<Share>().is_err(), "{text}");
        }
    }

    #[test]
    fn about_so_many_are_chosen_and_another_key_chooses_others() {
        let worker = WorkerName::unknown();
        let chosen =
            |recheck: Recheck| (0..10_000).filter(|&job| recheck.chooses(JobId(job), &worker)).collect::<Vec<_>>();
        let (one, other) = (chosen(Recheck::new(0.01, 1)), chosen(Recheck::new(0.01, 2)));
        assert!((50..200).contains(&one.len()) && one != other, "{}", one.len());
        assert_eq!(chosen(Recheck::new(1.0, 1)).len(), 10_000);
        assert_eq!(chosen(Recheck::NONE).len(), 0);
    }

    #[test]
    fn the_key_is_made_once_and_is_for_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = folder.path().join("ledger.txt");
        assert!(Recheck::of_ledger(&ledger, 0.0).unwrap().is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let first = Recheck::of_ledger(&ledger, 0.5).unwrap();
        assert_eq!(Recheck::of_ledger(&ledger, 0.5).unwrap(), first);
        let key = folder.path().join(KEY);
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&key.metadata().unwrap().permissions()) & 0o777, 0o600);
        for other in [&b"zz"[..], b"\xff", b"0123456789abcdef0", b""] {
            fs::write(&key, other).unwrap();
            let error = Recheck::of_ledger(&ledger, 0.5).unwrap_err().to_string();
            assert!(error.contains("recheck.key: this is not a key"), "{error}");
        }
        #[cfg(unix)]
        {
            fs::remove_file(&key).unwrap();
            assert!(std::process::Command::new("mkfifo").arg(&key).status().unwrap().success());
            let error = Recheck::of_ledger(&ledger, 0.5).unwrap_err().to_string();
            assert!(error.contains("recheck.key: not a file"), "{error}");
        }
        fs::remove_file(&key).unwrap();
        assert_ne!(Recheck::of_ledger(&ledger, 0.5).unwrap(), first);
    }
}
