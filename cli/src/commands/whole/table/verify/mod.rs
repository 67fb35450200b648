//! `solve table verify`.

use clap::{Args, ValueEnum};
use solver::Observer;
use solver::random::unpredictable;
use tables::{Census, Depth, Reproof, Reproved, SolvedAnew, Table, TableError, Trust, Verified};

use super::{EachArgs, ReproveArgs, picked, prove_again, to_change, to_read};
use crate::args::{TrustArgs, values};
use crate::exit::{Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::output::{Drawn, Fields, counted, fields, grouped, print_result};
use crate::persistence;
use crate::progress::Steps;

mod tablebases;

/// How closely `solve table verify` looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Level {
    /// Checksums and form of every entry
    Quick,
    /// Quick, and each entry against its successors in the table
    Successors,
    /// Quick, successors, and each entry proven again, using only entries that were proven again before it
    Induction,
    /// Quick, successors, and a sample solved again by a program that shares no code with the search
    Independent,
    /// Quick, successors, and all entries with few empty squares solved again by that program
    Full,
}

/// Check every entry
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// How closely to look
    #[arg(long, value_enum, default_value = "induction")]
    pub(super) level: Level,
    /// With induction: mark entries that hold as proven here; remove false ones and those that make no sense
    #[arg(long)]
    accept: bool,
    #[command(flatten)]
    trust: TrustArgs,
    #[command(flatten)]
    reprove: ReproveArgs,
    #[command(flatten)]
    pub(super) each: EachArgs,
    /// With independent: size of the sample
    #[arg(long, value_name = "N", default_value = "100")]
    sample: usize,
    /// Seed of the sample, to draw the same again [default: unpredictable, and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// With independent and full: solve only entries with at most this many empty squares
    #[arg(long, value_name = "N", default_value = "20", value_parser = values::parse_plies)]
    max_empties: u32,
}

/// The result for one table.
struct Report {
    /// The entries that were solved anew.
    drawn: Option<Drawn>,
    verified: Verified,
    again: Option<(Reproved, Status)>,
    anew: SolvedAnew,
    is_stopped: bool,
}

/// Checks the selected tables.
pub(super) fn run(args: &VerifyArgs) -> Result<Status, Failure> {
    if args.accept && args.level != Level::Induction {
        return Err(Failure::Usage("--accept is for --level induction, which proves every entry".to_owned()));
    }
    let interrupt = Interrupt::install()?;
    let directory = persistence::directory(args.each.table.as_ref())?;
    let tables = if args.accept { to_change(args.each.table.as_ref())? } else { to_read(args.each.table.as_ref())? };
    let steps = Steps::new(&interrupt, args.each.json);
    let (has_tablebase, mut status) = tablebases::verify(args, &tables, &directory, &steps)?;
    drop(steps);
    let picked = picked(&tables, &args.each);
    for (board, scoring) in if has_tablebase { picked.unwrap_or_default() } else { picked? } {
        let table = tables.table(board, scoring);
        let name = format!("{board} {scoring}");
        let report = verify(args, &table, &name, &interrupt)?;
        print_result(args.each.json, &record(args, &name, &report), |_| text(args, &name, &report))?;
        if report.is_stopped {
            return Ok(Status::Interrupted);
        }
        let again = report.again.as_ref().map_or(Status::Done, |&(_, status)| status);
        if report.verified.census.corrupt + report.verified.contradictions + report.anew.refuted > 0 {
            status = Status::PartlyDone;
        } else if status == Status::Done {
            status = again;
        }
    }
    if args.accept {
        tables.flush()?;
    }
    Ok(status)
}

fn verify(args: &VerifyArgs, table: &Table, name: &str, interrupt: &Interrupt) -> Result<Report, Failure> {
    let steps = Steps::new(interrupt, args.each.json);
    steps.begin(&format!("{name}: read"), 0);
    let depth = if args.level == Level::Quick { Depth::Entries } else { Depth::Successors };
    let tell = |problem: TableError| steps.hidden(|| complain(&problem.to_string()));
    let verified = table.verify(depth, tell, |entries| steps.reach(entries))?;
    let is_stopped = interrupt.requested();
    let mut report = Report { drawn: None, verified, again: None, anew: SolvedAnew::default(), is_stopped };
    if args.level < Level::Induction || report.is_stopped {
        return Ok(report);
    }
    if args.level == Level::Induction {
        steps.begin(&format!("{name}: proven again"), report.verified.census.entries());
        let believes_own = args.trust.table_trust == Some(Trust::Own);
        let how = Reproof { believes_own, accepts: args.accept, tidies: args.accept, ..Reproof::default() };
        report.again = Some(prove_again(table, how, &args.reprove, interrupt, &steps)?);
        report.is_stopped = interrupt.requested();
        return Ok(report);
    }
    let entries = if args.level == Level::Full { None } else { Some(args.sample) };
    let seed = args.seed.unwrap_or_else(unpredictable);
    let chosen = table.sample(args.max_empties, entries, seed)?;
    steps.begin(&format!("{name}: solved anew"), chosen.len() as u64);
    report.anew = table.solve_anew(&chosen, tell, |entries| {
        steps.advance(entries);
        !interrupt.requested()
    });
    let of = report.verified.census.up_to(args.max_empties);
    report.drawn = Some(Drawn { sampled: report.anew.solved, of, seed });
    report.is_stopped = interrupt.requested();
    Ok(report)
}

