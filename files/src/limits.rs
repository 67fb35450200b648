//! How much of an untrusted file is read.

/// The longest line that is read or written, in bytes and without its line feed. A longer one is not a line of a
/// journal, and is not read to its end.
pub const LONGEST_LINE: usize = 1 << 20;

/// The most damaged lines of a file that are left out. A file with more is refused: little of it can be trusted.
pub const MOST_DAMAGED: usize = 1000;
