//! `solve book`: openings with exact values.

use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use books::{Book, BookError, BuildError, MOST_BYTES, Plan, Stand, build};
use checker::Certificate;
use clap::{Args, Subcommand};
use files::{on_one_line, read_bounded, write_whole};
use prover::{Claim, Request};
use solver::notation::named_board;
use solver::random::{Random, unpredictable};
use solver::{Board, Bounds, Position, Progress, Resources, Score, Scoring, Side, Solver, Start};

use super::{prove, solve};
use crate::args::{OutputArgs, PositionArgs, one_of, values};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output::{Drawn, counted, fields, grouped, limits, object, print, print_result, signed};
use crate::persistence::{Books, Store};
use crate::progress::Display;
use crate::supervisor::{Done, Supervisor};
use crate::threads;
use crate::weights;
use crate::workbench::Workbench;

/// How often an unfinished book is written.
const INTERVAL: Duration = Duration::from_secs(20);

const HELP: &str = "\
A book has the exact value, for the side to move, of every position that games
from a start reach with up to a number of discs. It stores a byte for each
position with the most discs; the other values follow. An interrupted build
continues where it was; an unfinished book has bounds for some values. show
takes the board and the start of the book unless you name others.

Examples:
  solve book build /tmp/4x6.book --board 4x6 --discs 10
  solve book show /tmp/4x6.book
  solve book show /tmp/4x6.book --moves b2d1
  solve book check /tmp/4x6.book --sample 20";

/// Build and query opening books with exact values
#[derive(Debug, Subcommand)]
#[command(after_help = HELP)]
pub(crate) enum BookCommand {
    Build(BookBuildArgs),
    Show(BookShowArgs),
    Check(BookCheckArgs),
}

/// Build a book, or continue one: solve every position with a number of discs
#[derive(Debug, Args)]
pub(crate) struct BookBuildArgs {
    /// The book's file; an existing one is continued
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The board: ROWSxCOLUMNS, together at most 64 squares
    #[arg(long, value_name = "RxC", default_value = "6x6")]
    board: Board,
    /// The start of the games
    #[arg(long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    start: Start,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Solve the positions with this many discs; the values of those with fewer follow
    #[arg(long, value_name = "N", default_value_t = 13)]
    discs: u32,
    /// Number of threads, each on different positions [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::parse_threads)]
    threads: Option<usize>,
    /// Size of the transposition table in memory, which all threads share
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Stop after this time: 90s, 2m, 1h30m; the same command continues
    #[arg(long, value_name = "TIME", value_parser = values::parse_duration)]
    time_limit: Option<Duration>,
    /// Ignore the books of exact values that ship with the program; those of the other scoring save work
    #[arg(long)]
    no_book: bool,
    /// Order the moves by weights that solve train made, instead of those that come with the program for their board;
    /// repeatable. They change no value, only the time it takes
    #[arg(help_heading = "Resources", long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Show how complete a book is, and what it has on a position and its moves
#[derive(Debug, Args)]
pub(crate) struct BookShowArgs {
    /// The book's file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    position: PositionArgs,
    /// Print JSON: one object on a line
    #[arg(long)]
    json: bool,
}

/// Prove a sample of a book's values again, each with a certificate for the checker
#[derive(Debug, Args)]
pub(crate) struct BookCheckArgs {
    /// The book's file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Size of the random sample of known values of the last layer
    #[arg(long, value_name = "N", default_value_t = 10)]
    sample: usize,
    /// Leave out this many of the sample of a complete book, from its beginning: another run with that seed has proven them
    #[arg(long, value_name = "N", default_value_t = 0, requires = "seed")]
    skip: usize,
    /// Seed of the sample, to draw the same again [default: unpredictable, and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Size of the table in memory
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = values::parse_memory)]
    memory: usize,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(command: &BookCommand) -> Result<Status, Failure> {
    match command {
        BookCommand::Build(args) => make(args),
        BookCommand::Show(args) => show(args),
        BookCommand::Check(args) => check(args),
    }
}

