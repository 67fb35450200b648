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
    /// The job was done before, and this record says more: it takes the place of the other.
    Better,
    /// The job was done before; this record counts for nothing. It does not contradict what is known.
    Known,
    /// It is a re-check of an answer, and confirms it or says nothing.
    Checked,
    /// Somebody's answers were withdrawn: those of the worker proven wrong, be it this record's or another.
    Withdrawn,
}

impl Added {
    /// Whether it tells something that was not known before.
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
    /// Nothing is known on a board of `squares` squares.
    pub(crate) fn new(squares: u32) -> Self {
        Self {
            squares,
            positions: HashMap::default(),
            records: Vec::new(),
            jobs: HashMap::default(),
            changes: Vec::new(),
        }
    }

    /// What is known about a position.
    pub(crate) fn get(&self, discs: Discs) -> Known {
        self.positions.get(&discs).copied().unwrap_or(Known::nothing(self.squares))
    }

    /// All records, in the order in which they came.
    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// The positions that were split.
    pub(crate) fn split(&self) -> Vec<Discs> {
        self.positions.iter().filter(|(_, known)| known.open.is_some()).map(|(&discs, _)| discs).collect()
    }

    /// The positions whose limits became tighter since this was called last.
    pub(crate) fn take_changes(&mut self) -> Vec<Discs> {
        std::mem::take(&mut self.changes)
    }

    /// Nobody wants to know which those are.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.clear();
    }

    /// The record of a job that is known.
    pub(crate) fn of_job(&self, job: JobId) -> Option<&Record> {
        self.jobs.get(&job).map(|&number| &self.records[number as usize])
    }

    /// Adds a record. Of a job that is known the record counts that says more, of equals the first.
    ///
    /// # Errors
    /// It contradicts what is known, be its job known or not; it then counts for nothing but stays in the list, so that it can be named, until
    /// [`Knowledge::drop_last`].
    pub(crate) fn add(&mut self, record: &Record) -> Result<Added, Clash> {
        self.add_named(record.job.id(), record)
    }

    /// The same of a record whose job's name is known.
    pub(crate) fn add_named(&mut self, id: JobId, record: &Record) -> Result<Added, Clash> {
        let number = self.records.len() as u32;
        let by = (Some(number), Some(number));
        let found = record.finding.bounds(self.squares);
        let Entry::Vacant(free) = self.jobs.entry(id) else {
            // It counts for nothing, but it may not be false either.
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

    /// Puts a record in the place of that of the same job, if it says more.
    fn better(&mut self, id: JobId, record: &Record) -> Result<Added, Clash> {
        let Some(&number) = self.jobs.get(&id) else { return Ok(Added::Known) };
        let former = &self.records[number as usize];
        if !record.says_more_than(former) {
            return Ok(Added::Known);
        }
        let (discs, was_open) = (record.job.discs, former.finding == Finding::Open);
        self.records[number as usize] = record.clone();
        if was_open {
            // Rare enough to look at all of them.
            let of_position = self.records.iter().filter(|other| other.job.discs == discs);
            let still_open = of_position.filter(|other| other.finding == Finding::Open);
            let open = still_open.map(|other| other.job.budget).max();
            self.entry(discs).open = open;
        }
        let by = (Some(number), Some(number));
        self.tighten(discs, record.finding.bounds(self.squares), by).map(|_| Added::Better)
    }

    /// Removes the record that was refused last.
    pub(crate) fn drop_last(&mut self) {
        self.records.pop();
    }

    /// Adds limits of a position that rest on these records. Returns whether they tell anything new.
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
