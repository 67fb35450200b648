//! The records of a campaign that programs read. Fields that `solve campaign status --json` has too have the same
//! names.

use std::time::{SystemTime, UNIX_EPOCH};

use campaign::estimate::{Estimate, TESTED};
use campaign::status::Spent;
use campaign::view::{Branch, JobSeen, Pace, Place, Summary, Work};
use serde::Serialize;
use solver::{Outcome, Score, Start};
use utoipa::ToSchema;

use super::words;
use crate::campaigns::Shown;

/// What every campaign has.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CommonRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// The position to solve: squares in row order and the side to move.
    root: String,
    /// Name of the start, if the root is one.
    start: Option<&'static str>,
    /// Who gets the empties: `discs` or `wof`.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// What the campaign proves: `wld` (who wins) or `exact` (by how much).
    #[schema(schema_with = words::mode)]
    mode: &'static str,
    /// `win`, `draw` or `loss` of the side to move at the root; null where it is not known.
    #[schema(schema_with = words::outcome)]
    outcome: Option<&'static str>,
    /// The value for the side to move at the root; null if only limits are known.
    value: Option<i32>,
    /// It is at least this.
    lower: i32,
    /// It is at most this.
    upper: i32,
    /// Whether the campaign is done.
    complete: bool,
    /// Number of jobs answered.
    answered: usize,
    /// Number of jobs that exceeded their budget.
    exceeded: usize,
    /// Number of positions split without a job.
    split: usize,
    /// Nodes of all jobs.
    nodes: u64,
    /// Total time of all jobs in seconds, each on one core.
    seconds: f64,
}

/// A campaign.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignRecord {
    /// Its name in /api/campaigns/.
    name: String,
    /// Whether the server is still reading its ledger for the first time.
    reading: bool,
    /// Why there is no news, in a sentence; null if all is well. What was known before is still given.
    trouble: Option<String>,
    /// Whether the last line of the ledger is incomplete: it is being written, or its writer was killed.
    torn: bool,
    /// Number of damaged lines in the ledger, which are left out.
    left_out: usize,
    /// The first of these lines.
    damaged: Vec<DamageRecord>,
    /// Its progress; null until the ledger has been read.
    details: Option<DetailsRecord>,
}

/// A damaged line.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DamageRecord {
    /// Its number, from 1.
    line: usize,
    /// What is wrong with it.
    reason: String,
}

/// Progress of a campaign. Times are in seconds since the beginning of 1970, by the server's clock.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DetailsRecord {
    /// What every campaign has.
    #[serde(flatten)]
    common: CommonRecord,
    /// Nodes a job may take at first.
    budget: u64,
    /// The present question, "is the root worth at least this?"; null when the campaign is done.
    question: Option<i32>,
    /// Proof number: expected effort to prove that it is, in nodes; null if there is no question.
    proof: Option<f64>,
    /// Disproof number: expected effort to prove that it is not, in nodes.
    disproof: Option<f64>,
    /// Number of positions in the tree of the present question.
    positions: usize,
    /// Work left for the present question; null if it cannot be estimated.
    left: Option<LeftRecord>,
    /// Number of workers whose answers count.
    workers: usize,
    /// Number of answers that another worker proved again.
    rechecked: usize,
    /// Number of them that were confirmed.
    confirmed: usize,
    /// Number of them that the re-check could not settle.
    inconclusive: usize,
    /// Number of answers that only the same worker proved again.
    rechecked_by_same: usize,
    /// Number of answers withdrawn.
    withdrawn: usize,
    /// Number of workers all of whose answers were withdrawn.
    withdrawn_workers: Vec<String>,
    /// Nodes spent on re-checks, in addition to those of the jobs.
    recheck_nodes: u64,
    /// Seconds spent on re-checks, in addition to those of the jobs.
    recheck_seconds: f64,
    /// When the ledger was last written to; null if the system does not say.
    written: Option<u64>,
    /// Present speed; null until the server has watched for a minute in which something arrived.
    pace: Option<PaceRecord>,
    /// What was spent at points of the campaign, from the beginning until now, about evenly spread over the time of the jobs. Ledgers have
    /// no times of day.
    growth: Vec<PointRecord>,
    /// The workers, those that searched most first; at most 500.
    crew: Vec<WorkerRecord>,
    /// Number of workers so far.
    crew_size: usize,
}

