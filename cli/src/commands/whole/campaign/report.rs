//! `solve campaign report`: the value from the ledger alone.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use campaign::ledger::ledger_path;
use campaign::replay::replay;
use campaign::sample::Checks;
use campaign::status::Spent;
use campaign::{Finding, Plan, WorkerName};
use clap::Args;
use files::noun;
use serde_json::{Map, Value, json};
use solver::notation::{line_text, play_moves};
use solver::random::miss_chance;
use solver::{Bounds, Move, Outcome, Score, Side};

use super::read;
use crate::args::values::text;
use crate::exit::{Failure, Status};
use crate::output::{Fields, compact, counted, elapsed, fields, grouped, limits, named, print_result};

/// Derive the value from the ledger alone, without searching
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The campaign's folder, or a ledger
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Report on the position after these moves, for example c1b3pass; passes may be left out
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = text("moves"))]
    moves: Option<String>,
}

/// Derives the root's value from the answers in the ledger by the rules of the game, without any search, and prints it;
/// after moves also the value of the position that they lead to.
pub(super) fn run(args: &ReportArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let ledger = read(&path)?;
    let replay = replay(&path, &ledger)?;
    let (plan, records, checks) = (&ledger.plan, ledger.distinct(), Checks::of(&ledger));
    let played = plan.root.read_moves(args.moves.as_deref().unwrap_or_default()).map_err(Failure::usage)?;
    let position = play_moves(plan.root, &played).map_err(Failure::usage)?;
    let (board, bounds, told) = (plan.root.board(), replay.bounds(), replay.told(&position));
    // For the side that makes each move. The game goes on as far as the ledger knows it.
    let (moves, line) = (replay.moves(&position), replay.line(&position));
    let mut spent = Spent::default();
    records.iter().for_each(|record| spent.add(record));
    let record = fields! {
        ..common(plan, bounds, &spent),
        "after": line_text(board, &played), // moves from the root
        "position": position.without_board().to_string(),
        "position_lower": told.lower.discs(), // for its side to move
        "position_upper": told.upper.discs(),
        "moves": moves_told(plan, &moves), // of the position
        "game": moves_told(plan, &line), // from the position until the ledger ends
        ..proven_again(&checks),
    };
    let text = |_: &_| {
        let after = match &played[..] {
            [] => String::new(),
            _ => format!("After      {}: {}\n", line_text(board, &played), known(position.side(), told)),
        };
        let worth = moves.iter().map(|(chosen, bounds)| format!("{} {}", chosen.display(board), limits(*bounds)));
        let game: Vec<String> = line.iter().map(|(chosen, _)| chosen.display(board).to_string()).collect();
        let placed = line.iter().filter(|(chosen, _)| chosen.square().is_some()).count() as u32;
        let answers = records.iter().filter(|record| record.finding != Finding::Open).count();
        let end = if plan.mode.settled(bounds) { "the campaign is done" } else { "the campaign is not done" };
        let left = position.empties() - placed;
        format!(
            "Campaign   {}\nValue      {}\n{after}Moves      {}\nGame       {}\nSource     {} and {} of the ledger, \
             by the rules alone; {end}\n{}{}",
            title(plan),
            known(plan.root.side(), bounds),
            worth.collect::<Vec<_>>().join(", "),
            if game.is_empty() {
                "none: the ledger ends here".to_owned()
            } else {
                let squares = counted(left.into(), "square", "squares");
                format!(
                    "{} (then {squares} {} empty and the ledger ends)",
                    game.join(" "),
                    noun(left.into(), "is", "are")
                )
            },
            counted(answers as u64, "answer", "answers"),
            counted((records.len() - answers) as u64, "split", "splits"),
            spent_text(&spent),
            proven_again_text(&checks)
        )
    };
    print_result(args.json, &record, text)
}

/// Moves with their bounds, for the side that makes each, as programs read them.
fn moves_told(plan: &Plan, moves: &[(Move, Bounds)]) -> Vec<Value> {
    let told = |(chosen, bounds): &(Move, Bounds)| {
        let text = chosen.display(plan.root.board()).to_string();
        json!({"move": text, "lower": bounds.lower.discs(), "upper": bounds.upper.discs()})
    };
    moves.iter().map(told).collect()
}

/// What every report on a campaign says.
pub(super) fn common(plan: &Plan, bounds: Bounds, spent: &Spent) -> Fields {
    fields! {
        "board": plan.root.board().to_string(),
        "root": plan.root.without_board().to_string(),
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

/// What a campaign is about, in a few words.
pub(super) fn title(plan: &Plan) -> String {
    format!("{}, scoring {}, {}", named(&plan.root), plan.scoring, plan.mode.name())
}

/// What is known about a position with this side to move, in words.
pub(super) fn known(side: Side, bounds: Bounds) -> String {
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
pub(super) fn spent_text(spent: &Spent) -> String {
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
pub(super) fn proven_again_text(checks: &Checks) -> String {
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
pub(super) fn proven_again(checks: &Checks) -> Fields {
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
