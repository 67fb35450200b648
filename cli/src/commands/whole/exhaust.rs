//! `solve exhaust`: makes, shows, checks and queries the table of every reachable position.

use std::hint::black_box;
use std::time::Instant;

use bench::clock::process_time;
use retrograde::{ExhaustError, Plan, Symmetric, WORK_ENDING};
use solver::Position;
use tables::{ExhaustiveTable, StoreError, TableError, Tables};

use crate::args::ExhaustArgs;
use crate::exit::{End, Failure, Status, complain};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::whole::exhaust::{Census, Counted, LookedUp, Sheet, Verified};
use crate::setup::{played, read_position};
use crate::steps::Steps;
use crate::threads;

/// Number of look-ups to time.
const TIMED_LOOK_UPS: u64 = 100_000;

/// Makes the table unless it exists, and shows what is in it.
///
/// # Errors
/// The board is too large, the table cannot be read or made, or standard output cannot be written.
pub(crate) fn run(args: &ExhaustArgs) -> Result<Status, Failure> {
    let sheet = if args.output_form.json { Sheet::Json } else { Sheet::Columns };
    if args.position.is_some() || args.moves.is_some() {
        return look_up(args, sheet).map(|()| Status::Done);
    }
    let interrupt = Interrupt::install()?;
    let steps = Steps::new(&interrupt, args.output_form.quiet);
    let work = if args.count { count } else { make_and_show };
    match work(args, sheet, &steps) {
        Ok(()) => Ok(Status::Done),
        Err(End::Failed(failure)) => Err(failure),
        Err(End::Stopped) => {
            drop(steps);
            complain("stopped; the same command goes on from here");
            Ok(Status::Interrupted)
        }
    }
}

impl From<ExhaustError> for End {
    fn from(error: ExhaustError) -> Self {
        match error {
            ExhaustError::Stopped => Self::Stopped,
            ExhaustError::TooLarge { .. } => Self::Failed(Failure::Usage(error.to_string())),
            _ => Self::Failed(Failure::Run(error.to_string())),
        }
    }
}

impl From<TableError> for End {
    fn from(error: TableError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<StoreError> for End {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Enumeration(error) => error.into(),
            StoreError::Table(error) => error.into(),
        }
    }
}

fn plan(args: &ExhaustArgs) -> Plan {
    let threads = threads::count(args.threads);
    Plan { board: args.board, start: args.start, scoring: args.scoring, threads }
}

fn make_and_show(args: &ExhaustArgs, sheet: Sheet, steps: &Steps<'_>) -> Result<(), End> {
    let plan = plan(args);
    // Fail before making a directory for a board that is too large.
    retrograde::Frame::new(plan.board)?;
    let tables = Tables::open(&args.output)?;
    let begin = Instant::now();
    let was_there = tables.exhaustive(plan.board, plan.start, plan.scoring)?.is_some();
    let mut table = tables.make_exhaustive(&plan, steps)?;
    let time = (!was_there).then(|| begin.elapsed());
    let raw = args.raw.then(|| retrograde::count(&plan, Symmetric::Apart, None, steps));
    let (file_bytes, raw) = (table.file_bytes()?, raw.transpose()?.map(|tally| tally.counts));
    let is_unverified = !args.verify && !table.is_proven_here();
    let counted = Counted { plan, table: &table, file_bytes, time, raw, is_unverified };
    steps.hidden(|| output::print(&sheet.counted(&counted)))?;
    if let Some(folder) = &args.export {
        table.export(folder)?;
    }
    if args.verify {
        let verified = verify(&table, plan.threads, steps)?;
        table.accept()?;
        steps.hidden(|| output::print(&sheet.verified(&verified)))?;
    }
    Ok(())
}

/// Only counts the positions, in folders that keep the counts.
fn count(args: &ExhaustArgs, sheet: Sheet, steps: &Steps<'_>) -> Result<(), End> {
    let plan = plan(args);
    let counts = |symmetric, name: &str| {
        let folder = args.output.join(format!("{} {} {name}{WORK_ENDING}", plan.board, plan.start));
        retrograde::count(&plan, symmetric, Some(&folder), steps)
    };
    let begin = Instant::now();
    let once = counts(Symmetric::Once, "count")?;
    let raw = args.raw.then(|| counts(Symmetric::Apart, "count-apart")).transpose()?;
    let counted = Census { plan, once, raw, time: begin.elapsed() };
    steps.hidden(|| output::print(&sheet.census(&counted))).map_err(End::from)
}

/// Proves the table, then times look-ups of positions from all over it, far apart in the order of the keys.
fn verify(table: &ExhaustiveTable, threads: usize, steps: &Steps<'_>) -> Result<Verified, End> {
    let begin = Instant::now();
    threads::on(Some(threads), || table.verify(steps))??;
    let time = begin.elapsed();
    let sample = table.sample(TIMED_LOOK_UPS)?;
    let begin = process_time();
    for (position, value) in &sample {
        if black_box(table.value(position)?) != Some(*value) {
            return Err(End::Failed(Failure::Run("a look-up and a scan of the table differ".to_owned())));
        }
    }
    let look_up = process_time().saturating_sub(begin).div_f64(sample.len().max(1) as f64);
    Ok(Verified { time, look_ups: sample.len(), look_up })
}

/// Prints the moves of a position with their values.
fn look_up(args: &ExhaustArgs, sheet: Sheet) -> Result<(), Failure> {
    let position = position(args)?;
    let plan = plan(args);
    let missing = || {
        let directory = args.output.display();
        Failure::Run(format!(
            "{directory} holds no finished table of {plan}; make it with solve exhaust --board {} --start {} --scoring {} -o {directory}",
            plan.board, plan.start, plan.scoring
        ))
    };
    let tables = match Tables::open_read_only(&args.output) {
        Err(TableError::NoTable { .. }) => return Err(missing()),
        opened => opened?,
    };
    let table = tables.exhaustive(plan.board, plan.start, plan.scoring)?.ok_or_else(missing)?;
    let unreachable = || Failure::Usage(format!("position: no game of {plan} leads to it"));
    let value = table.value(&position)?.ok_or_else(unreachable)?;
    let moves = table.moves(&position)?.ok_or_else(unreachable)?;
    let moves = moves.into_iter().map(|(chosen, value)| (chosen, value.discs())).collect();
    let is_unverified = !table.is_proven_here();
    output::print(&sheet.looked_up(&LookedUp { plan, position, value: value.discs(), moves, is_unverified }))
}

fn position(args: &ExhaustArgs) -> Result<Position, Failure> {
    let position = match &args.position {
        Some(text) => read_position(text, Some(args.board)).map_err(|error| Failure::Usage(error.to_string()))?,
        None => Position::start(args.board, args.start),
    };
    if position.board() != args.board {
        return Err(Failure::Usage(format!(
            "position: it is for board {}, --board is {}",
            position.board(),
            args.board
        )));
    }
    Ok(played(position, args.moves.as_deref())?.1)
}
