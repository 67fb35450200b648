//! The ledger: everything a campaign knows, as text. FORMAT.md describes it.

mod file;
mod folder;
pub(crate) mod guesses;
mod line;
mod merge;
mod text;

pub use file::LedgerFile;
pub use folder::{LEDGER, begin, ledger_path, resume};
pub use merge::{Merged, merge};
pub use text::Ledger;
