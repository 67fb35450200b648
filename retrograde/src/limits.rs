//! How large a board may be.

/// The most squares a board may have here. A code has up to this many bits, and a thread's scratch memory takes two
/// bytes per code.
pub const MOST_SQUARES: u32 = 28;
