//! Answers that exclude each other: the driver proves who is wrong, and withdraws everything that worker has said.

use ahash::HashSet;

use super::{Session, SessionError};
use crate::control::{Campaign, Suspects};
use crate::error::CampaignError;
use crate::job::{Job, JobId};
use crate::knowledge::Added;
use crate::recheck::{Answer, Check, RECHECK_BUDGET, Withdrawal};
use crate::record::Record;
use crate::replay::Replay;
use crate::trust::Verdict;

/// The result of the proofs.
enum Outcome {
    /// Somebody was wrong, or an answer was set aside.
    Settled,
    /// Nothing was found false.
    Unsettled,
    /// The judge was told to stop.
    Stopped,
}

impl Session<'_> {
    /// Deals with a record that contradicts what is known.
    pub(super) fn dispute(&mut self, record: &Record, error: CampaignError) -> Result<Added, SessionError> {
        let Some(suspects) = self.suspects(&error) else { return Err(error.into()) };
        let outcome = self.prove_all(&suspects, Some(record))?;
        let is_of_it = |proof: &&Record| proof.job.discs == record.job.discs && proof.opposes(record);
        let proof = self.proven.iter().find(is_of_it).filter(|_| record.worker.is_unknown()).cloned();
        if let Some(proof) = proof {
            // Nobody knows who else gave answers without a name, so only this answer is refused.
            self.proven.clear();
            self.rebuild(Some(record.job.id()))?;
            let (position, finding) = (record.job.position_text(), record.finding.to_string());
            return Err(CampaignError::Refuted { position, finding, proven: proof.finding.to_string() }.into());
        }
        // Whatever becomes of the record, nobody is doing its job any more.
        self.rebuild(Some(record.job.id()))?;
        match outcome {
            Outcome::Unsettled => Err(error.into()),
            Outcome::Stopped => Ok(Added::Known),
            Outcome::Settled => {
                let is_believed = self.ledger.counts(record) && !self.is_withdrawn(&record.worker);
                if is_believed {
                    self.take(record)?;
                }
                Ok(Added::Withdrawn)
            }
        }
    }

    /// Deals with an answer and a re-check that exclude each other.
    pub(super) fn settle_between(&mut self, first: &Record, second: &Record) -> Result<Added, SessionError> {
        let outcome = self.prove(&[first.clone(), second.clone()])?;
        self.rebuild(None)?;
        match outcome {
            Outcome::Settled => Ok(Added::Withdrawn),
            Outcome::Stopped => Ok(Added::Known),
            Outcome::Unsettled => Ok(Added::Checked),
        }
    }

    /// The suspects of a contradiction; `None` if nobody can decide, or nobody knows who gave the answers.
    fn suspects(&mut self, error: &CampaignError) -> Option<Suspects> {
        let suspects = self.campaign.clash.take()?;
        let is_contradiction = matches!(error, CampaignError::Contradiction { .. });
        let mut known = suspects.records.iter().flatten().filter(|record| !record.worker.is_unknown());
        (is_contradiction && self.judge.is_some() && known.next().is_some()).then_some(suspects)
    }

    /// Examines what may be false in a contradiction, likeliest first, until something is found: the new record, the
    /// records on which the two bounds rest, and then all other answers about positions below.
    fn prove_all(&mut self, suspects: &Suspects, new: Option<&Record>) -> Result<Outcome, SessionError> {
        let first: Vec<Record> = new.into_iter().chain(suspects.records.iter().flatten()).cloned().collect();
        match self.prove(&first)? {
            Outcome::Unsettled => {}
            outcome => return Ok(outcome),
        }
        let below = self.below(suspects);
        for record in self.ledger.distinct() {
            if below.contains(&record.job.discs) && record.is_answer() && !first.contains(&record) {
                match self.prove(std::slice::from_ref(&record))? {
                    Outcome::Unsettled => {}
                    outcome => return Ok(outcome),
                }
            }
        }
        Ok(Outcome::Unsettled)
    }

    /// The positions whose answers a bound of the position can rest on.
    fn below(&self, suspects: &Suspects) -> HashSet<solver::Discs> {
        let is_split = |record: &&Record| !record.is_answer();
        let split: HashSet<_> = self.ledger.records.iter().filter(is_split).map(|record| record.job.discs).collect();
        let (mut seen, mut waiting) = (HashSet::default(), vec![suspects.discs]);
        while let Some(discs) = waiting.pop() {
            if seen.insert(discs) && split.contains(&discs) && self.campaign.game.final_score(discs).is_none() {
                waiting.extend(self.campaign.game.successors(discs));
            }
        }
        seen
    }

    /// Examines answers. Withdraws the worker of a false one. If none is false but some cannot be decided, sets these
    /// aside.
    fn prove(&mut self, records: &[Record]) -> Result<Outcome, SessionError> {
        let (mut is_settled, mut undecided) = (false, Vec::new());
        for record in records {
            if record.worker.is_driver() || !record.is_answer() || !self.ledger.counts(record) {
                continue;
            }
            let Some(judge) = &mut self.judge else { return Ok(Outcome::Unsettled) };
            let most_budget = self.campaign.plan().budget.saturating_mul(RECHECK_BUDGET);
            match judge.decide(record, most_budget)? {
                Verdict::Stopped => return Ok(Outcome::Stopped),
                Verdict::True(_) => {}
                Verdict::False(proof) => {
                    self.withdraw_false(record, &proof)?;
                    self.proven.push(proof);
                    is_settled = true;
                }
                Verdict::Undecided(proof) => undecided.push((record, proof)),
            }
        }
        if is_settled || undecided.is_empty() || records.len() < 2 {
            return Ok(if is_settled { Outcome::Settled } else { Outcome::Unsettled });
        }
        for (record, proof) in undecided {
            let reason = format!("it is disputed, and {} nodes of the driver did not decide it", proof.nodes);
            let (worker, answer) = (record.worker.clone(), Some(record.job.id()));
            self.withdraw(Withdrawal { worker, answer, reason })?;
            self.proven.push(proof);
        }
        Ok(Outcome::Settled)
    }

    /// Withdraws everything said by a worker that gave a false answer. Without a name, which many workers may share,
    /// withdraws only the answer.
    fn withdraw_false(&mut self, record: &Record, proof: &Record) -> Result<(), SessionError> {
        let (position, finding) = (record.job.position_text(), record.finding);
        let reason = format!("it found {finding} for {position}, and the driver has proven {}", proof.finding);
        let worker = record.worker.clone();
        match worker.is_unknown() {
            false => self.withdraw(Withdrawal { worker, answer: None, reason }),
            true if self.ledger.records.contains(record) => {
                self.withdraw(Withdrawal { worker, answer: Some(record.job.id()), reason })
            }
            true => Ok(()),
        }
    }

    fn withdraw(&mut self, withdrawal: Withdrawal) -> Result<(), SessionError> {
        if withdrawal.answer.is_none() && self.is_withdrawn(&withdrawal.worker) {
            return Ok(());
        }
        self.file.append_withdrawal(&withdrawal)?;
        self.ledger.withdrawals.push(withdrawal);
        self.standing.renew(&self.ledger);
        Ok(())
    }

    /// Proves an answer that a re-check has neither confirmed nor refuted, if the judge does such things.
    pub(super) fn prove_alone(&mut self, first: &Record) -> Result<Added, SessionError> {
        let Some(judge) = self.judge.as_mut().filter(|judge| judge.proves_unconfirmed()) else {
            return Ok(Added::Checked);
        };
        let most_budget = self.campaign.plan().budget.saturating_mul(RECHECK_BUDGET);
        match judge.decide(first, most_budget)? {
            Verdict::Stopped => return Ok(Added::Known),
            Verdict::True(proof) => {
                let (of, by) = (first.job.id(), first.worker.clone());
                let job = Answer::of(first).map_or(proof.job, |answer| answer.recheck());
                self.note(Check { of, by, record: Record { job, ..proof } })?;
                return Ok(Added::Checked);
            }
            Verdict::False(proof) => {
                self.withdraw_false(first, &proof)?;
                self.proven.push(proof);
            }
            Verdict::Undecided(proof) => {
                let reason = format!("nobody has found it again, the driver not with {} nodes", proof.nodes);
                let (worker, answer) = (first.worker.clone(), Some(first.job.id()));
                self.withdraw(Withdrawal { worker, answer, reason })?;
                self.proven.push(proof);
            }
        }
        self.rebuild(None)?;
        Ok(Added::Withdrawn)
    }

    /// Settles what re-checks in the ledger have left open: in a merged one, some may exclude what they checked.
    pub(super) fn settle_old_checks(&mut self) -> Result<(), SessionError> {
        if self.judge.is_none() {
            return Ok(());
        }
        for check in self.ledger.checks.clone() {
            let first = self.campaign.knowledge.of_job(check.of).cloned();
            let counts = !self.is_withdrawn(&check.record.worker);
            let is_meant = |first: &Record| Answer::of(first).is_some_and(|answer| check.is_of(&answer));
            if let Some(first) = first.filter(|first| counts && is_meant(first) && first.opposes(&check.record)) {
                self.settle_between(&first, &check.record)?;
            }
        }
        Ok(())
    }

    /// Checks the whole ledger once the campaign is done. The campaign sees contradictions between positions in its
    /// tree; whoever reads the ledger afterwards must not find another, unsettled one.
    pub(super) fn look_back(&mut self) -> Result<(), SessionError> {
        while self.judge.is_some() && self.campaign.is_done() && !self.has_looked_back {
            self.has_looked_back = true;
            let Err(clash) = Replay::new(&self.ledger) else { return Ok(()) };
            let record = |number: Option<usize>| number.map(|number| self.ledger.records[number].clone());
            let suspects = Suspects { discs: clash.discs, records: [record(clash.first), record(clash.second)] };
            if !matches!(self.prove_all(&suspects, None)?, Outcome::Settled) {
                return Ok(());
            }
            // This resets the flag, so the loop checks again.
            self.rebuild(None)?;
        }
        Ok(())
    }

    /// Begins anew with the records of the ledger that count, and with what the driver has proven in the meantime. Jobs
    /// in flight stay so, except for the one that was `brought` and those of withdrawn workers.
    pub(super) fn rebuild(&mut self, brought: Option<JobId>) -> Result<(), SessionError> {
        loop {
            let is_free = |job: JobId| self.holders.get(&job).is_some_and(|worker| self.is_withdrawn(worker));
            let is_held = |job: &Job| Some(job.id()) != brought && !is_free(job.id());
            let flying: Vec<Job> = self.campaign.flying().into_iter().filter(is_held).collect();
            let mut campaign = Campaign::new(self.ledger.plan.clone());
            std::mem::swap(&mut campaign.prior, &mut self.campaign.prior);
            let built = campaign.take_all(&self.ledger, &flying).and_then(|()| campaign.unfold());
            self.campaign = campaign;
            let Err(error) = built else { break };
            let Some(suspects) = self.suspects(&error) else { return Err(error.into()) };
            match self.prove_all(&suspects, None)? {
                Outcome::Settled => {}
                Outcome::Unsettled | Outcome::Stopped => return Err(error.into()),
            }
        }
        self.has_looked_back = false;
        for proof in std::mem::take(&mut self.proven) {
            self.take(&proof)?;
        }
        Ok(())
    }
}
