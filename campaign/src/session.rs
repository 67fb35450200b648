//! A campaign with everything that outlives it: its ledger and, if wanted, a table of proven bounds.

use std::path::Path;

use ahash::HashMap;
use files::Damage;
use solver::{Basis, Bounds, Discs, Position, ProofTable, Proven, Side, rules};
use thiserror::Error;

use crate::control::Campaign;
use crate::cores;
use crate::error::CampaignError;
use crate::estimate::Estimate;
use crate::job::{Job, JobId};
use crate::knowledge::Added;
use crate::ledger::guesses::GuessFile;
use crate::ledger::{Ledger, LedgerError, LedgerFile};
use crate::recheck::{Answer, Check};
use crate::record::Record;
use crate::trust::{Judge, Recheck, Standing};
use crate::worker::WorkerName;

mod dispute;

/// The default name of this machine.
const HERE: &str = "here";

/// How many new guesses to make before writing them.
const MOST_UNKEPT: usize = 1000;

/// Why a session cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// Records contradict each other, or one does not belong here.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// The ledger cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The system does not grant every worker a thread.
    #[error("threads: the system gives no more: {0}; choose fewer workers, or allow more (ulimit -u)")]
    Threads(String),
}

/// A job for a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The job.
    pub job: Job,
    /// Whose answer it re-checks, if it is a re-check. Another worker should do it, and need not know that it is one.
    pub rechecks: Option<WorkerName>,
}

/// A campaign under way. Every record is in the ledger before it is acknowledged.
pub struct Session<'a> {
    campaign: Campaign,
    file: LedgerFile,
    /// The file of guesses that need not be made again.
    guesses: GuessFile,
    /// What the file says.
    ledger: Ledger,
    table: Option<&'a dyn ProofTable>,
    /// Whether this process has proven everything that is known; other workers are trusted without proof.
    basis: Basis,
    standing: Standing,
    judge: Option<Judge>,
    /// The name of this machine.
    host: String,
    /// Which worker has which job, as far as is known.
    holders: HashMap<JobId, WorkerName>,
    /// Proofs by the driver that the campaign does not know yet.
    proven: Vec<Record>,
    /// How often, at the end, a worker got no job although others might still get one.
    asked_in_vain: usize,
    /// Whether the whole ledger was checked after the campaign was done.
    has_looked_back: bool,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("campaign", &self.campaign).field("file", &self.file).finish_non_exhaustive()
    }
}

impl<'a> Session<'a> {
    /// Continues the campaign of an opened ledger. Adds its knowledge to the table, if there is one, which must be for
    /// its scoring and its board (transposed if that is taller than wide). No answer is re-checked, and a contradiction
    /// is an error.
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn new(file: LedgerFile, ledger: &Ledger, table: Option<&'a dyn ProofTable>) -> Result<Self, SessionError> {
        Self::guarded(file, ledger, table, Recheck::NONE, None)
    }

    /// The same, but this share of answers is re-checked, and the judge decides between answers that exclude each
    /// other. What stops the judge also stops guessing; see [`Session::is_cut_short`].
    ///
    /// # Errors
    /// Records contradict each other and nobody knows who gave them, or the ledger cannot be written.
    pub fn guarded(
        file: LedgerFile,
        ledger: &Ledger,
        table: Option<&'a dyn ProofTable>,
        recheck: Recheck,
        judge: Option<Judge>,
    ) -> Result<Self, SessionError> {
        let mut campaign = Campaign::new(ledger.plan.clone());
        let guesses = GuessFile::beside(file.path(), campaign.prior.fingerprint());
        let (standing, (ledger, known)) =
            cores::both(|| Standing::new(ledger, recheck), || (ledger.clone(), guesses.read()));
        campaign.learn_guesses(known);
        if let Some(judge) = &judge {
            campaign.prior.heed(judge.progress());
        }
        let (host, holders, proven) = (HERE.to_owned(), HashMap::default(), Vec::new());
        let basis = if ledger.records.is_empty() { Basis::Proof } else { Basis::Claim };
        let mut session = Self {
            campaign,
            file,
            guesses,
            ledger,
            table,
            basis,
            standing,
            judge,
            host,
            holders,
            proven,
            asked_in_vain: 0,
            has_looked_back: false,
        };
        session.rebuild(None)?;
        session.settle_old_checks()?;
        session.look_back()?;
        session.learn();
        session.keep_guesses(0);
        Ok(session)
    }

    /// Continues the campaign of a ledger, without a table, as [`Session::new`] does.
    ///
    /// # Errors
    /// The ledger cannot be used, or its records contradict each other.
    pub fn open(path: &Path) -> Result<Self, SessionError> {
        let (file, ledger) = LedgerFile::open(path)?;
        Self::new(file, &ledger, None)
    }

