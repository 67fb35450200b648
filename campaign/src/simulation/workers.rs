//! Who does the jobs of a simulation.

use std::collections::HashMap;

use solver::{Progress, Resources, Solver};

use crate::error::CampaignError;
use crate::job::{Job, JobId};
use crate::record::Record;
use crate::work;

/// Does jobs, each at the time when it begins by the simulated clock.
pub trait DoesJobs {
    /// What this worker finds in a job. `record.nodes` is how long that takes.
    ///
    /// # Errors
    /// The job cannot be done.
    fn perform(&mut self, worker: usize, job: &Job) -> Result<Record, CampaignError>;
}

/// Remembers nothing from one job to the next, so a job takes equally long for every worker and at any time: each is
/// searched once, and its record kept for all simulations.
pub struct Cold<'a> {
    solver: Solver,
    known: HashMap<JobId, Record>,
    keep: Box<dyn FnMut(&Record) + 'a>,
}

impl<'a> Cold<'a> {
    /// With this much memory for each job, known records, and `keep`, which receives each new one.
    pub fn new(memory_bytes: usize, known: &[Record], keep: impl FnMut(&Record) + 'a) -> Self {
        let known = known.iter().map(|record| (record.job.id(), record.clone())).collect();
        Self { solver: solver(memory_bytes), known, keep: Box::new(keep) }
    }
}

impl DoesJobs for Cold<'_> {
    fn perform(&mut self, _: usize, job: &Job) -> Result<Record, CampaignError> {
        if let Some(record) = self.known.get(&job.id()) {
            return Ok(record.clone());
        }
        self.solver.forget();
        let record = search(&mut self.solver, job)?;
        (self.keep)(&record);
        self.known.insert(job.id(), record.clone());
        Ok(record)
    }
}

/// Machines with several workers each, who share one memory that is kept from job to job. A job knows everything found
/// by jobs that began before it on its machine, even if by the clock they have not ended yet.
pub struct Warm {
    machines: Vec<Solver>,
    /// Workers per machine.
    cores: usize,
}

impl Warm {
    /// Workers on machines, each with this many cores and this much memory.
    #[must_use]
    pub fn new(workers: usize, cores: usize, memory_bytes: usize) -> Self {
        let machines = (0..workers.div_ceil(cores)).map(|_| solver(memory_bytes)).collect();
        Self { machines, cores }
    }
}

impl DoesJobs for Warm {
    fn perform(&mut self, worker: usize, job: &Job) -> Result<Record, CampaignError> {
        search(&mut self.machines[worker / self.cores], job)
    }
}

fn solver(memory_bytes: usize) -> Solver {
    Solver::new(Resources { memory_bytes, ..Resources::default() })
}

fn search(solver: &mut Solver, job: &Job) -> Result<Record, CampaignError> {
    work::perform(job, solver, None, &Progress::default(), "simulation").expect("nobody stops it")
}
