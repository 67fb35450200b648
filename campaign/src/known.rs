//! What is known about a position, and how it is combined: for the search and for the replay of a ledger alike.

use solver::{Bounds, Discs};

/// The record that a bound rests on; `None` where it follows from the rules alone.
pub(crate) type Source = Option<u32>;

/// Two records that cannot both be true of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clash {
    /// The position.
    pub(crate) discs: Discs,
    /// What its lower bound rests on.
    pub(crate) lower: Source,
    /// What its upper bound rests on.
    pub(crate) upper: Source,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// Bounds of its value, for the side to move.
    pub(crate) bounds: Bounds,
    /// What the lower bound rests on.
    pub(crate) lower_by: Source,
    /// What the upper bound rests on.
    pub(crate) upper_by: Source,
    /// The largest budget that did not suffice; 0 if the position was split unasked.
    pub(crate) open: Option<u64>,
}

impl Known {
    /// Knows nothing, on a board of `squares` squares.
    pub(crate) fn nothing(squares: u32) -> Self {
        Self { bounds: Bounds::unknown(squares), lower_by: None, upper_by: None, open: None }
    }

    /// The same, combined with bounds of this position that rest on these records.
    ///
    /// # Errors
    /// The bounds contradict what is known.
    pub(crate) fn tightened(self, discs: Discs, bounds: Bounds, by: (Source, Source)) -> Result<Self, Clash> {
        let mut next = self;
        if bounds.lower > self.bounds.lower {
            (next.bounds.lower, next.lower_by) = (bounds.lower, by.0);
        }
        if bounds.upper < self.bounds.upper {
            (next.bounds.upper, next.upper_by) = (bounds.upper, by.1);
        }
        match next.bounds.contradict() {
            true => Err(Clash { discs, lower: next.lower_by, upper: next.upper_by }),
            false => Ok(next),
        }
    }
}

/// The bounds of a position that follow from those of its successors, each from the point of view of its own side to
/// move, with what they rest on. There is at least one successor.
pub(crate) fn backed_up(successors: impl Iterator<Item = Known>) -> (Bounds, (Source, Source)) {
    let least = (i32::MIN, None);
    let (lower, upper) = successors.fold((least, least), |(lower, upper), next| {
        let better = |old: (i32, Source), new: (i32, Source)| if new.0 > old.0 { new } else { old };
        (
            better(lower, (-next.bounds.upper.discs(), next.upper_by)),
            better(upper, (-next.bounds.lower.discs(), next.lower_by)),
        )
    });
    (Bounds::new(lower.0, upper.0), (lower.1, upper.1))
}
