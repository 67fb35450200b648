//! Files that survive a crash.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`seal`] | a line with its checksum |
//! | [`lines`] | reading line by line, never more than a line in memory |
//! | [`limits`] | how long a line may be, how many damaged ones are left out |
//! | [`append`] | a file to which only one process adds lines: lock, torn last line |
//! | [`damage`] | lines that are left out because they are damaged |
//! | [`journal`] | a header line and records, each line with its checksum |
//! | `lock` | opening regular files only, alone, and never through a link to somebody else's |
//! | [`draft`] | files and folders that appear whole or not at all |
//! | [`bounded`] | reading a whole file or input, up to a limit |
//! | [`printed`] | names and texts from elsewhere, on one line; counted nouns |
//! | [`error`] | what can go wrong; every error names its file |
//!
//! The crate knows neither JSON nor Othello: a record is a line of text, and its meaning is up to the caller.
//!
//! ```
//! use files::{Header, Journal};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("primes.txt");
//! let header = Header { name: "primes", version: 1, subject: "below 100", short: None, former: None };
//! let (journal, _) = Journal::open(&path, &header)?;
//! journal.append("2")?;
//! journal.append("3")?;
//! drop(journal);
//!
//! let (_journal, records) = Journal::open(&path, &header)?;
//! let known = records.map(|record| Ok(record?.text)).collect::<Result<Vec<_>, files::FileError>>()?;
//! assert_eq!(known, ["2", "3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod append;
pub mod bounded;
pub mod damage;
pub mod draft;
pub mod error;
pub mod journal;
pub mod limits;
pub mod lines;
mod lock;
pub mod printed;
pub mod seal;

pub use append::AppendFile;
pub use bounded::{read_at_most, read_bounded};
pub use damage::{Damage, leave_out};
pub use draft::{Draft, DraftFolder, write_new, write_whole};
pub use error::FileError;
pub use journal::{Header, Journal, Record, Records};
pub use limits::{LONGEST_LINE, MOST_DAMAGED};
pub use lines::{Line, Lines, next_line};
pub use lock::{MOMENT, open_own};
pub use printed::{json_on_one_line, noun, on_its_lines, on_one_line};
pub use seal::{Seal, SealError, sealed, unsealed};
