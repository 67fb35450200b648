//! How much is read of a file that somebody else may have written.

/// The longest line that is read or written, in bytes and without its line feed. What is longer is no line of a journal, and
/// is not read to its end.
pub const LONGEST_LINE: usize = 1 << 20;

/// So many damaged lines of a file are left out at most. A file with more is refused: it is hardly what it was.
pub const MOST_DAMAGED: usize = 1000;
