//! What to open.

use std::path::PathBuf;

use crate::books::Books;

/// What to open, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The directory of the tables; `None` for no tables.
    pub directory: Option<PathBuf>,
    /// Whether the tables are only read, as they are now; other programs may use them meanwhile. Otherwise what is recorded
    /// is kept in them, and the directory is made if it is missing.
    pub is_read_only: bool,
    /// Whether the tables' entries from elsewhere, which nobody has proven here, are left out.
    pub trusts_own_only: bool,
    /// Whether tablebases are asked, too, and a claim that contradicts a proof is dropped instead of being shown as a
    /// contradiction: for those who show positions to people and have to go on.
    pub shows: bool,
    /// The books.
    pub books: Books,
}
