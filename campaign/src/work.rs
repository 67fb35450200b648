//! Doing a job: what a worker does, wherever it runs. Doing a job twice costs time and nothing else.

use std::time::Instant;

use solver::{Progress, ProofTable, Score, Solver, Target};

use crate::error::CampaignError;
use crate::job::Job;
use crate::record::{Finding, Record};

/// Does a job; `None` if `progress` was told to stop before its end. `version` is that of the program. The caller fills
/// in the worker's name.
///
/// For `table` and `progress`, see [`Solver::limited`].
///
/// # Errors
/// What the table says about the position is false, or has not been verified.
pub fn perform(
    job: &Job,
    solver: &mut Solver,
    table: Option<&dyn ProofTable>,
    progress: &Progress,
    version: &str,
) -> Option<Result<Record, CampaignError>> {
    let begin = Instant::now();
    let target = Target { position: job.position(), at_least: Score::new(job.at_least), scoring: job.scoring };
    let found = match solver.with_table_if(table).watched_by(progress).limited(&target, job.budget) {
        Ok(found) => found,
        Err(error) => return Some(Err(error.into())),
    };
    if found.bounds.contradict() {
        return Some(Err(CampaignError::Contradiction {
            position: job.position_text(),
            first: format!("at least {}", found.bounds.lower.discs()),
            second: format!("at most {}, as the table says", found.bounds.upper.discs()),
        }));
    }
    if found.basis.is_claim() {
        return Some(Err(CampaignError::Unverified { position: job.position_text() }));
    }
    let finding = match found.bounds.reach(target.at_least) {
        Some(true) => Finding::AtLeast(found.bounds.lower.discs()),
        Some(false) => Finding::AtMost(found.bounds.upper.discs()),
        None if progress.is_stopped() => return None,
        None => Finding::Open,
    };
    let micros = begin.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
    Some(Ok(Record::new(*job, finding, found.nodes, micros, version)))
}
