//! How large a board may be.

/// The most squares a board may have here. A code has up to this many bits, and a thread's scratch memory takes two
/// bytes per code.
pub const MOST_SQUARES: u32 = 28;

/// More positions than this cannot be on a board with this many squares: each square is empty, or has one of two discs.
pub(crate) fn most_positions(squares: u32) -> u64 {
    3u64.saturating_pow(squares.min(MOST_SQUARES))
}

/// The number of masks with this many discs on a board with this many squares.
pub(crate) fn most_masks(squares: u32, discs: u32) -> u64 {
    (0..discs.min(squares)).fold(1, |masks, done| masks * u64::from(squares - done) / u64::from(done + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_counted() {
        for squares in [9, 12] {
            let counted = |discs| (0..1u32 << squares).filter(|mask| mask.count_ones() == discs).count() as u64;
            assert!((0..=squares).all(|discs| most_masks(squares, discs) == counted(discs)));
        }
        assert_eq!(most_masks(MOST_SQUARES, 14), 40_116_600);
    }
}
