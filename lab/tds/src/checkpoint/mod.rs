//! Saving and loading the tree, so that a search can resume when machines fail.
//!
//! A checkpoint is a *generation*: one file per rank, all written while no descent is in flight, so that together they are
//! one consistent tree. The ranks begin the next generation only when all files of this one exist, and keep this one until
//! the next is complete. So whenever a machine fails, there is a generation that all ranks have.
//!
//! A file holds the nodes whose home is one rank. The same number of ranks read one file each. With another number, where
//! nearly every node has another home, each rank reads all files and keeps its own nodes.
//!
//! While a search runs, each rank holds a lock in its directory, so that no second search mixes its files with these.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use files::{AppendFile, FileError};

use crate::error::{TdsError, in_a_line};
use crate::transport::Rank;
use crate::wire::Written;
use file::at;

pub(crate) use file::Reader;

mod file;
pub(crate) mod intake;
pub(crate) mod snapshot;

/// The highest number of a generation; there is room for others after it.
pub(crate) const LAST_GENERATION: u64 = u64::MAX / 2;

/// How long to wait for another search: one that has just been killed may need a moment to end.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a rank finds in its directory.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// The generations from which it can resume.
    pub(crate) found: Vec<Written>,
    /// The highest number of a generation, usable or not; 0 if there is none.
    pub(crate) last: u64,
    /// Why it cannot resume from the newest unusable generation.
    pub(crate) obstacle: Option<TdsError>,
}

/// The directory of one rank.
#[derive(Debug)]
pub(crate) struct CheckpointFolder {
    directory: PathBuf,
    rank: Rank,
    ranks: usize,
    /// What identifies the search, whatever the number of ranks.
    label: String,
    /// Its earlier labels; files with these are read too.
    former_labels: Vec<String>,
    /// An empty file that keeps other searches away. Every search has a rank 0, so two of them cannot share a directory, however
    /// many ranks they have. (If each machine has a directory of its own, two searches are told apart where both have the same
    /// rank.) The system lets go of the file when a process ends, even if it is killed.
    lock: AppendFile,
}

impl CheckpointFolder {
    /// The directory for one of this many ranks; created if it does not exist. No other search can open it meanwhile.
    ///
    /// # Errors
    /// The directory cannot be created or written, or another search has it open.
    pub(crate) fn open(
        directory: &Path,
        (rank, ranks): (Rank, usize),
        label: String,
        former_labels: Vec<String>,
    ) -> Result<Self, TdsError> {
        fs::create_dir_all(directory).map_err(at(directory))?;
        let lock = AppendFile::open_or_create(&directory.join(format!("rank-{rank}.lock")), PATIENCE);
        let lock = lock.map_err(|error| match error {
            FileError::InUse { .. } => TdsError::InUse { directory: directory.to_owned() },
            error => error.into(),
        })?;
        Ok(Self { directory: directory.to_owned(), rank, ranks, label, former_labels, lock })
    }

    /// The file of a rank.
    pub(crate) fn path(&self, generation: u64, rank: Rank) -> PathBuf {
        self.directory.join(format!("rank-{rank}.generation-{generation}"))
    }

    /// The generations that exist, usable or not, and the ranks that have a file of each.
    fn listed(&self) -> Result<BTreeMap<u64, BTreeSet<Rank>>, TdsError> {
        let mut found: BTreeMap<u64, BTreeSet<Rank>> = BTreeMap::new();
        for entry in fs::read_dir(&self.directory).map_err(at(&self.directory))? {
            let name = entry.map_err(at(&self.directory))?.file_name();
            if let Some((generation, rank)) = name.to_str().and_then(parse_name) {
                found.entry(generation).or_default().insert(rank);
            }
        }
        Ok(found)
    }

    /// Finds out which checkpoints exist.
    ///
    /// # Errors
    /// A file belongs to another search, or cannot be read.
    pub(crate) fn survey(&self) -> Result<Survey, TdsError> {
        let mut survey = Survey::default();
        for (generation, present) in self.listed()? {
            survey.last = generation;
            match self.judge(generation, &present) {
                Ok(ranks) => survey.found.extend(ranks.map(|ranks| (generation, ranks as u32))),
                Err(error @ TdsError::Unusable { .. }) => survey.obstacle = Some(error),
                Err(error) => return Err(error),
            }
        }
        Ok(survey)
    }

    /// How many ranks wrote a generation, if this rank can resume from it; `None` if it has nothing for this rank.
    ///
    /// If another number of ranks wrote it, each file is checked by one of the present ranks: together they check them all.
    fn judge(&self, generation: u64, present: &BTreeSet<Rank>) -> Result<Option<usize>, TdsError> {
        let has_own = present.contains(&self.rank);
        let Some(speaker) = Some(self.rank).filter(|_| has_own).or(present.first().copied()) else { return Ok(None) };
        let (reader, ranks) = self.labelled(generation, speaker)?;
        if ranks == self.ranks {
            return if has_own { reader.check().map(|()| Some(ranks)) } else { Ok(None) };
        }
        if let Some(missing) = (0..ranks).find(|rank| !present.contains(rank)) {
            let why = format!(
                "is missing: {ranks} ranks have written the tree, and with another number of ranks each needs all of their files; put \
                 these into one directory that every rank sees, or take {ranks} ranks again"
            );
            return Err(TdsError::Unusable { path: self.path(generation, missing), why });
        }
        for rank in (self.rank..ranks).step_by(self.ranks) {
            self.reader((generation, ranks as u32), rank)?.check()?;
        }
        Ok(Some(ranks))
    }