/// Makes or continues a book, and shows its progress.
fn make(args: &BookBuildArgs) -> Result<Status, Failure> {
    weights::load(&args.weights)?;
    let plan = Plan { board: args.board, start: args.start, scoring: args.scoring, discs: args.discs }.in_landscape();
    let mut book = match args.file.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => Book::new(plan).map_err(Failure::usage)?,
        _ => open(&args.file)?,
    };
    if *book.plan() != plan {
        let there = format!("{} is a book of {}, not of {plan}", args.file.display(), book.plan());
        return Err(Failure::Usage(format!("{there}; name another file")));
    }
    // Fail now rather than after hours of work.
    write_whole(&args.file, &book.to_bytes())?;
    let interrupt = Interrupt::install()?;
    let store = Store::none();
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: args.time_limit };
    let solvers = crew(&plan, threads::count(args.threads), args.memory)?;
    let progress = Progress::default();
    let line = Display::line(args.output.quiet);
    let note = Mutex::new(stand_of(&book));
    let keep = |book: &Book, stand: Stand| {
        *note.lock().expect("a note is only read and written") = stand;
        write_whole(&args.file, &book.to_bytes()).map_err(|error| error.to_string())
    };
    let draw = |time| {
        let Stand { known, all } = *note.lock().expect("a note is only read and written");
        line.draw(&progress, None, Some(format!("{known} of {all}")), None, time);
    };
    let known = Store::none().with_books(Books::shipped_if(!args.no_book)).table(plan.board, plan.scoring);
    let work = || build(&mut book, solvers, known.as_deref(), &progress, INTERVAL, Box::new(keep));
    let Done { result, stop, .. } = supervisor.watch(&progress, draw, work);
    result.map_err(|error| match error {
        BuildError::Keep(reason) => Failure::Run(reason),
        error => Failure::Run(format!("{}: {error}", args.file.display())),
    })?;
    let is_complete = stand_of(&book).is_complete();
    print_book(args.output.json, &args.file, &book)?;
    if !is_complete {
        exit::complain("stopped; the same command goes on from here");
    }
    Ok(solve::status(is_complete, stop))
}

/// Solvers that share a table.
fn crew(plan: &Plan, count: usize, memory_bytes: usize) -> Result<Vec<Solver>, Failure> {
    let mut first = Solver::new(Resources { memory_bytes, ..Resources::default() });
    let companions = (1..count).map(|_| first.companion(plan.board, plan.scoring));
    let mut solvers = companions.collect::<Result<Vec<_>, _>>().map_err(Failure::run)?;
    solvers.push(first);
    Ok(solvers)
}

fn stand_of(book: &Book) -> Stand {
    Stand { known: book.values().iter().flatten().count(), all: book.values().len() }
}

/// Prints how complete a book is.
fn print_book(as_json: bool, file: &Path, book: &Book) -> Result<Status, Failure> {
    let (Plan { board, start, scoring, discs }, Stand { known, all }) = (*book.plan(), stand_of(book));
    let record = fields! {
        "book": file.display().to_string(),
        "board": board.to_string(),
        "start": start.name(),
        "scoring": scoring.name(),
        "discs": discs,
        "positions": all,
        "known": known,
    };
    print_result(as_json, &record, |_| {
        let (file, all, known) = (on_one_line(file.display()), grouped(all as u64), grouped(known as u64));
        format!(
            "Book       {file}: {board} {start}, scoring {scoring}\n\
             Positions  {all} with {discs} discs, {known} of them known\n"
        )
    })
}

