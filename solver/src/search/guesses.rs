//! Guesses of selective searches: kept in memory for all threads and, near the root, in the persistent table, so that a
//! restarted search need not repeat them. No proof ever rests on them.

use super::ordering_table::{OrderingTable, Packed};
use super::searcher::{PROBE_MIN_EMPTIES, RECORD_MIN_EFFORT, Searcher};
use crate::table::Guess;
use rules::discs::Discs;
use rules::moves::Move;
use rules::score::{Bounds, Value};
use rules::square::Square;

/// The guesses in memory.
pub(crate) type Guesses = OrderingTable<Guess>;

/// One salt is enough: guesses come from one guide only.
const SALT: u64 = 0xe703_7ed1_a0b4_28db;
/// The byte for anything but a square.
const NO_SQUARE: u8 = 0xff;

impl Packed for Guess {
    fn pack(self) -> u64 {
        let best = match self.best {
            Some(Move::Place(square)) => square.number(),
            _ => NO_SQUARE,
        };
        let limits = [self.bounds.lower, self.bounds.upper].map(|limit| limit.discs() as i8 as u8);
        u64::from_le_bytes([limits[0], limits[1], self.level, best, 0, 0, 0, 0])
    }

    fn unpack(data: u64) -> Self {
        let [lower, upper, level, best, ..] = data.to_le_bytes();
        let best = Square::new(best).map(Move::Place);
        Self { level, bounds: Bounds::new(Value::from(lower as i8), Value::from(upper as i8)), best }
    }
}

impl<I> Searcher<'_, I> {
    /// The guess for a position, from memory or, near the root, from the persistent table.
    #[inline(always)]
    pub(crate) fn guess(&self, discs: Discs) -> Option<Guess> {
        let known = self.guess_of(self.normal_form(discs))?;
        Some(Guess { best: self.move_from_normal_form(discs, known.best), ..known })
    }

    /// The same for a position in normal form.
    #[inline(always)]
    fn guess_of(&self, normal: Discs) -> Option<Guess> {
        let known = self.shared.guesses.probe(normal, SALT);
        if known.is_some() || self.empties(normal) < PROBE_MIN_EMPTIES {
            return known;
        }
        let kept = self.shared.table?.guess(normal)?;
        self.shared.guesses.record(normal, SALT, kept);
        Some(kept)
    }

    /// Keeps a selective search's guess for a position, which took `effort` nodes.
    #[inline(always)]
    pub(crate) fn keep_guess(&self, discs: Discs, guess: Guess, effort: u64) {
        let (normal, best) = self.normal_form_with(discs, guess.best);
        let guess = Guess { best, ..guess };
        let guess = self.guess_of(normal).map_or(guess, |known| known.and(guess));
        self.shared.guesses.record(normal, SALT, guess);
        if effort >= RECORD_MIN_EFFORT
            && self.empties(discs) >= PROBE_MIN_EMPTIES
            && let Some(table) = self.shared.table
        {
            table.keep_guess(normal, guess);
        }
    }
}
