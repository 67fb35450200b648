//! Merges several ledgers into one.

use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};

use ahash::{HashMap, HashSet};
use xxhash_rust::xxh3::Xxh3;

use super::line::{check_text, record_text, withdrawal_text};
use super::text::Ledger;
use crate::error::CampaignError;
use crate::job::{JobId, canonical_text};
use crate::record::Record;
use crate::replay::{Replay, ReplayClash};

/// The result of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The merged ledger.
    pub ledger: Ledger,
    /// New records from the other ledgers.
    pub added: usize,
    /// Records from the other ledgers whose job was known.
    pub known: usize,
    /// Withdrawn records of the merged ledger; they are in it, but do not count.
    pub withdrawn: usize,
}

/// Adds the records of other ledgers to the first one, with its plan. If several have a record of the same job, the one
/// that says more counts, of equals the first. It is added beside the former one if another worker gave it, so that
/// what remains is known if it is withdrawn.
///
/// Nobody here has seen what was done elsewhere, and anybody could have written the lines. So, from the other ledgers,
///
/// - neither re-checks nor withdrawals are taken. Answers withdrawn there are left out, and so are those of workers
///   withdrawn here;
/// - workers get names of their own, which a number of their ledger is part of, and so do drivers. All answers can be
///   chosen for re-checks here, and nothing there is held against workers here or of a third ledger.
///
/// # Errors
/// A ledger is of another campaign, or two lines, of one ledger or of two, cannot both be true, in themselves or in
/// their consequences. The error names the position and both lines.
///
/// # Panics
/// If there is no ledger.
pub fn merge(ledgers: &[(PathBuf, Ledger)]) -> Result<Merged, CampaignError> {
    let (first_path, first) = ledgers.first().expect("there is a first ledger");
    if let Some((path, _)) = ledgers.iter().find(|(_, other)| !other.plan.is_akin(&first.plan)) {
        return Err(CampaignError::Different(first_path.clone(), path.clone()));
    }
    let mut merged = Merged { ledger: Ledger::new(first.plan.clone(), Vec::new()), added: 0, known: 0, withdrawn: 0 };
    let mut lines = HashSet::default();
    let checks = first.checks.iter().filter(|check| lines.insert(check_text(check)));
    merged.ledger.checks = checks.cloned().collect();
    let withdrawals = first.withdrawals.iter().filter(|withdrawal| lines.insert(withdrawal_text(withdrawal)));
    merged.ledger.withdrawals = withdrawals.cloned().collect();
    let mut whole = Whole { merged, places: Vec::new(), jobs: HashMap::default(), withdrawn: Vec::new() };
    for (number, (path, ledger)) in ledgers.iter().enumerate() {
        let origin = number_of(ledger);
        for (index, record) in ledger.records.iter().enumerate() {
            let place = Place::new(path, ledger, index);
            if number == 0 {
                whole.take(record.clone(), place, true)?;
            } else if ledger.counts(record) && first.counts(record) {
                // A split without a job claims nothing, and nobody has done it.
                let is_done = record.job.budget > 0;
                let worker = if is_done { record.worker.elsewhere(origin) } else { record.worker.clone() };
                whole.take(Record { worker, ..record.clone() }, place, false)?;
            }
        }
    }
    let Whole { mut merged, places, withdrawn, .. } = whole;
    if let Err(clash) = Replay::new(&merged.ledger) {
        return Err(told(&clash, &merged.ledger, &places));
    }
    let of_withdrawn = withdrawn.into_iter().filter(|record| lines.insert(record_text(record)));
    let before = merged.ledger.records.len();
    merged.ledger.records.extend(of_withdrawn);
    merged.withdrawn = merged.ledger.records.len() - before;
    Ok(merged)
}

/// A number that stands for a ledger: a hash of all its records, which nobody can give to another ledger in advance.
fn number_of(ledger: &Ledger) -> u32 {
    let mut hash = Xxh3::new();
    ledger.records.iter().for_each(|record| hash.update(record_text(record).as_bytes()));
    hash.digest() as u32
}

/// What has been merged so far.
struct Whole<'a> {
    merged: Merged,
    /// The origin of each of its records.
    places: Vec<Place<'a>>,
    /// The record that counts for each job.
    jobs: HashMap<JobId, usize>,
    /// Records that were withdrawn.
    withdrawn: Vec<Record>,
}

impl<'a> Whole<'a> {
    fn take(&mut self, record: Record, place: Place<'a>, is_own: bool) -> Result<(), CampaignError> {
        let records = &mut self.merged.ledger.records;
        if self.merged.ledger.withdrawals.iter().any(|withdrawal| withdrawal.covers(&record)) {
            self.withdrawn.push(record);
            return Ok(());
        }
        let known = match self.jobs.entry(record.job.id()) {
            Entry::Vacant(free) => {
                free.insert(records.len());
                self.merged.added += usize::from(!is_own);
                records.push(record);
                self.places.push(place);
                return Ok(());
            }
            Entry::Occupied(known) => known.into_mut(),
        };
        self.merged.known += 1;
        let mine = &mut records[*known];
        if mine.opposes(&record) {
            return Err(contradiction(&record, &self.places[*known], &place));
        }
        if record.says_more_than(mine) {
            if mine.worker == record.worker {
                (*mine, self.places[*known]) = (record, place);
            } else {
                *known = records.len();
                records.push(record);
                self.places.push(place);
            }
        }
        Ok(())
    }
}

/// Replays a ledger that was read from `path`.
///
/// # Errors
/// Two lines cannot both be true. The error names the position and both lines.
pub fn replay(path: &Path, ledger: &Ledger) -> Result<Replay, CampaignError> {
    let places: Vec<Place<'_>> = (0..ledger.records.len()).map(|index| Place::new(path, ledger, index)).collect();
    Replay::new(ledger).map_err(|clash| told(&clash, ledger, &places))
}

/// A contradiction in words.
fn told(clash: &ReplayClash, ledger: &Ledger, places: &[Place<'_>]) -> CampaignError {
    let said = |record: Option<usize>| record.map_or_else(|| "the rules".to_owned(), |at| places[at].text());
    let position = canonical_text(ledger.plan.root.board(), clash.discs);
    CampaignError::Contradiction { position, first: said(clash.first), second: said(clash.second) }
}

/// A record's line.
#[derive(Clone, Copy, Debug)]
struct Place<'a> {
    path: &'a Path,
    ledger: &'a Ledger,
    index: usize,
}

impl<'a> Place<'a> {
    fn new(path: &'a Path, ledger: &'a Ledger, index: usize) -> Self {
        Self { path, ledger, index }
    }

    fn text(&self) -> String {
        let text = record_text(&self.ledger.records[self.index]);
        format!("{}:{}: '{text}'", self.path.display(), self.ledger.line_of(self.index))
    }
}

fn contradiction(record: &Record, first: &Place<'_>, second: &Place<'_>) -> CampaignError {
    CampaignError::Contradiction { position: record.job.position_text(), first: first.text(), second: second.text() }
}
