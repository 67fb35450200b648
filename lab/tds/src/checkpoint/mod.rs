//! Saving and loading the tree, so that a search whose machines fail goes on.
//!
//! A checkpoint is a *generation*: one file of each rank, all written while no descent is under way, so that together they are
//! one consistent tree. The next is begun when all files of this one are there, and this one is kept until then; whenever a
//! machine fails, there is one that all ranks have.
//!
//! A file holds the nodes that were at home with a rank. As many ranks read a file each. With another number, where nearly every node has
//! another home, each rank goes through the files of all and keeps its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::transport::Rank;
use crate::wire::Written;
use file::at;

pub use error::CheckpointError;
pub(crate) use file::Reader;

mod error;
mod file;
pub(crate) mod intake;
pub(crate) mod snapshot;

/// What a rank finds in its directory.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// What it can go on from.
    pub(crate) found: Vec<Written>,
    /// The highest number of a generation, whatever state that is in; 0 if there is none.
    pub(crate) last: u64,
    /// Why it cannot go on from the newest of those from which it cannot.
    pub(crate) obstacle: Option<CheckpointError>,
}

/// The directory of one rank.
#[derive(Debug)]
pub(crate) struct CheckpointFolder {
    directory: PathBuf,
    rank: Rank,
    ranks: usize,
    /// What tells the search from others, whatever the number of ranks.
    label: String,
    /// What it was called before; such files are read too.
    former_labels: Vec<String>,
}

impl CheckpointFolder {
    /// The directory, which is made if it is not there, for one of this many ranks.
    pub(crate) fn open(
        directory: &Path,
        (rank, ranks): (Rank, usize),
        label: String,
        former_labels: Vec<String>,
    ) -> Result<Self, CheckpointError> {
        fs::create_dir_all(directory).map_err(at(directory))?;
        Ok(Self { directory: directory.to_owned(), rank, ranks, label, former_labels })
    }

    /// The file of a rank.
    pub(crate) fn path(&self, generation: u64, rank: Rank) -> PathBuf {
        self.directory.join(format!("rank-{rank}.generation-{generation}"))
    }

    /// The generations that are there, whatever state they are in, and of which ranks there is a file.
    fn listed(&self) -> Result<BTreeMap<u64, BTreeSet<Rank>>, CheckpointError> {
        let mut found: BTreeMap<u64, BTreeSet<Rank>> = BTreeMap::new();
        for entry in fs::read_dir(&self.directory).map_err(at(&self.directory))? {
            let name = entry.map_err(at(&self.directory))?.file_name();
            if let Some((generation, rank)) = name.to_str().and_then(parse_name) {
                found.entry(generation).or_default().insert(rank);
            }
        }
        Ok(found)
    }

    /// Looks at what is there.
    ///
    /// # Errors
    /// A file is of another search, or cannot be read.
    pub(crate) fn survey(&self) -> Result<Survey, CheckpointError> {
        let mut survey = Survey::default();
        for (generation, present) in self.listed()? {
            survey.last = generation;
            match self.judge(generation, &present) {
                Ok(ranks) => survey.found.extend(ranks.map(|ranks| (generation, ranks as u32))),
                Err(error) if error.is_of_one_generation() => survey.obstacle = Some(error),
                Err(error) => return Err(error),
            }
        }
        Ok(survey)
    }

    /// How many ranks have written a generation, if this rank can go on from it; `None` if there is nothing for it.
    ///
    /// Of the files of another number of ranks each is looked at by one of the present ranks: together they know of all that they are whole.
    fn judge(&self, generation: u64, present: &BTreeSet<Rank>) -> Result<Option<usize>, CheckpointError> {
        let has_own = present.contains(&self.rank);
        let Some(speaker) = Some(self.rank).filter(|_| has_own).or(present.first().copied()) else { return Ok(None) };
        let (reader, ranks) = self.labelled(generation, speaker)?;
        if ranks == self.ranks {
            return if has_own { reader.check().map(|()| Some(ranks)) } else { Ok(None) };
        }
        if let Some(missing) = (0..ranks).find(|rank| !present.contains(rank)) {
            return Err(CheckpointError::Missing { path: self.path(generation, missing), ranks });
        }
        for rank in (self.rank..ranks).step_by(self.ranks) {
            self.reader((generation, ranks as u32), rank)?.check()?;
        }
        Ok(Some(ranks))
    }

