//! Results of a lookahead for positions that it may reach again.

use rules::discs::Discs;

/// Entries of a memory. Together they fit into part of a second-level cache, which must hold the evaluation's tables as
/// well.
const ENTRIES: usize = 1 << 12;

/// The result for a position at one depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    discs: Discs,
    /// Bounds on the value.
    lower: i16,
    upper: i16,
    plies: u8,
    /// The square of the best move.
    best: u8,
}

impl Entry {
    /// Bounds on the value, if the result is for this many plies.
    pub(super) fn bounds(self, plies: u32) -> Option<(i32, i32)> {
        (u32::from(self.plies) == plies).then_some((self.lower.into(), self.upper.into()))
    }

    /// The square of the best move, whatever the depth.
    pub(super) fn best(self) -> u8 {
        self.best
    }
}

/// A small table of positions for lookaheads with one evaluation and scoring; new entries replace old ones. It changes
/// no value, only the time to find it.
#[derive(Clone, Debug)]
pub struct Memory {
    entries: Vec<Entry>,
}

impl Default for Memory {
    /// An empty memory.
    fn default() -> Self {
        let discs = Discs::from_bits(0, 0).unwrap();
        Self { entries: vec![Entry { discs, lower: 0, upper: 0, plies: 0, best: 0 }; ENTRIES] }
    }
}

impl Memory {
    /// The entry for a position with at least one disc.
    #[inline(always)]
    pub(super) fn get(&self, discs: Discs) -> Option<Entry> {
        Some(self.entries[place(discs)]).filter(|entry| entry.discs == discs)
    }

    /// Stores a result.
    #[inline(always)]
    pub(super) fn keep(&mut self, discs: Discs, plies: u32, (lower, upper): (i32, i32), best: u8) {
        let (lower, upper) = (lower as i16, upper as i16);
        self.entries[place(discs)] = Entry { discs, lower, upper, plies: plies as u8, best };
    }
}

/// The slot of a position.
#[inline(always)]
fn place(discs: Discs) -> usize {
    const MIX: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9];
    let mixed = discs.player().bits().wrapping_mul(MIX[0]) ^ discs.opponent().bits().wrapping_mul(MIX[1]);
    (mixed.wrapping_mul(MIX[2]) >> 40) as usize % ENTRIES
}