/// An estimate of the nodes left to search for the present question.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LeftRecord {
    /// Lower end: in one of ten cases it is less.
    low: f64,
    /// Median: in half of the cases it is less.
    median: f64,
    /// Upper end: in nine of ten cases it is less.
    high: f64,
    /// Probability that the answer is yes.
    yes: f64,
    /// Number of jobs the estimate is based on.
    jobs: usize,
    /// How it was tested, in a sentence.
    tested: &'static str,
}

/// Speed of a campaign, all workers together, as this server has observed it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PaceRecord {
    /// Start of the measurement: an hour ago, unless nobody watched then.
    from: u64,
    /// End of the measurement: when the last news arrived.
    until: u64,
    /// Nodes per second, of the jobs that ended during the measurement.
    nodes_per_second: f64,
    /// Jobs per hour.
    jobs_per_hour: f64,
}

/// Effort spent up to a point of a campaign.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PointRecord {
    /// Seconds of the jobs so far, each on one core.
    seconds: f64,
    /// Number of jobs answered.
    answered: usize,
    /// Nodes so far.
    nodes: u64,
}

/// What a worker has done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WorkerRecord {
    /// Its name.
    name: String,
    /// Number of jobs it answered, including those withdrawn.
    answered: usize,
    /// Number of its jobs that exceeded their budget.
    exceeded: usize,
    /// Nodes its jobs took.
    nodes: u64,
    /// Seconds its jobs took, each on one core.
    seconds: f64,
    /// Number of answers of others that it proved again.
    rechecks: usize,
    /// Number of its answers that others proved again.
    rechecked: usize,
    /// Number of its answers that were withdrawn one by one.
    refuted: usize,
    /// Why all its answers were withdrawn; null if they were not.
    withdrawn: Option<String>,
    /// When this server last saw something new from it; null if that was before it first looked.
    seen: Option<u64>,
}

/// A position of the tree. Limits and numbers are for the side to move at the root, whoever is to move here.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlaceRecord {
    /// The move that leads here; null at the root.
    #[serde(rename = "move")]
    chosen: Option<String>,
    /// The squares in row order and the side to move.
    position: String,
    /// Its value is at least this.
    lower: i32,
    /// Its value is at most this.
    upper: i32,
    /// `over` (the game is), `decided` (the question is answered), `split` (into its successors), `exceeded` (a job exceeded its budget, and a
    /// larger one follows) or `open` (nobody has asked).
    #[schema(schema_with = words::standing)]
    standing: &'static str,
    /// Expected effort to prove that the present question has the answer yes here; null where that cannot be, or the position is not in the tree of
    /// that question.
    proof: Option<f64>,
    /// Disproof number: expected effort to prove that the answer is no here; null as for `proof`.
    disproof: Option<f64>,
    /// How likely the answer of a leaf below is to be needed if this position's is; null where the position is not in the tree of the present
    /// question.
    need: Option<f64>,
    /// Whether it has successors in the tree.
    split: bool,
    /// Number of jobs in the ledger that asked about it.
    jobs: usize,
}

/// A job that asked about a position. Scores are for the side to move there.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobRecord {
    /// The job's name.
    job: String,
    /// The question: is the position worth at least this?
    asked: i32,
    /// `>=N`: at least N; `<=N`: at most N; `open`: not answered within the budget.
    found: String,
    /// Nodes it took.
    nodes: u64,
    /// Seconds it took.
    seconds: f64,
    /// Nodes it was allowed; 0 if the position was split without a search.
    budget: u64,
    /// The worker that did it.
    worker: String,
    /// Whether it counts; false if it was withdrawn.
    counts: bool,
}

/// A node of the tree with its successors.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BranchRecord {
    /// The node.
    place: PlaceRecord,
    /// The positions after each move, symmetric ones once, best first for the side to move; empty if the node was not split.
    successors: Vec<PlaceRecord>,
    /// The jobs that asked about it, at most 50.
    jobs: Vec<JobRecord>,
}