    /// The campaign.
    #[must_use]
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// Whether the work was told to stop before all values were guessed on which the choice of jobs rests. Such a
    /// session should do no jobs. The guesses made until then are kept.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.campaign.prior.is_cut_short()
    }

    /// The ledger's lines that were left out.
    #[must_use]
    pub fn left_out(&self) -> &[Damage] {
        &self.ledger.left_out
    }

    /// Jobs in flight that nothing depends on; see [`Campaign::needless`].
    pub fn needless(&mut self) -> Vec<JobId> {
        self.campaign.needless()
    }

    /// How much is left to do; see [`Campaign::estimate`].
    pub fn estimate(&mut self) -> Option<Estimate> {
        self.campaign.estimate()
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> Option<&'a dyn ProofTable> {
        self.table
    }

    /// The workers whose answers were withdrawn. They get no jobs.
    pub fn withdrawn(&self) -> impl Iterator<Item = &WorkerName> {
        self.standing.withdrawn()
    }

    /// Whether a worker's answers were withdrawn.
    #[must_use]
    pub fn is_withdrawn(&self, worker: &WorkerName) -> bool {
        self.standing.is_withdrawn(worker)
    }

    /// Number of jobs and re-checks handed out and not yet brought back.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.campaign.in_flight() + self.standing.in_flight()
    }

    /// The next job; see [`Campaign::next_job`].
    ///
    /// # Errors
    /// Records contradict each other, or the ledger cannot be written.
    pub fn next_job(&mut self) -> Result<Option<Job>, SessionError> {
        let table = self.table;
        let job = self.campaign.next_job_or(|job| {
            let known = table.and_then(|table| table.look_up(&job.position())).filter(|known| !known.basis.is_claim());
            known.is_some_and(|known| known.bounds.reach(job.at_least.into()).is_some())
        })?;
        let splits = self.campaign.take_splits();
        self.file.append(&splits)?;
        self.ledger.records.extend(splits);
        self.learn();
        self.keep_guesses(MOST_UNKEPT);
        Ok(job)
    }

    /// The next job for a worker: a re-check of somebody else's answer, or a new job. `None` if there is none for this
    /// worker, and always for a withdrawn one. A caller that does not know the worker yet gives no name.
    ///
    /// # Errors
    /// Records contradict each other, or the ledger cannot be written.
    pub fn next_task(&mut self, who: Option<&WorkerName>) -> Result<Option<Task>, SessionError> {
        if let Some(who) = who {
            if self.is_withdrawn(who) {
                return Ok(None);
            }
            self.standing.meet(who);
        }
        if self.campaign.is_done() && !self.is_over() {
            self.asked_in_vain += 1;
        }
        let task = match self.standing.next(who) {
            Some((job, by)) => Some(Task { job, rechecks: Some(by) }),
            None => self.next_job()?.map(|job| Task { job, rechecks: None }),
        };
        if let Some(Task { job, .. }) = &task {
            self.asked_in_vain = 0;
            self.holders.extend(who.map(|who| (job.id(), who.clone())));
        }
        Ok(task)
    }

    /// Sets the name of this machine, from which its workers' names are made from now on.
    pub fn name_host(&mut self, host: &WorkerName) {
        self.host = host.to_string();
    }

    /// The names of this many workers on this machine.
    pub(crate) fn names(&self, count: usize) -> Vec<WorkerName> {
        let name = |number| WorkerName::numbered(&self.host, number).unwrap_or_default();
        (1..=count).map(name).collect()
    }

    /// Notes that a worker is present; at the end, the campaign may wait for it to re-check the answers of others.
    pub fn meet(&mut self, worker: &WorkerName) {
        self.standing.meet(worker);
    }

    /// Counts every worker with an answer in the ledger as present, for drivers that do not talk to workers.
    pub fn meet_known(&mut self) {
        self.standing.meet_known();
    }

    /// Notes that a worker is gone; the others do not wait for it.
    pub fn part(&mut self, worker: &WorkerName) {
        self.standing.part(worker);
    }

    /// Whether nothing is left to do: the campaign is done, and so are the re-checks that the workers present can do.
    /// Workers that do not come for a re-check offered to them are no longer expected.
    pub fn is_over(&mut self) -> bool {
        if !self.campaign.is_done() {
            return false;
        }
        let is_vain = self.standing.in_flight() == 0 && self.asked_in_vain > 2 * self.standing.crowd();
        is_vain || !self.standing.is_open()
    }

    /// Takes a record; see [`Campaign::record`]. A record of a re-check's job is a re-check if its worker was asked for
    /// it. If a record contradicts what is known and there is a judge, the worker in the wrong is withdrawn.
    ///
    /// # Errors
    /// The record is refused, or the ledger cannot be written.
    pub fn record(&mut self, record: &Record) -> Result<Added, SessionError> {
        self.basis = Basis::Claim;
        let (job, most) = (record.job, self.campaign.most_budget(record.job.empties()));
        // Otherwise anybody could make re-checks and disputes take arbitrarily long.
        let is_known = self.campaign.is_flying(job.id()) || self.standing.is_flying(job.id());
        if job.budget > most && !is_known {
            return Err(CampaignError::Budget { budget: job.budget, most }.into());
        }
        let was_asked = self.was_asked(record);
        self.record_asked(record, was_asked)
    }

    /// The same for drivers that do not talk to workers, so that nobody knows who was asked for what: every record of a
    /// re-check's job is a re-check. The caller vouches for the names of the workers.
    ///
    /// # Errors
    /// As for [`Session::record`].
    pub fn record_by_hand(&mut self, record: &Record) -> Result<Added, SessionError> {
        self.basis = Basis::Claim;
        self.record_asked(record, true)
    }

    /// The same for a record that this process has made. As long as all records are its own, everything that follows is
    /// proven here, and the table is told so.
    ///
    /// # Errors
    /// As for [`Session::record`].
    pub(crate) fn record_own(&mut self, record: &Record) -> Result<Added, SessionError> {
        let was_asked = self.was_asked(record);
        self.record_asked(record, was_asked)
    }

    /// Whether it answers a re-check under way for which nobody else was asked.
    fn was_asked(&self, record: &Record) -> bool {
        self.standing.is_flying(record.job.id()) && self.may_hold(record)
    }

    /// Whether its worker has the job, as far as is known.
    fn may_hold(&self, record: &Record) -> bool {
        self.holders.get(&record.job.id()).is_none_or(|holder| *holder == record.worker)
    }

    fn record_asked(&mut self, record: &Record, was_asked: bool) -> Result<Added, SessionError> {
        if let Err(refusal) = self.admit(record) {
            // A refused record from a stranger says nothing about the worker that has the job.
            if self.may_hold(record) {
                self.lost(record.job.id())?;
            }
            return Err(refusal.into());
        }
        self.standing.meet(&record.worker);
        let checked = match self.judge.is_some() && record.check().is_ok() {
            true => self.standing.checked_by(record.job),
            false => Vec::new(),
        };
        let is_uncalled = !checked.is_empty() && !was_asked;
        if !is_uncalled {
            self.holders.remove(&record.job.id());
        }
        let added = match checked.is_empty() {
            true => self.take(record)?,
            false if was_asked => self.take_checks(&checked, record)?,
            // Otherwise two accomplices could confirm each other. What the record says counts like any other answer.
            false if record.is_answer() => self.take(record)?,
            false => Added::Known,
        };
        self.look_back()?;
        Ok(added)
    }

    /// Whether a record may be taken at all.
    fn admit(&self, record: &Record) -> Result<(), CampaignError> {
        let Record { job, ref worker, .. } = *record;
        if self.is_withdrawn(worker) {
            return Err(CampaignError::Withdrawn(worker.clone()));
        }
        if record.is_answer() && !self.ledger.counts(record) {
            return Err(CampaignError::SetAside { worker: worker.clone(), job: job.id().to_string() });
        }
        Ok(())
    }

    fn take(&mut self, record: &Record) -> Result<Added, SessionError> {
        let added = match self.campaign.record(record) {
            Ok(added) => added,
            Err(error) => return self.dispute(record, error),
        };
        match added {
            Added::New => self.file.append(std::slice::from_ref(record))?,
            Added::Better => self.file.append_again(record)?,
            _ => return Ok(added),
        }
        self.ledger.records.push(record.clone());
        self.standing.add(record);
        self.learn();
        Ok(added)
    }

    /// Takes a re-check of several answers that claim the same.
    fn take_checks(&mut self, checked: &[Answer], record: &Record) -> Result<Added, SessionError> {
        self.standing.land(record.job.id());
        let mut added = Added::Checked;
        for answer in checked {
            // Settling one of them may have settled another.
            if self.standing.is_withdrawn(&record.worker) || !self.standing.has(answer) {
                continue;
            }
            let one =
                self.take_check(Check { of: answer.job.id(), by: answer.worker.clone(), record: record.clone() })?;
            added = if one == Added::Checked { added } else { one };
        }
        Ok(added)
    }

    fn take_check(&mut self, check: Check) -> Result<Added, SessionError> {
        let record = &check.record;
        let first = self.campaign.knowledge.of_job(check.of).cloned();
        let added = match first {
            // The line is written once it is known who is right, so that its readers may count it.
            Some(first) if first.opposes(record) => self.settle_between(&first, record)?,
            Some(first) if !record.is_answer() && record.worker != check.by => self.prove_alone(&first)?,
            _ => Added::Checked,
        };
        // A refuted record is not a re-check.
        let known = self.campaign.knowledge.of_job(check.of);
        if added != Added::Known && !known.is_some_and(|first| first.opposes(&check.record)) {
            self.note(check)?;
        }
        Ok(added)
    }

    /// Writes a re-check.
    fn note(&mut self, check: Check) -> Result<(), SessionError> {
        self.file.append_check(&check)?;
        self.standing.tally(&check);
        self.ledger.checks.push(check);
        Ok(())
    }

    /// Takes back an abandoned job; see [`Campaign::lost`].
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn lost(&mut self, job: JobId) -> Result<bool, SessionError> {
        self.holders.remove(&job);
        let was_recheck = self.standing.land(job).is_some();
        Ok(self.campaign.lost(job)? || was_recheck)
    }

    /// Waits until the ledger is safe from a power failure.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&mut self) -> Result<(), SessionError> {
        self.keep_guesses(0);
        Ok(self.file.sync()?)
    }

    /// Writes the new guesses if there are more than this many. It is a cache: guesses that cannot be written are made
    /// again.
    fn keep_guesses(&mut self, more_than: usize) {
        if self.campaign.prior.count_new() > more_than {
            let _ = self.guesses.append(&self.campaign.prior.take_new());
        }
    }

    /// Adds to the table what has become known since the last call.
    fn learn(&mut self) {
        let Some(table) = self.table else { return self.campaign.knowledge.forget_changes() };
        let changes = self.campaign.take_changes();
        let board = self.campaign.plan().root.board();
        for (discs, bounds) in changes {
            if rules::is_over(self.campaign.game.geometry(), discs) {
                continue;
            }
            let position = Position::new(board, discs, Side::Black).expect("the discs are on the board");
            let (best, basis) = (self.proving_move(discs, bounds), self.basis);
            table.keep(&position, Proven { bounds, best, effort: 0, basis });
        }
    }

    /// A move known to prove the lower bound.
    fn proving_move(&self, discs: Discs, bounds: Bounds) -> Option<solver::Move> {
        let game = &self.campaign.game;
        rules::moves(game.geometry(), discs).into_iter().find(|&chosen| {
            let next = game.after(discs, chosen);
            -self.campaign.knowledge.get(next).bounds.upper >= bounds.lower
        })
    }
}

