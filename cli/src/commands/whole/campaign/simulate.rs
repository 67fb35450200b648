//! `solve campaign simulate`: how well a campaign would spread over many workers.

use std::path::{Path, PathBuf};

use campaign::simulation::{MOST_LATENCY, Outcome, Perform, cold, simulate, warm};
use campaign::{Campaign, Ledger, LedgerFile, Plan, Record};
use clap::Args;
use serde_json::{Value, json};
use solver::{Bounds, Question, Resources, Solver};

use super::plan::GoalArgs;
use crate::args::values;
use crate::exit::{Failure, Status};
use crate::output::{Columns, compact, limits, print, print_result};

const HELP: &str = "\
Every job is really searched; only the clock, which counts nodes, is simulated.
Speed-up and work compare one search without jobs with the campaign. Answered
are the nodes of jobs that found an answer, stopped those of jobs that became
needless; the remaining jobs gave up.

Example:
  solve campaign simulate --board 6x6 --start reversi --mode wld --budget 400k --folder jobs";

/// Measure how a campaign scales with many workers: real jobs, simulated clock
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct SimulateArgs {
    #[command(flatten)]
    goal: GoalArgs,
    /// Numbers of workers
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', default_value = "1,16,64,256,1000", value_parser = values::number("workers"))]
    workers: Vec<usize>,
    /// Ticks between a worker's jobs; a worker searches one node per tick
    #[arg(long, value_name = "TICKS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=MOST_LATENCY))]
    latency: u64,
    /// Workers per machine, which share a transposition table from job to job [default: each job begins with an empty
    /// one]
    #[arg(long, value_name = "N", conflicts_with = "folder", value_parser = values::number("workers"))]
    cores: Option<usize>,
    /// Memory for each job or, with --cores, each machine
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Folder that keeps the jobs' answers from one simulation to the next
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Nodes of one search without jobs, if known [default: search and count]
    #[arg(long, value_name = "NODES", value_parser = values::nodes("plain"))]
    plain: Option<u64>,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// Records are written when there are this many new ones, and at the end.
const AT_ONCE: usize = 100;

/// Simulates the campaign with each number of workers, and prints a line for each.
pub(super) fn run(args: &SimulateArgs) -> Result<Status, Failure> {
    let plan = args.goal.plan(None)?;
    let plain = match args.plain {
        Some(nodes) => nodes,
        None => plain(&plan)?,
    };
    if !args.json {
        print(&format!("Plain search: {} nodes\n\n{}", compact(plain as f64), COLUMNS.heading()))?;
    }
    let mut found: Option<Bounds> = None;
    for &workers in &args.workers {
        let mut campaign = Campaign::new(plan.clone());
        let mut play = |by: &mut Perform<'_>| simulate(&mut campaign, workers, args.latency, by).map_err(Failure::from);
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
        let simulated = (workers, plain, outcome);
        print_result(args.json, &record(&simulated, bounds), |_| COLUMNS.row(&simulated))?;
    }
    Ok(Status::Done)
}

/// Nodes of one search without jobs, by one thread.
fn plain(plan: &Plan) -> Result<u64, Failure> {
    let mut solver = Solver::new(Resources::default());
    let question = Question::new(plan.root, plan.mode, plan.scoring);
    solver.value(&question).map(|answer| answer.nodes).map_err(Failure::run)
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
        campaign::ledger::begin(folder, plan)?;
    }
    let (mut file, Ledger { plan: theirs, records, .. }) = LedgerFile::open(&path)?;
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
    written.and_then(|()| file.append(&new))?;
    outcome
}

/// Workers, the nodes of one search without jobs, and what the workers did.
type Simulated = (usize, u64, Outcome);

const COLUMNS: Columns<'static, Simulated> = Columns(
    "  ",
    &[
        ("Workers", 7, |(workers, ..)| workers.to_string()),
        ("Ticks", 9, |(.., outcome)| compact(outcome.ticks as f64)),
        ("Speed-up", 8, |(_, plain, outcome)| format!("{:.1}", *plain as f64 / outcome.ticks.max(1) as f64)),
        ("Nodes", 9, |(.., outcome)| compact(outcome.nodes() as f64)),
        ("Work", 6, |(_, plain, outcome)| format!("{:.2}", outcome.nodes() as f64 / (*plain).max(1) as f64)),
        ("Answered", 8, |(.., outcome)| part(outcome.answered, outcome)),
        ("Stopped", 7, |(.., outcome)| part(outcome.stopped, outcome)),
        ("Jobs", 7, |(.., outcome)| outcome.jobs.iter().sum::<u64>().to_string()),
    ],
);

fn part(nodes: u64, outcome: &Outcome) -> String {
    format!("{:.1}%", 100.0 * nodes as f64 / outcome.nodes().max(1) as f64)
}

fn record((workers, plain, outcome): &Simulated, bounds: Bounds) -> Value {
    let Outcome { ticks, answered, exceeded, stopped, jobs } = *outcome;
    json!({
        "workers": workers, "plain": plain, "ticks": ticks, "nodes": outcome.nodes(), "answered": answered,
        "exceeded": exceeded, "stopped": stopped, "jobs_answered": jobs[0], "jobs_exceeded": jobs[1],
        "jobs_stopped": jobs[2], "lower": bounds.lower.discs(), "upper": bounds.upper.discs(),
    })
}
