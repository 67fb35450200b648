//! Campaigns for people and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use campaign::estimate::Estimate;
use campaign::status::{Spent, Status};
use campaign::{Finding, Plan, Record};
use serde_json::json;
use solver::{Bounds, Outcome, Score, Side};

use super::numbers::{compact, elapsed, grouped, limits, signed};
use super::record::{Fields, fields, object};

/// What a campaign is about, in a few words.
pub(crate) fn title(plan: &Plan) -> String {
    let root = match plan.start {
        Some(start) => format!("{} {start}", plan.root.board()),
        None => format!("{} {}", plan.root.board(), plan.root),
    };
    format!("{root}, scoring {}, {}", plan.scoring, plan.mode.name())
}

/// What is known of the root, in words.
fn value(plan: &Plan, bounds: Bounds) -> String {
    let side = plan.root.side();
    let wins = |winner: Side| format!("{} wins", winner.name());
    let outcome = match bounds.outcome() {
        Some(Outcome::Win) => wins(side),
        Some(Outcome::Loss) => wins(side.opponent()),
        Some(Outcome::Draw) => "a draw".to_owned(),
        None => "who wins is open".to_owned(),
    };
    format!("{} for {} ({}), who is to move: {outcome}", limits(bounds), side.name(), side.symbol())
}

/// A line or two about what the jobs have taken.
fn spent(spent: &Spent) -> String {
    let jobs = (spent.answered + spent.exceeded) as f64;
    let seconds = spent.seconds.max(1e-9);
    format!(
        "Jobs       {} answered, {} exceeded their budget; {} positions split unasked\n\
         Work       {} nodes in {}, {} nodes/s and {:.1} jobs/s for each worker\n",
        grouped(spent.answered as u64),
        grouped(spent.exceeded as u64),
        grouped(spent.split as u64),
        grouped(spent.nodes),
        elapsed(Duration::from_secs_f64(spent.seconds)),
        compact(spent.nodes as f64 / seconds),
        jobs / seconds,
    )
}

/// What is left, as far as an estimate can tell, for a worker that searches so many nodes in a second.
pub(crate) fn left(estimate: &Estimate, rate: f64) -> String {
    let time = |nodes: f64| elapsed(Duration::from_secs_f64((nodes / rate.max(1.0)).min(1e12)));
    format!(
        "about {} nodes for this question, in 8 of 10 cases {} to {}; {} ({} to {}) of one worker; yes in {:.0} %",
        compact(estimate.median),
        compact(estimate.low),
        compact(estimate.high),
        time(estimate.median),
        time(estimate.low),
        time(estimate.high),
        100.0 * estimate.yes
    )
}

/// A proof or disproof number.
fn effort(number: f64) -> String {
    if number.is_infinite() { "∞".to_owned() } else { compact(number) }
}

/// The root's proof and disproof number in words.
pub(crate) fn efforts(proof: f64, disproof: f64) -> String {
    format!("to prove {}, to disprove {}", effort(proof), effort(disproof))
}

/// How far a campaign is, for people.
pub(crate) fn status_text(plan: &Plan, status: &Status) -> String {
    let mut text = format!("Campaign   {}\nValue      {}\n", title(plan), value(plan, status.bounds));
    if let Some(question) = status.question {
        let _ = writeln!(text, "Question   at least {}?", signed(question));
        if let Some((proof, disproof)) = status.numbers {
            let _ = writeln!(text, "Numbers    {}", efforts(proof, disproof));
        }
        let _ = writeln!(text, "Tree       {} positions", grouped(status.positions as u64));
    }
    text += &spent(&status.spent);
    if let Some(estimate) = &status.estimate {
        let rate = status.spent.nodes as f64 / status.spent.seconds.max(1e-9);
        let _ = writeln!(text, "Left       {}", left(estimate, rate));
    }
    if !status.moves.is_empty() {
        text += "\nMove   To prove  To disprove  Known\n";
    }
    for top in &status.moves {
        let chosen = top.chosen.display(plan.root.board()).to_string();
        let (proof, disproof) = (effort(top.proof), effort(top.disproof));
        let _ = writeln!(text, "{chosen:<5}  {proof:>8}  {disproof:>11}  {}", limits(top.bounds));
    }
    text
}

/// A number as JSON has it; infinite ones are `null`.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// What is told of every campaign.
fn common(plan: &Plan, bounds: Bounds, spent: &Spent) -> impl Fields {
    fields! {
        "board": plan.root.board().to_string(),
        "root": plan.root.to_string(),
        "start": plan.start.map(|start| start.name()),
        "scoring": plan.scoring.name(),
        "mode": plan.mode.name(),
        "outcome": bounds.outcome().map(Outcome::name),
        "value": bounds.exact().map(Score::discs),
        "lower": bounds.lower.discs(),
        "upper": bounds.upper.discs(),
        "complete": plan.mode.settled(bounds),
        "answered": spent.answered,
        "exceeded": spent.exceeded,
        "split": spent.split,
        "nodes": spent.nodes,
        "seconds": spent.seconds,
    }
}

/// How far a campaign is, as one line of JSON. `searched` are the nodes of a run, those of jobs that were stopped too.
pub(crate) fn status_json(plan: &Plan, status: &Status, searched: Option<u64>) -> String {
    let moves = status.moves.iter().map(|top| {
        json!({"move": top.chosen.display(plan.root.board()).to_string(), "lower": top.bounds.lower.discs(), "upper": top.bounds.upper.discs(),
               "proof": finite(top.proof), "disproof": finite(top.disproof)})
    });
    let left = status.estimate.map(|Estimate { low, median, high, yes, jobs }| {
        json!({"low": low, "median": median, "high": high, "yes": yes, "jobs": jobs})
    });
    object(&fields! {
        ..common(plan, status.bounds, &status.spent),
        "question": status.question,
        "proof": status.numbers.and_then(|(proof, _)| finite(proof)),
        "disproof": status.numbers.and_then(|(_, disproof)| finite(disproof)),
        "positions": status.positions,
        "moves": moves.collect::<Vec<_>>(),
        "left": left,
        ..searched.map(|searched| fields! { "searched": searched }),
    })
}

/// What follows from a ledger alone.
pub(crate) struct Reported<'a> {
    /// What the campaign is to find out.
    pub(crate) plan: &'a Plan,
    /// Its records.
    pub(crate) records: &'a [Record],
    /// What follows for the root.
    pub(crate) bounds: Bounds,
}

impl Reported<'_> {
    fn spent(&self) -> Spent {
        let mut spent = Spent::default();
        for record in self.records {
            spent.add(record);
        }
        spent
    }
}

/// What follows from a ledger alone, for people.
pub(crate) fn report_text(reported: &Reported<'_>) -> String {
    let Reported { plan, records, bounds } = reported;
    let answers = records.iter().filter(|record| record.finding != Finding::Open).count();
    let end = if plan.mode.settled(*bounds) { "the campaign is done" } else { "the campaign is not done" };
    format!(
        "Campaign   {}\nValue      {}\nSource     {} answers and {} splits of the ledger, by the rules alone; {end}\n{}",
        title(plan),
        value(plan, *bounds),
        grouped(answers as u64),
        grouped((records.len() - answers) as u64),
        spent(&reported.spent())
    )
}

/// The same as one line of JSON.
pub(crate) fn report_json(reported: &Reported<'_>) -> String {
    object(&fields! { ..common(reported.plan, reported.bounds, &reported.spent()) })
}
