//! `solve problems`: makes sets of labelled positions, and verifies them.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use problems::check::{CheckError, Checked, Sample, check};
use problems::plan::Meaning;
use problems::readers::{self, Kind};
use problems::set::{SetError, checksum};
use problems::sources::games::Games;
use problems::sources::listed::{Draw, Listed};
use problems::sources::reachable::reachable;
use problems::sources::{Source, Span};
use problems::{Made, Plan, make};
use solver::{Board, Progress};

use crate::args::{MakeArgs, ProblemsArgs, ProblemsCheckArgs, ProblemsCommand, SourceSpec};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::numbers::{elapsed, grouped};
use crate::persistence::Store;
use crate::progress::Share;
use crate::supervisor::Supervisor;

/// The most positions of one level that the source `all` keeps, and of all that `table` does: they take some gigabytes.
const MOST_REACHABLE: usize = 30_000_000;
/// The most findings that are printed of a set.
const MOST_FINDINGS: usize = 20;

/// Makes a set, or does what else is asked with one.
///
/// # Errors
/// Arguments that make no sense, files that cannot be used, a set that cannot be filled.
pub(crate) fn run(args: &ProblemsArgs) -> Result<Status, Failure> {
    match &args.command {
        None => make_set(&args.make),
        Some(ProblemsCommand::Check(args)) => check_set(args),
    }
}

fn make_set(args: &MakeArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let begin = Instant::now();
    let folder = args.content.output.as_deref().ok_or_else(|| missing("--output DIR"))?;
    let board = args.selection.board.ok_or_else(|| missing("--board RxC"))?;
    let span = args.selection.span(board).map_err(Failure::Usage)?;
    let file = match &args.selection.source {
        SourceSpec::File(path) => Some(File::read(path)?),
        _ => None,
    };
    let plan = plan(args, board, span, file.as_ref())?;
    let meaning = plan.meaning().map_err(Failure::Usage)?;
    let store = Store::open(&args.table)?;
    let table = store.table(board, meaning.labelling.scoring)?;
    let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let (progress, share) = (Progress::default(), Share::new(args.quiet));
    let known = table.as_deref();
    let labelled = || {
        let source = source(args, &meaning, file.as_ref(), &store)?;
        make(&plan, source.as_ref(), folder, known, &progress, &share).map_err(Into::into)
    };
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: None };
    let show = |_| share.draw(progress.nodes());
    let made = supervisor.watch(&progress, show, || trainer::on_threads(threads, labelled)).result;
    drop(share);
    drop(table);
    // What is proven reaches the disk whatever else went wrong.
    let closed = store.close();
    let made = made.map_err(|error| Failure::Run(format!("threads: {error}")))?;
    match made {
        Ok(made) => closed.and_then(|()| output::print(&summary(folder, made, begin.elapsed()))).map(|()| Status::Done),
        Err(End::Stopped(labelled)) => {
            let partial = format!("{}.partial", folder.display());
            exit::complain(&format!("stopped; {labelled} labels are kept in {partial}, the same command goes on"));
            closed.map(|()| Status::Interrupted)
        }
        Err(End::Failed(failure)) => Err(failure),
    }
}

/// Why a set was not made.
enum End {
    Stopped(u64),
    Failed(Failure),
}

impl From<SetError> for End {
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

/// The file of positions or games.
struct File {
    name: String,
    kind: Kind,
    bytes: Vec<u8>,
}

impl File {
    fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| Failure::Run(format!("{name}: {error}")))?;
        Ok(Self { name, kind: Kind::of(path), bytes })
    }
}

/// The source of a plan.
fn source(args: &MakeArgs, meaning: &Meaning, file: Option<&File>, store: &Store) -> Result<Arc<dyn Source>, End> {
    let &Meaning { board, start, span, labelling } = meaning;
    let seed = args.selection.seed;
    let wanted = span.ok_or_else(|| missing("--empties N or --ply S"));
    let run = |message: String| End::Failed(Failure::Run(message));
    match (&args.selection.source, file) {
        (SourceSpec::File(_), None) => Err(run("the file was not read".to_owned())),
        (SourceSpec::File(_), Some(File { name, kind, bytes })) => {
            let entries = kind.read(bytes, board, start).map_err(|error| run(format!("{name}: {error}")))?;
            Ok(Arc::new(Listed::new(readers::positions(&entries, span), seed)))
        }
        (SourceSpec::All, _) => {
            let span = wanted.map_err(End::Failed)?;
            let positions = reachable(board, start, span, MOST_REACHABLE).map_err(|error| run(error.to_string()))?;
            Ok(Arc::new(Listed::new(positions, seed)))
        }
        (SourceSpec::Table, _) => {
            let span = wanted.map_err(End::Failed)?;
            let mut draw = Draw::new(board, seed, MOST_REACHABLE);
            let empties = span.least..=span.most;
            store.whole(board, start, labelling.scoring, empties, &mut |discs| draw.add(discs)).map_err(End::Failed)?;
            Ok(Arc::new(draw.finish()))
        }
        (SourceSpec::Games(style), _) => {
            let span = wanted.map_err(End::Failed)?;
            Ok(Arc::new(Games::new(board, start, span, *style, seed, labelling)))
        }
    }
}

