//! A campaign with everything that outlives it: its ledger and, if wanted, a table of proven bounds.

use std::collections::BTreeSet;
use std::path::Path;

use solver::{Basis, Bounds, Discs, Position, ProofTable, Proven, Side, rules};

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::job::{Job, JobId};
use crate::knowledge::Added;
use crate::ledger::{Ledger, LedgerFile, guesses, resume};
use crate::recheck::{Check, RECHECK_BUDGET, Withdrawal};
use crate::record::Record;
use crate::sample::{Sample, Share};
use crate::worker::WorkerName;

/// How many new guesses to make before writing them.
const MOST_UNKEPT: usize = 1000;

/// A job for a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The job.
    pub job: Job,
    /// Whose answer it re-checks, if it is a re-check. Another worker should do it.
    pub rechecks: Option<WorkerName>,
}

/// A campaign under way. Every record is in the ledger before it is acknowledged.
pub struct Session<'a> {
    campaign: Campaign,
    file: LedgerFile,
    withdrawals: Vec<Withdrawal>,
    table: Option<&'a dyn ProofTable>,
    /// Whether this process has proven everything that is known; other workers are trusted without proof.
    basis: Basis,
    sample: Sample,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("campaign", &self.campaign).field("file", &self.file).finish_non_exhaustive()
    }
}

impl<'a> Session<'a> {
    /// Continues the campaign of an opened ledger, and proves this share of its answers again. Adds its knowledge to the
    /// table, if there is one, which must be for its scoring and its board (transposed if that is taller than wide).
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn new(
        file: LedgerFile,
        ledger: Ledger,
        table: Option<&'a dyn ProofTable>,
        share: Share,
    ) -> Result<Self, CampaignError> {
        let mut campaign = resume(file.path(), &ledger)?;
        campaign.unfold()?;
        let mut session = Self {
            campaign,
            file,
            basis: if ledger.records.is_empty() { Basis::Proof } else { Basis::Claim },
            sample: Sample::new(&ledger, share),
            withdrawals: ledger.withdrawals,
            table,
        };
        session.learn();
        Ok(session)
    }

    /// Continues the campaign of a ledger, without a table and re-checks.
    ///
    /// # Errors
    /// The ledger cannot be used, or its records contradict each other.
    pub fn open(path: &Path) -> Result<Self, CampaignError> {
        let (file, ledger) = LedgerFile::open(path)?;
        Self::new(file, ledger, None, Share::default())
    }

