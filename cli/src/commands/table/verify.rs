//! `solve table verify`.

use std::collections::BinaryHeap;

use checker::endgame::Endgame;
use checker::grid::Grid;
use rayon::prelude::*;
use retrograde::Watcher;
use serde_json::json;
use solver::{Bounds, Discs, Score, Scoring};
use tables::{Depth, Table, TableError, Verified};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{failed, picked, to_read};
use crate::args::{Level, TableVerifyArgs};
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::output::numbers::grouped;
use crate::output::print;
use crate::steps::Steps;

/// Entries that are solved anew in one go.
const BATCH: usize = 64;

/// What came of a table.
struct Report {
    verified: Verified,
    solved: u64,
    /// Entries that the independent search contradicts.
    refuted: u64,
    nodes: u64,
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
        let table = tables.table(board, scoring).map_err(failed)?;
        let name = format!("{board} {scoring}");
        let report = verify(args, &table, (board.rows() as usize, board.cols() as usize), scoring, &name, &interrupt)?;
        print(&told(args, &name, &report))?;
        if report.is_stopped {
            return Ok(Status::Interrupted);
        }
        if report.verified.census.corrupt + report.verified.contradictions + report.refuted > 0 {
            status = Status::PartlyDone;
        }
    }
    Ok(status)
}

fn verify(
    args: &TableVerifyArgs,
    table: &Table,
    (rows, cols): (usize, usize),
    scoring: Scoring,
    name: &str,
    interrupt: &Interrupt,
) -> Result<Report, Failure> {
    let steps = Steps::new(interrupt, args.json);
    steps.begin(&format!("{name}: read"), 0);
    let depth = if args.level == Level::Quick { Depth::Entries } else { Depth::Successors };
    let tell = |problem: TableError| steps.hidden(|| complain(&problem.to_string()));
    let mut seen = 0;
    let advance = |entries| steps.advance(entries - std::mem::replace(&mut seen, entries));
    let verified = table.verify(depth, tell, advance).map_err(failed)?;
    let mut report = Report { verified, solved: 0, refuted: 0, nodes: 0, is_stopped: interrupt.requested() };
    if args.level < Level::Independent || report.is_stopped {
        return Ok(report);
    }
    let grid = Grid::new(rows, cols).expect("a board of a table is one of the checker's");
    let scoring = match scoring {
        Scoring::Discs => checker::Scoring::Discs,
        Scoring::Wof => checker::Scoring::Wof,
    };
    let chosen = chosen(args, table)?;
    steps.begin(&format!("{name}: solved anew"), chosen.len() as u64);
    for batch in chosen.chunks(BATCH) {
        let results: Vec<(Option<String>, u64)> = batch
            .par_iter()
            .map_init(
                || Endgame::new(&grid, scoring),
                |search, &(discs, bounds)| refutation(search, grid.squares(), discs, bounds),
            )
            .collect();
        for (&(discs, bounds), (refutation, nodes)) in batch.iter().zip(results) {
            report.nodes += nodes;
            if let Some(reason) = refutation {
                report.refuted += 1;
                steps.hidden(|| complain(&table.inconsistent(discs, bounds, reason).to_string()));
            }
        }
        report.solved += batch.len() as u64;
        steps.advance(batch.len() as u64);
        if interrupt.requested() {
            report.is_stopped = true;
            break;
        }
    }
    Ok(report)
}

/// The entries to be solved anew: all with few empties, or of those a sample that depends on the seed alone.
fn chosen(args: &TableVerifyArgs, table: &Table) -> Result<Vec<(Discs, Bounds)>, Failure> {
    let squares = table.board().squares();
    let most = if args.level == Level::Full { usize::MAX } else { args.sample };
    // The entries with the least hashes, the largest of them on top.
    let mut sample = BinaryHeap::new();
    for entry in table.entries() {
        let (discs, proven) = match entry {
            Ok(entry) => entry,
            Err(TableError::Corrupt { .. }) => continue, // was reported
            Err(error) => return Err(failed(error)),
        };
        if squares - discs.occupied().count_ones() > args.max_empties {
            break; // in the order of their number
        }
        let bytes = [discs.player.to_le_bytes(), discs.opponent.to_le_bytes()].concat();
        sample.push((xxh3_64_with_seed(&bytes, args.seed), discs, (proven.bounds.lower, proven.bounds.upper)));
        if sample.len() > most {
            sample.pop();
        }
    }
    let sorted = sample.into_sorted_vec();
    Ok(sorted.into_iter().map(|(_, discs, (lower, upper))| (discs, Bounds { lower, upper })).collect())
}

/// What is wrong with the bounds of a position by a search of its own, and the nodes that it took.
fn refutation(search: &mut Endgame<'_>, squares: Score, discs: Discs, bounds: Bounds) -> (Option<String>, u64) {
    let (pair, before) = ((discs.player, discs.opponent), search.nodes);
    let reason = if bounds.lower > -squares && !search.reaches(pair, bounds.lower) {
        Some(format!("an independent search finds less than {:+}", bounds.lower))
    } else if bounds.upper < squares && search.reaches(pair, bounds.upper + 1) {
        Some(format!("an independent search finds more than {:+}", bounds.upper))
    } else {
        None
    };
    (reason, search.nodes - before)
}

fn told(args: &TableVerifyArgs, name: &str, report: &Report) -> String {
    let Report { verified, solved, refuted, nodes, .. } = report;
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
