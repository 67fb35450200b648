//! Plays through a campaign of many workers on one machine: real jobs, a simulated clock.
//!
//! Time is counted in nodes: every worker searches one node per tick. A job lasts as many ticks as it takes nodes, plus
//! the latency for the way there and back. This shows how well work spreads: how many more nodes many workers search
//! than one, and how long they take. It ignores machines of different speed, and memory that is slower when many share
//! it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};

use solver::{Progress, Resources, Solver};

use crate::control::Campaign;
use crate::error::CampaignError;
use crate::job::{Job, JobId};
use crate::record::Record;
use crate::work;

/// The most ticks of latency, so that the clock of a simulation cannot overflow.
pub const MOST_LATENCY: u64 = 1_000_000_000_000;

/// What a worker finds in a job, called when it begins by the simulated clock; `nodes` of the record is how long that takes.
pub type Perform<'a> = dyn FnMut(usize, &Job) -> Result<Record, CampaignError> + 'a;

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

/// A job under way.
struct Flight {
    begin: u64,
    end: u64,
    worker: usize,
    record: Record,
}

/// Plays a campaign through until it is done, with this many workers. `latency`, at most [`MOST_LATENCY`], is the number of
/// ticks from the end of a worker's job to the beginning of its next one.
///
/// # Errors
/// Records contradict each other, or a job cannot be done.
pub fn simulate(
    campaign: &mut Campaign,
    workers: usize,
    latency: u64,
    perform: &mut Perform<'_>,
) -> Result<Outcome, CampaignError> {
    let mut outcome = Outcome::default();
    let mut idle: BTreeSet<usize> = (0..workers).collect();
    let mut flights: HashMap<JobId, Flight> = HashMap::new();
    // When each job ends; of equals, that of the lower worker first.
    let mut ends = BinaryHeap::new();
    loop {
        while let Some(&worker) = idle.first() {
            let Some(job) = campaign.next_job()? else { break };
            campaign.take_splits();
            idle.remove(&worker);
            let record = perform(worker, &job)?;
            let (begin, end) = (outcome.ticks, outcome.ticks + latency + record.nodes);
            ends.push(Reverse((end, worker, job.id())));
            flights.insert(job.id(), Flight { begin, end, worker, record });
        }
        let Some(Reverse((end, worker, id))) = ends.pop() else { return Ok(outcome) };
        // A stopped job has left its end behind.
        if flights.get(&id).is_none_or(|flight| (flight.end, flight.worker) != (end, worker)) {
            continue;
        }
        let Some(Flight { record, .. }) = flights.remove(&id) else { continue };
        outcome.ticks = end;
        idle.insert(worker);
        let (sum, kind) = match record.is_answer() {
            true => (&mut outcome.answered, 0),
            false => (&mut outcome.exceeded, 1),
        };
        *sum += record.nodes;
        outcome.jobs[kind] += 1;
        campaign.record(&record)?;
        for id in campaign.needless() {
            let Some(Flight { begin, worker, record, .. }) = flights.remove(&id) else { continue };
            let searched = outcome.ticks.saturating_sub(begin + latency / 2);
            outcome.stopped += searched.min(record.nodes);
            outcome.jobs[2] += 1;
            idle.insert(worker);
            campaign.lost(id)?;
        }
    }
}

/// Workers who remember nothing from one job to the next, so a job takes equally long for every worker and at any time:
/// each is searched once, with this much memory, and its record kept for all simulations. Some records are known, and
/// `keep` receives each new one.
pub fn cold(
    memory_bytes: usize,
    known: &[Record],
    mut keep: impl FnMut(&Record),
) -> impl FnMut(usize, &Job) -> Result<Record, CampaignError> {
    let mut known: HashMap<JobId, Record> = known.iter().map(|record| (record.job.id(), record.clone())).collect();
    let mut solver = solver(memory_bytes);
    move |_, job| {
        if let Some(record) = known.get(&job.id()) {
            return Ok(record.clone());
        }
        solver.forget();
        let record = search(&mut solver, job)?;
        keep(&record);
        known.insert(job.id(), record.clone());
        Ok(record)
    }
}

/// Workers on machines, each with this many cores and this much memory, which is shared there and kept from job to job. A
/// job knows everything found by jobs that began before it on its machine, even if by the clock they have not ended yet.
pub fn warm(
    workers: usize,
    cores: usize,
    memory_bytes: usize,
) -> impl FnMut(usize, &Job) -> Result<Record, CampaignError> {
    let mut machines: Vec<Solver> = (0..workers.div_ceil(cores)).map(|_| solver(memory_bytes)).collect();
    move |worker, job| search(&mut machines[worker / cores], job)
}

fn solver(memory_bytes: usize) -> Solver {
    Solver::new(Resources { memory_bytes, ..Resources::default() })
}

fn search(solver: &mut Solver, job: &Job) -> Result<Record, CampaignError> {
    work::perform(job, solver, None, &Progress::default(), "simulation").expect("nobody stops it")
}
