//! What can go wrong with a table.

use std::path::PathBuf;

use retrograde::ExhaustError;
use solver::{Bounds, SolveError};
use thiserror::Error;

/// Why a table cannot be opened, read or written. Each message is one line that names the directory or the position and says
/// what is right.
///
/// `directory` is the one asked for, `table` names board and scoring, `position` has the side to move as `X`, and `reason` is
/// what the system or RocksDB says, or what is wrong.
#[expect(missing_docs, reason = "the fields are described above")]
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The directory does not exist and cannot be made.
    #[error("table directory {} cannot be created: {reason}; {}", directory.display(), advice(reason, "name a directory you may write to"))]
    Create { directory: PathBuf, reason: String },
    /// There is nothing to read.
    #[error("table directory {} holds no table; name a directory that a search has written to", directory.display())]
    NoTable { directory: PathBuf },
    /// The directory holds tables, but not this one.
    #[error("table directory {} has no table {table}", directory.display())]
    Missing { directory: PathBuf, table: String },
    /// An exported file cannot be written or read, or is damaged.
    #[error("file {}: {reason}", path.display())]
    File { path: PathBuf, reason: String },
    /// Two entries, or an entry and the rules, cannot both be true.
    #[error("table {table} in {}: {position} is said to be {claimed}, but {reason}", directory.display())]
    Inconsistent { directory: PathBuf, table: String, position: String, claimed: Bounds, reason: String },
    /// The path leads to something other than a directory.
    #[error("table directory {} is a file; name a directory", path.display())]
    NotADirectory { path: PathBuf },
    /// The directory or a file in it cannot be read, or cannot be written to.
    #[error("table directory {} cannot be opened: {reason}; {}", directory.display(), advice(reason, "give yourself access, or name another directory"))]
    Inaccessible { directory: PathBuf, reason: String },
    /// The directory holds other files, or a RocksDB of another program. Nothing in it was changed.
    #[error("table directory {} is foreign: {reason}; name an empty or a new directory", directory.display())]
    Foreign { directory: PathBuf, reason: String },
    /// Another process, or this one, has the table open.
    #[error("table directory {} is in use by another process; wait for its end, or name another directory", directory.display())]
    InUse { directory: PathBuf },
    /// Another process wrote to the table whenever it was read.
    #[error("table directory {}: the table changed meanwhile, because another process writes to it; try again", directory.display())]
    Changed { directory: PathBuf },
    /// The table was written by an earlier program in a format that is no longer read.
    #[error("table directory {} has format {found}, this program reads {expected}; use the program that wrote it, or name a new directory", directory.display())]
    OlderFormat { directory: PathBuf, found: u32, expected: u32 },
    /// The table was written by a later program.
    #[error("table directory {} has format {found}, this program reads {expected}; use a newer program, or name another directory", directory.display())]
    NewerFormat { directory: PathBuf, found: u32, expected: u32 },
    /// RocksDB found its own files damaged.
    #[error("table directory {} is damaged: {reason}; restore it from a copy, or name a new directory", directory.display())]
    Damaged { directory: PathBuf, reason: String },
    /// A stored value is not one that this program wrote. It is never used.
    #[error("table {table} in {}: the entry of {position} is corrupt ({reason}) and was not used; solve table verify --accept removes it", directory.display())]
    Corrupt { directory: PathBuf, table: String, position: String, reason: String },
    /// Something to be merged cannot be an entry of the table. Nothing is merged.
    #[error("{position} cannot be taken into table {table}: {reason}; nothing was merged")]
    Refused { table: String, position: String, reason: String },
    /// Two proofs exclude each other. The earlier one stays; the later one is not stored.
    #[error("table {table} in {}: {position} is known to be {known}, and now {new} is recorded; one of them is wrong, verify the table", directory.display())]
    Contradiction { directory: PathBuf, table: String, position: String, known: Bounds, new: Bounds },
    /// An unverified claim is false: a proof now contradicts it. The claim is removed.
    #[error("table {table} in {}: {position} was claimed to be {claimed} by another table or an earlier program, and is proven to be {proven} now; the claim is removed", directory.display())]
    Refuted { directory: PathBuf, table: String, position: String, claimed: Bounds, proven: Bounds },
    /// A system error has stopped reading.
    #[error("table directory {} cannot be read: {reason}; {}", directory.display(), advice(reason, "check disk and permissions"))]
    Read { directory: PathBuf, reason: String },
    /// The directory was removed or replaced while it was open. What was in it is lost.
    #[error("table directory {} was removed while it was in use; what is proven is not kept", directory.display())]
    Removed { directory: PathBuf },
    /// An enumeration that was to become a table has failed, or what a tablebase says is false.
    #[error(transparent)]
    Enumeration(#[from] ExhaustError),
    /// A search that was to prove entries again lacks memory.
    #[error(transparent)]
    Search(#[from] SolveError),
    /// A system error has stopped writing. What was written before is intact.
    #[error("table directory {} cannot be written to: {reason}; {}", directory.display(), advice(reason, "check disk space and permissions"))]
    Write { directory: PathBuf, reason: String },
}

/// What to do about the system's message, which comes as text through RocksDB; `otherwise` if it is an unknown one.
fn advice(reason: &str, otherwise: &'static str) -> &'static str {
    const KNOWN: [(&str, &str); 6] = [
        ("No space left", "free some space, or name a directory on another disk"),
        ("Disk quota exceeded", "free some of your space, or name a directory on another disk"),
        ("File too large", "raise the limit of the size of files (ulimit -f), or name a directory on another disk"),
        ("Too many open files", "raise the limit of open files (ulimit -n)"),
        ("Read-only file system", "name a directory on a disk that can be written, or open the table only to read"),
        ("Cannot allocate memory", "free some memory, or raise its limit"),
    ];
    KNOWN.into_iter().find(|(said, _)| reason.contains(said)).map_or(otherwise, |(_, advice)| advice)
}

impl TableError {
    /// Whether it concerns a single entry: others can be read and written as before.
    #[must_use]
    pub fn is_of_an_entry(&self) -> bool {
        matches!(self, Self::Corrupt { .. } | Self::Contradiction { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_fits_what_the_system_said() {
        let opened =
            |reason: &str| TableError::Inaccessible { directory: "t".into(), reason: reason.to_owned() }.to_string();
        for (reason, advice) in [
            ("IO error: No space left on device: While appending to file: t/000004.log", "free some space"),
            ("IO error: While open a file for appending: t/LOG: Too many open files", "(ulimit -n)"),
            ("IO error: File too large: While appending to file", "(ulimit -f)"),
            ("Permission denied (os error 13)", "give yourself access"),
        ] {
            let text = opened(reason);
            assert!(text.contains(advice) && text.contains(reason), "{text}");
        }
    }
}
