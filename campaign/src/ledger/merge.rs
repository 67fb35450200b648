//! Merges several ledgers into one.

use std::collections::hash_map::Entry;
use std::path::PathBuf;

use ahash::{HashMap, HashSet};
use xxhash_rust::xxh3::Xxh3;

use super::text::Ledger;
use crate::error::CampaignError;
use crate::record::Record;
use crate::replay::{Replay, told};

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
    let mut ledger = Ledger::new(first.plan.clone(), Vec::new());
    let mut lines = HashSet::default();
    let checks = first.checks.iter().filter(|check| lines.insert(check.to_string()));
    ledger.checks = checks.cloned().collect();
    let withdrawals = first.withdrawals.iter().filter(|withdrawal| lines.insert(withdrawal.to_string()));
    ledger.withdrawals = withdrawals.cloned().collect();
    let (mut added, mut known, mut withdrawn) = (0, 0, Vec::new());
    // Where each record comes from, and which one counts for each job.
    let (mut places, mut jobs) = (Vec::new(), HashMap::default());
    for (number, (path, from)) in ledgers.iter().enumerate() {
        let (is_own, origin) = (number == 0, number_of(from));
        let counts = |record: &Record| is_own || from.counts(record) && first.counts(record);
        for (index, record) in from.records.iter().enumerate().filter(|(_, record)| counts(record)) {
            let mut record = record.clone();
            // A split without a job claims nothing, and nobody has done it.
            if !is_own && record.job.budget > 0 {
                record.worker = record.worker.elsewhere(origin);
            }
            if !ledger.counts(&record) {
                withdrawn.push(record);
                continue;
            }
            let place = (path.as_path(), from, index);
            match jobs.entry(record.job.id()) {
                Entry::Vacant(free) => {
                    free.insert(ledger.records.len());
                    added += usize::from(!is_own);
                }
                Entry::Occupied(mut counting) => {
                    known += 1;
                    let at = *counting.get();
                    let former = &mut ledger.records[at];
                    // The replay names two that exclude each other.
                    if !former.opposes(&record) {
                        if !record.says_more_than(former) {
                            continue;
                        }
                        if former.worker == record.worker {
                            (*former, places[at]) = (record, place);
                            continue;
                        }
                        counting.insert(ledger.records.len());
                    }
                }
            }
            ledger.records.push(record);
            places.push(place);
        }
    }
    Replay::new(&ledger).map_err(|clash| told(clash, &ledger, |record| places[record]))?;
    let before = ledger.records.len();
    ledger.records.extend(withdrawn.into_iter().filter(|record| lines.insert(record.to_string())));
    Ok(Merged { added, known, withdrawn: ledger.records.len() - before, ledger })
}

/// A number that stands for a ledger: a hash of all its records, which nobody can give to another ledger in advance.
fn number_of(ledger: &Ledger) -> u32 {
    let mut hash = Xxh3::new();
    ledger.records.iter().for_each(|record| hash.update(record.to_string().as_bytes()));
    hash.digest() as u32
}
