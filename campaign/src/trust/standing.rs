//! The standing of answers, and of the workers who gave them.

use std::collections::{BTreeMap, BTreeSet};

use ahash::HashMap;

use super::recheck::Recheck;
use crate::job::{Job, JobId};
use crate::ledger::Ledger;
use crate::recheck::{Answer, Check};
use crate::record::Record;
use crate::worker::WorkerName;

/// How many times the worker who gave an answer may do the job again, if nobody else takes it.
const MOST_BY_SAME: u32 = 3;
/// How many re-checks of an answer by other workers may end open.
const MOST_OPEN: u32 = 1;

/// The results of an answer's re-checks.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    confirmed: bool,
    open: u32,
    by_same: u32,
}

impl Tally {
    fn add(&mut self, check: &Check) {
        match (check.record.is_answer(), check.record.worker == check.by) {
            (true, false) => self.confirmed = true,
            (false, false) => self.open += 1,
            (_, true) => self.by_same += 1,
        }
    }

    /// Whether no more re-checks are to be tried.
    fn is_done(self) -> bool {
        self.confirmed || self.open >= MOST_OPEN || self.by_same >= MOST_BY_SAME
    }
}

/// The standing of answers, and of the workers who gave them.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    recheck: Recheck,
    /// Answers that count.
    answers: HashMap<JobId, Answer>,
    /// For the job of each re-check, the answers it re-checks: answers to different questions may claim the same.
    rechecks: HashMap<JobId, BTreeSet<JobId>>,
    tallies: HashMap<JobId, Tally>,
    /// Answers to re-check.
    chosen: BTreeSet<JobId>,
    /// Re-checks under way, by the names of their jobs.
    flying: HashMap<JobId, JobId>,
    withdrawn: BTreeSet<WorkerName>,
    /// The workers that have re-checked an answer.
    checkers: BTreeSet<WorkerName>,
    /// Everybody who has asked for jobs or brought answers since the beginning.
    present: BTreeSet<WorkerName>,
}

impl Standing {
    /// The standing according to a ledger.
    pub(crate) fn new(ledger: &Ledger, recheck: Recheck) -> Self {
        let none = BTreeSet::new;
        let mut standing = Self {
            recheck,
            answers: HashMap::default(),
            rechecks: HashMap::default(),
            tallies: HashMap::default(),
            chosen: BTreeSet::new(),
            flying: HashMap::default(),
            withdrawn: none(),
            checkers: none(),
            present: none(),
        };
        standing.renew(ledger);
        standing
    }

    /// Begins anew with a ledger. Workers present stay so, and re-checks under way go on.
    pub(crate) fn renew(&mut self, ledger: &Ledger) {
        let whole = ledger.withdrawals.iter().filter(|withdrawal| withdrawal.answer.is_none());
        self.withdrawn = whole.map(|withdrawal| withdrawal.worker.clone()).collect();
        (self.answers, self.rechecks) = (HashMap::default(), HashMap::default());
        (self.tallies, self.chosen) = (HashMap::default(), BTreeSet::new());
        self.checkers.clear();
        ledger.counting().into_iter().for_each(|(id, record)| self.add_named(id, record));
        for check in &ledger.checks {
            self.tally(check);
        }
        let answers = &self.answers;
        self.flying.retain(|_, of| answers.contains_key(of));
    }

    /// Adds a record that counts. What was found about a former answer to the same job says little about this one.
    pub(crate) fn add(&mut self, record: &Record) {
        self.add_named(record.job.id(), record);
    }

    fn add_named(&mut self, id: JobId, record: &Record) {
        if let Some(former) = self.answers.remove(&id) {
            self.rechecks.entry(former.recheck().id()).and_modify(|of| _ = of.remove(&id));
        }
        self.chosen.remove(&id);
        self.tallies.remove(&id);
        // What the driver has proven needs no re-check.
        let Some(answer) = Answer::of(record).filter(|answer| !answer.worker.is_driver()) else { return };
        self.rechecks.entry(answer.recheck().id()).or_default().insert(id);
        let is_chosen = self.recheck.chooses(id, &answer.worker);
        self.answers.insert(id, answer);
        if is_chosen {
            self.choose(id);
        }
    }

