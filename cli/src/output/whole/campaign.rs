//! Campaigns for people and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use campaign::estimate::Estimate;
use campaign::sample::Checks;
use campaign::status::{Asked, Spent, Status};
use campaign::{Finding, Plan, Record, WorkerName};
use files::noun;
use serde_json::{Map, Value, json};
use solver::notation::line_text;
use solver::random::miss_chance;
use solver::{Bounds, Move, Outcome, Position, Score, Side};

use crate::output::named;
use crate::output::numbers::{compact, counted, elapsed, grouped, limits, signed};
use crate::output::record::{Fields, fields, object};

/// What a campaign is about, in a few words.
pub(crate) fn title(plan: &Plan) -> String {
    format!("{}, scoring {}, {}", named(&plan.root), plan.scoring, plan.mode.name())
}

/// What is known about a position with this side to move, in words.
fn value(side: Side, bounds: Bounds) -> String {
    let wins = |winner: Side| format!("{} wins", winner.name());
    let outcome = match bounds.outcome() {
        Some(Outcome::Win) => wins(side),
        Some(Outcome::Loss) => wins(side.opponent()),
        Some(Outcome::Draw) => "a draw".to_owned(),
        None => "who wins is open".to_owned(),
    };
    format!("{} for {} ({}), who is to move: {outcome}", limits(bounds), side.name(), side.symbol())
}

/// A line or two about the cost of the jobs.
fn spent(spent: &Spent) -> String {
    let jobs = (spent.answered + spent.exceeded) as f64;
    let seconds = spent.seconds.max(1e-9);
    format!(
        "Jobs       {} answered, {} exceeded their budget; {} split without a job\n\
         Work       {} in {}, {} nodes/s and {:.1} jobs a minute for each worker\n",
        grouped(spent.answered as u64),
        grouped(spent.exceeded as u64),
        counted(spent.split as u64, "position", "positions"),
        counted(spent.nodes, "node", "nodes"),
        elapsed(Duration::from_secs_f64(spent.seconds)),
        compact(spent.nodes as f64 / seconds),
        60.0 * jobs / seconds,
    )
}

/// Lines about what was proven again.
fn checks(checks: &Checks) -> String {
    let mut text = match (checks.rechecked, checks.workers) {
        (0, 0..=1) if checks.by_same == 0 => "Checks     none: they need a second worker".to_owned(),
        (0, _) => "Checks     no answer has been proven again by another worker".to_owned(),
        (rechecked, _) => {
            let by: Vec<String> =
                checks.by.iter().map(|(worker, count)| format!("{worker} {}", grouped(*count as u64))).collect();
            format!(
                "Checks     {} of {} proven again, {} confirmed (by {}; one false in a hundred is missed with probability {:.0} %)",
                grouped(rechecked as u64),
                counted(checks.answers as u64, "answer", "answers"),
                grouped(checks.confirmed as u64),
                by.join(", "),
                100.0 * miss_chance(checks.confirmed as u64, checks.answers as u64)
            )
        }
    };
    for (count, what) in
        [(checks.inconclusive, "not proven again in time"), (checks.by_same, "confirmed by the same worker only")]
    {
        if count > 0 {
            let _ = write!(text, ", {} {what}", grouped(count as u64));
        }
    }
    text.push('\n');
    text += &withdrawn(checks);
    if checks.left_out > 0 {
        let lines = counted(checks.left_out as u64, "line", "lines");
        let _ = writeln!(text, "Damaged    {lines} of the ledger left out");
    }
    text
}

/// A line about what no longer counts, if there is anything.
fn withdrawn(checks: &Checks) -> String {
    let workers = checks.withdrawn_workers.iter().map(WorkerName::as_str).collect::<Vec<_>>().join(", ");
    let answers = counted(checks.withdrawn as u64, "answer", "answers");
    match (checks.withdrawn, workers.as_str()) {
        (0, "") => String::new(),
        // One that has only checked others, or is yet to come.
        (0, workers) => format!("Withdrawn  all answers of {workers}\n"),
        (_, "") => format!("Withdrawn  {answers}\n"),
        (_, workers) => format!("Withdrawn  {answers}, all those of {workers}\n"),
    }
}

/// The same as JSON.
fn proven_again(checks: &Checks) -> impl Fields {
    let by: Map<String, Value> = checks.by.iter().map(|(worker, &count)| (worker.to_string(), count.into())).collect();
    let withdrawn: Vec<&str> = checks.withdrawn_workers.iter().map(WorkerName::as_str).collect();
    fields! {
        "workers": checks.workers,
        "rechecked": checks.rechecked,
        "confirmed": checks.confirmed,
        "inconclusive": checks.inconclusive,
        "miss_chance": miss_chance(checks.confirmed as u64, checks.answers as u64),
        "rechecked_by_same": checks.by_same,
        "rechecked_by": by,
        "withdrawn": checks.withdrawn,
        "withdrawn_workers": withdrawn,
        "left_out": checks.left_out,
    }
}