/// Shows the progress of a book or, if asked about a position, what it knows about that and its moves.
fn show(args: &BookShowArgs) -> Result<Status, Failure> {
    let book = open(&args.file)?;
    let PositionArgs { board, start, position, moves } = &args.position;
    if board.is_none() && start.is_none() && position.is_none() && moves.is_none() {
        return print_book(args.json, &args.file, &book);
    }
    let position = within(&args.position, book.plan()).position()?;
    let Some((bounds, _)) = book.look_up(&position).map_err(Failure::at(&args.file))? else {
        return Err(Failure::Run(format!(
            "{}: nothing is known of {position}",
            args.file.display(),
            position = position.without_board()
        )));
    };
    let (board, scoring) = (position.board(), book.plan().scoring);
    // For the side that makes them; `None` if the book knows nothing.
    let moves = position.legal_moves().into_iter().map(|chosen| {
        let next = position.play(chosen).expect("the move is legal");
        Ok((chosen.display(board).to_string(), book.look_up(&next)?.map(|(bounds, _)| bounds.negated())))
    });
    let moves: Vec<(String, Option<Bounds>)> =
        moves.collect::<Result<_, BookError>>().map_err(Failure::at(&args.file))?;
    let of_move = |(chosen, value): &(String, Option<Bounds>)| {
        fields! {
            "move": chosen.clone(),
            "lower": value.map(|value| value.lower.discs()),
            "upper": value.map(|value| value.upper.discs()),
        }
    };
    let record = fields! {
        "board": board.to_string(),
        "scoring": scoring.name(),
        "position": position.without_board().to_string(),
        "lower": bounds.lower.discs(),
        "upper": bounds.upper.discs(),
        "moves": moves.iter().map(of_move).collect::<Vec<_>>(),
    };
    print_result(args.json, &record, |_| {
        let value = limits(bounds);
        let mut text = format!(
            "Position   {position} on {board}\nValue      {value} for the side to move, scoring {scoring}\n",
            position = position.without_board()
        );
        for (chosen, value) in &moves {
            let value = value.map_or_else(|| "not in the book".to_owned(), limits);
            let _ = writeln!(text, "{chosen:<9}  {value}");
        }
        text
    })
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
    let positions = book.layers().map_err(Failure::at(&args.file))?.last();
    let resources = Resources { memory_bytes: args.memory, ..Resources::default() };
    let mut bench = Workbench::without_table(resources, None, args.output.quiet)?;
    let (Plan { board, scoring, .. }, as_json) = (*book.plan(), args.output.json);
    let known = book.values().iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?)));
    let known: Vec<(usize, Score)> = known.collect();
    let (seed, of) = (args.seed.unwrap_or_else(unpredictable), known.len() as u64);
    let sample: Vec<_> = Random::new(seed, 0).sample(known, args.sample).into_iter().skip(args.skip).collect();
    if sample.is_empty() {
        let why = if args.skip < args.sample { "it knows nothing yet" } else { "all of the sample is left out" };
        return Err(Failure::Run(format!("{}: nothing to check: {why}", args.file.display())));
    }
    let drawn = Drawn { sampled: sample.len() as u64, of, seed };
    if !as_json {
        print(&format!("Sample     {}\n", drawn.text("values", "--seed")))?;
    }
    for &(place, value) in &sample {
        let position = Position::new(board, positions[place], Side::Black).expect("it is of this board");
        if let Some(stopped) = check_value(args, &mut bench, (position, scoring, value), drawn)? {
            return Ok(stopped);
        }
    }
    let record = fields! {
        "board": board.to_string(),
        "scoring": scoring.name(),
        "checked": drawn.sampled,
        "wrong": 0, // any other check ends with an error
        ..Drawn::fields(Some(drawn))
    };
    print_result(as_json, &record, |_| {
        let values = counted(drawn.sampled, "value", "values");
        format!("{values} of {board}, scoring {scoring}, proven anew by certificates; none was wrong\n")
    })
}

/// Proves a value again and says so; returns the status to end with if that was stopped.
fn check_value(
    args: &BookCheckArgs,
    bench: &mut Workbench,
    (position, scoring, value): (Position, Scoring, Score),
    drawn: Drawn,
) -> Result<Option<Status>, Failure> {
    let request = Request { position, scoring, claim: Claim::Exactly(value), cut: None };
    let (board, signed, as_json) = (position.board(), signed(value.discs()), args.output.json);
    let record = |book: Option<String>, is_proven: bool| {
        fields! {
            ..book.map(|book| fields! { "book": book }),
            "board": board.to_string(),
            "scoring": scoring.name(),
            "position": position.without_board().to_string(),
            "value": value.discs(),
            "proven": is_proven,
        }
    };
    let proven = prove::certificate(bench, &request).and_then(|made| match made {
        Ok(made) => examine(&made.certificate.bytes, &request, value).map(|()| None),
        Err(stopped) => Ok(Some(stopped)),
    });
    match proven {
        Ok(None) => print_result(as_json, &record(None, true), |_| {
            format!(
                "{position} on {board}  {signed}  scoring {scoring}, proven anew\n",
                position = position.without_board()
            )
        })
        .map(|_| None),
        Ok(stopped) => Ok(stopped),
        Err(failure) => {
            let (book, reason) = (args.file.display().to_string(), failure.to_string());
            let about = format!(
                "{book}: {position} on {board}, value {signed}, scoring {scoring}: {reason}",
                position = position.without_board()
            );
            if as_json {
                let known = record(Some(book), false);
                print(&object(&fields! { ..known, "reason": reason, ..Drawn::fields(Some(drawn)) }))?;
            }
            Err(Failure::Run(about))
        }
    }
}

/// Checks a certificate, which must prove exactly what the book says.
fn examine(bytes: &[u8], request: &Request, value: Score) -> Result<(), Failure> {
    let certificate = Certificate::from_bytes(bytes).map_err(Failure::run)?;
    checker::check(&certificate, 1, None, &()).map_err(Failure::run)?;
    let statement = certificate.statement();
    let is_same = certificate.root.to_string() == request.position.without_board().to_string()
        && certificate.scoring.name() == request.scoring.name()
        && (statement.lower, statement.upper) == (Some(value.discs()), Some(value.discs()));
    let other = || Failure::Run(format!("the certificate says {}", certificate.sentence()));
    if is_same { Ok(()) } else { Err(other()) }
}

/// Reads a book.
fn open(file: &Path) -> Result<Book, Failure> {
    let bytes = read_bounded(file, MOST_BYTES)?;
    Book::from_bytes(&bytes).map_err(Failure::at(file))
}
