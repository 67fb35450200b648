//! `solve table info`.

use serde_json::{Value, json};
use solver::{Board, Position, Scoring};
use tables::{Census, Effort, TableError, Tables};

use super::{EachArgs, picked, to_read};
use crate::exit::{Failure, Status, complain};
use crate::output::{compact, elapsed, grouped, limits, print_result};

/// `solve table info`.
pub(super) fn run(args: &EachArgs) -> Result<Status, Failure> {
    let tables = to_read(args.table.as_ref())?;
    let mut status = Status::Done;
    let has_tablebase = tablebases(&tables, args, &mut status)?;
    let picked = picked(&tables, args);
    for (board, scoring) in if has_tablebase { picked.unwrap_or_default() } else { picked? } {
        let bytes = tables.bytes(board, scoring)?;
        let table = tables.table(board, scoring);
        let census = table.census(|corrupt| complain(&corrupt.to_string()), || true)?.unwrap_or_default();
        if census.corrupt > 0 {
            status = Status::PartlyDone;
        }
        let searches = searches(&tables, board, scoring)?;
        let record = record(board, scoring, bytes, &census, &searches);
        print_result(args.json, &record, |_| text(board, scoring, bytes, &census, &searches))?;
    }
    Ok(status)
}

/// The recorded searches, with what the table knows by now of their positions.
fn searches(tables: &Tables, board: Board, scoring: Scoring) -> Result<Vec<Noted>, TableError> {
    let mut searches = Vec::new();
    for (position, mut effort) in tables.efforts(board, scoring)? {
        if !effort.is_complete {
            // Another search may have found the answer since. An unreadable entry says nothing.
            let known = tables.look_up(&position, scoring).ok().flatten().map(|known| known.bounds);
            let both = known.map_or(effort.bounds, |known| known.intersect(effort.bounds));
            effort.bounds = if both.contradict() { effort.bounds } else { both };
            effort.is_complete = effort.bounds.exact().is_some();
        }
        if effort.nodes == 0 && !effort.is_complete {
            // Earlier versions noted it of a look-up.
            continue;
        }
        // An unreadable entry proves nothing. An answer that the bounds do not give rests on a claim.
        let is_answered = !effort.is_complete || effort.bounds.outcome().is_some();
        let is_proven = is_answered && tables.is_proven_here(&position, scoring, effort.bounds).unwrap_or(false);
        searches.push((position, effort, is_proven));
    }
    Ok(searches)
}

/// The position of a search, its recorded effort, and whether its bounds were proven here.
type Noted = (Position, Effort, bool);

/// Reports the selected tablebases, and returns whether there are any. A damaged one does not hide the others.
fn tablebases(tables: &Tables, args: &EachArgs, status: &mut Status) -> Result<bool, Failure> {
    let mut any = false;
    for whole in tables.list_exhaustive() {
        let whole = match whole {
            Ok(whole) => whole,
            Err(error) => {
                complain(&error.to_string());
                (*status, any) = (Status::PartlyDone, true);
                continue;
            }
        };
        let (board, scoring, start) = (whole.board(), whole.scoring(), whole.start());
        if !args.includes(board, scoring) {
            continue;
        }
        let (positions, bytes) = (whole.len(), whole.file_bytes()?);
        let is_unverified = !whole.is_proven_here();
        let record = json!({
            "board": board.to_string(), "scoring": scoring.name(), "start": start.name(), "positions": positions,
            "bytes": bytes, "unverified": is_unverified,
        });
        print_result(args.json, &record, |_| {
            let (positions, bytes) = (grouped(positions), grouped(bytes));
            let unverified = if is_unverified { ", unverified" } else { "" };
            format!(
                "{board} {scoring} {start}, every reachable position\n  positions {positions}{unverified}\n  bytes     {bytes}\n"
            )
        })?;
        any = true;
    }
    Ok(any)
}

fn text(board: Board, scoring: Scoring, bytes: u64, census: &Census, searches: &[Noted]) -> String {
    let entries = census.entries();
    let each = if entries == 0 { String::new() } else { format!(", {:.1} an entry", bytes as f64 / entries as f64) };
    let old = match census.of_unknown_origin {
        0 => String::new(),
        old => format!(", of which an earlier version wrote {} without noting where they come from", grouped(old)),
    };
    let mut text = format!(
        "{board} {scoring}\n  entries  {}: {} exact, {} win, draw or loss, {} other bounds\n  proven here {}, unverified {}{}\n  bytes    {}{each}\n",
        grouped(entries),
        grouped(census.exact),
        grouped(census.decided),
        grouped(entries - census.exact - census.decided),
        grouped(entries - census.unverified),
        grouped(census.unverified),
        old,
        grouped(bytes),
    );
    if census.corrupt > 0 {
        text += &format!("  corrupt  {}\n", grouped(census.corrupt));
    }
    for (empties, &count) in census.by_empties.iter().enumerate().filter(|(_, count)| **count > 0) {
        text += &format!("  {empties:2} empties {:>15}\n", grouped(count));
    }
    for (position, search, is_proven) in searches {
        let state = if search.is_complete { "answered" } else { "open" };
        let trust = if *is_proven { "" } else { ", unverified" };
        text += &format!(
            "  search   {}: {}, {state}{trust}, {} nodes, {}, runs {}\n",
            position.without_board(),
            limits(search.bounds),
            compact(search.nodes as f64),
            elapsed(search.time),
            search.runs
        );
    }
    text
}

fn record(board: Board, scoring: Scoring, bytes: u64, census: &Census, searches: &[Noted]) -> Value {
    let searches: Vec<Value> = searches
        .iter()
        .map(|(position, search, is_proven)| {
            json!({
                "position": position.without_board().to_string(),
                "lower": search.bounds.lower.discs(),
                "upper": search.bounds.upper.discs(),
                "complete": search.is_complete,
                "unverified": !is_proven,
                "nodes": search.nodes,
                "seconds": search.time.as_secs_f64(),
                "runs": search.runs,
            })
        })
        .collect();
    json!({
        "board": board.to_string(),
        "scoring": scoring.name(),
        "entries": census.entries(),
        "exact": census.exact,
        "decided": census.decided,
        "proven_here": census.entries() - census.unverified,
        "unverified": census.unverified,
        "of_unknown_origin": census.of_unknown_origin,
        "corrupt": census.corrupt,
        "bytes": bytes,
        "entries_by_empties": census.by_empties,
        "searches": searches,
    })
}