    fn choose(&mut self, id: JobId) {
        if !self.tallies.get(&id).is_some_and(|tally| tally.is_done()) {
            self.chosen.insert(id);
        }
    }

    /// Whether a re-check counts: it says something about an answer that counts, and its worker was not withdrawn.
    fn counts(&self, check: &Check) -> bool {
        let weighs = |answer| check.weighs(answer);
        !self.is_withdrawn(&check.record.worker) && self.answers.get(&check.of).is_some_and(weighs)
    }

    /// Counts a re-check.
    pub(crate) fn tally(&mut self, check: &Check) {
        if !self.counts(check) {
            return;
        }
        if !check.record.worker.is_driver() {
            self.checkers.insert(check.record.worker.clone());
        }
        let tally = self.tallies.entry(check.of).or_default();
        tally.add(check);
        if tally.is_done() {
            self.chosen.remove(&check.of);
        }
    }

    /// Whether a worker's answers no longer count.
    pub(crate) fn is_withdrawn(&self, worker: &WorkerName) -> bool {
        self.withdrawn.contains(worker)
    }

    /// All such workers.
    pub(crate) fn withdrawn(&self) -> impl Iterator<Item = &WorkerName> {
        self.withdrawn.iter()
    }

    /// A worker is present.
    pub(crate) fn meet(&mut self, worker: &WorkerName) {
        if !self.present.contains(worker) {
            self.present.insert(worker.clone());
        }
    }

    /// Every worker who has an answer, or has re-checked one, is present.
    pub(crate) fn meet_known(&mut self) {
        self.present.extend(self.answers.values().map(|answer| answer.worker.clone()));
        self.present.extend(self.checkers.iter().cloned());
    }

    /// A worker has gone.
    pub(crate) fn part(&mut self, worker: &WorkerName) {
        self.present.remove(worker);
    }

    /// Number of the workers who are present and believed.
    pub(crate) fn crowd(&self) -> usize {
        self.present.iter().filter(|worker| !self.is_withdrawn(worker)).count()
    }

    /// The next re-check for a worker: a job, and whose answer it is. A worker without a name gets any re-check that
    /// somebody else present could do.
    pub(crate) fn next(&mut self, who: Option<&WorkerName>) -> Option<(Job, WorkerName)> {
        let may = |id: &&JobId| self.answers.get(id).is_some_and(|answer| self.may(who, &answer.worker));
        let is_free =
            |id: &JobId, job: JobId| !self.flying.contains_key(&job) && !self.flying.values().any(|of| of == id);
        let mut doable = self.chosen.iter().filter(may).filter_map(|id| Some((*id, self.answers.get(id)?.recheck())));
        let (id, job) = doable.find(|(id, job)| is_free(id, job.id()))?;
        let worker = self.answers.get(&id)?.worker.clone();
        self.flying.insert(job.id(), id);
        Some((job, worker))
    }

    /// Whether `who` may re-check an answer of `by`.
    fn may(&self, who: Option<&WorkerName>, by: &WorkerName) -> bool {
        match who {
            Some(who) => who != by,
            None => self.others(by),
        }
    }

    /// Whether another believed worker is present.
    fn others(&self, by: &WorkerName) -> bool {
        self.present.iter().any(|other| other != by && !self.is_withdrawn(other))
    }

    /// A re-check's job is no longer under way; returns the answer it was about.
    pub(crate) fn land(&mut self, job: JobId) -> Option<JobId> {
        self.flying.remove(&job)
    }

    /// Number of re-checks under way.
    pub(crate) fn in_flight(&self) -> usize {
        self.flying.len()
    }

    /// Whether anything can still be re-checked: a chosen answer, by somebody else who is present. At the end at least
    /// one answer of each worker is chosen.
    pub(crate) fn is_open(&mut self) -> bool {
        if !self.recheck.is_none() {
            self.choose_one_of_each();
        }
        let is_doable = |id: &JobId| self.answers.get(id).is_some_and(|answer| self.others(&answer.worker));
        !self.flying.is_empty() || self.chosen.iter().any(is_doable)
    }

