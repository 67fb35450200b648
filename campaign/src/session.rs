//! A campaign with everything that outlives it: its ledger and, if one is wanted, a table of proven bounds.

use std::path::Path;

use solver::{Basis, Bounds, Discs, Position, ProofTable, Proven, Side, rules};
use thiserror::Error;

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::estimate::Estimate;
use crate::job::{Job, JobId};
use crate::knowledge::Added;
use crate::ledger::{Ledger, LedgerError, LedgerFile};
use crate::record::Record;

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
    /// The system does not give every worker a thread.
    #[error("threads: the system gives no more: {0}; choose fewer workers, or allow more (ulimit -u)")]
    Threads(String),
}

/// A campaign under way. Every record is in the ledger before anybody is told that it was taken.
pub struct Session<'a> {
    campaign: Campaign,
    file: LedgerFile,
    table: Option<&'a dyn ProofTable>,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("campaign", &self.campaign).field("file", &self.file).finish_non_exhaustive()
    }
}

impl<'a> Session<'a> {
    /// Goes on with the campaign of an opened ledger. What it knows is added to the table, if there is one, which must be
    /// for its board (or the transposed one where that is taller than wide) and scoring.
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn new(file: LedgerFile, ledger: &Ledger, table: Option<&'a dyn ProofTable>) -> Result<Self, SessionError> {
        let mut campaign = Campaign::from_ledger(ledger)?;
        campaign.unfold()?;
        let mut session = Self { campaign, file, table };
        session.learn();
        Ok(session)
    }

    /// Goes on with the campaign of a ledger, without a table.
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

    /// What is left to do; see [`Campaign::estimate`].
    pub fn estimate(&mut self) -> Option<Estimate> {
        self.campaign.estimate()
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> Option<&'a dyn ProofTable> {
        self.table
    }

    /// The next job; see [`Campaign::next_job`].
    ///
    /// # Errors
    /// Records contradict each other, or the ledger cannot be written.
    pub fn next_job(&mut self) -> Result<Option<Job>, SessionError> {
        let job = self.campaign.next_job()?;
        self.file.append(&self.campaign.take_splits())?;
        self.learn();
        Ok(job)
    }

    /// Takes a record; see [`Campaign::record`].
    ///
    /// # Errors
    /// The record is refused, or the ledger cannot be written.
    pub fn record(&mut self, record: &Record) -> Result<Added, SessionError> {
        let added = self.campaign.record(record)?;
        if added == Added::New {
            self.file.append(std::slice::from_ref(record))?;
            self.learn();
        }
        Ok(added)
    }

    /// Takes a job back that nobody does any more; see [`Campaign::lost`].
    ///
    /// # Errors
    /// Records contradict each other.
    pub fn lost(&mut self, job: JobId) -> Result<bool, SessionError> {
        Ok(self.campaign.lost(job)?)
    }

    /// Waits until the ledger survives a loss of power.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), SessionError> {
        Ok(self.file.sync()?)
    }

    /// Adds to the table what is new since this was called last.
    fn learn(&mut self) {
        let changes = self.campaign.take_changes();
        let Some(table) = self.table else { return };
        let board = self.campaign.plan().root.board();
        for (discs, bounds) in changes {
            if rules::is_over(&self.campaign.game.geometry, discs) {
                continue;
            }
            let position = Position::new(board, discs, Side::Black).expect("the discs are on the board");
            // Others may have done the jobs, on their word.
            let (best, basis) = (self.proving_move(discs, bounds), Basis::Claim);
            table.keep(&position, Proven { bounds, best, effort: 0, basis });
        }
    }

    /// A move that is known to prove the lower bound.
    fn proving_move(&self, discs: Discs, bounds: Bounds) -> Option<solver::Move> {
        let game = &self.campaign.game;
        rules::moves(&game.geometry, discs).into_iter().find(|&chosen| {
            let next = game.after(discs, chosen);
            -self.campaign.knowledge.get(next).bounds.upper >= bounds.lower
        })
    }
}
