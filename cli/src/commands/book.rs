//! `solve book`: openings with exact values.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use books::{Book, BookError, BuildError, MOST_BYTES, Plan, Stand, build};
use checker::Certificate;
use checker::certificate::Unwatched;
use files::{FileError, read_bounded, write_whole};
use prover::{Claim, Request};
use solver::random::Random;
use solver::{Bounds, Move, Position, Progress, Resources, Score, Side, Solver};

use super::prove::{self, Proven};
use super::solve;
use crate::args::{BookBuildArgs, BookCheckArgs, BookCommand, BookShowArgs, PositionArgs};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::book::{Sheet, Shown, Tried};
use crate::output::print;
use crate::output::sample::Drawn;
use crate::persistence::{Books, Store};
use crate::progress::{Beside, Display};
use crate::setup::{Setup, named_board};
use crate::supervisor::{Done, Supervisor};
use crate::threads;
use crate::weights;
use crate::workbench::Workbench;

/// How often an unfinished book is written.
const INTERVAL: Duration = Duration::from_secs(20);

/// Runs the command.
///
/// # Errors
/// A file is not a book or cannot be written, or the search fails.
pub(super) fn run(command: &BookCommand) -> Result<Status, Failure> {
    match command {
        BookCommand::Build(args) => make(args),
        BookCommand::Show(args) => show(args),
        BookCommand::Check(args) => check(args),
    }
}

/// Makes or continues a book, and shows its progress.
fn make(args: &BookBuildArgs) -> Result<Status, Failure> {
    weights::load(&args.weights.weights)?;
    let plan = Plan { board: args.board, start: args.start, scoring: args.scoring, discs: args.discs }.in_landscape();
    let mut book = match args.file.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Book::new(plan).map_err(|error| Failure::Usage(error.to_string()))?
        }
        _ => open(&args.file)?,
    };
    if *book.plan() != plan {
        let there = format!("{} is a book of {}, not of {plan}", args.file.display(), book.plan());
        return Err(Failure::Usage(format!("{there}; name another file")));
    }
    // Fail now rather than after hours of work.
    write_whole(&args.file, &book.to_bytes()).map_err(failed)?;
    let interrupt = Interrupt::install()?;
    let store = Store::none();
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: args.time_limit };
    let solvers = crew(&plan, threads::count(args.threads), args.memory)?;
    let progress = Progress::default();
    let line = Display::new(args.output.quiet).line();
    let note = Mutex::new(stand_of(&book));
    let keep = |book: &Book, stand: Stand| {
        *note.lock().expect("a note is only read and written") = stand;
        write_whole(&args.file, &book.to_bytes()).map_err(|error| error.to_string())
    };
    let draw = |time| {
        let Stand { known, all } = *note.lock().expect("a note is only read and written");
        line.draw(&progress, Beside { note: Some(format!("{known} of {all}")), ..Beside::default() }, time);
    };
    let known = Store::none().with_books(Books::shipped_if(!args.no_book)).table(plan.board, plan.scoring);
    let work = || build(&mut book, solvers, known.as_deref(), &progress, INTERVAL, Box::new(keep));
    let Done { result, stop, .. } = supervisor.watch(&progress, draw, work)?;
    result.map_err(|error| match error {
        BuildError::Keep(reason) => Failure::Run(reason),
        error => Failure::Run(format!("{}: {error}", args.file.display())),
    })?;
    let is_complete = stand_of(&book).is_complete();
    print(&sheet(args.output.json).book(&args.file, &book))?;
    if !is_complete {
        exit::complain("stopped; the same command goes on from here");
    }
    Ok(solve::status(is_complete, stop))
}

/// Solvers that share a table.
fn crew(plan: &Plan, count: usize, memory_bytes: usize) -> Result<Vec<Solver>, Failure> {
    let mut first = Solver::new(Resources { memory_bytes, ..Resources::default() });
    let companions = (1..count).map(|_| first.companion(plan.board, plan.scoring));
    let mut solvers = companions.collect::<Result<Vec<_>, _>>().map_err(|error| Failure::Run(error.to_string()))?;
    solvers.push(first);
    Ok(solvers)
}

fn stand_of(book: &Book) -> Stand {
    Stand { known: book.values().iter().flatten().count(), all: book.values().len() }
}

/// Shows the progress of a book or, if asked about a position, what it knows about that and its moves.
fn show(args: &BookShowArgs) -> Result<Status, Failure> {
    let book = open(&args.file)?;
    let sheet = sheet(args.json);
    let PositionArgs { board, start, position, moves } = &args.position;
    if board.is_none() && start.is_none() && position.is_none() && moves.is_none() {
        return print(&sheet.book(&args.file, &book)).map(|()| Status::Done);
    }
    let position = Setup::from_args(&within(&args.position, book.plan()))?.position;
    let wrong = |error: BookError| wrong(&args.file, &error);
    let Some((bounds, _)) = book.look_up(&position).map_err(wrong)? else {
        return Err(Failure::Run(format!("{}: nothing is known of {position}", args.file.display())));
    };
    let moves = position.legal_moves().into_iter().map(|chosen| {
        let next = position.play(chosen).expect("the move is legal");
        Ok((chosen, book.look_up(&next)?.map(|(bounds, _)| bounds.negated())))
    });
    let moves: Vec<(Move, Option<Bounds>)> = moves.collect::<Result<_, _>>().map_err(wrong)?;
    print(&sheet.position(&Shown { position, scoring: book.plan().scoring, bounds, moves: &moves }))?;
    Ok(Status::Done)
}

