//! The records of a campaign that programs read. Fields that `solve campaign status --json` has too have the same
//! names.

use std::time::{SystemTime, UNIX_EPOCH};

use answers::records::ValueRecord;
use answers::words::{self, one_of};
use campaign::estimate::{Estimate, TESTED};
use campaign::status::Spent;
use campaign::view::{Pace, Summary, Work};
use serde::Serialize;
use solver::{Basis, Start};
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;

use crate::campaigns::Shown;

fn mode() -> Object {
    one_of(&["wld", "exact"], false, "What the campaign proves: `wld` (who wins) or `exact` (by how much).")
}

/// What every campaign has.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CommonRecord {
    /// ROWSxCOLUMNS.
    board: String,
    /// The position to solve: squares in row order and the side to move.
    root: String,
    /// Name of the start, if the root is one.
    start: Option<&'static str>,
    /// The scoring: who gets the empties.
    #[schema(schema_with = words::scoring)]
    scoring: &'static str,
    /// What the campaign proves: `wld` (who wins) or `exact` (by how much).
    #[schema(schema_with = mode)]
    mode: &'static str,
    /// The value for the side to move at the root.
    #[serde(flatten)]
    value: ValueRecord,
    /// Whether the campaign is done.
    complete: bool,
    /// What its jobs have taken.
    #[serde(flatten)]
    spent: Spent,
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
    pace: Option<Pace>,
    /// What was spent at points of the campaign, from the beginning until now, about evenly spread over the time of the jobs. Ledgers have
    /// no times of day.
    growth: Vec<Spent>,
    /// The workers, those that searched most first; at most 500.
    top_workers: Vec<Work>,
    /// Number of workers so far.
    worker_count: usize,
}

/// An estimate of the nodes left to search for the present question.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LeftRecord {
    /// The estimate.
    #[serde(flatten)]
    estimate: Estimate,
    /// How it was tested, in a sentence.
    tested: &'static str,
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
        Self {
            board: plan.root.board().to_string(),
            root: plan.root.without_board().to_string(),
            start: plan.start.map(Start::name),
            scoring: plan.scoring.name(),
            mode: plan.mode.name(),
            value: ValueRecord::of(status.bounds, Basis::Proof),
            complete: plan.mode.settled(status.bounds),
            spent: status.spent,
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
        Self {
            common: CommonRecord::of(summary),
            budget: plan.budget,
            question: status.question,
            proof: status.numbers.and_then(|(proof, _)| finite(proof)),
            disproof: status.numbers.and_then(|(_, disproof)| finite(disproof)),
            positions: status.positions,
            left: status.estimate.map(|estimate| LeftRecord { estimate, tested: TESTED }),
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
            pace: summary.pace,
            growth: summary.growth.clone(),
            top_workers: summary.workers.clone(),
            worker_count: summary.count,
        }
    }
}
