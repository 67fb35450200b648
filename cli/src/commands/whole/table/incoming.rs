//! `solve table import` and `solve table merge`: entries from elsewhere.

use std::path::{Path, PathBuf};

use clap::Args;
use solver::Observer;
use solver::random::unpredictable;
use tables::{Lot, Merged, Portable, Reproof, Reproved, Share, Table, TableError, Tables};

use super::{EachArgs, ReproveArgs, picked, prove_again, to_change};
use crate::exit::{Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{Drawn, counted, fields, grouped, print_result};
use crate::progress::Steps;

/// Merge an exported file into the tables
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A file that `solve table export` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    incoming: IncomingArgs,
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory]
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    table: Option<PathBuf>,
    /// Print JSON, one object per table
    #[arg(long)]
    json: bool,
}

/// Merge the tables of another directory into these
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The directory of the tables to merge; it is only read
    #[arg(value_name = "OTHER")]
    other: PathBuf,
    #[command(flatten)]
    incoming: IncomingArgs,
    #[command(flatten)]
    each: EachArgs,
}

/// What is done with what comes in.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct IncomingArgs {
    /// Prove incoming entries again: all, a number of them or a share, such as --verify=1000 or --verify=5%
    ///
    /// Entries that hold count as proven here; a false one is named, and refused. The others are used as unverified
    /// entries (see --table-trust). A part of the entries is drawn at random.
    #[arg(
        long, value_name = "SHARE", value_parser = parse_share, num_args = 0..=1, require_equals = true,
        default_missing_value = "all"
    )]
    verify: Option<Share>,
    /// Seed of the sample, to draw the same again [default: unpredictable, and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    reprove: ReproveArgs,
}

/// Reads `all`, a number of entries or a part in percent.
fn parse_share(text: &str) -> Result<Share, String> {
    let wrong = || format!("verify '{text}' is not a share: give all, a number of entries, or a part such as 5%");
    if text == "all" {
        return Ok(Share::All);
    }
    match text.strip_suffix('%') {
        Some(percent) => {
            let percent = percent.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
            percent.map(|percent: f64| Share::Part(percent / 100.0)).ok_or_else(wrong)
        }
        None => text.parse().map(Share::Entries).map_err(|_| wrong()),
    }
}

/// `solve table import`.
pub(super) fn import(args: &ImportArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let file = Portable::open(&args.file)?;
    let seed = args.incoming.seed.unwrap_or_else(unpredictable);
    let drawn = args.incoming.verify.map(|share| share.draw(seed, Portable::open(&args.file)?)).transpose()?;
    let tables = to_change(args.table.as_ref())?;
    let (board, scoring) = (file.board(), file.scoring());
    let again = || match Portable::open(&args.file)? {
        file if (file.board(), file.scoring()) == (board, scoring) => Ok(file),
        _ => Err(TableError::File { path: args.file.clone(), reason: "it changed meanwhile; try again".to_owned() }),
    };
    let merged = tables.merge(board, scoring, again).map_err(|error| of_source(&args.file, error))?;
    tables.flush()?;
    let table = tables.table(board, scoring);
    took_in(&table, merged, (drawn, seed), &args.incoming, args.json, &interrupt)
}

/// `solve table merge`.
pub(super) fn merge(args: &MergeArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let other = Tables::open_read_only(&args.other)?;
    let tables = to_change(args.each.table.as_ref())?;
    let games = picked(&other, &args.each)?;
    let (mut drawn, seed) = (Vec::new(), args.incoming.seed.unwrap_or_else(unpredictable));
    for &(board, scoring) in &games {
        let share = args.incoming.verify;
        drawn.push(share.map(|share| share.draw(seed, other.table(board, scoring).entries())).transpose()?);
    }
    let merged = tables.merge_from(&other, &games).map_err(|error| of_source(&args.other, error))?;
    tables.flush()?;
    let mut status = Status::Done;
    for (((board, scoring), merged), drawn) in games.into_iter().zip(merged).zip(drawn) {
        let table = tables.table(board, scoring);
        let of_table = took_in(&table, merged, (drawn, seed), &args.incoming, args.each.json, &interrupt)?;
        status = if status == Status::Done { of_table } else { status };
        if status == Status::Interrupted {
            break;
        }
    }
    Ok(status)
}

