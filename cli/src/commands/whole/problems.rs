//! `solve problems`: makes sets of labelled positions, and verifies them.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use files::on_one_line;
use problems::check::{CheckError, Checked, Sample, check};
use problems::set::{self, SetError, check_place};
use problems::sources::{Source, SourceFile, SourceSpec, Span};
use problems::{Made, Plan, PlanError, Record, SourceError, describe, make};
use solver::Progress;

use crate::args::{
    MakeArgs, ProblemsArgs, ProblemsCardArgs, ProblemsCheckArgs, ProblemsCommand, ProblemsExportArgs, TextFormat,
};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::numbers::{elapsed, grouped};
use crate::output::sample::Drawn;
use crate::output::{self, fields};
use crate::persistence::Store;
use crate::progress::Share;
use crate::supervisor::Supervisor;
use crate::threads;

/// The most findings to print about a set.
const MOST_FINDINGS: usize = 20;

/// Makes a set, or runs another action on one.
///
/// # Errors
/// Arguments that make no sense, files that cannot be used, a set that cannot be filled.
pub(crate) fn run(args: &ProblemsArgs) -> Result<Status, Failure> {
    match &args.command {
        None => make_set(&args.make),
        Some(ProblemsCommand::Check(args)) => check_set(args),
        Some(ProblemsCommand::Card(args)) => describe_sets(args),
        Some(ProblemsCommand::Export(args)) => export(args),
    }
}

fn make_set(args: &MakeArgs) -> Result<Status, Failure> {
    let begin = Instant::now();
    let folder = args.content.output.as_deref().ok_or_else(|| missing("--output DIR"))?;
    let plan = plan(args)?;
    // Check the place before spending a long time on the positions.
    check_place(folder).map_err(|error| Failure::Run(error.to_string()))?;
    let file = match &plan.source {
        SourceSpec::File(path) => Some(SourceFile::open(path).map_err(|error| Failure::Run(error.to_string()))?),
        _ => None,
    };
    let faults = file.as_ref().map_or_else(Vec::new, |file| file.faults(&plan));
    match faults.first() {
        Some(first) if args.selection.strict => return Err(Failure::Run(first.to_string())),
        _ => faults.iter().for_each(|fault| exit::complain(&fault.to_string())),
    }
    // Installed only now: until here, a signal at once ends a wait for a file that nobody writes.
    let interrupt = Interrupt::install()?;
    let plan = Plan { source_sha256: file.as_ref().map(SourceFile::checksum), ..plan };
    let store = Store::open_own(&args.table)?;
    let table = store.table(plan.board, plan.scoring)?;
    let (progress, share) = (Progress::default(), Share::new(args.quiet));
    let known = table.as_deref();
    let labelled = || {
        let source = source(&plan, file.as_ref(), &store, &progress)?;
        make(&plan, source.as_ref(), folder, known, &progress, &share).map_err(Into::into)
    };
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: None };
    let show = |_| share.draw(progress.nodes());
    let made = supervisor.watch(&progress, show, || threads::on(args.threads, labelled));
    drop(share);
    drop(table);
    // What is proven reaches the disk whatever else went wrong.
    let closed = store.close();
    match made?.result? {
        Ok(made) => {
            let time = begin.elapsed();
            let [train, validation, test] = made.positions;
            let record = fields! {
                "set": folder.display().to_string(),
                "train": train,
                "validation": validation,
                "test": test,
                "labelled": made.labelled,
                "resumed": made.resumed,
                "seconds": time.as_secs_f64(),
            };
            closed?;
            output::print_result(args.json, &record, |_| summary(folder, made, time))?;
            Ok(if faults.is_empty() { Status::Done } else { Status::PartlyDone })
        }
        Err(Unmade::Stopped(labelled)) => {
            let partial = format!("{}.partial", folder.display());
            exit::complain(&format!("stopped; {labelled} labels are kept in {partial}, the same command goes on"));
            closed.map(|()| Status::Interrupted)
        }
        Err(Unmade::Ungathered) => {
            exit::complain("stopped before the positions were gathered; nothing is kept");
            closed.map(|()| Status::Interrupted)
        }
        Err(Unmade::Failed(failure)) => Err(failure),
    }
}

/// Why a set was not made.
enum Unmade {
    /// Stopped with this many labels to keep.
    Stopped(u64),
    /// Stopped before there was anything to label.
    Ungathered,
    Failed(Failure),
}

impl From<SetError> for Unmade {
    fn from(error: SetError) -> Self {
        match error {
            SetError::Stopped { done } => Self::Stopped(done),
            error => Self::Failed(Failure::Run(error.to_string())),
        }
    }
}

