//! The ledger: everything a campaign knows, as text. FORMAT.md describes it.

mod error;
mod file;
mod folder;
mod follow;
pub(crate) mod guesses;
mod line;
mod merge;
mod text;

pub use error::LedgerError;
pub use file::LedgerFile;
pub use folder::{LEDGER, begin, keep_guesses, ledger_path, resume, resume_unguessed};
pub use follow::{Follower, News};
pub use line::record_text;
pub use merge::{Merged, merge, replay};
pub use text::Ledger;
