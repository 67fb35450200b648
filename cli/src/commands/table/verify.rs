//! `solve table verify`.

use serde_json::json;
use solver::Observer;
use tables::{Depth, Sample, SolvedAnew, Table, TableError, Verified};

use super::picked::{picked, to_read};
use crate::args::{Level, TableVerifyArgs};
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::output::numbers::grouped;
use crate::output::print;
use crate::steps::Steps;

/// What came of a table.
struct Report {
    verified: Verified,
    anew: SolvedAnew,
    is_stopped: bool,
}

/// Checks the tables that are meant.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn run(args: &TableVerifyArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let tables = to_read(&args.directory)?;
    let mut status = Status::Done;
    for (board, scoring) in picked(&tables, &args.pick)? {
        let table = tables.table(board, scoring)?;
        let name = format!("{board} {scoring}");
        let report = verify(args, &table, &name, &interrupt)?;
        print(&told(args, &name, &report))?;
        if report.is_stopped {
            return Ok(Status::Interrupted);
        }
        if report.verified.census.corrupt + report.verified.contradictions + report.anew.refuted > 0 {
            status = Status::PartlyDone;
        }
    }
    Ok(status)
}

fn verify(args: &TableVerifyArgs, table: &Table, name: &str, interrupt: &Interrupt) -> Result<Report, Failure> {
    let steps = Steps::new(interrupt, args.json);
    steps.begin(&format!("{name}: read"), 0);
    let depth = if args.level == Level::Quick { Depth::Entries } else { Depth::Successors };
    let tell = |problem: TableError| steps.hidden(|| complain(&problem.to_string()));
    let mut seen = 0;
    let advance = |entries| steps.advance(entries - std::mem::replace(&mut seen, entries));
    let verified = table.verify(depth, tell, advance)?;
    let mut report = Report { verified, anew: SolvedAnew::default(), is_stopped: interrupt.requested() };
    if args.level < Level::Independent || report.is_stopped {
        return Ok(report);
    }
    let entries = if args.level == Level::Full { None } else { Some(args.sample) };
    let chosen = table.sample(Sample { max_empties: args.max_empties, entries, seed: args.seed })?;
    steps.begin(&format!("{name}: solved anew"), chosen.len() as u64);
    report.anew = table.solve_anew(&chosen, tell, |entries| {
        steps.advance(entries);
        !interrupt.requested()
    });
    report.is_stopped = interrupt.requested();
    Ok(report)
}

fn told(args: &TableVerifyArgs, name: &str, report: &Report) -> String {
    let Report { verified, anew: SolvedAnew { solved, refuted, nodes }, .. } = report;
    let Verified { census, contradictions, pairs, derived } = verified;
    if args.json {
        let record = json!({
            "table": name,
            "entries": census.entries(),
            "corrupt": census.corrupt,
            "contradictions": contradictions,
            "pairs": pairs,
            "derived": derived,
            "solved_anew": solved,
            "refuted": refuted,
            "nodes": nodes,
        });
        return format!("{record}\n");
    }
    let mut text = format!("{name}: {} entries read, {} corrupt", grouped(census.entries()), grouped(census.corrupt));
    if args.level > Level::Quick {
        text += &format!(
            "; {} pairs with successors, {} contradictions; {} entries follow from their successors alone",
            grouped(*pairs),
            grouped(*contradictions),
            grouped(*derived)
        );
    }
    if args.level > Level::Successors {
        text += &format!(
            "; {} with at most {} empties solved anew ({} nodes), {} refuted",
            grouped(*solved),
            args.max_empties,
            grouped(*nodes),
            grouped(*refuted)
        );
    }
    if report.is_stopped {
        text += "; stopped before the end";
    }
    text + "\n"
}
