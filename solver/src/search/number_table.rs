//! Proof and disproof numbers of positions that are not solved yet, shared by all threads without locks.

use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

use super::prefetch::prefetch;
use super::transposition_table::hash;
use rules::discs::Discs;

/// How much is left to prove about a position, for the side to move: at least this many positions must still be solved
/// (Allis et al. 1994, "Proof-number search").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// To show that it reaches its aim: 0 if that is shown, [`MOST`] if the contrary is.
    pub(crate) win: u32,
    /// To show that it does not.
    pub(crate) loss: u32,
}

/// The largest number, which means that something is impossible.
pub(crate) const MOST: u32 = (1 << NUMBER_BITS) - 1;
const NUMBER_BITS: u32 = 28;

impl Numbers {
    /// The numbers of a solved position.
    #[inline(always)]
    pub(crate) fn of_solved(is_won: bool) -> Self {
        if is_won { Self { win: 0, loss: MOST } } else { Self { win: MOST, loss: 0 } }
    }

    /// Whether the side to move reaches its aim, if that is known.
    #[inline(always)]
    pub(crate) fn solved(self) -> Option<bool> {
        match self {
            Self { win: 0, .. } => Some(true),
            Self { loss: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The same for the other side.
    #[inline(always)]
    pub(crate) fn reversed(self) -> Self {
        Self { win: self.loss, loss: self.win }
    }
}

/// Positions in a bucket, which is a cache line.
const WAYS: usize = 4;
/// Buckets in use at first: a mebibyte.
const FIRST_BUCKETS: usize = 1 << 14;
/// The growth factor of the table, which grows when half of its places are taken.
const GROWTH: usize = 16;
/// The table suits searches of at most this many nodes for each of its places: in larger ones, it would give up
/// positions that are still needed.
const NODES_PER_PLACE: u64 = 256;

/// A position's key mixed with the data, and the data: both numbers and the logarithm of the effort. All zero if
/// unused.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// A table of guesses, which may mistake one position for another but never says that a position is solved. If threads
/// write a place at the same time, it matches no position (Hyatt & Mann 2002).
pub(crate) struct NumberTable {
    /// Tables of growing size, created on first use; one is in use.
    sizes: Vec<OnceLock<Box<[Bucket]>>>,
    /// The one in use.
    size: AtomicUsize,
    /// Places taken in it.
    taken: AtomicUsize,
    /// The most buckets there may be, a power of two.
    most_buckets: usize,
}

impl NumberTable {
    /// An empty table that takes at most `bytes` bytes when all is in use, and 64 at least.
    pub(crate) fn new(bytes: usize) -> Self {
        let most_buckets = (bytes / size_of::<Bucket>()).max(1);
        let most_buckets = 1 << most_buckets.ilog2();
        let sizes = 1 + (0..).take_while(|&size| Self::buckets_of(size, most_buckets) < most_buckets).count();
        Self {
            sizes: (0..sizes).map(|_| OnceLock::new()).collect(),
            size: AtomicUsize::new(0),
            taken: AtomicUsize::new(0),
            most_buckets,
        }
    }

    fn buckets_of(size: usize, most_buckets: usize) -> usize {
        FIRST_BUCKETS.saturating_mul(GROWTH.saturating_pow(size as u32)).min(most_buckets)
    }

    /// Forgets everything, but keeps the memory: a heap grows with each block of this alignment that is freed and made anew.
    pub(crate) fn clear(&mut self) {
        let last = std::mem::take(self.size.get_mut());
        *self.taken.get_mut() = 0;
        let used = self.sizes[..=last].iter_mut().filter_map(OnceLock::get_mut);
        used.for_each(|buckets| buckets.fill_with(Bucket::default));
    }

    /// The nodes after which another search is the better choice.
    #[inline(always)]
    pub(crate) fn enough_nodes(&self) -> u64 {
        (self.most_buckets * WAYS) as u64 * NODES_PER_PLACE
    }

    /// The buckets in use.
    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        self.sized(self.size.load(Acquire))
    }

    #[inline(always)]
    fn sized(&self, size: usize) -> &[Bucket] {
        self.sizes[size].get_or_init(|| made(Self::buckets_of(size, self.most_buckets)))
    }

    /// Switches to the next larger table, with all contents of the current one, if there is memory for it.
    #[cold]
    fn grow(&self, size: usize) {
        let (old, new) = (self.sized(size), self.sized(size + 1));
        if new.is_empty() {
            return;
        }
        let mut taken = 0;
        for [key, data] in old.iter().flat_map(|bucket| &bucket.0) {
            let data = data.load(Relaxed);
            if data != 0 {
                taken += usize::from(write(bucket_of(new, key.load(Relaxed) ^ data), key.load(Relaxed) ^ data, data));
            }
        }
        if self.size.compare_exchange(size, size + 1, Release, Relaxed).is_ok() {
            self.taken.store(taken, Relaxed);
        }
    }

    /// Prefetches the cache line of a position that will soon be looked up.
    #[inline(always)]
    pub(crate) fn prefetch(&self, discs: Discs, salt: u64) {
        prefetch(bucket_of(self.buckets(), hash(discs) ^ salt));
    }

    /// The numbers of a position that is not solved, for the aim that `salt` stands for.
    #[inline(always)]
    pub(crate) fn probe(&self, discs: Discs, salt: u64) -> Option<Numbers> {
        let key = hash(discs) ^ salt;
        let data = bucket_of(self.buckets(), key).0.iter().find_map(|[kept, data]| {
            let data = data.load(Relaxed);
            (data != 0 && kept.load(Relaxed) == key ^ data).then_some(data)
        })?;
        let number = |shift: u32| (data >> shift) as u32 & MOST;
        let numbers = Numbers { win: number(0), loss: number(NUMBER_BITS) };
        // Whatever is stored here, it must not look like a solved position, nor like a move that cannot win.
        let is_open = |number: u32| 0 < number && number < MOST;
        (is_open(numbers.win) && is_open(numbers.loss)).then_some(numbers)
    }

    /// Keeps the numbers of a position; if its bucket is full, they replace those of the position that took the least
    /// effort.
    #[inline(always)]
    pub(crate) fn record(&self, discs: Discs, salt: u64, numbers: Numbers, effort: u64) {
        let key = hash(discs) ^ salt;
        let effort_log2 = u64::from((effort | 1).ilog2());
        let data = u64::from(numbers.win) | u64::from(numbers.loss) << NUMBER_BITS | effort_log2 << (2 * NUMBER_BITS);
        let size = self.size.load(Acquire);
        let buckets = self.sized(size);
        if write(bucket_of(buckets, key), key, data) {
            let taken = 1 + self.taken.fetch_add(1, Relaxed);
            if taken > buckets.len() * WAYS / 2 && size + 1 < self.sizes.len() {
                self.grow(size);
            }
        }
    }
}

/// This many empty buckets; none if the system lacks the memory, except that the first ones are always created.
fn made(count: usize) -> Box<[Bucket]> {
    let mut buckets = Vec::new();
    if buckets.try_reserve_exact(count).is_ok() || count <= FIRST_BUCKETS {
        buckets.resize_with(count, Bucket::default);
    }
    buckets.into_boxed_slice()
}

#[inline(always)]
fn bucket_of(buckets: &[Bucket], key: u64) -> &Bucket {
    &buckets[key as usize & (buckets.len() - 1)]
}

/// Writes into a bucket. Returns whether it took a free place.
#[inline(always)]
fn write(bucket: &Bucket, key: u64, data: u64) -> bool {
    let (mut victim, mut least, mut is_free) = (0, u64::MAX, false);
    for (way, [kept, old]) in bucket.0.iter().enumerate() {
        let old = old.load(Relaxed);
        if old != 0 && kept.load(Relaxed) == key ^ old {
            (victim, is_free) = (way, false);
            break;
        }
        let effort = if old == 0 { 0 } else { 1 + (old >> (2 * NUMBER_BITS)) };
        if effort < least {
            (victim, least, is_free) = (way, effort, old == 0);
        }
    }
    bucket.0[victim][0].store(key ^ data, Relaxed);
    bucket.0[victim][1].store(data, Relaxed);
    is_free
}

impl std::fmt::Debug for NumberTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "NumberTable of up to {} buckets", self.most_buckets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: Numbers = Numbers { win: 7, loss: MOST - 1 };

    #[test]
    fn what_is_recorded_is_found_for_the_same_aim_only() {
        let table = NumberTable::new(1 << 16);
        let discs = Discs::from_bits(6, 9).unwrap();
        assert_eq!(table.probe(discs, 1), None);
        assert_eq!(table.probe(Discs::default(), 0), None);
        table.record(discs, 1, Numbers { win: 3, loss: 4 }, 5);
        table.record(discs, 1, NUMBERS, 1);
        assert_eq!(table.probe(discs, 1), Some(NUMBERS));
        assert_eq!((table.probe(discs, 2), table.probe(discs.passed(), 1)), (None, None));
    }

    #[test]
    fn nothing_is_solved_on_its_word() {
        let table = NumberTable::new(1 << 16);
        let discs = Discs::from_bits(6, 9).unwrap();
        for is_won in [true, false] {
            table.record(discs, 1, Numbers::of_solved(is_won), 1);
            assert_eq!(table.probe(discs, 1), None);
        }
    }

    #[test]
    fn a_growing_table_forgets_little_and_a_cleared_one_all() {
        let mut table = NumberTable::new(1 << 24);
        let all = (1..50_000).map(|player| Discs::from_bits(player, 0).unwrap());
        for discs in all.clone() {
            table.record(discs, 0, NUMBERS, 1);
        }
        assert!(table.buckets().len() > FIRST_BUCKETS, "it has grown");
        let kept = all.clone().filter(|&discs| table.probe(discs, 0) == Some(NUMBERS)).count();
        assert!(kept > 48_000, "{kept}");
        let places = |table: &NumberTable| [0, 1].map(|size| table.sized(size).as_ptr());
        let before = places(&table);
        table.clear();
        assert_eq!(table.buckets().len(), FIRST_BUCKETS);
        assert!(all.clone().all(|discs| table.probe(discs, 0).is_none()));
        assert_eq!(places(&table), before, "the memory is the same");
        let mut words =
            table.sizes.iter().filter_map(OnceLock::get).flatten().flat_map(|bucket| bucket.0.iter().flatten());
        assert!(words.all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    fn a_full_bucket_gives_up_the_cheapest_position() {
        let table = NumberTable::new(1);
        let five: [Discs; 5] = std::array::from_fn(|player| Discs::from_bits(1 + player as u64, 0).unwrap());
        for (discs, effort) in five.into_iter().zip([900, 30, 700, 500, 60]) {
            table.record(discs, 0, NUMBERS, effort);
        }
        assert_eq!(five.map(|discs| table.probe(discs, 0).is_some()), [true, false, true, true, true]);
    }
}
