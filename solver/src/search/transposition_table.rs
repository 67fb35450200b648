//! The table in memory: proven bounds of positions, shared by all threads without locks.

use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

use super::pages::Pages;
use super::prefetch::prefetch;
use crate::error::SolveError;
use crate::table::{Basis, proving_move};
use rules::discs::Discs;
use rules::moves::Move;
use rules::score::{Bounds, Value};
use rules::square::Square;

/// The smallest table: one page.
const MIN_BYTES: usize = 4096;
/// Buckets in use at first: as many as fit into the caches near the core.
const FIRST_BUCKETS: u64 = 1 << 14;
/// How many searched nodes make one more bucket worth its memory.
const NODES_PER_BUCKET: u64 = 64;
/// Positions in a bucket.
const WAYS: usize = 3;

const _: () = assert!(size_of::<Bucket>() == 64);

/// One cache line: three positions with what is known about them.
///
/// ```text
/// bytes  0..48   three times: the player's discs, then the opponent's, both sealed with the data
/// bytes 48..60   three times: data, four bytes: lower, upper, best move, log2 of the effort
/// bytes 60..64   nothing
/// ```
/// The whole position is stored, so the table never mistakes one position for another. A thread that reads while
/// another writes sees words that do not match, and takes the entry for another position's (Hyatt & Mann 2002, "A
/// lock-less transposition-table implementation"); each word is mixed with 64 bits, so that they hardly ever match by
/// chance.
#[repr(C, align(64))]
struct Bucket {
    keys: [[AtomicU64; 2]; WAYS],
    data: [AtomicU32; WAYS],
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Proven limits for the side to move.
    pub bounds: Bounds,
    /// The move that proves the lower bound; if no lower bound is proven, the best guess.
    pub best: Option<Move>,
    /// Logarithm to base 2 of the nodes it took, 0 to 63.
    pub effort_log2: u8,
}

/// One-byte codes of moves, besides the squares 0 to 63.
const PASS_CODE: u8 = 64;
const NO_MOVE_CODE: u8 = 65;

impl Entry {
    fn pack(self) -> u32 {
        let best = match self.best {
            Some(Move::Place(square)) => square.number(),
            Some(Move::Pass) => PASS_CODE,
            None => NO_MOVE_CODE,
        };
        u32::from_le_bytes([
            self.bounds.lower.discs() as i8 as u8,
            self.bounds.upper.discs() as i8 as u8,
            best,
            self.effort_log2,
        ])
    }

    fn unpack(data: u32) -> Self {
        let [lower, upper, best, effort_log2] = data.to_le_bytes();
        let best = match best {
            PASS_CODE => Some(Move::Pass),
            square @ 0..64 => Some(Move::Place(Square::of_bit(square))),
            _ => None,
        };
        let bounds = Bounds::new(Value::from(lower as i8), Value::from(upper as i8));
        Self { bounds, best, effort_log2 }
    }
}

/// A hash table of proven bounds with exact keys.
pub struct TranspositionTable {
    /// Zeroed at first.
    pages: Pages,
    /// Number of buckets in use less one: only as many as the search has needed.
    mask: AtomicU64,
    /// Number of all buckets less one.
    last: u64,
    /// [`TranspositionTable::mask`] of an empty table.
    first: u64,
    /// Nodes searched since it was empty.
    nodes: AtomicU64,
    /// Whether something in the table rests on a claim. Set before the first such entry is written; because keys are
    /// stored with `Release` and loaded with `Acquire`, any thread that has read an entry that rests on a claim, or on
    /// an entry that does, finds this set.
    is_doubted: AtomicBool,
}

impl TranspositionTable {
    /// An empty table of at most `bytes` bytes, a power of two, at least one page.
    ///
    /// # Errors
    /// The system cannot provide the memory.
    pub fn new(bytes: usize) -> Result<Self, SolveError> {
        let size = size_of::<Bucket>();
        let count = (bytes.max(MIN_BYTES) / size + 1).next_power_of_two() / 2;
        let pages = Pages::zeroed(count * size).ok_or(SolveError::Memory { bytes })?;
        let last = count as u64 - 1;
        let first = last.min(FIRST_BUCKETS - 1);
        let (mask, nodes, is_doubted) = (first.into(), AtomicU64::default(), AtomicBool::default());
        Ok(Self { pages, mask, last, first, nodes, is_doubted })
    }

    /// The table with all of its memory in use from the start.
    pub fn unfolded(mut self) -> Self {
        self.first = self.last;
        self.mask.store(self.last, Relaxed);
        self
    }

    /// Clears the table. For small tables, this takes a fraction of the time that the system needs for fresh pages.
    pub fn clear(&mut self) {
        let used = (self.mask.load(Relaxed) + 1) as usize * size_of::<Bucket>();
        // SAFETY: the pages have this many bytes, and nothing else refers to the table.
        unsafe { self.pages.as_mut_ptr().write_bytes(0, used) };
        self.mask.store(self.first, Relaxed);
        self.nodes.store(0, Relaxed);
        self.is_doubted.store(false, Relaxed);
    }

    /// Notes that entries recorded from now on may rest on a claim.
    pub fn doubt(&self) {
        self.is_doubted.store(true, Relaxed);
    }

    /// What the entries read so far may rest on.
    #[inline(always)]
    pub fn basis(&self) -> Basis {
        if self.is_doubted.load(Relaxed) { Basis::Claim } else { Basis::Proof }
    }

    #[inline(always)]
    fn bucket(&self, discs: Discs) -> &Bucket {
        let index = (hash(discs) & self.mask.load(Relaxed)) as usize;
        // SAFETY: the mask is less than the number of buckets; the pages are aligned at least to a bucket; zero bytes
        // are a valid bucket; all access is by atomic integers.
        unsafe { &*self.pages.as_mut_ptr().cast::<Bucket>().add(index) }
    }