fn missing(option: &str) -> Failure {
    Failure::Usage(format!(
        "problems: {option} is needed, for example: solve problems --board 6x6 --empties 16 --count 1000 -o DIR"
    ))
}

/// What the options mean together.
fn plan(args: &MakeArgs) -> Result<Plan, Failure> {
    let (selection, content) = (&args.selection, &args.content);
    let board = selection.board.ok_or_else(|| missing("--board RxC"))?;
    let plan = Plan {
        made_by: format!("solve {} (commit {})", env!("CARGO_PKG_VERSION"), env!("SOLVE_COMMIT")),
        command: String::new(),
        board,
        start: selection.start,
        source: selection.source.clone(),
        source_sha256: None,
        empties: selection.span(board).map_err(|error| Failure::Usage(error.to_string()))?,
        count: selection.count,
        seed: selection.seed,
        decisive: selection.decisive || selection.traps.is_some(),
        traps: selection.traps,
        scoring: content.scoring,
        labels: content.labels,
        formats: content.format.clone(),
        shard: content.shard,
    };
    let plan = plan.checked().map_err(unplanned)?;
    Ok(Plan { command: command(&plan), ..plan })
}

/// The same error, with the names of options.
fn unplanned(error: PlanError) -> Failure {
    match error {
        PlanError::NoSpan => missing("--empties N or --ply S"),
        PlanError::NoCount => missing("--count N"),
        PlanError::NeedsValues(format) => {
            Failure::Usage(format!("format {format} needs values: leave it out, or give --labels exact"))
        }
        error => Failure::Usage(error.to_string()),
    }
}