/// A number for JSON; infinite ones become null.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// Seconds since the beginning of 1970.
fn unix(moment: SystemTime) -> u64 {
    moment.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl CommonRecord {
    pub(super) fn of(summary: &Summary) -> Self {
        let (plan, status) = (&summary.plan, &summary.status);
        let Spent { answered, exceeded, split, nodes, seconds } = status.spent;
        Self {
            board: plan.root.board().to_string(),
            root: plan.root.to_string(),
            start: plan.start.map(Start::name),
            scoring: plan.scoring.name(),
            mode: plan.mode.name(),
            outcome: status.bounds.outcome().map(Outcome::name),
            value: status.bounds.exact().map(Score::discs),
            lower: status.bounds.lower.discs(),
            upper: status.bounds.upper.discs(),
            complete: plan.mode.settled(status.bounds),
            answered,
            exceeded,
            split,
            nodes,
            seconds,
        }
    }
}

impl CampaignRecord {
    pub(super) fn of(name: &str, shown: &Shown) -> Self {
        let damaged = shown.faults.damaged.iter();
        Self {
            name: name.to_owned(),
            reading: shown.number == 0,
            trouble: shown.trouble.as_ref().map(ToString::to_string),
            torn: shown.faults.is_torn,
            left_out: shown.faults.count,
            damaged: damaged.map(|(line, reason)| DamageRecord { line: *line, reason: reason.clone() }).collect(),
            details: shown.summary.as_ref().map(DetailsRecord::of),
        }
    }
}

impl DetailsRecord {
    fn of(summary: &Summary) -> Self {
        let Summary { plan, status, checks, .. } = summary;
        let point =
            |point: &Spent| PointRecord { seconds: point.seconds, answered: point.answered, nodes: point.nodes };
        Self {
            common: CommonRecord::of(summary),
            budget: plan.budget,
            question: status.question,
            proof: status.numbers.and_then(|(proof, _)| finite(proof)),
            disproof: status.numbers.and_then(|(_, disproof)| finite(disproof)),
            positions: status.positions,
            left: status.estimate.as_ref().map(LeftRecord::of),
            workers: checks.workers,
            rechecked: checks.rechecked,
            confirmed: checks.confirmed,
            inconclusive: checks.inconclusive,
            rechecked_by_same: checks.by_same,
            withdrawn: checks.withdrawn,
            withdrawn_workers: checks.withdrawn_workers.iter().map(ToString::to_string).collect(),
            recheck_nodes: summary.rechecks.nodes,
            recheck_seconds: summary.rechecks.seconds,
            written: summary.written.map(unix),
            pace: summary.pace.as_ref().map(PaceRecord::of),
            growth: summary.growth.iter().map(point).collect(),
            crew: summary.workers.iter().map(WorkerRecord::of).collect(),
            crew_size: summary.count,
        }
    }
}

impl LeftRecord {
    fn of(estimate: &Estimate) -> Self {
        let Estimate { low, median, high, yes, jobs, .. } = *estimate;
        Self { low, median, high, yes, jobs, tested: TESTED }
    }
}

impl PaceRecord {
    fn of(pace: &Pace) -> Self {
        let Pace { from, until, nodes_per_second, jobs_per_hour } = *pace;
        Self { from: unix(from), until: unix(until), nodes_per_second, jobs_per_hour }
    }
}

impl WorkerRecord {
    fn of(work: &Work) -> Self {
        Self {
            name: work.worker.to_string(),
            answered: work.spent.answered,
            exceeded: work.spent.exceeded,
            nodes: work.spent.nodes,
            seconds: work.spent.seconds,
            rechecks: work.rechecks,
            rechecked: work.rechecked,
            refuted: work.refuted,
            withdrawn: work.withdrawn.clone(),
            seen: work.seen.map(unix),
        }
    }
}

impl PlaceRecord {
    fn of(place: &Place) -> Self {
        let board = place.position.board();
        Self {
            chosen: place.chosen.map(|chosen| chosen.display(board).to_string()),
            position: place.position.to_string(),
            lower: place.bounds.lower.discs(),
            upper: place.bounds.upper.discs(),
            standing: place.standing.name(),
            proof: place.numbers.and_then(|(proof, _)| finite(proof)),
            disproof: place.numbers.and_then(|(_, disproof)| finite(disproof)),
            need: place.need,
            split: place.is_split,
            jobs: place.jobs,
        }
    }
}

impl JobRecord {
    fn of(JobSeen { record, counts }: &JobSeen) -> Self {
        Self {
            job: record.job.id().to_string(),
            asked: record.job.at_least,
            found: record.finding.to_string(),
            nodes: record.nodes,
            seconds: record.seconds(),
            budget: record.job.budget,
            worker: record.worker.to_string(),
            counts: *counts,
        }
    }
}

impl BranchRecord {
    pub(super) fn of(branch: &Branch) -> Self {
        Self {
            place: PlaceRecord::of(&branch.place),
            successors: branch.successors.iter().map(PlaceRecord::of).collect(),
            jobs: branch.jobs.iter().map(JobRecord::of).collect(),
        }
    }
}
