//! How large a board may be.

/// The most squares a board may have here. A code has up to this many bits, and a thread's scratch memory takes two
/// bytes per code.
pub const MOST_SQUARES: u32 = 28;

/// More positions than this cannot be on a board with this many squares: each square is empty, or has one of two discs.
pub(crate) fn most_positions(squares: u32) -> u64 {
    3u64.saturating_pow(squares.min(MOST_SQUARES))
}
