//! Limits on the files of a set, at which readers of untrusted files stop.

/// The most bytes of the plan, the card or the list of checksums.
pub(super) const MOST_OF_TEXT: u64 = 16 << 20;
/// The most bytes of a data file.
const MOST_OF_DATA: u64 = 1 << 30;
/// The most bytes per position in any format.
const MOST_OF_POSITION: u64 = 8 << 10;
/// The most bytes of a data file besides its positions.
const MOST_OF_FRAME: u64 = 1 << 20;

/// The most bytes of a data file with at most this many positions.
pub(super) fn most_of_data(positions: u64) -> u64 {
    positions.saturating_mul(MOST_OF_POSITION).saturating_add(MOST_OF_FRAME).min(MOST_OF_DATA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_as_large_as_its_positions_and_never_larger_than_memory() {
        assert_eq!([0, 1, u64::MAX].map(most_of_data), [MOST_OF_FRAME, MOST_OF_FRAME + MOST_OF_POSITION, MOST_OF_DATA]);
    }
}
