//! Who is right if answers exclude each other: the driver proves it.

use solver::{Progress, Resources, Solver};

use crate::error::CampaignError;
use crate::job::Job;
use crate::recheck::claim;
use crate::record::{Finding, Record};
use crate::work;
use crate::worker::WorkerName;

/// The driver spends this many times the budget of a job to prove its answer, ...
const PATIENCE: u64 = 64;
/// ... and at least this many nodes, a minute or two.
const LEAST_NODES: u64 = 1 << 30;

/// What the driver has found out about an answer.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// It is true; the proof is an answer, too.
    True(Record),
    /// It is false.
    False(Record),
    /// Deciding would take too long; the record is open.
    Undecided(Record),
    /// The driver was told to stop.
    Stopped,
}

/// Proves answers with a solver that knows nothing of tables or of the findings of others.
#[derive(Debug)]
pub struct Judge {
    memory_bytes: usize,
    version: String,
    progress: Progress,
    proves_unconfirmed: bool,
    solver: Option<Solver>,
}

impl Judge {
    /// A judge with this much memory, allocated only once there is something to decide. `version` is that of the
    /// program; `progress` stops it.
    #[must_use]
    pub fn new(memory_bytes: usize, version: &str, progress: Progress) -> Self {
        let version = version.to_owned();
        Self { memory_bytes, version, progress, proves_unconfirmed: false, solver: None }
    }

    /// From now on it also proves answers that a re-check could not confirm within its budget. Those that it cannot
    /// decide either do not count, so nobody can claim to have solved what cannot be solved. There is no need for this
    /// if the workers are the driver's own threads, whose answers may rest on what has long been in memory.
    #[must_use]
    pub fn proving_unconfirmed(self) -> Self {
        Self { proves_unconfirmed: true, ..self }
    }

    /// What stops it.
    pub(crate) fn progress(&self) -> Progress {
        self.progress.part()
    }

    pub(crate) fn proves_unconfirmed(&self) -> bool {
        self.proves_unconfirmed
    }

    /// Whether an answer is true. The answer's budget determines how hard the driver tries, but only up to
    /// `most_budget`, since anybody can name any budget.
    ///
    /// # Errors
    /// The solver cannot search.
    pub(crate) fn decide(&mut self, record: &Record, most_budget: u64) -> Result<Verdict, CampaignError> {
        let Some((at_least, is_yes)) = claim(record.finding) else {
            return Ok(Verdict::True(record.clone()));
        };
        let budget = record.job.budget.min(most_budget).saturating_mul(PATIENCE).max(LEAST_NODES);
        let job = Job { at_least, budget, ..record.job };
        let memory_bytes = self.memory_bytes;
        let solver = self.solver.get_or_insert_with(|| Solver::new(Resources { memory_bytes, ..Resources::default() }));
        let Some(found) = work::perform(&job, solver, None, &self.progress, &self.version) else {
            return Ok(Verdict::Stopped);
        };
        let proof = Record { worker: WorkerName::driver(), ..found? };
        Ok(match proof.finding {
            Finding::Open => Verdict::Undecided(proof),
            Finding::AtLeast(_) if is_yes => Verdict::True(proof),
            Finding::AtMost(_) if !is_yes => Verdict::True(proof),
            _ => Verdict::False(proof),
        })
    }
}