/// The probability that any single false entry would have been found, and what would not be.
fn power(args: &VerifyArgs, report: &Report) -> (f64, String) {
    let Report { verified: Verified { census, limits, guarded, .. }, again, anew, .. } = report;
    let entries = census.entries();
    let share = |part: u64, all: u64| if all == 0 { 1.0 } else { part as f64 / all as f64 };
    match (args.level, again) {
        (Level::Quick, _) => (0.0, "no value is checked".to_owned()),
        (Level::Successors, _) | (_, None) if args.level <= Level::Induction => (
            share(*guarded, *limits),
            "a bound off by two discs, where the successors in the table speak against it".to_owned(),
        ),
        (_, Some((Reproved { proven, refuted, left, passed_over, .. }, _))) => {
            let mut words = "any false bound or best move, unless the search itself has a fault".to_owned();
            if *left > 0 {
                words += &format!("; {} with the most empties left out", counted(*left, "entry", "entries"));
            }
            if *passed_over > 0 {
                words += &format!("; {} proven here believed", counted(*passed_over, "entry", "entries"));
            }
            (share(proven + refuted, entries), words)
        }
        _ => {
            let beyond = entries - census.up_to(args.max_empties);
            let words = format!(
                "its bounds and its best move, by a search that shares no code; {} with more than {} empties not looked at",
                counted(beyond, "entry", "entries"),
                args.max_empties
            );
            (share(anew.solved, entries), words)
        }
    }
}

fn record(args: &VerifyArgs, name: &str, report: &Report) -> Fields {
    let Report { verified, again, anew: SolvedAnew { solved, refuted, nodes }, .. } = report;
    let Verified { census, contradictions, pairs, derived, .. } = verified;
    let count = |of: fn(&Reproved) -> u64| again.as_ref().map(|(again, _)| of(again));
    fields! {
        "table": name,
        "entries": census.entries(),
        "corrupt": census.corrupt,
        "contradictions": contradictions,
        "pairs": pairs,
        "derived": derived,
        "solved_anew": solved,
        "refuted": refuted + count(|again| again.refuted).unwrap_or(0),
        "nodes": nodes + count(|again| again.nodes).unwrap_or(0),
        "proven_again": count(|again| again.proven),
        "left": count(|again| again.left),
        "removed": count(|again| again.removed),
        ..Drawn::fields(report.drawn),
        "believed": count(|again| again.passed_over),
        "unverified": if args.accept { count(|again| again.left) } else { Some(census.unverified) },
        "finds_single_false": power(args, report).0,
    }
}

fn text(args: &VerifyArgs, name: &str, report: &Report) -> String {
    let Report { verified, again, anew: SolvedAnew { solved, refuted, nodes }, .. } = report;
    let Verified { census, contradictions, pairs, derived, .. } = verified;
    let (power, words) = power(args, report);
    let again = again.as_ref().map(|&(again, _)| again);
    let mut text = format!("{name}: ");
    if args.level == Level::Quick {
        text += &form(census);
    } else {
        text += &format!("would find a single false entry in {} of cases ({words}); ", percent(power));
        text += &format!("{} read, {} corrupt", counted(census.entries(), "entry", "entries"), grouped(census.corrupt));
        text += &format!(
            "; {} with successors, {}; {} from their successors alone",
            counted(*pairs, "pair", "pairs"),
            counted(*contradictions, "contradiction", "contradictions"),
            counted(*derived, "entry follows", "entries follow")
        );
    }
    if let Some(Reproved { proven, refuted, nodes, removed, .. }) = again {
        text += &format!("; {} proven again ({} nodes), {} false", grouped(proven), grouped(nodes), grouped(refuted));
        if args.accept {
            text += "; what holds is proven here now, what is false is removed";
        }
        if removed > 0 {
            text += &format!("; removed, too: {} that made no sense", counted(removed, "entry", "entries"));
        }
    }
    if args.level > Level::Induction {
        text += &format!("; solved anew ({} nodes), {} refuted", grouped(*nodes), grouped(*refuted));
        let entries = format!("entries with at most {} empties", args.max_empties);
        text += &report.drawn.map_or_else(String::new, |drawn| format!(": {}", drawn.text(&entries, "--seed")));
        if *solved == 0 && census.entries() > 0 {
            text += "; --max-empties raises that limit";
        }
    }
    if report.is_stopped {
        text += "; stopped before the end";
    }
    text + "\n"
}

/// What a look at every entry's checksum and form has found.
fn form(census: &Census) -> String {
    let found = match (census.corrupt, census.entries()) {
        (0, entries) => format!("no fault in the checksums and the form of {}", counted(entries, "entry", "entries")),
        (corrupt, entries) => format!("{} of {} entries are corrupt", grouped(corrupt), grouped(corrupt + entries)),
    };
    format!("{found}; values were not checked")
}

/// A probability in percent, rounded down: 100 % only if it is certain.
fn percent(share: f64) -> String {
    let percent = (share * 1e4).floor() / 1e2;
    if percent.fract() == 0.0 { format!("{percent:.0} %") } else { format!("{percent:.2} %") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_certainty_is_100_percent() {
        for (share, text) in [(0.0, "0 %"), (1.0, "100 %"), (0.99999, "99.99 %"), (0.125, "12.50 %"), (1e-9, "0 %")] {
            assert_eq!(percent(share), text);
        }
    }
}