    /// The campaign.
    #[must_use]
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> Option<&'a dyn ProofTable> {
        self.table
    }

    /// The workers whose answers were withdrawn, in order of their names. They get no jobs.
    #[must_use]
    pub fn withdrawn(&self) -> Vec<&WorkerName> {
        let whole = self.withdrawals.iter().filter(|withdrawal| withdrawal.answer.is_none());
        let all: BTreeSet<&WorkerName> = whole.map(|withdrawal| &withdrawal.worker).collect();
        all.into_iter().collect()
    }

    /// Number of jobs and re-checks handed out and not yet brought back.
    #[must_use]
    pub fn in_flight(&self) -> usize {
        self.campaign.in_flight() + self.sample.in_flight()
    }

    /// The next job; see [`Campaign::next_job`].
    ///
    /// # Errors
    /// Records contradict each other, or the ledger cannot be written.
    pub fn next_job(&mut self) -> Result<Option<Job>, CampaignError> {
        let table = self.table;
        let job = self.campaign.next_job_or(|job| {
            let known = table.and_then(|table| table.look_up(&job.position())).filter(|known| !known.basis.is_claim());
            known.is_some_and(|known| known.bounds.reach(job.at_least.into()).is_some())
        })?;
        self.file.append(&self.campaign.take_splits())?;
        self.learn();
        self.keep_guesses(MOST_UNKEPT);
        Ok(job)
    }

    /// The next job for a worker: a re-check of somebody else's answer, or a new job. `None` if there is none for this
    /// worker, and always for a withdrawn one. A caller that does not know the worker yet gives no name.
    ///
    /// # Errors
    /// Records contradict each other, or the ledger cannot be written.
    pub fn next_task(&mut self, who: Option<&WorkerName>) -> Result<Option<Task>, CampaignError> {
        if who.is_some_and(|who| self.withdrawn().contains(&who)) {
            return Ok(None);
        }
        Ok(match self.sample.next(who, self.campaign.is_done()) {
            Some((job, by)) => Some(Task { job, rechecks: Some(by) }),
            None => self.next_job()?.map(|job| Task { job, rechecks: None }),
        })
    }

    /// Whether nothing is left to do: the campaign is done, and so are the re-checks.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.campaign.is_done() && self.sample.is_empty()
    }

    /// Takes a record; see [`Campaign::record`]. That of a re-check's job is a re-check.
    ///
    /// # Errors
    /// The record is refused, or the ledger cannot be written. If it contradicts what is known, one of the two is false,
    /// and the campaign must not go on until that one is withdrawn.
    pub fn record(&mut self, record: &Record) -> Result<Added, CampaignError> {
        let Job { budget, .. } = record.job;
        let is_known = self.campaign.is_flying(record.job.id()) || self.sample.has(record.job.id());
        let most = match record.job.empties() > self.campaign.plan().grow_empties {
            true => self.campaign.plan().budget.saturating_mul(RECHECK_BUDGET),
            false => u64::MAX,
        };
        // Otherwise a re-check could take arbitrarily long.
        if budget > most && !is_known {
            return Err(CampaignError::Budget { budget, most });
        }
        self.record_by_hand(record)
    }

    /// The same for a record that a person vouches for, with any budget.
    ///
    /// # Errors
    /// As for [`Session::record`].
    pub fn record_by_hand(&mut self, record: &Record) -> Result<Added, CampaignError> {
        self.basis = Basis::Claim;
        self.record_own(record)
    }

    /// The same for a record that this process has made. As long as all records are its own, everything that follows is
    /// proven here, and the table is told so.
    ///
    /// # Errors
    /// As for [`Session::record`].
    pub(crate) fn record_own(&mut self, record: &Record) -> Result<Added, CampaignError> {
        let id = record.job.id();
        if self.withdrawn().contains(&&record.worker) {
            self.lost(id)?;
            return Err(CampaignError::Withdrawn(record.worker.to_string()));
        }
        if self.sample.has(id) && !self.campaign.is_flying(id) {
            return self.take_check(record);
        }
        // A line that was withdrawn stays so; what its worker finds now is another one.
        let mut record = record.clone();
        while self.withdrawals.iter().any(|withdrawal| withdrawal.covers(&record)) {
            record.worker = record.worker.again();
        }
        let added = self.campaign.record(&record)?;
        match added {
            Added::New => self.file.append(std::slice::from_ref(&record))?,
            Added::Better => self.file.append(&[format_args!("again {record}")])?,
            _ => return Ok(added),
        }
        self.sample.add(id, &record);
        self.learn();
        Ok(added)
    }

    /// Takes a re-check of the answers that claim the same.
    fn take_check(&mut self, record: &Record) -> Result<Added, CampaignError> {
        record.check()?;
        for answer in self.sample.take(record.job.id()) {
            if answer.opposes(record) {
                let [first, second] = [&answer, record].map(|record| format!("'{record}'"));
                let position = record.job.position_text();
                return Err(CampaignError::Contradiction { position, first, second });
            }
            self.file.append(&[Check { of: answer.job.id(), by: answer.worker, record: record.clone() }])?;
        }
        Ok(Added::Checked)
    }

    /// Takes back an abandoned job; see [`Campaign::lost`].
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn lost(&mut self, job: JobId) -> Result<bool, CampaignError> {
        let was_recheck = self.sample.lost(job);
        Ok(self.campaign.lost(job)? || was_recheck)
    }

    /// Waits until the ledger is safe from a power failure.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&mut self) -> Result<(), CampaignError> {
        self.keep_guesses(0);
        self.file.sync()
    }

    /// Writes the new guesses if there are more than this many. It is a cache: guesses that cannot be written are made
    /// again.
    fn keep_guesses(&mut self, more_than: usize) {
        if self.campaign.prior.count_new() > more_than {
            let (fingerprint, new) = (self.campaign.prior.fingerprint(), self.campaign.prior.take_new());
            let _ = guesses::append(self.file.path(), fingerprint, &new);
        }
    }

    /// Adds to the table what has become known since the last call.
    fn learn(&mut self) {
        let changes = self.campaign.knowledge.take_changes();
        let Some(table) = self.table else { return };
        let board = self.campaign.plan().root.board();
        for discs in changes {
            let bounds = self.campaign.knowledge.get(discs).bounds;
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
