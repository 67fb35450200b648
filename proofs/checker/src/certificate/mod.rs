//! The check of proof certificates on many threads, in parts, and with notes.
//!
//! The crate `kernel` says what a certificate is and why it cannot lie. This is its check for large ones: it walks the same
//! positions, searches the same leaves, and comes to the same verdict.
//!
//! - [`mod@file`]: from a file to its bytes.
//! - [`walk`]: all positions of a proof, down to those that are searched.
//! - [`mod@check`]: the walk and the searches, on many threads; [`watch`]: receives its progress.
//! - [`part`]: a check in parts; [`lines`]: the result of each, and all of them together.
//! - [`progress`]: what a check has done so far; [`notes`]: a file that keeps it, to resume later.
//! - [`hash`]: the names of certificates and results.

pub mod check;
mod crew;
mod error;
pub mod file;
pub mod hash;
pub mod lines;
pub mod notes;
pub mod part;
pub mod progress;
pub mod walk;
pub mod watch;

pub use check::{Report, check, check_part, survey};
pub use error::CheckError;
pub use file::{ReadError, read};
pub use hash::Hash;
pub use kernel::{Certificate, Counts, Fault, FormatError, Limit, Proof, Refused, Statement};
pub use lines::{Lines, LinesError, PartLine, Together};
pub use notes::{Earlier, NotedCheck, NotedCheckError, Notes, Remark};
pub use part::Part;
pub use progress::{Found, Progress};
pub use watch::Watcher;
