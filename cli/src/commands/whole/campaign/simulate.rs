//! `solve campaign simulate`: how well a campaign would spread over many workers.

use std::path::Path;

use campaign::simulation::{Outcome, Perform, cold, simulate, warm};
use campaign::{Campaign, Ledger, LedgerFile, Plan, Record};
use serde_json::json;
use solver::{Bounds, Question, Resources, Solver};

use super::shared::failed;
use crate::args::CampaignSimulateArgs;
use crate::exit::{Failure, Status};
use crate::output::numbers::{compact, limits};
use crate::output::{object, print};
use crate::setup::Setup;

/// Records are written when there are this many new ones, and at the end.
const AT_ONCE: usize = 100;

/// Simulates the campaign with each number of workers, and prints a line for each.
///
/// # Errors
/// A question that makes no sense, a folder that cannot be used, or two runs that find different values.
pub(super) fn run(args: &CampaignSimulateArgs) -> Result<Status, Failure> {
    let Setup { position, .. } = Setup::from_args(&args.position)?;
    let plan = Plan {
        budget: args.budget,
        first: args.first,
        ..Plan::new(position, args.question.scoring, args.question.mode)
    };
    plan.check().map_err(|error| Failure::Usage(error.to_string()))?;
    let plain = match args.plain {
        Some(nodes) => nodes,
        None => plain(&plan)?,
    };
    print(&heading(args, plain))?;
    let mut found: Option<Bounds> = None;
    for &workers in &args.workers {
        let mut campaign = Campaign::new(plan.clone());
        let mut play = |by: &mut Perform<'_>| simulate(&mut campaign, workers, args.latency, by).map_err(failed);
        let outcome = match (args.cores, &args.folder) {
            (Some(cores), _) => play(&mut warm(workers, cores, args.memory)),
            (None, None) => play(&mut cold(args.memory, &[], |_| ())),
            (None, Some(folder)) => with_folder(folder, &plan, args.memory, play),
        }?;
        let bounds = campaign.bounds();
        if found.is_some_and(|found| found.intersect(bounds).contradict()) {
            return Err(Failure::Run(format!(
                "with {workers} workers the value is {}, with fewer another",
                limits(bounds)
            )));
        }
        found = Some(bounds);
        print(&row(args, workers, plain, &outcome, bounds))?;
    }
    Ok(Status::Done)
}

/// Nodes of one search without jobs, by one thread.
fn plain(plan: &Plan) -> Result<u64, Failure> {
    let mut solver = Solver::new(Resources::default());
    let question = Question::new(plan.root, plan.mode, plan.scoring);
    solver.value(&question).map(|answer| answer.nodes).map_err(|error| Failure::Run(error.to_string()))
}

/// Plays with the records of a campaign's folder, which is created if there is none and receives the new ones.
fn with_folder(
    folder: &Path,
    plan: &Plan,
    memory: usize,
    play: impl FnOnce(&mut Perform<'_>) -> Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let path = campaign::ledger::ledger_path(folder);
    if !path.exists() {
        campaign::ledger::begin(folder, plan).map_err(failed)?;
    }
    let (mut file, Ledger { plan: theirs, records, .. }) = LedgerFile::open(&path).map_err(failed)?;
    if !theirs.is_akin(plan) {
        return Err(Failure::Usage(format!("{}: the jobs in it are of another position or scoring", path.display())));
    }
    let (mut new, mut written): (Vec<Record>, _) = (Vec::new(), Ok(()));
    let outcome = play(&mut cold(memory, &records, |record| {
        new.push(record.clone());
        if new.len() == AT_ONCE && written.is_ok() {
            written = file.append(&std::mem::take(&mut new));
        }
    }));
    written.and_then(|()| file.append(&new)).map_err(failed)?;
    outcome
}

fn heading(args: &CampaignSimulateArgs, plain: u64) -> String {
    match args.json {
        true => String::new(),
        false => format!(
            "Plain search: {} nodes\n\n{:>7}  {:>9}  {:>8}  {:>9}  {:>6}  {:>8}  {:>7}  {:>7}\n",
            compact(plain as f64),
            "Workers",
            "Ticks",
            "Speed-up",
            "Nodes",
            "Work",
            "Answered",
            "Stopped",
            "Jobs"
        ),
    }
}

fn row(args: &CampaignSimulateArgs, workers: usize, plain: u64, outcome: &Outcome, bounds: Bounds) -> String {
    let Outcome { ticks, answered, exceeded, stopped, jobs } = *outcome;
    let nodes = outcome.nodes();
    if args.json {
        let record = json!({
            "workers": workers, "plain": plain, "ticks": ticks, "nodes": nodes, "answered": answered, "exceeded": exceeded,
            "stopped": stopped, "jobs_answered": jobs[0], "jobs_exceeded": jobs[1], "jobs_stopped": jobs[2],
            "lower": bounds.lower.discs(), "upper": bounds.upper.discs(),
        });
        return object(&record);
    }
    let part = |of: u64| format!("{:.1}%", 100.0 * of as f64 / nodes.max(1) as f64);
    format!(
        "{workers:>7}  {:>9}  {:>8.1}  {:>9}  {:>6.2}  {:>8}  {:>7}  {:>7}\n",
        compact(ticks as f64),
        plain as f64 / ticks.max(1) as f64,
        compact(nodes as f64),
        nodes as f64 / plain.max(1) as f64,
        part(answered),
        part(stopped),
        jobs.iter().sum::<u64>()
    )
}
