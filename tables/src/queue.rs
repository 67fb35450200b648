//! Entries that were recorded and are not on the disk yet.
//!
//! ```text
//! record ──► pending ──(every 20 ms)──► in flight ──► RocksDB
//!               ▲                                      ▲             ▲
//!               └───────────────── probe ──────────────┴─────────────┘
//! ```
//! A probe looks at all three and combines what they know, so its answer does not depend on how far the writer has
//! come.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use solver::Guess;

use crate::effort::Effort;
use crate::error::TableError;
use crate::known::{Known, Settled};
use crate::spot::Spot;

/// How long the writer lets entries gather. A killed process loses at most this much, plus what was just being written.
const GATHER: Duration = Duration::from_millis(20);

/// How many refuted claims to remember individually; the rest are only counted.
const MOST_REFUTED: usize = 20;

/// Knowledge by position.
pub(crate) type Entries = HashMap<Spot, Known>;

/// What to write in one step.
#[derive(Default)]
pub(crate) struct Work {
    /// Proofs.
    pub(crate) entries: Entries,
    /// The efforts spent since the last step, the latest for each position.
    pub(crate) efforts: HashMap<Spot, Effort>,
    /// What searches that prove nothing thought.
    pub(crate) guesses: HashMap<Spot, Guess>,
}

impl Work {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.efforts.is_empty() && self.guesses.is_empty()
    }
}

/// Entries waiting to be written, shared between the recording threads and the writer.
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Wakes the writer.
    work: Condvar,
    /// Wakes those who wait for the writer.
    progress: Condvar,
    /// With this many pending entries, new ones wait for the writer.
    limit: usize,
}

#[derive(Default)]
struct State {
    pending: Work,
    in_flight: Arc<Work>,
    /// Batches taken by the writer.
    taken: u64,
    /// Batches written.
    done: u64,
    /// A caller waits: write at once.
    hurry: bool,
    /// No more entries will come.
    closing: bool,
    /// The writer has ended. What is not written stays in memory.
    stopped: bool,
    first_failure: Option<TableError>,
    failures: u64,
    /// The first refuted claims, and how many there were.
    refuted: Vec<TableError>,
    refutations: u64,
}

impl State {
    fn fail(&mut self, error: TableError) {
        self.failures += 1;
        self.first_failure.get_or_insert(error);
    }
}

