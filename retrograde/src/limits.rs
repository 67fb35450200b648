//! How large a board may be.

/// The most squares a board may have here: a code has that many bits, and the scratch memory of a thread as many
/// pairs of bytes as there are codes.
pub const MOST_SQUARES: u32 = 28;