    /// The file of a rank, and how many ranks it says that there were.
    fn labelled(&self, generation: u64, rank: Rank) -> Result<(Reader, usize), CheckpointError> {
        let reader = Reader::open(self.path(generation, rank))?;
        let label = reader.label();
        let Some((search, ranks)) = split_ranks(label) else {
            let (found, expected) = (label.to_owned(), format!("{}, {} ranks", self.label, self.ranks));
            return Err(CheckpointError::Other { path: reader.path().to_owned(), found, expected });
        };
        if search != self.label && !self.former_labels.iter().any(|former| former == search) {
            let (found, expected) = differences(search, &self.label);
            return Err(CheckpointError::Other { path: reader.path().to_owned(), found, expected });
        }
        Ok((reader, ranks))
    }

    /// The file of a rank among so many that have written a generation.
    pub(crate) fn reader(&self, (generation, ranks): Written, rank: Rank) -> Result<Reader, CheckpointError> {
        let (reader, found) = self.labelled(generation, rank)?;
        if found == ranks as usize { Ok(reader) } else { Err(reader.mixed_up()) }
    }

    /// Writes this rank's file of a generation, given what writes its body, and removes all older ones but those of the one before.
    /// The `mark` is that of all its files.
    pub(crate) fn save(
        &self,
        (generation, mark): (u64, u64),
        before: Option<u64>,
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CheckpointError> {
        file::write(&self.path(generation, self.rank), &whole_label(&self.label, mark, self.ranks), body)?;
        let is_old = |&old: &u64| old < generation && Some(old) != before;
        for (old, present) in self.listed()?.into_iter().filter(|(old, _)| is_old(old)) {
            // Those of ranks that no longer exist too. Any rank that sees one removes it.
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

/// Generation and rank of a file.
fn parse_name(name: &str) -> Option<(u64, Rank)> {
    let (rank, generation) = name.strip_prefix("rank-")?.split_once(".generation-")?;
    let (rank, generation) = (rank.parse().ok()?, generation.parse().ok()?);
    (name == format!("rank-{rank}.generation-{generation}")).then_some((generation, rank))
}

/// What stands before the mark.
const MARK: &str = ", mark ";

/// What a file says of the search, of the moment and of the ranks.
fn whole_label(search: &str, mark: u64, ranks: usize) -> String {
    format!("{search}{MARK}{mark:016x}, {ranks} ranks")
}

/// The search and the number of ranks in a [`whole_label`].
fn split_ranks(label: &str) -> Option<(&str, usize)> {
    let (search, ranks) = label.strip_suffix(" ranks")?.rsplit_once(", ")?;
    let ranks = ranks.parse().ok().filter(|ranks| (1..=u32::MAX as usize).contains(ranks))?;
    Some((split_mark(search).map_or(search, |(search, _)| search), ranks))
}

/// The mark, which all files of a generation have in common and others have not; 0 in those of older programs, which had none.
pub(crate) fn mark_of(label: &str) -> u64 {
    let before_ranks = label.rsplit_once(", ").map_or(label, |(before, _)| before);
    split_mark(before_ranks).map_or(0, |(_, mark)| mark)
}

fn split_mark(text: &str) -> Option<(&str, u64)> {
    let (search, mark) = text.rsplit_once(MARK)?;
    Some((search, u64::from_str_radix(mark, 16).ok().filter(|_| mark.len() == 16)?))
}

/// The parts of two labels in which they differ; the whole labels where they are not made alike.
fn differences(found: &str, expected: &str) -> (String, String) {
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
