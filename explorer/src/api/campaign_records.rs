//! What programs read of a campaign. What `solve campaign status --json` has as well has the same name here.

use std::time::{SystemTime, UNIX_EPOCH};

use campaign::estimate::{Estimate, TESTED};
use campaign::status::Spent;
use campaign::view::{AtDesk, AtLead, Branch, JobSeen, Pace, Place, Presence, Summary, Work};
use serde::Serialize;
use solver::{Outcome, Score, Start};
use utoipa::ToSchema;

use super::words;
use crate::campaigns::Shown;

/// What is told of every campaign.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CommonRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// The position whose value is wanted: squares in row order and the side to move.
    root: String,
    /// Its name, if it is a start.
    start: Option<&'static str>,
    /// Who gets the empties: `discs` or `wof`.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// What is proven: `wld` (who wins) or `exact` (by how much).
    #[schema(schema_with = words::mode)]
    mode: &'static str,
    /// `win`, `draw` or `loss` of the side to move at the root; null where it is not known.
    #[schema(schema_with = words::outcome)]
    outcome: Option<&'static str>,
    /// The value for the side to move at the root; null where only limits are known.
    value: Option<i32>,
    /// It is at least this.
    lower: i32,
    /// It is at most this.
    upper: i32,
    /// Whether the campaign is done.
    complete: bool,
    /// Jobs that were answered.
    answered: usize,
    /// Jobs that exceeded their budget.
    exceeded: usize,
    /// Positions that were split unasked.
    split: usize,
    /// Nodes of all jobs.
    nodes: u64,
    /// Time of all jobs together, each on one core.
    seconds: f64,
}

/// A campaign.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CampaignRecord {
    /// Its name in /api/campaigns/.
    name: String,
    /// Whether its ledger is being read for the first time.
    reading: bool,
    /// Why nothing new can be told, in a sentence; null if all is well. What was known before is told all the same.
    trouble: Option<String>,
    /// Whether the last line of the ledger has no end: it is being written, or whoever wrote it was killed.
    torn: bool,
    /// Damaged lines of the ledger, which are left out.
    left_out: usize,
    /// The first of them.
    damaged: Vec<DamageRecord>,
    /// Who is at the desks of a shared folder; null where there are none.
    presence: Option<PresenceRecord>,
    /// How far it is; null before the ledger could be read.
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

/// How far a campaign is. Times are those of the server's clock, in seconds since the beginning of 1970.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DetailsRecord {
    /// What is told of every campaign.
    #[serde(flatten)]
    common: CommonRecord,
    /// Nodes that a job may take at first.
    budget: u64,
    /// The present question, "is the root worth at least this?"; null when nothing is left to do.
    question: Option<i32>,
    /// Expected effort to prove that it is, in nodes as they are guessed; null where there is no question.
    proof: Option<f64>,
    /// The same to prove that it is not.
    disproof: Option<f64>,
    /// Positions in the tree of the present question.
    positions: usize,
    /// What is left to do for the present question; null where that cannot be told.
    left: Option<LeftRecord>,
    /// Workers whose answers count.
    workers: usize,
    /// Answers that were looked for again by somebody else.
    rechecked: usize,
    /// Those of them that were found again.
    confirmed: usize,
    /// Those of them about which the re-check said nothing.
    inconclusive: usize,
    /// Answers that only the same worker found again.
    rechecked_by_same: usize,
    /// Answers that were withdrawn.
    withdrawn: usize,
    /// Workers all of whose answers were withdrawn.
    withdrawn_workers: Vec<String>,
    /// Nodes that re-checks took, beside those of the jobs.
    recheck_nodes: u64,
    /// Time that re-checks took, beside that of the jobs.
    recheck_seconds: f64,
    /// When something was written to the ledger last; null where the system does not tell.
    written: Option<u64>,
    /// How fast it goes on; null before somebody has watched it for a minute in which something came.
    pace: Option<PaceRecord>,
    /// What was spent at points of the campaign, from the beginning until now, about evenly spread over the time of the jobs. Ledgers have
    /// no times of day.
    growth: Vec<PointRecord>,
    /// Who has worked on it, those who have searched most first; no more than 500.
    crew: Vec<WorkerRecord>,
    /// How many have worked on it.
    crew_size: usize,
}

/// Nodes that are left to search for the present question.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LeftRecord {
    /// In one of ten cases it is less.
    low: f64,
    /// In half of the cases it is less.
    median: f64,
    /// In nine of ten cases it is less.
    high: f64,
    /// Chance that the answer is yes.
    yes: f64,
    /// Number of jobs that this rests on.
    jobs: usize,
    /// How it was tested, in a sentence.
    tested: &'static str,
}

/// How fast a campaign goes on, all workers together, as this server has watched it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PaceRecord {
    /// From when it was measured: an hour ago, unless nobody watched then.
    from: u64,
    /// Until when: something was new then for the last time.
    until: u64,
    /// Nodes in a second, of jobs that ended meanwhile.
    nodes_per_second: f64,
    /// Jobs in an hour.
    jobs_per_hour: f64,
}