    /// The file of a rank, and how many ranks there were according to it.
    fn labelled(&self, generation: u64, rank: Rank) -> Result<(Reader, usize), TdsError> {
        let reader = Reader::open(self.path(generation, rank))?;
        let label = reader.label();
        let Some((search, ranks)) = split_ranks(label) else {
            let (found, expected) = (in_a_line(label), format!("{}, {} ranks", self.label, self.ranks));
            return Err(TdsError::Other { path: reader.path().to_owned(), found, expected });
        };
        if search != self.label && !self.former_labels.iter().any(|former| former == search) {
            let (found, expected) = differences(search, &self.label);
            return Err(TdsError::Other { path: reader.path().to_owned(), found: in_a_line(&found), expected });
        }
        Ok((reader, ranks))
    }

    /// The file of a rank of a generation; fails unless as many ranks wrote it as `Written` says.
    pub(crate) fn reader(&self, (generation, ranks): Written, rank: Rank) -> Result<Reader, TdsError> {
        let (reader, found) = self.labelled(generation, rank)?;
        if found == ranks as usize { Ok(reader) } else { Err(TdsError::mixed_up(reader.path().to_owned())) }
    }

    /// Writes this rank's file of a generation, with its contents from `body`, and removes older files except those of the
    /// generation `before`. All files of the generation have the same `mark`.
    pub(crate) fn save(
        &self,
        (generation, mark): (u64, u64),
        before: Option<u64>,
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), TdsError> {
        file::write(&self.path(generation, self.rank), &whole_label(&self.label, mark, self.ranks), body)?;
        let is_old = |&old: &u64| old < generation && Some(old) != before;
        for (old, present) in self.listed()?.into_iter().filter(|(old, _)| is_old(old)) {
            // Also the files of ranks that no longer exist. Any rank that sees one removes it.
            for rank in present.into_iter().filter(|&rank| rank == self.rank || rank >= self.ranks) {
                let path = self.path(old, rank);
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(&path)(error)),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

impl Drop for CheckpointFolder {
    fn drop(&mut self) {
        // While it is still locked: whoever has opened it meanwhile notices that it has lost its name. One that remains does
        // no harm.
        let _ = fs::remove_file(self.lock.path());
    }
}

/// Generation and rank of a file.
fn parse_name(name: &str) -> Option<(u64, Rank)> {
    let (rank, generation) = name.strip_prefix("rank-")?.split_once(".generation-")?;
    let (rank, generation) = (rank.parse().ok()?, generation.parse().ok().filter(|&one| one <= LAST_GENERATION)?);
    (name == format!("rank-{rank}.generation-{generation}")).then_some((generation, rank))
}

/// What precedes the mark.
const MARK: &str = ", mark ";

/// What a file says about the search, the time of writing and the ranks.
fn whole_label(search: &str, mark: u64, ranks: usize) -> String {
    format!("{search}{MARK}{mark:016x}, {ranks} ranks")
}

/// The search and the number of ranks in a [`whole_label`].
fn split_ranks(label: &str) -> Option<(&str, usize)> {
    let (search, ranks) = label.strip_suffix(" ranks")?.rsplit_once(", ")?;
    let ranks = ranks.parse().ok().filter(|ranks| (1..=u32::MAX as usize).contains(ranks))?;
    Some((split_mark(search).map_or(search, |(search, _)| search), ranks))
}

/// The mark, which the files of a generation share with no others; 0 in files of older programs, which had none.
pub(crate) fn mark_of(label: &str) -> u64 {
    let before_ranks = label.rsplit_once(", ").map_or(label, |(before, _)| before);
    split_mark(before_ranks).map_or(0, |(_, mark)| mark)
}

fn split_mark(text: &str) -> Option<(&str, u64)> {
    let (search, mark) = text.rsplit_once(MARK)?;
    Some((search, u64::from_str_radix(mark, 16).ok().filter(|_| mark.len() == 16)?))
}

/// The parts in which two labels differ; the whole labels if they have different numbers of parts or do not differ.
pub(crate) fn differences(found: &str, expected: &str) -> (String, String) {
    let parts = |label: &str| -> Vec<String> { label.split(", ").map(str::to_owned).collect() };
    let (one, other) = (parts(found), parts(expected));
    if one.len() != other.len() || one == other {
        return (found.to_owned(), expected.to_owned());
    }
    let pairs = one.into_iter().zip(other).filter(|(one, other)| one != other);
    let (one, other): (Vec<String>, Vec<String>) = pairs.unzip();
    (one.join(", "), other.join(", "))
}

#[cfg(test)]
mod tests;
