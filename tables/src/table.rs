//! The proven bounds of one board and scoring.

use std::fmt;
use std::sync::Arc;

use solver::{Board, Bounds, CanonicalPosition, Discs, Guess, Position, ProofTable, Proven, Scoring};

use crate::error::TableError;
use crate::format::{Game, Key, encode};
use crate::guess;
use crate::known::{Known, Trust};
use crate::scan::{Census, Found, Scan};
use crate::shared::Shared;
use crate::spot::Spot;
use crate::store::Batch;

/// How many entries to read between checks whether the count is still wanted.
const PACE: u64 = 4096;

/// The proven bounds of one board and scoring; see [`ProofTable`].
///
/// # Panics
/// `probe` and `record` panic on discs that do not fit on the board, and `record` also on a best move that is not an
/// empty square: nothing true could be stored about them.
pub struct Table {
    shared: Arc<Shared>,
    game: Game,
    family: String,
    trust: Trust,
}

impl Table {
    /// The table of a game.
    pub(crate) fn new(shared: Arc<Shared>, game: Game, trust: Trust) -> Self {
        Self { shared, game, family: game.name(), trust }
    }

    /// How much of its knowledge it returns.
    #[must_use]
    pub fn trust(&self) -> Trust {
        self.trust
    }

    /// The board; it has at most as many rows as columns.
    #[must_use]
    pub fn board(&self) -> Board {
        self.game.board()
    }

    /// Board and scoring.
    pub(crate) fn game(&self) -> Game {
        self.game
    }

    /// The scoring.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.game.scoring()
    }

    /// The entries recorded so far, in the order of the keys: by number of empties, then discs of the side to move, then the
    /// other's. For each, the knowledge that the table returns (see [`Trust`]).
    ///
    /// Returns an error for each corrupt entry and goes on after it; after a disk error there is nothing more.
    pub fn entries(&self) -> impl Iterator<Item = Result<(Discs, Proven), TableError>> {
        let (trust, unknown) = (self.trust, self.game.unknown());
        self.scan().filter_map(move |found| match found {
            Ok(Found { discs, known, .. }) => known.given(trust, unknown).map(|given| Ok((discs, given))),
            Err(error) => Some(Err(error)),
        })
    }

    /// The same with everything known about each, from trusted and untrusted sources alike.
    pub(crate) fn scan(&self) -> Scan<'_> {
        Scan::new(&self.shared.store, self.game)
    }

    /// Counts the entries, trusted or not. `problem` receives the corrupt ones. `None` as soon as `goes_on`, which is
    /// called now and then, returns false.
    ///
    /// # Errors
    /// The disk cannot be read any further.
    pub fn census(
        &self,
        mut problem: impl FnMut(TableError),
        goes_on: impl Fn() -> bool,
    ) -> Result<Option<Census>, TableError> {
        let mut census = Census::default();
        for (index, entry) in (0u64..).zip(self.scan()) {
            if index % PACE == 0 && !goes_on() {
                return Ok(None);
            }
            match entry {
                Ok(found) => census.add(self.game.empties(found.discs), &found),
                Err(error @ TableError::Corrupt { .. }) => {
                    census.corrupt += 1;
                    problem(error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Some(census))
    }

    /// What the disk knows about a position as it stands, on the table's board or the transposed one; the best move is
    /// one of that position. `None` if nothing is known, or the position is on another board.
    ///
    /// # Errors
    /// The disk cannot be read, or the entry is corrupt.
    pub fn look_up(&self, position: &Position) -> Result<Option<Proven>, TableError> {
        let canonical = CanonicalPosition::of(position);
        if canonical.board() != self.board() {
            return Ok(None);
        }
        let back = |best| canonical.to_original_move(best);
        Ok(self.get(canonical.discs())?.map(|proven| Proven { best: proven.best.map(back), ..proven }))
    }

    /// What the disk knows about a canonical position, as [`Table::entries`] returns it.
    ///
    /// # Errors
    /// The disk cannot be read, or the entry is corrupt.
    ///
    /// # Panics
    /// If the discs do not fit on the board.
    pub fn get(&self, canonical: Discs) -> Result<Option<Proven>, TableError> {
        Ok(self.known(canonical)?.and_then(|known| known.given(self.trust, self.game.unknown())))
    }

    /// Everything the disk knows about a canonical position, from trusted and untrusted sources alike.
    pub(crate) fn known(&self, canonical: Discs) -> Result<Option<Known>, TableError> {
        self.shared.read(&self.family, &Spot { game: self.game, discs: canonical })
    }

    /// Replaces what is known about a position, or removes it.
    pub(crate) fn replace(
        &self,
        batch: &mut Batch,
        discs: Discs,
        before: Known,
        now: Option<Known>,
    ) -> Result<(), TableError> {
        let key = Key::new(self.game, discs);
        match now {
            Some(now) if now == before => Ok(()),
            Some(now) => self.shared.store.add(batch, &self.family, key.bytes(), &encode(&key, now)),
            None => self.shared.store.remove(batch, &self.family, key.bytes()),
        }
    }

    /// Removes whatever is stored under a key.
    pub(crate) fn discard(&self, key: &[u8]) -> Result<(), TableError> {
        self.shared.store.delete(&self.family, key)
    }

    /// Writes a batch, all of it or nothing.
    pub(crate) fn write(&self, batch: Batch) -> Result<(), TableError> {
        if batch.len() > 0 { self.shared.store.write(batch) } else { Ok(()) }
    }

    /// The message about an entry that is contradicted.
    pub(crate) fn inconsistent(&self, discs: Discs, claimed: Bounds, reason: String) -> TableError {
        TableError::Inconsistent {
            directory: self.shared.store.directory().to_owned(),
            table: self.family.clone(),
            position: self.game.position_text(discs),
            claimed,
            reason,
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("family", &self.family).finish_non_exhaustive()
    }
}

impl ProofTable for Table {
    fn board(&self) -> Board {
        self.game.board()
    }

    fn scoring(&self) -> Scoring {
        self.game.scoring()
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let spot = Spot { game: self.game, discs: canonical };
        let on_disk = self.shared.on_disk(&self.family, &spot).unwrap_or_else(|error| {
            self.shared.fail(error);
            None
        });
        on_disk?.given(self.trust, self.game.unknown())
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        assert!(self.game.holds(canonical), "{canonical:?} cannot stand in table {}", self.family);
        assert!(self.game.allows(canonical, proven.best), "{:?} is no move in {canonical:?}", proven.best);
        let spot = Spot { game: self.game, discs: canonical };
        let unknown = self.game.unknown();
        let bounds = unknown.intersect(proven.bounds);
        if bounds.lower > bounds.upper {
            self.shared.contradiction(&spot, unknown, proven.bounds);
        } else {
            self.shared.record(&self.family, &spot, Known::of(Proven { bounds, ..proven }, unknown));
        }
    }

    fn guess(&self, canonical: Discs) -> Option<Guess> {
        let spot = Spot { game: self.game, discs: canonical };
        let key = spot.key();
        // What cannot be read counts as nothing, since it proves nothing anyway.
        self.shared.store.get(guess::FAMILY, &key, |value| guess::decode(spot, &key, value)).ok()??
    }

    fn keep_guess(&self, canonical: Discs, guess: Guess) {
        assert!(self.game.holds(canonical), "{canonical:?} cannot stand in table {}", self.family);
        let key = Spot { game: self.game, discs: canonical }.key();
        self.shared.put_beside(self.game, guess::FAMILY, &key, &guess::encode(&key, guess));
    }
}