    /// Chooses an answer of every worker who has had none chosen yet.
    fn choose_one_of_each(&mut self) {
        let mut first: BTreeMap<&WorkerName, (u64, JobId)> = BTreeMap::new();
        let mut done: BTreeSet<&WorkerName> = BTreeSet::new();
        for (&id, Answer { worker, .. }) in &self.answers {
            if self.chosen.contains(&id) || self.tallies.contains_key(&id) {
                done.insert(worker);
            }
            let rank = (self.recheck.rank(id, worker), id);
            let least = first.entry(worker).or_insert(rank);
            *least = rank.min(*least);
        }
        let wanted = first.into_iter().filter(|(worker, _)| !done.contains(worker));
        let wanted: Vec<JobId> = wanted.map(|(_, (_, id))| id).collect();
        wanted.into_iter().for_each(|id| self.choose(id));
    }

    /// The answers that a job would re-check.
    pub(crate) fn checked_by(&self, job: Job) -> Vec<Answer> {
        let id = job.id();
        let known = self.rechecks.get(&id).into_iter().flatten();
        let of: BTreeSet<JobId> = self.flying.get(&id).into_iter().chain(known).copied().collect();
        of.iter().filter_map(|of| self.answers.get(of).cloned()).collect()
    }

    /// Whether this answer counts.
    pub(crate) fn has(&self, answer: &Answer) -> bool {
        self.answers.get(&answer.job.id()) == Some(answer)
    }

    /// Whether a re-check's job is under way.
    pub(crate) fn is_flying(&self, job: JobId) -> bool {
        self.flying.contains_key(&job)
    }
}

/// Numbers of a ledger's answers, by how far they are trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    /// Answers that count.
    pub answers: usize,
    /// Of these, the ones that another worker has re-checked.
    pub rechecked: usize,
    /// Of these, the confirmed ones.
    pub confirmed: usize,
    /// Of these, the ones whose re-check exceeded its budget and decided nothing.
    pub inconclusive: usize,
    /// Answers that only their own worker has re-checked, which tells little.
    pub by_same: usize,
    /// How many answers each worker has re-checked.
    pub by: BTreeMap<WorkerName, usize>,
    /// Workers whose answers count.
    pub workers: usize,
    /// Workers all of whose answers were withdrawn.
    pub withdrawn_workers: Vec<WorkerName>,
    /// Withdrawn answers, alone or with their workers.
    pub withdrawn: usize,
    /// Lines left out because they are damaged.
    pub left_out: usize,
}

/// How far the answers of a ledger are trusted.
#[must_use]
pub fn trust(ledger: &Ledger) -> Trust {
    let standing = Standing::new(ledger, Recheck::NONE);
    let mut trust = Trust { left_out: ledger.left_out.len(), ..Trust::default() };
    trust.withdrawn = ledger.records.iter().filter(|record| record.is_answer() && !ledger.counts(record)).count();
    trust.withdrawn_workers = standing.withdrawn.iter().cloned().collect();
    let counting = ledger.counting();
    let answers: Vec<&Record> =
        counting.into_iter().map(|(_, record)| record).filter(|record| record.is_answer()).collect();
    let workers: BTreeSet<&WorkerName> = answers.iter().map(|record| &record.worker).collect();
    (trust.answers, trust.workers) = (answers.len(), workers.len());
    for tally in standing.tallies.values() {
        let is_by_other = tally.confirmed || tally.open > 0;
        trust.rechecked += usize::from(is_by_other);
        trust.confirmed += usize::from(tally.confirmed);
        trust.inconclusive += usize::from(is_by_other && !tally.confirmed);
        trust.by_same += usize::from(!is_by_other);
    }
    let counts = |check: &&Check| check.record.worker != check.by && standing.counts(check);
    for check in ledger.checks.iter().filter(counts) {
        *trust.by.entry(check.record.worker.clone()).or_default() += 1;
    }
    trust
}
