//! Plays through a campaign of many workers on one machine: real jobs, a simulated clock.
//!
//! Time is counted in nodes: every worker searches one node per tick. A job lasts as many ticks as it takes nodes, plus
//! [`Cluster::latency`] for the way there and back. This shows how well work spreads: how many more nodes many workers
//! search than one, and how long they take. It ignores machines of different speed, and memory that is slower when many
//! share it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use solver::{Progress, Resources, Solver};

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::job::{Job, JobId};
use crate::record::Record;
use crate::work;

/// The most ticks of [`Cluster::latency`], so that the clock of a simulation cannot overflow.
pub const MOST_LATENCY: u64 = 1_000_000_000_000;

/// The workers of a simulation.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    /// How many jobs are done at the same time.
    pub workers: usize,
    /// Ticks from the end of a worker's job to the beginning of its next one, at most [`MOST_LATENCY`].
    pub latency: u64,
}

/// The result of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Ticks until the campaign was done.
    pub ticks: u64,
    /// Nodes of jobs that were answered.
    pub answered: u64,
    /// Nodes of jobs that exceeded their budget.
    pub exceeded: u64,
    /// Nodes of jobs that were stopped because nothing depended on them any more.
    pub stopped: u64,
    /// Number of these three kinds of jobs.
    pub jobs: [u64; 3],
}

impl Outcome {
    /// Nodes of all jobs.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.answered + self.exceeded + self.stopped
    }
}

/// Plays a campaign through until it is done.
///
/// # Errors
/// Records contradict each other, or a job cannot be done.
pub fn simulate(campaign: &mut Campaign, cluster: Cluster, by: &mut dyn DoesJobs) -> Result<Outcome, CampaignError> {
    let mut run = Run::new(cluster);
    loop {
        run.hand_out(campaign, by)?;
        let Some(Reverse((time, _, id))) = run.ends.pop() else { break };
        // A stopped job has left its end behind.
        if let Some(flight) = run.flights.remove(&id) {
            run.outcome.ticks = time;
            run.bring(campaign, flight)?;
        }
    }
    Ok(run.outcome)
}

/// A job under way.
struct Flight {
    worker: usize,
    begin: u64,
    job: Job,
    record: Record,
}

struct Run {
    cluster: Cluster,
    idle: BTreeSet<usize>,
    flights: HashMap<u64, Flight>,
    by_job: HashMap<JobId, u64>,
    /// When each flight ends; of equals, the lower worker number first.
    ends: BinaryHeap<Reverse<(u64, usize, u64)>>,
    begun: u64,
    outcome: Outcome,
}

impl Run {
    fn new(cluster: Cluster) -> Self {
        Self {
            cluster,
            idle: (0..cluster.workers).collect(),
            flights: HashMap::new(),
            by_job: HashMap::new(),
            ends: BinaryHeap::new(),
            begun: 0,
            outcome: Outcome::default(),
        }
    }

    /// Gives jobs to idle workers, as long as there are any.
    fn hand_out(&mut self, campaign: &mut Campaign, by: &mut dyn DoesJobs) -> Result<(), CampaignError> {
        while let Some(&worker) = self.idle.first() {
            let Some(job) = campaign.next_job()? else { break };
            campaign.take_splits();
            self.idle.remove(&worker);
            let record = by.perform(worker, &job)?;
            let (flight, begin) = (self.begun, self.outcome.ticks);
            self.begun += 1;
            self.ends.push(Reverse((begin + self.cluster.latency + record.nodes, worker, flight)));
            self.by_job.insert(job.id(), flight);
            self.flights.insert(flight, Flight { worker, begin, job, record });
        }
        Ok(())
    }

    /// Delivers a job's record, and stops the jobs that it makes needless.
    fn bring(&mut self, campaign: &mut Campaign, flight: Flight) -> Result<(), CampaignError> {
        let Flight { worker, job, record, .. } = flight;
        self.idle.insert(worker);
        self.by_job.remove(&job.id());
        let (sum, kind) = match record.is_answer() {
            true => (&mut self.outcome.answered, 0),
            false => (&mut self.outcome.exceeded, 1),
        };
        *sum += record.nodes;
        self.outcome.jobs[kind] += 1;
        campaign.record(&record)?;
        for id in campaign.needless() {
            let Some(flight) = self.by_job.remove(&id).and_then(|number| self.flights.remove(&number)) else {
                continue;
            };
            let searched = self.outcome.ticks.saturating_sub(flight.begin + self.cluster.latency / 2);
            self.outcome.stopped += searched.min(flight.record.nodes);
            self.outcome.jobs[2] += 1;
            self.idle.insert(flight.worker);
            campaign.lost(id)?;
        }
        Ok(())
    }
}

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
