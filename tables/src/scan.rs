//! Reads a table from its first entry to its last.

use solver::{Bounds, Discs, Symmetries};

use crate::error::TableError;
use crate::format::{self, Game, Key, read_key};
use crate::known::Known;
use crate::store::{Rows, Store};

/// The most bytes of a key to show in a message.
const MOST_SHOWN: usize = 20;

/// Everything on the disk, in the order of the keys: by number of empties, then discs of the side to move, then the
/// other's.
///
/// Returns an error for each corrupt entry and goes on after it; after a disk error there is nothing more.
pub(crate) struct Scan<'a> {
    rows: Option<Rows<'a>>,
    store: &'a Store,
    game: Game,
    family: String,
    symmetries: Symmetries,
    /// The key of the last entry.
    key: Vec<u8>,
}

/// An entry as it is on the disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) discs: Discs,
    pub(crate) known: Known,
    /// Whether it was written by a program that did not record who proved what.
    pub(crate) is_of_unknown_origin: bool,
}

impl<'a> Scan<'a> {
    /// What is on the disk now; nothing if there is no such table.
    pub(crate) fn new(store: &'a Store, game: Game) -> Self {
        let family = game.name();
        let (rows, symmetries) = (store.rows(&family), Symmetries::new(game.board()));
        Self { rows, store, game, family, symmetries, key: Vec::new() }
    }

    /// The key of the last entry, corrupt or not.
    pub(crate) fn last_key(&self) -> &[u8] {
        &self.key
    }

    /// What an entry says; as an error, which one it is and what is wrong with it.
    fn decode(game: Game, symmetries: &Symmetries, key: &[u8], value: &[u8]) -> Result<Found, (String, String)> {
        let Some(discs) = read_key(game, key) else {
            let key = &key[..key.len().min(MOST_SHOWN)];
            return Err((format!("the key {key:02x?}"), "it is no position of this board".to_owned()));
        };
        if symmetries.canonical(discs).0 != discs {
            return Err((game.position_text(discs), "it is not in canonical form".to_owned()));
        }
        let is_of_unknown_origin = format::is_of_unknown_origin(value);
        format::decode(game, &Key::new(game, discs), discs, value)
            .map(|known| Found { discs, known, is_of_unknown_origin })
            .map_err(|reason| (game.position_text(discs), reason))
    }

    fn corrupt(&self, position: String, reason: String) -> TableError {
        TableError::Corrupt {
            directory: self.store.directory().to_owned(),
            table: self.family.clone(),
            position,
            reason,
        }
    }
}

impl Iterator for Scan<'_> {
    type Item = Result<Found, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        let decoded = match self.rows.as_mut()?.next() {
            Ok(None) => {
                self.rows = None;
                return None;
            }
            Err(error) => {
                self.rows = None;
                return Some(Err(error));
            }
            Ok(Some((key, value))) => {
                self.key.clear();
                self.key.extend_from_slice(key);
                Self::decode(self.game, &self.symmetries, key, value)
            }
        };
        Some(decoded.map_err(|(position, reason)| self.corrupt(position, reason)))
    }
}

/// What a table holds, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Number of entries by number of empties.
    pub by_empties: Vec<u64>,
    /// Entries with an exactly known value.
    pub exact: u64,
    /// Entries for which only the outcome is known.
    pub decided: u64,
    /// Entries with unverified claims beyond what is proven here. All others are proven here.
    pub unverified: u64,
    /// Unverified entries of an earlier version, which did not record what came from elsewhere.
    pub of_unknown_origin: u64,
    /// Entries that cannot be read.
    pub corrupt: u64,
}

impl Census {
    /// Adds an entry of a position with this many empty squares.
    pub(crate) fn add(&mut self, empties: u32, found: &Found) {
        let is_claimed = found.known.claimed.is_some();
        self.unverified += u64::from(is_claimed);
        self.of_unknown_origin += u64::from(is_claimed && found.is_of_unknown_origin);
        self.add_bounds(empties, found.known.closest());
    }

    /// Number of entries with at most this many empty squares.
    #[must_use]
    pub fn up_to(&self, empties: u32) -> u64 {
        self.by_empties.iter().take(empties as usize + 1).sum()
    }

    fn add_bounds(&mut self, empties: u32, bounds: Bounds) {
        let empties = empties as usize;
        if self.by_empties.len() <= empties {
            self.by_empties.resize(empties + 1, 0);
        }
        self.by_empties[empties] += 1;
        if bounds.exact().is_some() {
            self.exact += 1;
        } else if bounds.outcome().is_some() {
            self.decided += 1;
        }
    }

    /// Number of readable entries.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.by_empties.iter().sum()
    }
}
