//! The four axes of a board, and the moves along them.
//!
//! The moves are generated one axis after the other, or along all axes at once if the processor, which is asked at run
//! time, has AVX2.

#[cfg(any(test, target_arch = "x86_64"))]
use crate::lanes::Lanes;

/// Right, down and left, down, down and right.
pub(crate) const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// One of the four directions in which square numbers grow: how far a step is, and where it may end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) step: u32,
    /// Squares that a step upwards in number can reach.
    pub(crate) after: u64,
    /// Squares that a step downwards can reach.
    pub(crate) before: u64,
    /// How often a walk along the axis has to double its length to pass all discs that a move can turn over.
    pub(crate) doublings: u32,
}

/// All axes of a board.
#[derive(Clone, Debug)]
pub(crate) struct Axes {
    pub(crate) each: [Axis; 4],
    #[cfg(any(test, target_arch = "x86_64"))]
    lanes: Lanes,
    #[cfg(target_arch = "x86_64")]
    has_avx2: bool,
}

impl Axes {
    /// The axes of a board of this many rows and columns.
    pub(crate) fn of_board(rows: usize, cols: usize) -> Self {
        let each = DIRECTIONS.map(|(down, right)| axis(rows, cols, down, right));
        Self {
            each,
            #[cfg(any(test, target_arch = "x86_64"))]
            lanes: Lanes {
                step: each.map(|axis| axis.step.into()),
                after: each.map(|axis| axis.after),
                before: each.map(|axis| axis.before),
                doublings: each.iter().map(|axis| axis.doublings).fold(0, u32::max),
            },
            #[cfg(target_arch = "x86_64")]
            has_avx2: is_x86_feature_detected!("avx2"),
        }
    }

    /// The squares that touch one of these, at a side or at a corner.
    #[inline]
    pub(crate) fn touched(&self, squares: u64) -> u64 {
        self.each.iter().fold(0, |near, &Axis { step, after, before, .. }| {
            near | (squares << step) & after | (squares >> step) & before
        })
    }

    /// The squares, empty or not, that close in discs of the other side between them and a disc of the side to move.
    #[inline]
    pub(crate) fn closing(&self, own: u64, other: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor has AVX2.
            return unsafe { self.lanes.closing_by_avx2(own, other) };
        }
        self.each.iter().fold(0, |closing, axis| closing | axis.closing(own, other))
    }
}

impl Axis {
    /// See [`Axes::closing`].
    #[inline]
    fn closing(&self, own: u64, other: u64) -> u64 {
        let &Self { step, after, before, doublings } = self;
        // Discs of the other side in runs that begin beside a disc of the side to move, both ways along the axis.
        let (mut over, mut under) = (other & after, other & before);
        let (mut up, mut down) = ((own << step) & over, (own >> step) & under);
        // Then those as far on again, while `over` and `under` keep the discs with such a run behind them: parallel
        // prefix, or Kogge-Stone (1973).
        for far in (0..doublings).map(|doubling| step << doubling) {
            (up, down) = (up | (up << far) & over, down | (down >> far) & under);
            (over, under) = (over & over << far, under & under >> far);
        }
        (up << step) & after | (down >> step) & before
    }
}

/// The square that lies so far down and to the right, if the board has it.
pub(crate) fn neighbour(rows: usize, cols: usize, square: usize, down: isize, right: isize) -> Option<usize> {
    let row = (square / cols).checked_add_signed(down).filter(|&row| row < rows)?;
    let col = (square % cols).checked_add_signed(right).filter(|&col| col < cols)?;
    Some(row * cols + col)
}

fn axis(rows: usize, cols: usize, down: isize, right: isize) -> Axis {
    let reached = |sign: isize| {
        let from = (0..rows * cols).filter_map(|square| neighbour(rows, cols, square, sign * down, sign * right));
        from.fold(0, |squares, square| squares | 1u64 << square)
    };
    // A walk passes at most the length of the axis but its two ends.
    let length = match (down, right) {
        (0, _) => cols,
        (_, 0) => rows,
        _ => rows.min(cols),
    };
    let doublings = (length - 2).next_power_of_two().trailing_zeros();
    Axis { step: (down * cols as isize + right) as u32, after: reached(1), before: reached(-1), doublings }
}

#[cfg(test)]
mod tests {
    /// Axes of every length on words of random bits: more than positions can show.
    #[test]
    fn all_axes_at_once_agree_with_one_after_the_other() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        for (rows, cols) in (3..=21).flat_map(|rows| (3..=64 / rows).map(move |cols| (rows, cols))) {
            let axes = super::Axes::of_board(rows, cols);
            for _ in 0..1000 {
                let (own, other) = (random() & random(), random());
                let (own, other) = (own & !other, other | random() & !own);
                let expected = axes.each.iter().fold(0, |closing, axis| closing | axis.closing(own, other));
                assert_eq!(axes.lanes.closing(own, other), expected, "{rows}x{cols} {own:x} {other:x}");
                assert_eq!(axes.closing(own, other), expected, "{rows}x{cols} {own:x} {other:x}");
            }
        }
    }
}
