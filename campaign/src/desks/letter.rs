//! What driver and workers tell each other: one line of JSON with a checksum in each file (FORMAT.md, section Desks).

use files::Seal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::job::JobId;

/// The version of all files.
const FORMAT: u32 = 1;
/// The most bytes of a file.
pub(super) const MOST_BYTES: u64 = 4 << 20;
/// The most jobs a worker may have in hand.
pub(super) const MOST_IN_HAND: usize = 4096;
/// The most characters of a reason.
const LONGEST_REASON: usize = 300;

/// A file of the folder.
pub(super) trait Letter: Serialize + DeserializeOwned {
    /// Its name.
    const NAME: &'static str;
}

/// Everything a worker has to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Report {
    /// Its name.
    pub(super) worker: String,
    /// How many jobs it does at the same time.
    pub(super) threads: usize,
    /// How many jobs it would like to hold.
    pub(super) wants: usize,
    /// Number of this report, from 1.
    pub(super) beat: u64,
    /// The names of the jobs it has in hand.
    pub(super) in_hand: Vec<String>,
    /// What it has found, until the driver says that it has received it.
    pub(super) answers: Vec<Answer>,
    /// Whether it has left. It then does nothing more.
    pub(super) left: bool,
}

impl Letter for Report {
    const NAME: &'static str = "report";
}

/// What became of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// Number among all answers of this desk, from 1.
    pub(super) serial: u64,
    /// The job's name.
    pub(super) job: String,
    /// What was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<Value>,
    /// Why nothing could be found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) failed: Option<String>,
}

impl Answer {
    /// The answer to a job that could not be done.
    pub(super) fn failed(serial: u64, job: JobId, reason: &str) -> Self {
        let reason = reason.chars().take(LONGEST_REASON).collect();
        Self { serial, job: job.to_string(), record: None, failed: Some(reason) }
    }
}

/// Everything the driver has to say to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The driver who gives them.
    pub(super) lead: String,
    /// Number of these orders, from 1.
    pub(super) number: u64,
    /// The longest time between two reports.
    pub(super) beat_ms: u64,
    /// The jobs to do, in this order. The worker drops all others.
    pub(super) jobs: Vec<Value>,
    /// Answers up to this number have arrived and need not be sent again.
    pub(super) taken: u64,
    /// Why the worker is to go home.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) dismissed: Option<String>,
}

impl Letter for Orders {
    const NAME: &'static str = "orders";
}

/// The state of the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LeadState {
    /// It is there, as long as its note changes.
    Leads,
    /// It was told to stop. Another one may follow.
    Stopped,
    /// Nothing is left to do.
    Done,
}

/// What the driver says to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    /// Which driver it is.
    pub(super) lead: String,
    /// Its machine.
    pub(super) host: String,
    /// Number of this note, from 1.
    pub(super) beat: u64,
    /// Its state.
    pub(super) state: LeadState,
}

impl Letter for Note {
    const NAME: &'static str = "lead";
}

/// A letter with its version.
#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    format: u32,
    #[serde(flatten)]
    letter: T,
}

/// The version alone.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// The seal of a letter for this desk (none for `lead`). It fits no other desk.
fn seal<T: Letter>(desk: &str) -> Seal {
    Seal::of(&format!("solve-campaign {desk} {}", T::NAME))
}

/// A letter as it is written.
pub(super) fn write<T: Letter>(desk: &str, letter: &T) -> String {
    let text = serde_json::to_string(&Envelope { format: FORMAT, letter }).unwrap_or_default();
    seal::<T>(desk).seal(&text) + "\n"
}

/// Reads what [`write`] returns.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read<T: Letter>(desk: &str, bytes: &[u8]) -> Result<T, String> {
    let line = bytes.strip_suffix(b"\n").ok_or("it does not end with a line feed")?;
    let text = seal::<T>(desk).open(line).map_err(|error| error.to_string())?;
    let wrong = |error: serde_json::Error| error.to_string();
    let Version { format } = serde_json::from_str(text).map_err(wrong)?;
    if format != FORMAT {
        return Err(format!(
            "it has version {format}, and this program knows version {FORMAT}: use the same program everywhere"
        ));
    }
    Ok(serde_json::from_str::<Envelope<T>>(text).map_err(wrong)?.letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note() -> Note {
        Note { lead: "1f".to_owned(), host: "node7".to_owned(), beat: 3, state: LeadState::Leads }
    }

    #[test]
    fn a_letter_is_read_as_it_was_written_and_nothing_else_is() {
        let text = write("", &note());
        assert_eq!(read("", text.as_bytes()), Ok(note()));
        assert!(read::<Note>("0000000000000001", text.as_bytes()).unwrap_err().contains("checksum"), "another desk");
        assert!(read::<Orders>("", text.as_bytes()).is_err(), "another letter");
        for wrong in ["", "\n", "{}\n", &text[..text.len() - 1], &text.replace("node7", "node8")] {
            assert!(read::<Note>("", wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn another_version_is_named() {
        let text = seal::<Note>("").seal(r#"{"format":2,"something":"else"}"#) + "\n";
        assert!(read::<Note>("", text.as_bytes()).unwrap_err().starts_with("it has version 2"));
    }
}