/// The same options with the board and the start of a book where they name none.
fn within(args: &PositionArgs, plan: &Plan) -> PositionArgs {
    let names_board = args.position.as_deref().is_some_and(|text| named_board(text).is_some());
    let board = args.board.or_else(|| (!names_board).then_some(plan.board));
    let start = args.start.or_else(|| args.position.is_none().then_some(plan.start));
    PositionArgs { board, start, ..args.clone() }
}

/// Proves values of a book again.
fn check(args: &BookCheckArgs) -> Result<Status, Failure> {
    let book = open(&args.file)?;
    if args.skip > 0 && !stand_of(&book).is_complete() {
        return Err(Failure::Usage(format!(
            "{}: --skip needs a complete book: what a sample holds changes with it",
            args.file.display()
        )));
    }
    let positions = book.layers().map_err(|error| wrong(&args.file, &error))?.last();
    let resources = Resources { memory_bytes: args.memory, ..Resources::default() };
    let mut bench = Workbench::without_table(resources, None, args.output.quiet)?;
    let (plan, sheet) = (*book.plan(), sheet(args.output.json));
    let known = book.values().iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?)));
    let known: Vec<(usize, Score)> = known.collect();
    let (seed, of) = (args.seed.or_unpredictable(), known.len() as u64);
    let sample: Vec<_> = Random::new(seed, 0).sample(known, args.sample).into_iter().skip(args.skip).collect();
    if sample.is_empty() {
        let why = if args.skip < args.sample { "it knows nothing yet" } else { "all of the sample is left out" };
        return Err(Failure::Run(format!("{}: nothing to check: {why}", args.file.display())));
    }
    let drawn = Drawn { sampled: sample.len() as u64, of, seed };
    print(&sheet.drawn(drawn))?;
    for &(place, value) in &sample {
        let position = Position::new(plan.board, positions[place], Side::Black).expect("it is of this board");
        let tried = Tried { file: &args.file, position, scoring: plan.scoring, value };
        match prove_anew(&mut bench, &tried) {
            Ok(None) => {}
            Ok(Some(stopped)) => return Ok(stopped),
            Err(failure) => {
                let reason = failure.to_string();
                sheet.unproven_record(&tried, &reason, drawn).map_or(Ok(()), |record| print(&record))?;
                return Err(Failure::Run(Sheet::unproven(&tried, &reason)));
            }
        }
        print(&sheet.checked(&tried))?;
    }
    print(&sheet.all_checked(&plan, drawn))?;
    Ok(Status::Done)
}

/// Makes a certificate of a value and checks it; returns the status to end with if that was stopped.
///
/// # Errors
/// The value is false, or cannot be proven.
fn prove_anew(bench: &mut Workbench, tried: &Tried<'_>) -> Result<Option<Status>, Failure> {
    let Tried { position, scoring, value, .. } = *tried;
    let request = Request { position, scoring, claim: Claim::Exactly(value), cut: None };
    match prove::certificate(bench, &request)? {
        Proven::Made(certificate, ..) => examine(&certificate.bytes, &request, value).map(|()| None),
        Proven::Stopped(stop) => Ok(Some(prove::stopped(stop))),
    }
}

/// Checks a certificate, which must prove exactly what the book says.
fn examine(bytes: &[u8], request: &Request, value: Score) -> Result<(), Failure> {
    let certificate = Certificate::from_bytes(bytes).map_err(|error| Failure::Run(error.to_string()))?;
    checker::check(&certificate, 1, None, &Unwatched).map_err(|error| Failure::Run(error.to_string()))?;
    let statement = certificate.statement();
    let is_same = certificate.root.to_string() == request.position.to_string()
        && certificate.scoring.name() == request.scoring.name()
        && (statement.lower, statement.upper) == (Some(value.discs()), Some(value.discs()));
    let other = || Failure::Run(format!("the certificate says {}", certificate.sentence()));
    if is_same { Ok(()) } else { Err(other()) }
}

/// Reads a book.
fn open(file: &Path) -> Result<Book, Failure> {
    let bytes = read_bounded(file, MOST_BYTES).map_err(failed)?;
    Book::from_bytes(&bytes).map_err(|error| wrong(file, &error))
}

/// The message about a book that cannot be used.
fn wrong(file: &Path, error: &BookError) -> Failure {
    Failure::Run(format!("{}: {error}", file.display()))
}

fn sheet(json: bool) -> Sheet {
    if json { Sheet::Json } else { Sheet::Text }
}

fn failed(error: FileError) -> Failure {
    Failure::Run(error.to_string())
}