/// A refused entry is reported with the file or directory that it comes from.
fn of_source(source: &Path, error: TableError) -> Failure {
    match error {
        TableError::Refused { .. } => Failure::Run(format!("{}: {error}", source.display())),
        error => error.into(),
    }
}

/// Verifies what came into a table, if wanted, and reports it: the positions that were drawn with a seed, or all (inner
/// `None`).
fn took_in(
    table: &Table,
    merged: Merged,
    (drawn, seed): (Option<Option<Lot>>, u64),
    args: &IncomingArgs,
    as_json: bool,
    interrupt: &Interrupt,
) -> Result<Status, Failure> {
    let name = format!("{} {}", table.board(), table.scoring());
    let ended = match drawn {
        None => None,
        Some(lot) => {
            let steps = Steps::new(interrupt, as_json);
            let entries = lot.as_ref().map_or(merged.added + merged.improved, |(positions, _)| positions.len() as u64);
            steps.begin(&format!("{name}: verified"), entries);
            let of = lot.as_ref().map(|&(_, of)| of);
            let only = lot.map(|(positions, _)| positions);
            let how = Reproof { believes_own: true, only, accepts: true, ..Reproof::default() };
            let (reproved, status) = prove_again(table, how, &args.reprove, interrupt, &steps)?;
            let drawn = of.map(|of| Drawn { sampled: entries.saturating_sub(reproved.left), of, seed });
            Some((reproved, drawn, status))
        }
    };
    // The merge has reported what cannot be read.
    let unverified = table.census(|_| (), || true)?.map_or(0, |census| census.unverified);
    let verified = |count: fn(&Reproved) -> u64| ended.as_ref().map(|(reproved, ..)| count(reproved));
    let record = fields! {
        "board": table.board().to_string(),
        "scoring": table.scoring().name(),
        "new": merged.added,
        "improved": merged.improved,
        "known": merged.known,
        "proven_again": verified(|of| of.proven),
        "refuted": verified(|of| of.refuted),
        "unverified": unverified,
        ..Drawn::fields(ended.as_ref().and_then(|&(_, drawn, _)| drawn)),
    };
    print_result(as_json, &record, |_| {
        format!(
            "{name}: {}\n",
            told(&merged, ended.as_ref().map(|(reproved, drawn, _)| (reproved, *drawn)), unverified)
        )
    })?;
    Ok(ended.map_or(Status::Done, |(.., status)| status))
}

/// What came in, what of it was verified, and how many entries of the table are unverified now.
fn told(merged: &Merged, verified: Option<(&Reproved, Option<Drawn>)>, unverified: u64) -> String {
    let &Merged { added, improved, known } = merged;
    let mut text = format!(
        "{} came in: {} new, {} improved, {} known",
        counted(added + improved + known, "entry", "entries"),
        grouped(added),
        grouped(improved),
        grouped(known)
    );
    if let Some((reproved, drawn)) = verified {
        text += &drawn.map_or_else(String::new, |drawn| format!("; {}", drawn.text("entries", "--seed")));
        text += &format!(
            "; {} were verified and count as proven here, {} are false and refused",
            grouped(reproved.proven),
            grouped(reproved.refuted)
        );
    }
    match unverified {
        0 => text += "; no entry of the table is unverified",
        unverified => {
            let verb = if unverified == 1 { "is" } else { "are" };
            text += &format!(
                "; {} of the table {verb} unverified: `solve table verify --table-trust own --accept` proves them",
                counted(unverified, "entry", "entries")
            );
        }
    }
    text
}