/// What was spent at a point of a campaign.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PointRecord {
    /// Time of the jobs until then, each on one core.
    seconds: f64,
    /// Jobs that were answered.
    answered: usize,
    /// Nodes.
    nodes: u64,
}

/// What a worker has done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WorkerRecord {
    /// Its name.
    name: String,
    /// Jobs that it answered, those too whose answers were withdrawn.
    answered: usize,
    /// Jobs of it that exceeded their budget.
    exceeded: usize,
    /// Nodes of its jobs.
    nodes: u64,
    /// Time of its jobs, each on one core.
    seconds: f64,
    /// Answers of others that it has looked for again.
    rechecks: usize,
    /// Its answers that others have looked for again.
    rechecked: usize,
    /// Its answers that were withdrawn one by one.
    refuted: usize,
    /// Why all its answers were withdrawn; null if they were not.
    withdrawn: Option<String>,
    /// When something new of it was seen; null if that was before this server looked for the first time.
    seen: Option<u64>,
}

/// Who is at the desks of a shared folder.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PresenceRecord {
    /// Who leads, or led last; null where nobody ever did.
    lead: Option<LeadRecord>,
    /// Who works.
    desks: Vec<DeskRecord>,
}

/// Who leads.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LeadRecord {
    /// The driver's machine.
    host: String,
    /// `leads`, `stopped` or `done`, by its own word.
    #[schema(schema_with = words::lead)]
    state: &'static str,
    /// When its note was seen to change; null if it was not.
    seen: Option<u64>,
}

/// A worker at its desk.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeskRecord {
    /// Its name.
    worker: String,
    /// So many jobs it does at a time.
    threads: usize,
    /// Whether it has said that it leaves.
    left: bool,
    /// Why it was sent home; null if it was not.
    dismissed: Option<String>,
    /// The jobs that it has in hand.
    jobs: Vec<String>,
    /// When its report was seen to change; null if it was not.
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
    /// The same for no.
    disproof: Option<f64>,
    /// How likely the answer of a leaf below is to be needed if this position's is; null where the position is not in the tree of the present
    /// question.
    need: Option<f64>,
    /// Whether it has successors in the tree.
    split: bool,
    /// Jobs in the ledger that asked about it.
    jobs: usize,
    /// Who has a job in hand that asks about it, in a shared folder.
    in_hand: Vec<String>,
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
    /// Nodes that it took.
    nodes: u64,
    /// Time that it took.
    seconds: f64,
    /// Nodes that it might take; 0 where nobody asked, and the position was split at once.
    budget: u64,
    /// Who did it.
    worker: String,
    /// Whether it counts; false if it was withdrawn.
    counts: bool,
}

/// A node of the tree with its successors.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BranchRecord {
    /// The node.
    place: PlaceRecord,
    /// The positions after each move, symmetric ones once, best first for the side to move; empty where the node was not split.
    successors: Vec<PlaceRecord>,
    /// The jobs that asked about it, no more than 50.
    jobs: Vec<JobRecord>,
}

/// A number as JSON has it; infinite ones are null.
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
            presence: shown.presence.as_ref().map(PresenceRecord::of),
            details: shown.summary.as_ref().map(DetailsRecord::of),
        }
    }
}

impl DetailsRecord {
    fn of(summary: &Summary) -> Self {
        let Summary { plan, status, trust, .. } = summary;
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
            workers: trust.workers,
            rechecked: trust.rechecked,
            confirmed: trust.confirmed,
            inconclusive: trust.inconclusive,
            rechecked_by_same: trust.by_same,
            withdrawn: trust.withdrawn,
            withdrawn_workers: trust.withdrawn_workers.iter().map(ToString::to_string).collect(),
            recheck_nodes: summary.rechecks.nodes,
            recheck_seconds: summary.rechecks.seconds,
            written: summary.written.map(unix),
            pace: summary.pace.as_ref().map(PaceRecord::of),
            growth: summary.growth.iter().map(point).collect(),
            crew: summary.workers.iter().map(WorkerRecord::of).collect(),
            crew_size: summary.crowd,
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

impl PresenceRecord {
    fn of(presence: &Presence) -> Self {
        let lead = |lead: &AtLead| LeadRecord { host: lead.host.clone(), state: lead.state, seen: lead.seen.map(unix) };
        let desk = |desk: &AtDesk| DeskRecord {
            worker: desk.worker.to_string(),
            threads: desk.threads,
            left: desk.has_left,
            dismissed: desk.dismissed.clone(),
            jobs: desk.jobs.iter().map(|job| job.id().to_string()).collect(),
            seen: desk.seen.map(unix),
        };
        Self { lead: presence.lead.as_ref().map(lead), desks: presence.desks.iter().map(desk).collect() }
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
            in_hand: place.in_hand.iter().map(ToString::to_string).collect(),
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
