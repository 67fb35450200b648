//! Merges many entries into a table at once.
//!
//! Both sides are in the order of their keys, so one pass over both is enough. The first pass changes nothing, and finds
//! whatever stands in the way; the second writes, as a search does. What is written stays, whatever happens then: every
//! entry is true by itself, and merging again adds the rest. (RocksDB can also take in finished files. But if the end of
//! that fails, it removes files that it may need when the database is opened again.)
//!
//! Whatever comes in is a claim, whatever it says about itself: it was not proven here.

use std::iter;

use solver::{Basis, Discs, Proven, Symmetries};

use crate::error::TableError;
use crate::format::{self, Game, Key};
use crate::known::{Known, Settled};
use crate::scan::{Found, Scan};
use crate::store::{Batch, Store};

/// Entries that are written together.
const BATCH: usize = 10_000;

/// The result of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Entries of positions that the table did not have.
    pub added: u64,
    /// Entries that, together with what the table knew, say more than that.
    pub improved: u64,
    /// Entries that say nothing new.
    pub known: u64,
}

/// Finds out whether `entries`, which come in strictly ascending order of their keys, can be merged into a table, which
/// stays as it is and need not exist.
///
/// # Errors
/// An error among the entries or of the disk, an entry that cannot belong to this table or is out of order, or one that
/// contradicts what the table knows.
pub(crate) fn check(store: &Store, game: Game, entries: impl Iterator<Item = Entry>) -> Result<(), TableError> {
    compare(store, game, entries, |_, _| Ok(())).map(drop)
}

/// Merges entries that were checked into a table, which is made if it is missing.
///
/// # Errors
/// The same, or the disk cannot be written to. Some entries may be merged then.
pub(crate) fn merge(store: &Store, game: Game, entries: impl Iterator<Item = Entry>) -> Result<Merged, TableError> {
    let family = game.name();
    store.ensure_family(&family)?;
    let mut batch = Batch::default();
    let merged = compare(store, game, entries, |key, both| {
        store.add(&mut batch, &family, key.bytes(), &format::encode(key, both))?;
        if batch.len() < BATCH { Ok(()) } else { store.write(std::mem::take(&mut batch)) }
    })?;
    store.write(batch)?;
    store.settle(iter::once(family))?;
    Ok(merged)
}

/// What comes in.
type Entry = Result<(Discs, Proven), TableError>;

/// Compares entries with a table, and hands each that says something new to `take`, with what is known then.
fn compare(
    store: &Store,
    game: Game,
    entries: impl Iterator<Item = Entry>,
    mut take: impl FnMut(&Key, Known) -> Result<(), TableError>,
) -> Result<Merged, TableError> {
    let symmetries = Symmetries::new(game.board());
    let mut present = Scan::new(store, game).peekable();
    let (mut merged, mut last) = (Merged::default(), None);
    for entry in entries {
        let (discs, said) = entry?;
        check_entry(game, &symmetries, discs, said)?;
        let new = Known::of(Proven { basis: Basis::Claim, ..said }, game.unknown());
        let key = Key::new(game, discs);
        if last.replace(key).is_some_and(|last| last >= key) {
            return Err(refused(game, discs, "it is not in order"));
        }
        let is_before =
            |entry: &Result<Found, TableError>| entry.as_ref().is_ok_and(|found| Key::new(game, found.discs) < key);
        while present.next_if(is_before).is_some() {}
        // A corrupt entry stops the merge here, too.
        let known = match present.peek() {
            Some(Ok(found)) if found.discs == discs => Some(found.known),
            Some(Ok(_)) | None => None,
            Some(Err(error)) => return Err(error.clone()),
        };
        let fresh = Settled { known: new, refuted: None, contradiction: None };
        let Settled { known: both, contradiction, .. } = known.map_or(fresh, |known| known.and(new, game.unknown()));
        if let Some((known, new)) = contradiction {
            return Err(TableError::Contradiction {
                directory: store.directory().to_owned(),
                table: game.name(),
                position: game.position_text(discs),
                known,
                new,
            });
        }
        match known {
            None => merged.added += 1,
            Some(known) if known == both => merged.known += 1,
            Some(_) => merged.improved += 1,
        }
        if known != Some(both) {
            take(&key, both)?;
        }
    }
    Ok(merged)
}

/// Checks that something can be an entry of this table.
fn check_entry(game: Game, symmetries: &Symmetries, discs: Discs, proven: Proven) -> Result<(), TableError> {
    if !game.holds(discs) {
        return Err(TableError::Refused {
            table: game.name(),
            position: format!("{discs:?}"),
            reason: "it is no position of this board".to_owned(),
        });
    }
    let within = game.unknown().intersect(proven.bounds) == proven.bounds && proven.bounds.lower <= proven.bounds.upper;
    if symmetries.canonical(discs).0 != discs {
        Err(refused(game, discs, "it is not in canonical form"))
    } else if !within || !game.allows(discs, proven.best) {
        Err(refused(game, discs, "its bounds or its best move cannot be"))
    } else {
        Ok(())
    }
}

fn refused(game: Game, discs: Discs, reason: &str) -> TableError {
    TableError::Refused { table: game.name(), position: game.position_text(discs), reason: reason.to_owned() }
}
