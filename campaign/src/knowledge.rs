//! All records of a campaign, and what follows from them for each position.

use std::collections::hash_map::Entry;

use ahash::HashMap;
use solver::{Bounds, Discs};

use crate::job::JobId;
use crate::known::{Clash, Known, Source};
use crate::record::{Finding, Record};

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new.
    New,
    /// The job was done before, and this record says more: it replaces the other.
    Better,
    /// The job was done before; this record counts for nothing. It does not contradict what is known.
    Known,
    /// It is a re-check of an answer, and confirms it or says nothing.
    Checked,
}

impl Added {
    /// Whether it adds something to what was known.
    #[must_use]
    pub fn is_news(self) -> bool {
        self != Self::Known
    }
}

/// All records, and what follows from them.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    squares: u32,
    positions: HashMap<Discs, Known>,
    records: Vec<Record>,
    jobs: HashMap<JobId, u32>,
    changes: Vec<Discs>,
}

impl Knowledge {
    /// Knows nothing yet, on a board of `squares` squares.
    pub(crate) fn new(squares: u32) -> Self {
        Self {
            squares,
            positions: HashMap::default(),
            records: Vec::new(),
            jobs: HashMap::default(),
            changes: Vec::new(),
        }
    }

    /// Number of squares of the board.
    pub(crate) fn squares(&self) -> u32 {
        self.squares
    }

    /// What is known about a position.
    pub(crate) fn get(&self, discs: Discs) -> Known {
        self.positions.get(&discs).copied().unwrap_or(Known::nothing(self.squares))
    }

    /// All records, in order of arrival.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The positions that were split.
    pub(crate) fn split(&self) -> Vec<Discs> {
        self.positions.iter().filter(|(_, known)| known.open.is_some()).map(|(&discs, _)| discs).collect()
    }

    /// The positions whose bounds became tighter since the last call.
    pub(crate) fn take_changes(&mut self) -> Vec<Discs> {
        std::mem::take(&mut self.changes)
    }

    /// Forgets these positions, for callers without a table.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.clear();
    }

    /// Adds a record. Of two records of the same job, the one that says more counts; of equals, the first.
    ///
    /// # Errors
    /// It contradicts what is known, whether or not its job is known. It then counts for nothing but stays in the list
    /// until [`Knowledge::drop_last`], so that it can be named.
    pub(crate) fn add(&mut self, record: &Record) -> Result<Added, Clash> {
        self.add_named(record.job.id(), record)
    }

    /// The same for a record whose job's name is known.
    pub(crate) fn add_named(&mut self, id: JobId, record: &Record) -> Result<Added, Clash> {
        let number = self.records.len() as u32;
        let by = (Some(number), Some(number));
        let found = record.finding.bounds(self.squares);
        let Entry::Vacant(free) = self.jobs.entry(id) else {
            // It counts for nothing, but must not be false either.
            let again = self.get(record.job.discs).tightened(record.job.discs, found, by);
            again.inspect_err(|_| self.records.push(record.clone()))?;
            return self.better(id, record);
        };
        free.insert(number);
        self.records.push(record.clone());
        if let Err(clash) = self.tighten(record.job.discs, found, by) {
            self.jobs.remove(&id);
            return Err(clash);
        }
        if record.finding == Finding::Open {
            let known = self.entry(record.job.discs);
            known.open = known.open.max(Some(record.job.budget));
        }
        Ok(Added::New)
    }

    /// Replaces the record of the same job, if this one says more.
    fn better(&mut self, id: JobId, record: &Record) -> Result<Added, Clash> {
        let Some(&number) = self.jobs.get(&id) else { return Ok(Added::Known) };
        let former = &self.records[number as usize];
        if !record.says_more_than(former) {
            return Ok(Added::Known);
        }
        let (discs, was_open) = (record.job.discs, former.finding == Finding::Open);
        self.records[number as usize] = record.clone();
        if was_open {
            // This is rare enough to look at all records.
            let of_position = self.records.iter().filter(|other| other.job.discs == discs);
            let still_open = of_position.filter(|other| other.finding == Finding::Open);
            let open = still_open.map(|other| other.job.budget).max();
            self.entry(discs).open = open;
        }
        let by = (Some(number), Some(number));
        self.tighten(discs, record.finding.bounds(self.squares), by).map(|_| Added::Better)
    }

    /// Removes the record that was just refused.
    pub(crate) fn drop_last(&mut self) {
        self.records.pop();
    }

    /// Adds bounds of a position that rest on these records. Returns whether they tell anything new.
    ///
    /// # Errors
    /// They contradict what is known; what is known stays as it was.
    pub(crate) fn tighten(&mut self, discs: Discs, bounds: Bounds, by: (Source, Source)) -> Result<bool, Clash> {
        let next = self.get(discs).tightened(discs, bounds, by)?;
        let is_new = next.bounds != self.get(discs).bounds;
        if is_new {
            self.changes.push(discs);
            *self.entry(discs) = next;
        }
        Ok(is_new)
    }

    fn entry(&mut self, discs: Discs) -> &mut Known {
        self.positions.entry(discs).or_insert(Known::nothing(self.squares))
    }
}