impl Queue {
    /// An empty queue in which at most `limit` entries wait for the writer.
    pub(crate) fn new(limit: usize) -> Self {
        Self { state: Mutex::default(), work: Condvar::new(), progress: Condvar::new(), limit }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves no half-made state: every change below is a single step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the queue knows about a position, the older first.
    pub(crate) fn get(&self, spot: &Spot) -> [Option<Known>; 2] {
        let state = self.state();
        [&*state.in_flight, &state.pending].map(|work| work.entries.get(spot).copied())
    }

    /// Adds an entry; returns the result of combining it with the pending one, if there is one.
    pub(crate) fn add(&self, spot: Spot, new: Known) -> Option<Settled> {
        let mut state = self.state();
        loop {
            if let Some(known) = state.pending.entries.get_mut(&spot) {
                let settled = known.and(new, spot.game.unknown());
                *known = settled.known;
                return Some(settled);
            }
            if state.pending.entries.len() < self.limit {
                break;
            }
            if state.stopped {
                // Nobody will make room. Whoever asks can learn of the failure.
                return None;
            }
            state.hurry = true;
            self.work.notify_one();
            state = self.progress.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.pending.is_empty() {
            self.work.notify_one();
        }
        state.pending.entries.insert(spot, new);
        None
    }

    /// Notes the effort spent on a position, to be written with what is pending.
    pub(crate) fn note(&self, spot: Spot, effort: Effort) {
        let mut state = self.state();
        if state.pending.is_empty() {
            self.work.notify_one();
        }
        state.pending.efforts.insert(spot, effort);
    }

    /// The effort spent on a position, if it is not written yet.
    pub(crate) fn noted(&self, spot: &Spot) -> Option<Effort> {
        let state = self.state();
        [&state.pending, &*state.in_flight].into_iter().find_map(|work| work.efforts.get(spot).copied())
    }

    /// Keeps a guess, to be written with what is pending. It may be lost once the writer has ended.
    pub(crate) fn add_guess(&self, spot: Spot, guess: Guess) {
        let mut state = self.state();
        if state.pending.is_empty() {
            self.work.notify_one();
        }
        if state.pending.guesses.len() < self.limit {
            state.pending.guesses.insert(spot, guess);
        }
    }

    /// The guess about a position, if it is not written yet.
    pub(crate) fn guess(&self, spot: &Spot) -> Option<Guess> {
        let state = self.state();
        [&state.pending, &*state.in_flight].into_iter().find_map(|work| work.guesses.get(spot).copied())
    }

    /// Waits for entries and takes them all; they stay visible until [`Queue::finish`].
    /// `None` when the queue is closed and empty.
    pub(crate) fn take(&self) -> Option<Arc<Work>> {
        let mut state = self.state();
        while state.pending.is_empty() && !state.closing {
            state.hurry = false;
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let start = Instant::now();
        while !state.hurry && !state.closing {
            let Some(rest) = GATHER.checked_sub(start.elapsed()) else { break };
            state = self.work.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.hurry = false;
        if state.pending.is_empty() {
            return None;
        }
        state.in_flight = Arc::new(std::mem::take(&mut state.pending));
        state.taken += 1;
        self.progress.notify_all();
        Some(Arc::clone(&state.in_flight))
    }

    /// Reports that the entries taken last are written.
    pub(crate) fn finish(&self) {
        let mut state = self.state();
        state.done = state.taken;
        let written = std::mem::take(&mut state.in_flight);
        drop(state);
        self.progress.notify_all();
        drop(written); // a large map: not while others wait for the lock
    }

    /// Waits until everything added before is written, or the writer has ended.
    pub(crate) fn wait_written(&self) {
        let mut state = self.state();
        let target = state.taken + u64::from(!state.pending.is_empty());
        while state.done < target && !state.stopped {
            if state.taken < target {
                state.hurry = true;
                self.work.notify_one();
            }
            state = self.progress.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tells the writer to write what is there, and end.
    pub(crate) fn close(&self) {
        self.state().closing = true;
        self.work.notify_one();
    }

    /// Notes that the writer has ended, so that nobody waits for it.
    pub(crate) fn stop(&self) {
        self.state().stopped = true;
        self.progress.notify_all();
    }

    /// Remembers a failure.
    pub(crate) fn fail(&self, error: TableError) {
        self.state().fail(error);
    }

    /// Remembers that a claim was refuted.
    pub(crate) fn refute(&self, claim: TableError) {
        let mut state = self.state();
        state.refutations += 1;
        if state.refuted.len() < MOST_REFUTED {
            state.refuted.push(claim);
        }
    }

    /// The first refuted claims, and how many there were.
    pub(crate) fn refuted(&self) -> (Vec<TableError>, u64) {
        let state = self.state();
        (state.refuted.clone(), state.refutations)
    }

    /// The first failure, and how many there were.
    pub(crate) fn failure(&self) -> (Option<TableError>, u64) {
        let state = self.state();
        (state.first_failure.clone(), state.failures)
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test may end with a panic")]
mod tests {
    use super::*;
    use crate::format::Game;
    use solver::{Basis, Bounds, Discs, Proven, Scoring};

    fn spot(player: u64) -> Spot {
        Spot { game: Game::new("4x6".parse().unwrap(), Scoring::Discs), discs: Discs::from_bits(player, 0).unwrap() }
    }

    fn proven(lower: i32, upper: i32) -> Known {
        let proven = Proven { bounds: Bounds::new(lower, upper), best: None, effort: 0, basis: Basis::Proof };
        Known::of(proven, Bounds::unknown(24))
    }

    #[test]
    fn entries_taken_stay_visible_until_they_are_written() {
        let queue = Queue::new(8);
        queue.add(spot(1), proven(0, 5));
        queue.close();
        let batch = queue.take().unwrap();
        assert_eq!(batch.entries.len(), 1);
        assert_eq!(queue.get(&spot(1)), [Some(proven(0, 5)), None]);
        queue.add(spot(1), proven(-2, 3));
        assert_eq!(queue.get(&spot(1)), [Some(proven(0, 5)), Some(proven(-2, 3))]);
        queue.finish();
        assert_eq!(queue.get(&spot(1)), [None, Some(proven(-2, 3))]);
    }

    #[test]
    fn a_contradicting_entry_is_not_taken() {
        let queue = Queue::new(8);
        queue.add(spot(1), proven(0, 5));
        let settled = queue.add(spot(1), proven(6, 9)).expect("there is one already");
        assert_eq!(settled.contradiction, Some((Bounds::new(0, 5), Bounds::new(6, 9))));
        assert_eq!(queue.get(&spot(1)), [None, Some(proven(0, 5))]);
    }

    #[test]
    fn a_full_queue_waits_for_the_writer() {
        let queue = Queue::new(3);
        let (mut written, mut largest) = (0, 0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for player in 0..100 {
                    queue.add(spot(player), proven(0, 5));
                }
                queue.close();
            });
            while let Some(batch) = queue.take() {
                written += batch.entries.len();
                largest = largest.max(batch.entries.len());
                queue.finish();
            }
        });
        assert_eq!(written, 100);
        assert!(largest <= 3, "{largest}");
    }

    #[test]
    fn nobody_waits_for_a_writer_that_has_ended() {
        let queue = Queue::new(1);
        queue.stop();
        for player in 0..3 {
            queue.add(spot(player), proven(0, 5));
        }
        queue.wait_written();
        assert_eq!(queue.get(&spot(0))[1], Some(proven(0, 5)));
        assert_eq!(queue.get(&spot(2))[1], None);
    }
}
