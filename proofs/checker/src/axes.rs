//! The four axes of a board, and the moves along them.
//!
//! The moves are generated one axis after the other, or all axes at once in a form that a compiler turns into AVX2; the
//! processor is asked at run time.

use crate::grid::Pair;

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
    lanes: Lanes,
    has_avx2: bool,
}

/// The same with the fields of all axes side by side.
#[derive(Clone, Copy, Debug)]
struct Lanes {
    step: [u64; 4],
    after: [u64; 4],
    before: [u64; 4],
    /// The most of any axis; on the others the last doublings change nothing.
    doublings: u32,
}

impl Axes {
    pub(crate) fn new(each: [Axis; 4]) -> Self {
        let lanes = Lanes {
            step: each.map(|axis| axis.step.into()),
            after: each.map(|axis| axis.after),
            before: each.map(|axis| axis.before),
            doublings: each.iter().map(|axis| axis.doublings).fold(0, u32::max),
        };
        #[cfg(target_arch = "x86_64")]
        let has_avx2 = is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let has_avx2 = false;
        Self { each, lanes, has_avx2 }
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
    pub(crate) fn closing(&self, pair: Pair) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor has AVX2.
            return unsafe { self.lanes.closing_by_avx2(pair) };
        }
        self.each.iter().fold(0, |closing, axis| closing | axis.closing(pair))
    }
}

impl Axis {
    /// See [`Axes::closing`].
    #[inline]
    fn closing(&self, (own, other): Pair) -> u64 {
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

impl Lanes {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn closing_by_avx2(&self, pair: Pair) -> u64 {
        self.closing(pair)
    }

    /// See [`Axes::closing`]: the steps of [`Axis::closing`], each on all axes.
    #[inline(always)]
    fn closing(&self, (own, other): Pair) -> u64 {
        let Self { step, after, before, doublings } = self;
        let (mut over, mut under) = (each(|i| other & after[i]), each(|i| other & before[i]));
        let mut up = each(|i| up_by(own, step[i]) & over[i]);
        let mut down = each(|i| down_by(own, step[i]) & under[i]);
        for doubling in 0..*doublings {
            let far = each(|i| step[i] << doubling);
            up = each(|i| up[i] | up_by(up[i], far[i]) & over[i]);
            down = each(|i| down[i] | down_by(down[i], far[i]) & under[i]);
            over = each(|i| over[i] & up_by(over[i], far[i]));
            under = each(|i| under[i] & down_by(under[i], far[i]));
        }
        let closing = each(|i| up_by(up[i], step[i]) & after[i] | down_by(down[i], step[i]) & before[i]);
        closing.into_iter().fold(0, |all, one| all | one)
    }
}

/// A word for each axis.
#[inline(always)]
fn each(of: impl FnMut(usize) -> u64) -> [u64; 4] {
    std::array::from_fn(of)
}

/// The squares shifted to higher numbers; none are left after 64 or more.
#[inline(always)]
fn up_by(squares: u64, far: u64) -> u64 {
    squares.checked_shl(far as u32).unwrap_or(0)
}

/// The same to lower numbers.
#[inline(always)]
fn down_by(squares: u64, far: u64) -> u64 {
    squares.checked_shr(far as u32).unwrap_or(0)
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
            let axes = crate::grid::Grid::new(rows, cols).unwrap().axes;
            for _ in 0..1000 {
                let (own, other) = (random() & random(), random());
                let (own, other) = (own & !other, other | random() & !own);
                let expected = axes.each.iter().fold(0, |closing, axis| closing | axis.closing((own, other)));
                assert_eq!(axes.lanes.closing((own, other)), expected, "{rows}x{cols} {own:x} {other:x}");
                assert_eq!(axes.closing((own, other)), expected, "{rows}x{cols} {own:x} {other:x}");
            }
        }
    }
}