/// Everything that decides the bytes of the set.
fn plan(args: &MakeArgs, board: Board, span: Option<Span>, file: Option<&File>) -> Result<Plan, Failure> {
    let (selection, content) = (&args.selection, &args.content);
    if file.is_none() && span.is_none() {
        return Err(missing("--empties N or --ply S"));
    }
    if selection.count.is_none() && matches!(selection.source, SourceSpec::Games(_)) {
        return Err(missing("--count N"));
    }
    let mut formats = content.format.clone();
    formats.sort_unstable();
    formats.dedup();
    if let Some(format) = formats.iter().find(|format| format.needs_values() && content.labels != solver::Mode::Exact) {
        return Err(Failure::Usage(format!("format {format} needs values: leave it out, or give --labels exact")));
    }
    Ok(Plan {
        made_by: format!("solve {} (commit {})", env!("CARGO_PKG_VERSION"), env!("SOLVE_COMMIT")),
        command: command(args, board, span, &formats),
        board: board.to_string(),
        start: selection.start.name().to_owned(),
        source: selection.source.text(),
        source_sha256: file.map(|file| checksum(&file.bytes)),
        empties: span.map(|span| [span.least, span.most]),
        count: selection.count,
        seed: selection.seed,
        decisive: selection.decisive,
        scoring: content.scoring.name().to_owned(),
        labels: content.labels.name().to_owned(),
        formats,
        shard: content.shard,
    })
}

/// The command that makes the same bytes anywhere.
fn command(args: &MakeArgs, board: Board, span: Option<Span>, formats: &[problems::Format]) -> String {
    let (selection, content) = (&args.selection, &args.content);
    let mut command =
        format!("solve problems --board {board} --start {} --source {}", selection.start, selection.source.text());
    match span {
        Some(Span { least, most }) if least == most => command += &format!(" --empties {least}"),
        Some(Span { least, most }) => command += &format!(" --empties {least}-{most}"),
        None => {}
    }
    if let Some(count) = selection.count {
        command += &format!(" --count {count}");
    }
    command += &format!(" --seed {}", selection.seed);
    if selection.decisive {
        command += " --decisive";
    }
    let formats: Vec<&str> = formats.iter().map(|format| format.name()).collect();
    format!(
        "{command} --labels {} --scoring {} --format {} --shard {} -o FOLDER",
        content.labels.name(),
        content.scoring,
        formats.join(","),
        content.shard
    )
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
        folder.display(),
        grouped(made.labelled),
        elapsed(time)
    )
}

fn check_set(args: &ProblemsCheckArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let progress = Progress::default();
    let sample = Sample { positions: args.sample, max_empties: args.max_empties };
    let threads = args.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let supervisor = Supervisor { interrupt: &interrupt, store: &Store::none(), time_limit: None };
    let checking = || trainer::on_threads(threads, || check(&args.folder, sample, &progress));
    let checked = supervisor.watch(&progress, |_| (), checking).result;
    let checked = checked.map_err(|error| Failure::Run(format!("threads: {error}")))?;
    match checked {
        Ok(checked) => {
            output::print(&report(&checked, args))?;
            Ok(if checked.findings.is_empty() { Status::Done } else { Status::PartlyDone })
        }
        Err(CheckError::Stopped) => Ok(Status::Interrupted),
        Err(error @ CheckError::NoSet(_)) => Err(Failure::Run(error.to_string())),
    }
}

fn report(checked: &Checked, args: &ProblemsCheckArgs) -> String {
    let mut text = format!("Set        {}\nFiles      {} checksums\n", args.folder.display(), checked.files);
    if checked.is_readable {
        let [train, validation, test] = checked.positions;
        text += &format!(
            "Positions  {}: {train} train, {validation} validation, {test} test; all rows, splits, legal moves and lines\n\
             Formats    {} data files say the same\n\
             Labels     {} moves of {} positions proven again by the independent solver\n\
             Line ends  {} positions with more than {} empties: the value holds where the line has that many left\n",
            checked.positions.iter().sum::<usize>(),
            checked.compared,
            checked.proven_moves,
            checked.proven,
            checked.proven_ends,
            args.max_empties,
        );
    } else {
        text += "Positions  not read: neither parquet nor jsonl is there\n";
    }
    for finding in checked.findings.iter().take(MOST_FINDINGS) {
        text += &format!("Wrong      {finding}\n");
    }
    match checked.findings.len() {
        0 => text + "Result     nothing is wrong\n",
        count => text + &format!("Result     {count} things are wrong\n"),
    }
}