/// What is left, as far as an estimate can tell, at this many nodes a second.
pub(crate) fn left(estimate: &Estimate, rate: f64) -> String {
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
pub(crate) fn efforts(proof: f64, disproof: f64) -> String {
    format!("to prove {}, to disprove {}", effort(proof), effort(disproof))
}

/// The progress of a campaign, for people.
pub(crate) fn status_text(plan: &Plan, status: &Status, checks: &Checks) -> String {
    let mut text = format!("Campaign   {}\nValue      {}\n", title(plan), value(plan.root.side(), status.bounds));
    if let Some(question) = status.question {
        let _ = writeln!(text, "Question   at least {}?", signed(question));
        if let Some((proof, disproof)) = status.numbers {
            let _ = writeln!(text, "Numbers    {}", efforts(proof, disproof));
        }
        let _ = writeln!(text, "Tree       {}", counted(status.positions as u64, "position", "positions"));
    } else if plan.mode.settled(status.bounds) {
        text += "Question   none: the campaign is done\n";
    }
    text += &spent(&status.spent);
    text += &self::checks(checks);
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

/// A number for JSON; infinite ones become `null`.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// What every report on a campaign says.
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

/// The progress of a campaign, as one line of JSON. `searched` counts the nodes of a run, including those of stopped
/// jobs.
pub(crate) fn status_json(plan: &Plan, status: &Status, checks: &Checks, searched: Option<u64>) -> String {
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
        "questions": status.questions.iter().map(asked).collect::<Vec<_>>(), // what each has taken so far
        "positions": status.positions,
        "moves": moves.collect::<Vec<_>>(),
        "left": left,
        ..proven_again(checks),
        ..searched.map(|searched| fields! { "searched": searched }),
    })
}

/// What a question about the root has taken.
fn asked(Asked { at_least, jobs, nodes }: &Asked) -> Value {
    json!({"at_least": at_least, "jobs": jobs, "nodes": nodes})
}

/// What follows from a ledger alone.
pub(crate) struct Reported<'a> {
    /// What the campaign has to find out.
    pub(crate) plan: &'a Plan,
    /// Its records.
    pub(crate) records: &'a [Record],
    /// What follows for the root.
    pub(crate) bounds: Bounds,
    /// Moves from the root to the position that the rest is about.
    pub(crate) played: &'a [Move],
    /// That position.
    pub(crate) position: Position,
    /// What follows for it.
    pub(crate) told: Bounds,
    /// What follows for each of its moves, for the side that makes it.
    pub(crate) moves: &'a [(Move, Bounds)],
    /// A game from there as far as the ledger knows it, as [`campaign::replay::Replay::line`] gives it.
    pub(crate) line: &'a [(Move, Bounds)],
    /// What was proven again.
    pub(crate) checks: &'a Checks,
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
    let Reported { plan, records, bounds, played, position, told, moves, line, checks } = reported;
    let board = plan.root.board();
    let after = match played {
        [] => String::new(),
        _ => format!("After      {}: {}\n", line_text(board, played), value(position.side(), *told)),
    };
    let worth = moves.iter().map(|(chosen, bounds)| format!("{} {}", chosen.display(board), limits(*bounds)));
    let game: Vec<String> = line.iter().map(|(chosen, _)| chosen.display(board).to_string()).collect();
    let placed = line.iter().filter(|(chosen, _)| chosen.square().is_some()).count() as u32;
    let answers = records.iter().filter(|record| record.finding != Finding::Open).count();
    let end = if plan.mode.settled(*bounds) { "the campaign is done" } else { "the campaign is not done" };
    format!(
        "Campaign   {}\nValue      {}\n{after}Moves      {}\nGame       {}\nSource     {} and {} of the ledger, \
         by the rules alone; {end}\n{}{}",
        title(plan),
        value(plan.root.side(), *bounds),
        worth.collect::<Vec<_>>().join(", "),
        if game.is_empty() {
            "none: the ledger ends here".to_owned()
        } else {
            let left = position.empties() - placed;
            let squares = counted(left.into(), "square", "squares");
            format!("{} (then {squares} {} empty and the ledger ends)", game.join(" "), noun(left.into(), "is", "are"))
        },
        counted(answers as u64, "answer", "answers"),
        counted((records.len() - answers) as u64, "split", "splits"),
        spent(&reported.spent()),
        self::checks(checks)
    )
}

/// The same as one line of JSON.
pub(crate) fn report_json(reported: &Reported<'_>) -> String {
    let told =
        |moves: &[(Move, Bounds)]| -> Vec<Value> { moves.iter().map(|one| told_move(reported.plan, one)).collect() };
    object(&fields! {
        ..common(reported.plan, reported.bounds, &reported.spent()),
        ..after(reported),
        "moves": told(reported.moves), // of the position
        "game": told(reported.line), // from the position until the ledger ends
        ..proven_again(reported.checks),
    })
}

/// The position that a report is about.
fn after(reported: &Reported<'_>) -> impl Fields {
    let Reported { plan, played, position, told, .. } = reported;
    fields! {
        "after": line_text(plan.root.board(), played), // moves from the root
        "position": position.to_string(),
        "position_lower": told.lower.discs(), // for its side to move
        "position_upper": told.upper.discs(),
    }
}

/// A move with its bounds, for the side that makes it.
fn told_move(plan: &Plan, (chosen, bounds): &(Move, Bounds)) -> Value {
    let text = chosen.display(plan.root.board()).to_string();
    json!({"move": text, "lower": bounds.lower.discs(), "upper": bounds.upper.discs()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_withdrawn_is_told_and_nothing_else() {
        let liars: Vec<WorkerName> = ["a", "b"].into_iter().map(|name| name.parse().unwrap()).collect();
        for (withdrawn_workers, count, line) in [
            (vec![], 0, ""),
            (vec![], 1, "Withdrawn  1 answer\n"),
            (liars.clone(), 1200, "Withdrawn  1,200 answers, all those of a, b\n"),
            (liars, 0, "Withdrawn  all answers of a, b\n"),
        ] {
            assert_eq!(withdrawn(&Checks { withdrawn: count, withdrawn_workers, ..Checks::default() }), line);
        }
    }
}
