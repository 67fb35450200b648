//! The moves along all four axes of a board at once, in a form that a compiler turns into AVX2.

/// What [`axes`](crate::axes) say one by one, side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lanes {
    pub(crate) step: [u64; 4],
    pub(crate) after: [u64; 4],
    pub(crate) before: [u64; 4],
    /// The most of any axis; on the others the last doublings change nothing.
    pub(crate) doublings: u32,
}

impl Lanes {
    /// The same as [`Lanes::closing`], compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub(crate) fn closing_by_avx2(&self, own: u64, other: u64) -> u64 {
        self.closing(own, other)
    }

    /// The squares, empty or not, that close in discs of the other side between them and a disc of the side to move: the
    /// steps of the plain loop over the axes, each on all of them.
    #[inline(always)]
    pub(crate) fn closing(&self, own: u64, other: u64) -> u64 {
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
