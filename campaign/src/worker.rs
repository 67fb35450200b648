//! Who has done a job.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

/// The most characters of a name.
const LONGEST: usize = 80;
/// Stands for a worker that gave no name.
const UNKNOWN: &str = "unknown";
/// The driver, which keeps the ledger, when it proves something itself.
const DRIVER: &str = "driver";

/// The drivers of ledgers merged into this one.
const OTHERS: &str = "other-driver";
/// The beginning of the names of workers from other ledgers.
const ELSEWHERE: &str = "other/";

/// A text that is not a worker's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("worker '{0}' is not a name: one word of ASCII characters, at most {LONGEST}, and not '{DRIVER}'")]
pub struct NotAName(String);

/// The name of a worker: one word, given by the program that hands out jobs, such as `HOST:PID`. Answers under the same
/// name stand and fall together, so it should stand for what can go wrong as a whole: a process, or a machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WorkerName(Arc<str>);

impl WorkerName {
    /// The worker without a name, to whom all answers on lines without one belong.
    #[must_use]
    pub fn unknown() -> Self {
        Self(UNKNOWN.into())
    }

    /// The driver, which keeps the ledger. Its proofs decide who was right; it is never withdrawn.
    #[must_use]
    pub fn driver() -> Self {
        Self(DRIVER.into())
    }

    /// The driver of a ledger merged into this one. Here it is a worker like any other.
    #[must_use]
    pub fn other_driver() -> Self {
        Self(OTHERS.into())
    }

    /// A worker of a machine, such as a thread: `HOST/NUMBER`.
    ///
    /// # Errors
    /// The host's name cannot be part of a worker's name.
    pub fn numbered(host: &str, number: usize) -> Result<Self, NotAName> {
        format!("{host}/{number}").parse()
    }

    /// The name here of a worker whose answers came with somebody else's ledger. Nobody knows whether it is the one
    /// with the same name here, so what it did is not held against that one.
    #[must_use]
    pub(crate) fn elsewhere(&self) -> Self {
        match self.is_unknown() || *self == Self::other_driver() || self.0.starts_with(ELSEWHERE) {
            true => self.clone(),
            false if self.is_driver() => Self::other_driver(),
            false => Self(ELSEWHERE.chars().chain(self.0.chars()).take(LONGEST).collect::<String>().into()),
        }
    }

    /// Whether nobody knows who it is.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self.0 == *UNKNOWN
    }

    /// Whether it is the driver.
    #[must_use]
    pub fn is_driver(&self) -> bool {
        *self.0 == *DRIVER
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for WorkerName {
    fn default() -> Self {
        Self::unknown()
    }
}

impl fmt::Display for WorkerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for WorkerName {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, NotAName> {
        let is_word = text.bytes().all(|byte| byte.is_ascii_graphic()) && (1..=LONGEST).contains(&text.len());
        // Nobody else may speak for the driver.
        match is_word && text != DRIVER {
            true => Ok(Self(text.into())),
            false => Err(NotAName(text.chars().take(LONGEST).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word() {
        for name in ["unknown", "node7:4711", "a/1", &"x".repeat(LONGEST)] {
            assert_eq!(name.parse::<WorkerName>().unwrap().as_str(), name);
        }
        for name in ["", "two words", "é", "tab\t", "driver", &"x".repeat(LONGEST + 1)] {
            assert!(name.parse::<WorkerName>().is_err(), "{name}");
        }
        assert!(WorkerName::default().is_unknown() && WorkerName::driver().is_driver());
        assert_eq!(WorkerName::numbered("host", 2).unwrap().as_str(), "host/2");
    }

    #[test]
    fn the_workers_of_others_have_names_of_their_own() {
        let elsewhere = |name: &WorkerName| name.elsewhere().as_str().to_owned();
        let known = |name: &str| name.parse::<WorkerName>().unwrap();
        assert_eq!(elsewhere(&known("home/1")), "other/home/1");
        assert_eq!(elsewhere(&known("other/home/1")), "other/home/1");
        assert_eq!(elsewhere(&known(&"x".repeat(LONGEST))), format!("other/{}", "x".repeat(LONGEST - 6)));
        assert_eq!(elsewhere(&WorkerName::driver()), "other-driver");
        assert_eq!(elsewhere(&WorkerName::other_driver()), "other-driver");
        assert!(WorkerName::unknown().elsewhere().is_unknown());
    }
}
