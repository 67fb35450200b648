//! `solve campaign status`: the progress of a campaign.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use campaign::Plan;
use campaign::estimate::Estimate;
use campaign::ledger::{ledger_path, resume};
use campaign::sample::Checks;
use campaign::status::{Spent, Status as Progress};
use clap::Args;
use serde_json::json;

use super::report::{common, known, proven_again, proven_again_text, spent_text, title};
use super::{leave, read};
use crate::exit::{Failure, Status};
use crate::output::{compact, counted, elapsed, fields, limits, print_result, signed};

/// Show the progress of a campaign, with an estimate of what is left
#[derive(Debug, Args)]
pub(super) struct StatusArgs {
    /// The campaign's folder, or a ledger
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints the progress of a campaign. It only reads the ledger, so others may work on it.
pub(super) fn run(args: &StatusArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = read(&path)?;
    let mut campaign = resume(&path, &ledger)?;
    let (status, checks) = (campaign.status()?, Checks::of(&ledger));
    let shown = show(args.json, &ledger.plan, &status, &checks, None);
    leave((campaign, ledger));
    shown
}

/// Prints the progress of a campaign. `searched` counts the nodes of a run, including those of stopped jobs.
pub(super) fn show(
    as_json: bool,
    plan: &Plan,
    status: &Progress,
    checks: &Checks,
    searched: Option<u64>,
) -> Result<Status, Failure> {
    let moves = status.moves.iter().map(|top| {
        json!({"move": top.chosen.display(plan.root.board()).to_string(), "lower": top.bounds.lower.discs(), "upper": top.bounds.upper.discs(),
               "proof": finite(top.proof), "disproof": finite(top.disproof)})
    });
    let left = status.estimate.map(|Estimate { low, median, high, yes, jobs }| {
        json!({"low": low, "median": median, "high": high, "yes": yes, "jobs": jobs})
    });
    let asked =
        |(at_least, spent): (&i32, &Spent)| json!({"at_least": at_least, "jobs": spent.jobs(), "nodes": spent.nodes});
    let record = fields! {
        ..common(plan, status.bounds, &status.spent),
        "question": status.question,
        "proof": status.numbers.and_then(|(proof, _)| finite(proof)),
        "disproof": status.numbers.and_then(|(_, disproof)| finite(disproof)),
        "questions": status.questions.iter().map(asked).collect::<Vec<_>>(), // what each has taken so far
        "positions": status.positions,
        "moves": moves.collect::<Vec<_>>(),
        "left": left,
        ..proven_again(checks),
        ..searched.map(|searched| fields! { "searched": searched }),
    };
    print_result(as_json, &record, |_| text(plan, status, checks))
}

/// A number for JSON; infinite ones become `null`.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// The progress of a campaign, for people.
fn text(plan: &Plan, status: &Progress, checks: &Checks) -> String {
    let mut text = format!("Campaign   {}\nValue      {}\n", title(plan), known(plan.root.side(), status.bounds));
    if let Some(question) = status.question {
        let _ = writeln!(text, "Question   at least {}?", signed(question));
        if let Some((proof, disproof)) = status.numbers {
            let _ = writeln!(text, "Numbers    {}", efforts(proof, disproof));
        }
        let _ = writeln!(text, "Tree       {}", counted(status.positions as u64, "position", "positions"));
    } else if plan.mode.settled(status.bounds) {
        text += "Question   none: the campaign is done\n";
    }
    text += &spent_text(&status.spent);
    text += &proven_again_text(checks);
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

/// What is left, as far as an estimate can tell, at this many nodes a second.
pub(super) fn left(estimate: &Estimate, rate: f64) -> String {
    let time = |nodes: f64| elapsed(Duration::from_secs_f64((nodes / rate.max(1.0)).min(1e12)));
    format!(
        "about {} nodes for this question, 80 % interval {} to {}; {} ({} to {}) on one worker; {:.0} % chance of yes",
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
pub(super) fn efforts(proof: f64, disproof: f64) -> String {
    format!("to prove {}, to disprove {}", effort(proof), effort(disproof))
}
