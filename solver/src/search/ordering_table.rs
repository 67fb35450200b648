//! Findings of searches that prove nothing: an ordering search meets again most of what the last one found a ply
//! further up, and a selective search what a more selective one found.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::prefetch::prefetch;
use super::transposition_table::hash;
use rules::discs::Discs;

/// A table of guesses, which may mistake one position for another. Threads may share it: if they write a slot at the
/// same time, it matches no position (Hyatt & Mann 2002).
pub(crate) struct OrderingTable<F = Finding> {
    /// A hash of the position and its guide, mixed with the packed finding and the age, and that finding.
    slots: Box<[[AtomicU64; 2]]>,
    /// Another after each clearing, so that nothing from before is found.
    age: u64,
    found: PhantomData<F>,
}

/// What an age is more than the one before: odd, so that no two of 2^64 are equal.
const AGE: u64 = 0x9e37_79b9_7f4a_7c15;

/// A finding about a position that fits into 64 bits.
pub(crate) trait Packed: Copy {
    /// Packs it into one number.
    fn pack(self) -> u64;

    /// Unpacks it. Numbers that are not from [`Packed::pack`] give something useless, but no panic.
    fn unpack(data: u64) -> Self;
}

/// The finding of an ordering search of some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The value, for the side to move, in units of the guide.
    pub(crate) value: i32,
    /// Whether the value is exact, or at least or at most this.
    pub(crate) bound: Bound,
    /// Plies it looked ahead.
    pub(crate) depth: u32,
    /// The best move.
    pub(crate) best: u8,
}

/// What a value of alpha-beta means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Finding {
    /// Whether it makes a search of this window unnecessary.
    #[inline(always)]
    pub(crate) fn decides(self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

impl Packed for Finding {
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 0,
            Bound::Lower => 1,
            Bound::Upper => 2,
        };
        u64::from(self.value as u32) | u64::from(self.depth) << 32 | bound << 48 | u64::from(self.best) << 56
    }

    fn unpack(data: u64) -> Self {
        let bound = match data >> 48 & 0xff {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Self { value: data as u32 as i32, bound, depth: (data >> 32) as u32 & 0xffff, best: (data >> 56) as u8 }
    }
}

impl<F: Packed> OrderingTable<F> {
    /// An empty table of this many slots of 16 bytes, a power of two.
    pub(crate) fn new(slots: usize) -> Self {
        debug_assert!(slots.is_power_of_two());
        Self { slots: (0..slots).map(|_| Default::default()).collect(), age: 0, found: PhantomData }
    }

    /// Forgets everything, at once: to write over the slots takes longer than a small search.
    pub(crate) fn clear(&mut self) {
        self.age = self.age.wrapping_add(AGE);
    }

    /// The finding about a position by the guide that `salt` stands for.
    #[inline(always)]
    pub(crate) fn probe(&self, discs: Discs, salt: u64) -> Option<F> {
        let key = hash(discs) ^ salt;
        let [kept, data] = self.slot(key);
        let data = data.load(Relaxed);
        (kept.load(Relaxed) == key ^ data ^ self.age).then(|| F::unpack(data))
    }

    /// Prefetches the cache line of a position that will soon be looked up.
    #[inline(always)]
    pub(crate) fn prefetch(&self, discs: Discs, salt: u64) {
        prefetch(self.slot(hash(discs) ^ salt));
    }

    /// Stores a result, replacing any other.
    #[inline(always)]
    pub(crate) fn record(&self, discs: Discs, salt: u64, finding: F) {
        let key = hash(discs) ^ salt;
        let ([kept, data], found) = (self.slot(key), finding.pack());
        kept.store(key ^ found ^ self.age, Relaxed);
        data.store(found, Relaxed);
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }
}

impl<F> std::fmt::Debug for OrderingTable<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OrderingTable of {} slots", self.slots.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recorded_is_found_for_the_same_guide_only() {
        let table = OrderingTable::new(1 << 10);
        let discs = Discs::from_bits(6, 9).unwrap();
        assert_eq!(table.probe(discs, 1), None);
        for (bound, value, depth, best) in
            [(Bound::Exact, -70_000, 2, 63), (Bound::Lower, 1 << 20, 24, 0), (Bound::Upper, -1, 3, 17)]
        {
            let finding = Finding { value, bound, depth, best };
            table.record(discs, 1, finding);
            assert_eq!(table.probe(discs, 1), Some(finding));
        }
        assert_eq!((table.probe(discs, 2), table.probe(discs.passed(), 1)), (None, None));
    }

    #[test]
    fn a_cleared_table_has_nothing_and_takes_its_slots_as_before() {
        let (mut table, fresh) = (OrderingTable::new(1 << 4), OrderingTable::new(1 << 4));
        let all = (1..100).map(|player| Discs::from_bits(player, 0).unwrap());
        let finding =
            |discs: Discs| Finding { value: discs.player().bits() as i32, bound: Bound::Exact, depth: 2, best: 0 };
        for _ in 0..3 {
            all.clone().for_each(|discs| table.record(discs, 1, finding(discs)));
            table.clear();
            assert!(all.clone().all(|discs| table.probe(discs, 1).is_none()));
        }
        let some = || all.clone().take(30);
        some().for_each(|discs| table.record(discs, 1, finding(discs)));
        some().for_each(|discs| fresh.record(discs, 1, finding(discs)));
        assert!(all.clone().all(|discs| table.probe(discs, 1) == fresh.probe(discs, 1)));
    }

    #[test]
    fn a_bound_decides_the_windows_on_its_side() {
        let finding = |bound| Finding { value: 5, bound, depth: 2, best: 0 };
        let decides = |bound, alpha, beta| finding(bound).decides(alpha, beta);
        assert!(decides(Bound::Exact, 0, 9));
        assert!(decides(Bound::Lower, 0, 5) && !decides(Bound::Lower, 0, 6));
        assert!(decides(Bound::Upper, 5, 9) && !decides(Bound::Upper, 4, 9));
    }
}