    /// Prefetches the cache line of a position that will soon be looked up.
    #[inline(always)]
    pub fn prefetch(&self, discs: Discs) {
        prefetch(self.bucket(discs));
    }

    /// Counts nodes that have been searched with the table, and uses more of its memory the more they are. Each time the
    /// number of buckets doubles, half of the entries become unreachable; they are few compared with those to come.
    pub fn count(&self, nodes: u64) {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let mut mask = self.mask.load(Relaxed);
        while mask < self.last && nodes > (mask + 1) * NODES_PER_BUCKET {
            mask = 2 * mask + 1;
            self.mask.fetch_max(mask, Relaxed);
        }
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn probe(&self, discs: Discs) -> Option<Entry> {
        let bucket = self.bucket(discs);
        for way in 0..WAYS {
            let data = bucket.data[way].load(Relaxed);
            let [player, opponent] = seal(discs, data);
            if bucket.keys[way][0].load(Acquire) == player && bucket.keys[way][1].load(Acquire) == opponent {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Adds bounds of a position. If its bucket is full, they replace those of the position that took the least effort.
    #[inline(always)]
    pub fn record(&self, discs: Discs, mut entry: Entry) {
        let bucket = self.bucket(discs);
        let mut victim = 0;
        let mut least = u8::MAX;
        for way in 0..WAYS {
            let data = bucket.data[way].load(Relaxed);
            let [player, opponent] = seal(discs, data);
            if bucket.keys[way][0].load(Acquire) == player && bucket.keys[way][1].load(Acquire) == opponent {
                let old = Entry::unpack(data);
                entry.best = proving_move((old.bounds, old.best), (entry.bounds, entry.best));
                entry.bounds = entry.bounds.intersect(old.bounds);
                entry.effort_log2 = entry.effort_log2.max(old.effort_log2);
                victim = way;
                break;
            }
            let effort = (data >> 24) as u8;
            if effort < least {
                least = effort;
                victim = way;
            }
        }
        let data = entry.pack();
        let [player, opponent] = seal(discs, data);
        bucket.data[victim].store(data, Relaxed);
        bucket.keys[victim][0].store(player, Release);
        bucket.keys[victim][1].store(opponent, Release);
    }
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TranspositionTable of {} bytes", self.pages.len())
    }
}

/// The key words of a position whose entry holds `data`: each word is mixed with the data, the second with the first as
/// well, so that words of different writers do not match. An unused entry (all zero) matches no position: both its
/// words would have to hold the same square.
#[inline(always)]
fn seal(discs: Discs, data: u32) -> [u64; 2] {
    let mixed = (u64::from(data) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [
        discs.player().bits() ^ mixed,
        discs.opponent().bits() ^ mixed.rotate_left(32) ^ discs.player().bits().wrapping_mul(0xd6e8_feb8_6659_fd93),
    ]
}

/// Mixes both words by one wide multiplication (the folded product of Yi's wyhash).
#[inline(always)]
pub(crate) fn hash(discs: Discs) -> u64 {
    let product = u128::from(discs.player().bits() ^ 0xa076_1d64_78bd_642f)
        * u128::from(discs.opponent().bits() ^ 0xe703_7ed1_a0b4_28db);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(lower: Value, upper: Value, square: u8, effort_log2: u8) -> Entry {
        Entry { bounds: Bounds::new(lower, upper), best: Some(Move::Place(Square::of_bit(square))), effort_log2 }
    }

    #[test]
    fn keeps_and_narrows_what_it_is_told() {
        let table = TranspositionTable::new(1 << 16).unwrap();
        let discs = Discs::from_bits(6, 9).unwrap();
        assert_eq!(table.probe(discs), None);
        assert_eq!(table.probe(Discs::default()), None);
        table.record(discs, entry(-64, 3, 63, 5));
        table.record(discs, entry(-2, 64, 1, 4));
        assert_eq!(table.probe(discs), Some(entry(-2, 3, 1, 5)));
        assert_eq!(table.probe(discs.passed()), None);
    }

    #[test]
    fn positions_of_one_bucket_that_share_a_side_are_told_apart() {
        let table = TranspositionTable::new(4096).unwrap();
        let bucket = |discs: Discs| hash(discs) & table.last;
        let known = Discs::from_bits(1, 2).unwrap();
        table.record(known, entry(0, 1, 2, 9));
        let same_bucket = |discs: &Discs| *discs != known && bucket(*discs) == bucket(known);
        let by_opponent = (2..).map(|opponent| Discs::from_bits(1, 2 * opponent).unwrap()).find(same_bucket).unwrap();
        let by_player = (2..).map(|player| Discs::from_bits(4 * player, 2).unwrap()).find(same_bucket).unwrap();
        assert_eq!([known, by_opponent, by_player].map(|discs| table.probe(discs).is_some()), [true, false, false]);
    }

    #[test]
    fn a_full_bucket_gives_up_the_cheapest_position() {
        let table = TranspositionTable::new(4096).unwrap();
        let bucket = hash(Discs::from_bits(1, 0).unwrap()) & table.last;
        let mut same =
            (1..).map(|player| Discs::from_bits(player, 0).unwrap()).filter(|&d| hash(d) & table.last == bucket);
        let four: [Discs; 4] = std::array::from_fn(|_| same.next().unwrap());
        for (discs, effort) in four.into_iter().zip([9, 3, 7, 5]) {
            table.record(discs, entry(0, 1, 2, effort));
        }
        assert_eq!(four.map(|discs| table.probe(discs).is_some()), [true, false, true, true]);
    }
}
