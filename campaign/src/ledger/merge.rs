//! Several ledgers made one.

use std::path::{Path, PathBuf};

use ahash::{HashMap, HashSet};

use super::error::LedgerError;
use super::line::{check_text, record_text, withdrawal_text};
use super::text::Ledger;
use crate::job::{JobId, canonical_text};
use crate::record::Record;
use crate::replay::{Replay, ReplayClash};
use crate::worker::WorkerName;

/// What a merge has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The whole.
    pub ledger: Ledger,
    /// Records of the others that are new.
    pub added: usize,
    /// Records of the others whose job was known.
    pub known: usize,
    /// Records of the whole that were withdrawn; they are in it, and do not count.
    pub withdrawn: usize,
}

/// Adds the records of other ledgers to the first one, with its plan. Of a job that stands in several, or in one more than
/// once, the record that says more is kept, of equals the first, so that no job is counted twice. Withdrawals of all ledgers
/// hold for the whole; records that were withdrawn are kept as they are.
///
/// Nobody here has seen what was done elsewhere, and the lines could be anybody's. So of the others no re-checks are taken, and
/// what their drivers have proven are answers of a worker ([`WorkerName::other_driver`]): they can be chosen for re-checks here.
///
/// # Errors
/// A ledger is of another campaign, or two lines, of one ledger or of different ones, cannot both be true: in themselves or
/// by what follows from them. The position and both lines are named.
///
/// # Panics
/// Without a ledger.
pub fn merge(ledgers: &[(PathBuf, Ledger)]) -> Result<Merged, LedgerError> {
    let (first_path, first) = ledgers.first().expect("there is a first ledger");
    let mut merged = Merged { ledger: Ledger::new(first.plan.clone(), Vec::new()), added: 0, known: 0, withdrawn: 0 };
    let mut lines = HashSet::default();
    merged.ledger.checks.extend(first.checks.iter().filter(|check| lines.insert(check_text(check))).cloned());
    for (path, other) in ledgers {
        if !other.plan.is_akin(&first.plan) {
            return Err(LedgerError::Different(first_path.clone(), path.clone()));
        }
        let new = other.withdrawals.iter().filter(|withdrawal| lines.insert(withdrawal_text(withdrawal)));
        merged.ledger.withdrawals.extend(new.cloned());
    }
    let mut places: Vec<Place<'_>> = Vec::new();
    let mut jobs: HashMap<JobId, usize> = HashMap::default();
    let mut withdrawn = Vec::new();
    for (number, (path, other)) in ledgers.iter().enumerate() {
        let one = usize::from(number > 0);
        for (index, record) in other.records.iter().enumerate() {
            let place = Place::new(path, other, index);
            let record = if number == 0 { record.clone() } else { of_another(record) };
            if !merged.ledger.counts(&record) {
                if lines.insert(record_text(&record)) {
                    withdrawn.push(record);
                }
                continue;
            }
            let Some(&known) = jobs.get(&record.job.id()) else {
                jobs.insert(record.job.id(), places.len());
                merged.ledger.records.push(record);
                places.push(place);
                merged.added += one;
                continue;
            };
            merged.known += one;
            let mine = &mut merged.ledger.records[known];
            if mine.opposes(&record) {
                return Err(contradiction(&record, &places[known], &place));
            }
            if record.says_more_than(mine) {
                (*mine, places[known]) = (record, place);
            }
        }
    }
    merged.withdrawn = withdrawn.len();
    if let Err(clash) = Replay::new(&merged.ledger) {
        return Err(told(&clash, &merged.ledger, &places));
    }
    merged.ledger.records.extend(withdrawn);
    Ok(merged)
}

/// A record as it stands in the ledger of somebody who has not made it.
fn of_another(record: &Record) -> Record {
    let worker = if record.worker.is_driver() { WorkerName::other_driver() } else { record.worker.clone() };
    Record { worker, ..record.clone() }
}

/// Replays a ledger that was read from `path`.
///
/// # Errors
/// Two lines cannot both be true. The position and both lines are named.
pub fn replay(path: &Path, ledger: &Ledger) -> Result<Replay, LedgerError> {
    let places: Vec<Place<'_>> = (0..ledger.records.len()).map(|index| Place::new(path, ledger, index)).collect();
    Replay::new(ledger).map_err(|clash| told(&clash, ledger, &places))
}

/// A contradiction in words.
fn told(clash: &ReplayClash, ledger: &Ledger, places: &[Place<'_>]) -> LedgerError {
    let said = |record: Option<usize>| record.map_or_else(|| "the rules".to_owned(), |at| places[at].text());
    let position = canonical_text(ledger.plan.root.board(), clash.discs);
    LedgerError::Contradiction { position, first: said(clash.first), second: said(clash.second) }
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

fn contradiction(record: &Record, first: &Place<'_>, second: &Place<'_>) -> LedgerError {
    LedgerError::Contradiction { position: record.job.position_text(), first: first.text(), second: second.text() }
}
