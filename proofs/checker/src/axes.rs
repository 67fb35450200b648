//! The four axes of a board, the moves along them, and the discs that a move turns over.
//!
//! They are found one axis after the other, or along all axes at once if the processor has AVX2.

#[cfg(target_arch = "x86_64")]
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
    /// For each square the rays that lead to higher numbers, one for each axis.
    ahead: Vec<[u64; 4]>,
    /// The same to lower numbers.
    behind: Vec<[u64; 4]>,
    #[cfg(target_arch = "x86_64")]
    lanes: Option<Lanes>,
}

impl Axes {
    /// The axes of a board of this many rows and columns.
    pub(crate) fn of_board(rows: usize, cols: usize) -> Self {
        let each = DIRECTIONS.map(|(down, right)| axis(rows, cols, down, right));
        let rays = |sign: isize| -> Vec<[u64; 4]> {
            let of = |square| DIRECTIONS.map(|(down, right)| ray(rows, cols, square, sign * down, sign * right));
            (0..rows * cols).map(of).collect()
        };
        Self {
            each,
            ahead: rays(1),
            behind: rays(-1),
            #[cfg(target_arch = "x86_64")]
            lanes: Lanes::of(
                each.map(|Axis { step, after, before, .. }| (step.into(), after, before)),
                each.iter().map(|axis| axis.doublings).fold(0, u32::max),
                rows.max(cols),
            ),
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
        if let Some(lanes) = &self.lanes {
            return lanes.closing(own, other);
        }
        self.closing_by_axis(own, other)
    }

    fn closing_by_axis(&self, own: u64, other: u64) -> u64 {
        self.each.iter().fold(0, |closing, axis| closing | axis.closing(own, other))
    }

    /// The discs of the other side that lie between a square and a disc of the side to move.
    #[inline]
    pub(crate) fn turned(&self, own: u64, other: u64, square: u32) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if let Some(lanes) = &self.lanes {
            return lanes.turned(&self.ahead[square as usize], &self.behind[square as usize], own, other);
        }
        self.turned_by_ray(own, other, square)
    }

    fn turned_by_ray(&self, own: u64, other: u64, square: u32) -> u64 {
        let mut turned = 0;
        for ray in self.ahead[square as usize] {
            // The first square of the ray that the other side does not hold, as a bit; none if it holds them all.
            let stops = ray & !other;
            let first = stops & stops.wrapping_neg();
            if first & own != 0 {
                turned |= ray & (first - 1);
            }
        }
        for ray in self.behind[square as usize] {
            // Towards lower numbers, the first is the highest bit.
            let stops = ray & !other;
            let first = (1u64 << 63).checked_shr(stops.leading_zeros()).unwrap_or(0);
            if first & own != 0 {
                turned |= ray & (first << 1).wrapping_neg();
            }
        }
        turned
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

/// The squares that lie in a direction from a square, up to the border.
fn ray(rows: usize, cols: usize, square: usize, down: isize, right: isize) -> u64 {
    let next = |&at: &usize| neighbour(rows, cols, at, down, right);
    std::iter::successors(next(&square), next).fold(0, |squares, at| squares | 1 << at)
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
    use kernel::{BLACK, Position};

    use super::Axes;

    /// Every board.
    fn boards() -> impl Iterator<Item = (usize, usize)> {
        (3..=21).flat_map(|rows| (3..=64 / rows).map(move |cols| (rows, cols)))
    }

    /// What a disc on a square would turn over by the plain rules, if the square were empty.
    fn walked((rows, cols): (usize, usize), own: u64, other: u64, square: usize) -> u64 {
        let free = u64::MAX >> (64 - rows * cols) & !(1 << square);
        let position = Position::new(rows, cols, (own & free, other & free), BLACK).unwrap();
        position.turned(square / cols, square % cols)
    }

    /// All rays at once and one after the other: each must find what a walk finds.
    #[track_caller]
    fn check_turned(axes: &Axes, board: (usize, usize), own: u64, other: u64, square: usize) {
        let walked = walked(board, own, other, square);
        let found = [axes.turned(own, other, square as u32), axes.turned_by_ray(own, other, square as u32)];
        assert_eq!(found, [walked; 2], "{board:?} {own:x} {other:x} {square}");
    }

    /// Every ray of every board, full of the other side's discs up to each of its squares or to its end.
    #[test]
    fn rays_at_once_and_one_after_the_other_agree_with_a_walk() {
        for (rows, cols) in boards() {
            let axes = Axes::of_board(rows, cols);
            let all = u64::MAX >> (64 - rows * cols);
            for square in 0..rows * cols {
                for ray in [axes.ahead[square], axes.behind[square]].concat() {
                    let stops = (0..rows * cols).map(|at| 1u64 << at).filter(|stop| ray & stop != 0);
                    for stop in stops.chain([0]) {
                        for (own, other) in [(stop, ray & !stop), (stop, all & !stop), (0, ray & !stop)] {
                            check_turned(&axes, (rows, cols), own, other, square);
                        }
                    }
                }
            }
        }
    }

    /// Axes of every length on words of random bits: more than positions can show.
    #[test]
    fn axes_at_once_and_one_after_the_other_agree_with_a_walk() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            state ^ state >> 29
        };
        for board in boards() {
            let (axes, squares) = (Axes::of_board(board.0, board.1), board.0 * board.1);
            for _ in 0..1000 {
                let (own, other) = (random() & random(), random());
                let (own, other) = (own & !other, other | random() & !own);
                let closing = (0..squares).filter(|&square| walked(board, own, other, square) != 0);
                let closing = closing.fold(0, |squares, square| squares | 1u64 << square);
                let found = [axes.closing(own, other), axes.closing_by_axis(own, other)];
                assert_eq!(found, [closing; 2], "{board:?} {own:x} {other:x}");
                check_turned(&axes, board, own, other, (random() >> 32) as usize % squares);
            }
        }
    }
}
