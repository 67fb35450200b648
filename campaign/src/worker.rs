//! Who has done a job.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::JobError;

/// The most characters of a name.
const LONGEST: usize = 80;
/// Stands for a worker that gave no name.
const UNKNOWN: &str = "unknown";
/// The beginning of the names of workers from other ledgers.
const ELSEWHERE: &str = "other";

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

    /// A worker of a machine, such as a thread: `MACHINE/NUMBER`.
    ///
    /// # Errors
    /// The machine's name cannot be part of a worker's name.
    pub fn numbered(machine: &Self, number: usize) -> Result<Self, JobError> {
        format!("{machine}/{number}").parse()
    }

    /// The name here of a worker whose answers came with somebody else's ledger, which this number
    /// stands for. Nobody knows whether it is the one with the same name here or in a third ledger, so nothing that it
    /// did is held against those.
    #[must_use]
    pub(crate) fn elsewhere(&self, ledger: u32) -> Self {
        let whole = format!("{ELSEWHERE}/{ledger:08x}/{self}");
        match whole.len() > LONGEST {
            true => Self(format!("{}~{:08x}", &whole[..LONGEST - 9], xxh3_64(whole.as_bytes()) as u32).into()),
            false => Self(whole.into()),
        }
    }

    /// The name of the same worker for what it finds after an answer of it was withdrawn: `NAME~2`, `NAME~3` and so on.
    pub(crate) fn again(&self) -> Self {
        let (name, number) = self.0.rsplit_once('~').unwrap_or((&self.0, "1"));
        let (name, number) = number.parse().map_or((&*self.0, 1u32), |number| (name, number));
        let end = format!("~{}", number.saturating_add(1));
        Self(format!("{}{end}", &name[..name.len().min(LONGEST - end.len())]).into())
    }

    /// Whether nobody knows who it is.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self.0 == *UNKNOWN
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
    type Err = JobError;

    fn from_str(text: &str) -> Result<Self, JobError> {
        let is_word = text.bytes().all(|byte| byte.is_ascii_graphic()) && (1..=LONGEST).contains(&text.len());
        match is_word {
            true => Ok(Self(text.into())),
            false => Err(JobError::Worker(text.chars().take(LONGEST).collect())),
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
        for name in ["", "two words", "é", "tab\t", &"x".repeat(LONGEST + 1)] {
            assert!(name.parse::<WorkerName>().is_err(), "{name}");
        }
        assert!(WorkerName::default().is_unknown());
        assert_eq!(WorkerName::numbered(&"host".parse().unwrap(), 2).unwrap().as_str(), "host/2");
        let again = |name: &str| name.parse::<WorkerName>().unwrap().again().as_str().to_owned();
        assert_eq!(["a", "a~2", "a~b", "~"].map(again), ["a~2", "a~3", "a~b~2", "~~2"]);
        assert_eq!(again(&"x".repeat(LONGEST)).len(), LONGEST);
    }

    #[test]
    fn the_workers_of_others_have_names_of_their_own() {
        let elsewhere = |name: &str| {
            let name: WorkerName = name.parse().unwrap();
            let there = name.elsewhere(0x1f);
            assert_ne!(there, name.elsewhere(0x2f), "another ledger, another worker");
            there.as_str().parse::<WorkerName>().unwrap().as_str().to_owned()
        };
        assert_eq!(elsewhere("home/1"), "other/0000001f/home/1");
        assert_eq!(elsewhere("other/0000001f/home/1"), "other/0000001f/other/0000001f/home/1");
        assert_eq!(elsewhere("unknown"), "other/0000001f/unknown");
        // Names that are too long differ where they end, too.
        let [one, other] = ["1", "2"].map(|end| elsewhere(&("x".repeat(LONGEST - 1) + end)));
        assert!(one != other && one.len() == LONGEST && one.starts_with("other/0000001f/xxx"), "{one} {other}");
    }
}