/// The positions; those of a tablebase come from the store.
fn source(
    plan: &Plan,
    file: Option<&SourceFile>,
    store: &Store,
    progress: &Progress,
) -> Result<Arc<dyn Source>, Unmade> {
    let (SourceSpec::Table, Some(Span { least, most })) = (&plan.source, plan.empties) else {
        return plan.positions(file, progress).map_err(|error| match error {
            SourceError::Stopped => Unmade::Ungathered,
            error => Unmade::Failed(Failure::Run(error.to_string())),
        });
    };
    let mut draw = plan.draw();
    let mut take = |discs| {
        draw.add(discs);
        if progress.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match store.whole(plan.board, plan.start, plan.scoring, least..=most, &mut take).map_err(Unmade::Failed)? {
        ControlFlow::Continue(()) => Ok(Arc::new(draw.finish())),
        ControlFlow::Break(()) => Err(Unmade::Ungathered),
    }
}

/// The command that makes the same bytes anywhere.
fn command(plan: &Plan) -> String {
    let Plan { board, start, source, seed, scoring, shard, .. } = plan;
    let mut command = format!("solve problems --board {board} --start {start} --source {source}");
    match plan.empties {
        Some(Span { least, most }) if least == most => command += &format!(" --empties {least}"),
        Some(Span { least, most }) => command += &format!(" --empties {least}-{most}"),
        None => {}
    }
    if let Some(count) = plan.count {
        command += &format!(" --count {count}");
    }
    command += &format!(" --seed {seed}");
    match plan.traps {
        None if plan.decisive => command += " --decisive",
        None => {}
        Some(plies) => command += &format!(" --traps {plies}"),
    }
    let formats: Vec<&str> = plan.formats.iter().map(|format| format.name()).collect();
    let (labels, formats) = (plan.labels.name(), formats.join(","));
    format!("{command} --labels {labels} --scoring {scoring} --format {formats} --shard {shard} -o FOLDER")
}

fn summary(folder: &Path, made: Made, time: Duration) -> String {
    let [train, validation, test] = made.positions.map(|count| grouped(count as u64));
    let all = grouped(made.positions.iter().sum::<usize>() as u64);
    let resumed = match made.resumed {
        0 => String::new(),
        resumed => format!(", {} of them by an earlier run", grouped(resumed)),
    };
    format!(
        "Set        {}\nPositions  {all}: {train} train, {validation} validation, {test} test\n\
         Labelled   {} candidates{resumed}\nTime       {}\n",
        on_one_line(folder.display()),
        grouped(made.labelled),
        elapsed(time)
    )
}

fn check_set(args: &ProblemsCheckArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let progress = Progress::default();
    let sample = Sample { positions: args.sample, max_empties: args.max_empties, seed: args.seed.or_unpredictable() };
    let supervisor = Supervisor { interrupt: &interrupt, store: &Store::none(), time_limit: None };
    let checking = || threads::on(args.threads, || check(&args.folder, sample, &progress));
    let checked = supervisor.watch(&progress, |_| (), checking)?.result;
    match checked? {
        Ok(checked) => {
            let record = fields! {
                "set": args.folder.display().to_string(),
                "files": checked.files,
                "readable": checked.is_readable,
                "positions": checked.positions.iter().sum::<usize>(),
                "compared": checked.compared,
                "proven": checked.proven,
                "proven_moves": checked.proven_moves,
                "proven_ends": checked.proven_ends,
                ..Drawn::fields(Some(proven(&checked, sample))),
                "findings": &checked.findings,
            };
            output::print_result(args.json, &record, |_| report(&checked, args, sample))?;
            Ok(if checked.findings.is_empty() { Status::Done } else { Status::PartlyDone })
        }
        Err(CheckError::Stopped) => Ok(Status::Interrupted),
        Err(error @ CheckError::NoSet(_)) => Err(Failure::Run(error.to_string())),
    }
}

/// Rewrites the descriptions of sets.
fn describe_sets(args: &ProblemsCardArgs) -> Result<Status, Failure> {
    for folder in &args.folders {
        let changed = describe(folder).map_err(|error| Failure::Run(error.to_string()))?;
        let record = fields! { "set": folder.display().to_string(), "changed": &changed };
        output::print_result(args.json, &record, |_| {
            let what = if changed.is_empty() { "as it was".to_owned() } else { format!("new: {}", changed.join(", ")) };
            format!("{}: {what}\n", on_one_line(folder.display()))
        })?;
    }
    Ok(Status::Done)
}

/// Prints a set as lines of text.
fn export(args: &ProblemsExportArgs) -> Result<Status, Failure> {
    let failed = |error: &dyn Display| Failure::Run(error.to_string());
    let mut records = set::read(&args.folder).map_err(|error| failed(&error))?.records;
    records.retain(|record| args.split.is_none_or(|split| record.split() == split));
    let text = match args.format {
        TextFormat::Positions => {
            records.iter().map(|Record { position, .. }| format!("{} {position}\n", position.board())).collect()
        }
        TextFormat::Labelled(format) => {
            let bytes =
                format.export(&records).map_err(|error| failed(&format!("{}: {error}", args.folder.display())))?;
            String::from_utf8(bytes).map_err(|error| failed(&error))?
        }
    };
    output::print(&text).map(|()| Status::Done)
}

/// How many labels were proven again, or why none was.
fn proven_labels(checked: &Checked, args: &ProblemsCheckArgs) -> String {
    match checked.proven {
        0 if args.sample > 0 && checked.positions != [0; 3] => {
            let most = args.max_empties;
            format!("none proven again: all positions have more than {most} empties; --max-empties raises that limit")
        }
        proven => {
            format!("{} moves of {proven} positions proven again by the independent solver", checked.proven_moves)
        }
    }
}

/// The positions that can be proven again, and those of them that were drawn.
fn proven(checked: &Checked, Sample { seed, .. }: Sample) -> Drawn {
    Drawn { sampled: checked.proven as u64, of: checked.provable as u64, seed }
}

/// What was drawn of the positions that can be proven again, and of the others, if there are any.
fn samples(checked: &Checked, sample: Sample) -> String {
    let beyond = checked.positions.iter().sum::<usize>() - checked.provable;
    let ends = Drawn { sampled: checked.proven_ends as u64, of: beyond as u64, seed: sample.seed };
    let parts = [(proven(checked, sample), "at most"), (ends, "more than")];
    let parts = parts.into_iter().filter(|(drawn, _)| drawn.of > 0).map(|(drawn, how)| {
        let positions = format!("positions with {how} {} empties", sample.max_empties);
        format!("Sample     {}\n", drawn.text(&positions, "--seed"))
    });
    parts.collect()
}

fn report(checked: &Checked, args: &ProblemsCheckArgs, sample: Sample) -> String {
    let mut text =
        format!("Set        {}\nFiles      {} checksums\n", on_one_line(args.folder.display()), checked.files);
    if checked.is_readable {
        let [train, validation, test] = checked.positions;
        text += &format!(
            "Positions  {}: {train} train, {validation} validation, {test} test; all rows, splits, legal moves and lines\n\
             Formats    {} data files say the same\n\
             Labels     {}\n\
             Line ends  {} positions with more than {} empties: proven again where the perfect line has only that many left\n\
             {}",
            checked.positions.iter().sum::<usize>(),
            checked.compared,
            proven_labels(checked, args),
            checked.proven_ends,
            args.max_empties,
            samples(checked, sample),
        );
    } else {
        text += "Positions  not read: neither parquet nor jsonl is there\n";
    }
    for finding in checked.findings.iter().take(MOST_FINDINGS) {
        text += &format!("Wrong      {}\n", on_one_line(finding));
    }
    match checked.findings.len() {
        0 => text + "Result     nothing is wrong\n",
        count => text + &format!("Result     {count} things are wrong\n"),
    }
}