#[cfg(test)]
mod tests {
    use solver::{Mode, Position, Progress, Scoring, Start};

    use super::*;
    use crate::Plan;
    use crate::local::{self, Unwatched};

    #[test]
    fn guesses_of_a_session_cut_short_are_kept_and_none_of_them_is_a_stopgap() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.txt");
        let root = Position::start("4x5".parse().unwrap(), Start::Othello);
        LedgerFile::create(&path, &Plan { budget: 50, ..Plan::new(root, Scoring::Discs, Mode::Exact) }).unwrap();
        let solver = solver::Solver::new(solver::Resources { memory_bytes: 1 << 20, ..solver::Resources::default() });
        let mut session = Session::open(&path).unwrap();
        local::run(&mut session, vec![solver], &Progress::default(), "test", &Unwatched).unwrap();
        let kept = session.guesses.clone();
        drop(session);
        let all = kept.read();
        assert!(all.len() > 10, "{}", all.len());
        let stopped = Progress::default();
        stopped.stop();
        let begin = |progress: &Progress| {
            let (file, ledger) = LedgerFile::open(&path).unwrap();
            let judge = Judge::new(1 << 20, "judge", progress.part());
            let session = Session::guarded(file, &ledger, None, Recheck::NONE, Some(judge)).unwrap();
            session.is_cut_short()
        };
        assert!(!begin(&stopped), "nothing is missing");
        std::fs::remove_file(folder.path().join("guesses.cache")).unwrap();
        kept.append(&all[..3]).unwrap();
        assert!(begin(&stopped));
        assert_eq!(kept.read(), all[..3]);
        assert!(!begin(&Progress::default()));
        let again = kept.read();
        assert!(again.len() > 3 && again.iter().all(|guess| all.contains(guess)), "{again:?} {all:?}");
    }
}
