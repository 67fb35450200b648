//! Merges many entries into a table at once.
//!
//! Both sides are in the order of their keys, so one pass over both is enough. All changes are written as one sorted
//! file, which the database takes in whole: either everything is merged or, after an error, nothing. When several
//! tables are merged, all their files are made before the first is taken in.
//!
//! Whatever comes in is a claim, whatever it says about itself: it was not proven here.

use std::path::PathBuf;

use solver::{Basis, Discs, Proven, Symmetries};

use crate::error::TableError;
use crate::format::{self, Game, Key};
use crate::known::{Known, Settled};
use crate::scan::{Found, Scan};
use crate::store::Store;

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

/// A merge found to be possible, and not yet done.
pub(crate) struct Prepared {
    family: String,
    /// The file of all changes, if there are any.
    file: Option<PathBuf>,
    merged: Merged,
}

/// Finds out what merging `entries`, which come in strictly ascending order of their keys, into a table would change.
/// The table itself stays as it is; it need not exist.
///
/// # Errors
/// An error among the entries or of the disk, an entry that cannot belong to this table or is out of order, or one that
/// contradicts what the table knows.
pub(crate) fn prepare(
    store: &Store,
    game: Game,
    entries: impl Iterator<Item = Result<(Discs, Proven), TableError>>,
) -> Result<Prepared, TableError> {
    let family = game.name();
    let symmetries = Symmetries::new(game.board());
    let path = store.incoming()?.join(format!("{family}.sst"));
    let mut sorted = store.sorted_file(&family, &path)?;
    let mut present = Scan::new(store, game).peekable();
    let (mut merged, mut last) = (Merged::default(), None);
    for entry in entries {
        let (discs, said) = entry?;
        check(game, &symmetries, discs, said)?;
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
                table: family.clone(),
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
            sorted.put(key.bytes(), &format::encode(&key, both))?;
        }
    }
    // RocksDB refuses an empty file.
    let file = (merged.added + merged.improved > 0).then(|| sorted.finish()).transpose()?;
    Ok(Prepared { family, file, merged })
}

impl Prepared {
    /// Brings the changes into the table, which is made if it is missing.
    ///
    /// # Errors
    /// The disk cannot be written to.
    pub(crate) fn take_in(self, store: &Store) -> Result<Merged, TableError> {
        store.ensure_family(&self.family)?;
        if let Some(file) = self.file {
            store.take_in(&self.family, vec![file])?;
        }
        Ok(self.merged)
    }
}

/// Checks that something can be an entry of this table.
fn check(game: Game, symmetries: &Symmetries, discs: Discs, proven: Proven) -> Result<(), TableError> {
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
