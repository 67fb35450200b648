//! `solve problems`: makes sets of labelled positions, and verifies them.

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use books::Book;
use clap::{Args, Subcommand};
use files::{Damage, on_one_line};
use problems::check::Sample;
use problems::set::{self, SetError, check_place};
use problems::sources::{Source, SourceFile, SourceSpec, Span};
use problems::split::Split;
use problems::{Format, Made, Plan, PlanError, Record, SourceError, Watcher, describe, make};
use solver::random::unpredictable;
use solver::{Board, Discs, Mode, Progress, Scoring, Start};

use crate::args::{OutputArgs, TableArgs, one_of, values};
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::left_out;
use crate::output::{Drawn, compact, elapsed, fields, grouped, print, print_result};
use crate::persistence::{Books, Store};
use crate::progress::Display;
use crate::supervisor::Supervisor;
use crate::threads;

mod check;

const HELP: &str = "\
Makes a folder of positions with proven labels: value and outcome of each
position and each of its moves, all best moves, a perfect line, and the nodes
of the search. It has a dataset card, three splits that share no position or
symmetric twin, and checksums. The same command and seed give the same bytes on
any number of threads.

Ctrl-C loses nothing: finished labels stay in DIR.partial, and the same command
continues. It searches a sample of them again: anybody may have written them. Values of positions with 20 or more empty squares are looked up in
the table, and kept there.

Examples:
  solve problems --board 6x6 --empties 16 --count 10000 -o set
  solve problems --board 8x8 --ply 40 --count 300 --decisive --labels wld -o s40
  solve problems --board 4x4 --source all --empties 6 --format jsonl,csv -o all6
  solve problems --board 8x8 --source file:games.wtb --empties 10-16 -o ends
  solve problems --board 6x6 --empties 8 --count 90000 --part 2/9 -o part2
  solve problems join part1 part2 -o joined
  solve problems check set
  solve problems card set
  solve problems export set --format csv > set.csv";

/// Make and verify sets of positions with labels
#[derive(Debug, Args)]
#[command(after_help = HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct ProblemsArgs {
    #[command(subcommand)]
    command: Option<ProblemsCommand>,
    /// The board: ROWSxCOLUMNS, both at least 3, together at most 64 squares
    #[arg(help_heading = "Positions", long, value_name = "RxC")]
    board: Option<Board>,
    /// Arrangement of the four centre discs at the start of a game
    #[arg(help_heading = "Positions", long, value_name = "START", default_value = "othello", value_parser = one_of(Start::ALL.map(|start| (start.name(), start))))]
    start: Start,
    /// Where positions come from
    ///
    /// random: random games; greedy:E: games by the learned evaluation, with probability E (0 to 1) of a random move;
    /// alphabeta:D: games by alpha-beta of depth D (default 6) with that evaluation, after eight random moves; lines:N:
    /// random games whose last N moves (default 4) are perfect or, one in four, second best; all: every reachable
    /// position; table: every position of a tablebase made by solve exhaust, X to move; book: every position of the book
    /// that comes with the program but its last, X to move, with the values that the book has; file:PATH: positions or games
    /// of a file (OBF, GGF, SGF, PGN, WTHOR, CSV, or one position or the moves of one game per line, which
    /// begin at the position on the line before if there is one). What is neither is named and left out.
    #[arg(help_heading = "Positions", long, value_name = "SOURCE", default_value = "random")]
    source: SourceSpec,
    /// Stop at the first thing in the file that is neither a position nor a game
    #[arg(help_heading = "Positions", long)]
    strict: bool,
    /// Number of empty squares: N, or a range N-N
    #[arg(help_heading = "Positions", long, value_name = "N", conflicts_with = "ply", value_parser = parse_range)]
    empties: Option<(u32, u32)>,
    /// Number of discs placed since the start, passes not counted: S, or a range S-S
    #[arg(help_heading = "Positions", long, value_name = "S", value_parser = parse_range)]
    ply: Option<(u32, u32)>,
    /// Number of positions [default: of all and file: all there are]
    #[arg(help_heading = "Positions", long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Make part K of N alone: the parts take turns with the candidates, and have --count positions together
    ///
    /// A part depends on neither threads nor other parts, and a position's split on the position alone. Two parts may
    /// have the same position: solve problems join keeps one.
    #[arg(help_heading = "Positions", long, value_name = "K/N", value_parser = parse_part)]
    part: Option<[u64; 2]>,
    /// Seed of the random numbers
    #[arg(help_heading = "Positions", long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only decisive positions: at least one move wins and at least one loses
    #[arg(help_heading = "Positions", long)]
    decisive: bool,
    /// Only decisive positions with a trap of at least this many plies
    ///
    /// A trap is a losing move that the opponent can punish only by finding the single winning reply among several,
    /// again and again. Its plies are counted from the first such reply to the last. --format traps lists all traps of
    /// a position.
    #[arg(help_heading = "Positions", long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..64))]
    traps: Option<u32>,
    /// Folder of the set, which must be new or empty
    #[arg(help_heading = "Set", short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Formats, separated by commas: parquet, jsonl, csv, obf, openspiel, pgx, traps
    #[arg(help_heading = "Set", long, value_name = "NAMES", default_value = "parquet", hide_possible_values = true, value_delimiter = ',', value_parser = one_of(Format::ALL.map(|format| (format.name(), format))))]
    format: Vec<Format>,
    /// Labels of a position and each of its moves: the exact value, or only win, loss or draw
    #[arg(help_heading = "Set", long, default_value = "exact", value_parser = one_of([Mode::Wld, Mode::Exact].map(|mode| (mode.name(), mode))))]
    labels: Mode,
    /// Who gets the squares left empty
    #[arg(help_heading = "Set", long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Seed of the sample of an earlier run's labels that are found again [default: unpredictable, and printed]
    #[arg(help_heading = "Set", long, value_name = "N")]
    check_seed: Option<u64>,
    /// The most positions in one data file
    #[arg(help_heading = "Set", long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    shard: u64,
    /// Number of threads; the set does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::parse_threads, help_heading = "Resources")]
    threads: Option<usize>,
    #[command(flatten)]
    form: OutputArgs,
    #[command(flatten)]
    table: TableArgs,
}

/// Every command but the plain `solve problems`.
#[derive(Debug, Subcommand)]
enum ProblemsCommand {
    Check(check::ProblemsCheckArgs),
    Join(ProblemsJoinArgs),
    Card(ProblemsCardArgs),
    Export(ProblemsExportArgs),
}

/// Put the parts of a set, or several sets of one board, together: each position once, with how it arose
#[derive(Debug, Args)]
struct ProblemsJoinArgs {
    /// Folders of the parts
    #[arg(required = true, value_name = "PARTS")]
    parts: Vec<PathBuf>,
    /// Folder of the set, which must be new or empty
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Formats, separated by commas: parquet, jsonl, csv, obf, openspiel, pgx, traps
    #[arg(long, value_name = "NAMES", default_value = "parquet", hide_possible_values = true, value_delimiter = ',', value_parser = one_of(Format::ALL.map(|format| (format.name(), format))))]
    format: Vec<Format>,
    /// Keep one position in so many, drawn by a hash
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    share: Option<u64>,
    /// The most positions in one data file
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    shard: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Rewrite a set's card, Croissant description and checksums; its data stay unchanged
#[derive(Debug, Args)]
struct ProblemsCardArgs {
    /// Folders of sets
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Print JSON, one object per set
    #[arg(long)]
    json: bool,
}

/// A format, or none: the positions alone.
type Layout = Option<Format>;

/// Print a set as text, for programs that read no Parquet
#[derive(Debug, Args)]
struct ProblemsExportArgs {
    /// Folder of the set
    folder: PathBuf,
    /// What a line has: the position alone (positions), or its labels, too
    #[arg(long, value_name = "NAME", default_value = "jsonl", value_parser = one_of([("positions", None), ("jsonl", Some(Format::Jsonl)), ("csv", Some(Format::Csv)), ("obf", Some(Format::Obf))]))]
    format: Layout,
    /// Only the positions of one split: train, validation or test
    #[arg(long, value_name = "SPLIT", value_parser = one_of(Split::ALL.map(|split| (split.name(), split))))]
    split: Option<Split>,
}

/// Reads `N` or `N-N`. Which numbers a board has is for [`ProblemsArgs::span`] to say.
fn parse_range(text: &str) -> Result<(u32, u32), String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
        (Ok(least), Ok(most)) => Err(format!("the range '{text}' is empty: did you mean {most}-{least}?")),
        _ => Err(format!("'{text}' is neither a number nor a range, for example 16 or 10-16")),
    }
}

/// Reads `K/N`, with K from 1 to N.
fn parse_part(text: &str) -> Result<[u64; 2], String> {
    let part = text.split_once('/').and_then(|(part, parts)| Some([part.parse().ok()?, parts.parse().ok()?]));
    let part = part.filter(|&[part, parts]: &[u64; 2]| (1..=parts).contains(&part));
    part.ok_or_else(|| format!("'{text}' is no part, for example 3/8: the third of eight"))
}

impl ProblemsArgs {
    /// The numbers of empty squares that are wanted; `None` if neither they nor plies are given.
    fn span(&self, board: Board) -> Result<Option<Span>, PlanError> {
        let of_empties = self.empties.map(|(least, most)| Span::of_empties(least, most, board));
        of_empties.or_else(|| self.ply.map(|(first, last)| Span::of_plies(first, last, board))).transpose()
    }
}

/// Makes a set, or runs another action on one.
pub(crate) fn run(args: &ProblemsArgs) -> Result<Status, Failure> {
    match &args.command {
        None => make_set(args),
        Some(ProblemsCommand::Check(args)) => check::run(args),
        Some(ProblemsCommand::Join(args)) => join(args),
        Some(ProblemsCommand::Card(args)) => describe_sets(args),
        Some(ProblemsCommand::Export(args)) => export(args),
    }
}

fn make_set(args: &ProblemsArgs) -> Result<Status, Failure> {
    let begin = Instant::now();
    let folder = args.output.as_deref().ok_or_else(|| missing("--output DIR"))?;
    let plan = plan(args)?;
    // Check the place before spending a long time on the positions.
    check_place(folder).map_err(Failure::run)?;
    let file = match &plan.source {
        SourceSpec::File(path) => Some(SourceFile::open(path).map_err(Failure::run)?),
        _ => None,
    };
    let faults = file.as_ref().map_or_else(Vec::new, |file| file.faults(&plan));
    match faults.first() {
        Some(first) if args.strict => return Err(Failure::Run(first.to_string())),
        _ => faults.iter().for_each(|fault| exit::complain(&fault.to_string())),
    }
    // Installed only now: until here, a signal at once ends a wait for a file that nobody writes.
    let interrupt = Interrupt::install()?;
    let plan = Plan { source_sha256: file.as_ref().map(SourceFile::checksum), ..plan };
    let store = match plan.source {
        SourceSpec::Book => Store::none().with_books(Books::shipped_if(true)),
        _ => Store::open_own(&args.table)?,
    };
    let table = store.table(plan.board, plan.scoring);
    let (progress, labels) = (Progress::default(), Labels::new(args.form.quiet));
    let sample = Sample::usual(args.check_seed.unwrap_or_else(unpredictable));
    let known = table.as_deref();
    let labelled = || {
        let source = source(&plan, file.as_ref(), &store, &progress)?;
        make(&plan, source.as_ref(), folder, known, sample, &progress, &labels).map_err(|error| unmade(folder, error))
    };
    let supervisor = Supervisor { interrupt: &interrupt, store: &store, time_limit: None };
    let show = |_| labels.draw(progress.nodes());
    let made = supervisor.watch(&progress, show, || threads::on(args.threads, labelled)).result;
    drop((labels, table));
    // What is proven reaches the disk whatever else went wrong.
    let closed = store.close();
    let (made, time) = (made?, begin.elapsed());
    closed?;
    let [train, validation, test] = made.positions;
    let record = fields! {
        "set": folder.display().to_string(),
        "train": train,
        "validation": validation,
        "test": test,
        "labelled": made.labelled,
        "resumed": made.resumed,
        ..Drawn::fields(resampled(made, sample)),
        "seconds": time.as_secs_f64(),
    };
    print_result(args.form.json, &record, |_| summary(folder, made, sample, time))?;
    Ok(if faults.is_empty() { Status::Done } else { Status::PartlyDone })
}

/// The failure of a set that was not made.
fn unmade(folder: &Path, error: SetError) -> Failure {
    match error {
        SetError::Stopped { done } => {
            let partial = format!("{}.partial", folder.display());
            exit::complain(&format!("stopped; {done} labels are kept in {partial}, the same command goes on"));
            Failure::Stopped
        }
        error => Failure::Run(error.to_string()),
    }
}

/// The failure where Ctrl-C came before there was anything to label.
fn ungathered() -> Failure {
    exit::complain("stopped before the positions were gathered; nothing is kept");
    Failure::Stopped
}

/// Shows how far the labelling is; the time left assumes that the rest goes as fast as this run so far.
struct Labels {
    display: Display,
    kept: AtomicU64,
    tried: AtomicU64,
}

impl Labels {
    fn new(quiet: bool) -> Self {
        let template = "{spinner} {elapsed}, {human_pos} of {human_len} positions{msg}, about {eta} left";
        Self { display: Display::new(quiet, template), kept: AtomicU64::new(0), tried: AtomicU64::new(0) }
    }

    fn draw(&self, nodes: u64) {
        let (kept, tried) = (self.kept.load(Relaxed), self.tried.load(Relaxed));
        let fit = if tried > kept { format!(", {kept} of {tried} candidates fit") } else { String::new() };
        self.display.bar().set_message(format!("{fit}, {} nodes", compact(nodes as f64)));
    }
}

impl Watcher for Labels {
    fn begin(&self, wanted: Option<u64>, known: (u64, u64)) {
        self.display.bar().set_length(wanted.unwrap_or(0));
        self.display.bar().set_position(known.1);
        self.display.bar().reset_eta();
    }

    fn advance(&self, is_kept: bool) {
        self.tried.fetch_add(1, Relaxed);
        self.kept.fetch_add(u64::from(is_kept), Relaxed);
        self.display.bar().inc(u64::from(is_kept));
    }

    fn left_out(&self, lines: &[Damage]) {
        left_out::tell(lines, "label");
    }
}

fn missing(option: &str) -> Failure {
    Failure::Usage(format!(
        "problems: {option} is needed, for example: solve problems --board 6x6 --empties 16 --count 1000 -o DIR"
    ))
}

/// Program, version and commit.
fn made_by() -> String {
    format!("solve {} (commit {})", env!("CARGO_PKG_VERSION"), env!("SOLVE_COMMIT"))
}

/// What the options mean together.
fn plan(args: &ProblemsArgs) -> Result<Plan, Failure> {
    let board = args.board.ok_or_else(|| missing("--board RxC"))?;
    let plan = Plan {
        made_by: made_by(),
        command: String::new(),
        board,
        start: args.start,
        source: args.source.clone(),
        source_sha256: None,
        empties: args.span(board).map_err(Failure::usage)?,
        count: args.count,
        part: args.part,
        parts: Vec::new(),
        share: None,
        seed: args.seed,
        decisive: args.decisive || args.traps.is_some(),
        traps: args.traps,
        scoring: args.scoring,
        labels: args.labels,
        formats: args.format.clone(),
        shard: args.shard,
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
) -> Result<Arc<dyn Source>, Failure> {
    let (SourceSpec::Table | SourceSpec::Book, Some(Span { least, most })) = (&plan.source, plan.empties) else {
        return plan.positions(file, progress).map_err(|error| match error {
            SourceError::Stopped => ungathered(),
            error => Failure::Run(error.to_string()),
        });
    };
    let mut draw = plan.draw();
    if plan.source == SourceSpec::Book {
        in_book(plan)?.into_iter().for_each(|discs| draw.add(discs));
        return Ok(Arc::new(draw.finish()));
    }
    let mut take = |discs| {
        draw.add(discs);
        if progress.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match store.whole(plan.board, plan.start, plan.scoring, least..=most, &mut take)? {
        ControlFlow::Continue(()) => Ok(Arc::new(draw.finish())),
        ControlFlow::Break(()) => Err(ungathered()),
    }
}

/// The positions of the book that comes with the program, all of whose moves it knows.
fn in_book(plan: &Plan) -> Result<Vec<Discs>, Failure> {
    let Plan { board, start, scoring, .. } = *plan;
    let none =
        || Failure::Run(format!("source 'book': no book of {board} from the {start} start comes with the program"));
    let books = books::shipped_for(board);
    let is_wanted = |book: &&Arc<Book>| (book.plan().start, book.plan().scoring) == (start, scoring);
    let book = books.iter().find(is_wanted).ok_or_else(none)?;
    let (span, least) = (plan.empties, board.squares() - book.plan().discs + 1);
    if span.is_none_or(|span| span.least < least) {
        return Err(Failure::Run(format!("source 'book': it knows all moves with {least} and more empty squares")));
    }
    let layers = book.layers().map_err(Failure::run)?.layers().iter().flatten().copied();
    Ok(layers
        .filter(|discs| span.is_some_and(|span| span.contains(board.squares() - discs.occupied().len())))
        .collect())
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
    if let Some([part, parts]) = plan.part {
        command += &format!(" --part {part}/{parts}");
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

/// The sample of the labels of an earlier run, if there are any that a search finds again.
fn resampled(Made { provable, found_again, .. }: Made, Sample { seed, .. }: Sample) -> Option<Drawn> {
    (provable > 0).then_some(Drawn { sampled: found_again as u64, of: provable as u64, seed })
}

/// What was done about the labels of an earlier run, if there are any.
fn found_again(made: Made, sample: Sample) -> String {
    let Made { beyond, proven_ends, .. } = made;
    let max_empties = sample.max_empties;
    let mut text = String::new();
    if let Some(drawn) = resampled(made, sample) {
        let labels = drawn.text("labels of an earlier run", "--check-seed");
        text += &format!("Sample     {labels}; found again, none was false\n");
    }
    if beyond > 0 {
        text += &format!(
            "Line ends  {} of {} labels of an earlier run, of positions with more than {max_empties} empties, were proven \
             again only where the perfect line has that many left\n",
            grouped(proven_ends as u64),
            grouped(beyond as u64),
        );
    }
    text
}

fn summary(folder: &Path, made: Made, sample: Sample, time: Duration) -> String {
    let [train, validation, test] = made.positions.map(|count| grouped(count as u64));
    let all = grouped(made.positions.iter().sum::<usize>() as u64);
    let resumed = match made.resumed {
        0 => String::new(),
        resumed => format!(", {} of them by an earlier run", grouped(resumed)),
    };
    format!(
        "Set        {}\nPositions  {all}: {train} train, {validation} validation, {test} test\n\
         Labelled   {} candidates{resumed}\n{}Time       {}\n",
        on_one_line(folder.display()),
        grouped(made.labelled),
        found_again(made, sample),
        elapsed(time)
    )
}

/// Joins sets.
fn join(args: &ProblemsJoinArgs) -> Result<Status, Failure> {
    let interrupt = Interrupt::install()?;
    let formats: Vec<&str> = args.format.iter().map(|format| format.name()).collect();
    let share = args.share.map_or(String::new(), |share| format!(" --share {share}"));
    let (formats, shard) = (formats.join(","), args.shard);
    let command = format!("solve problems join{share} --format {formats} --shard {shard} -o FOLDER PARTS");
    let planned = |part: Plan| {
        let (command, formats, share) = (command.clone(), args.format.clone(), args.share);
        Plan { made_by: made_by(), command, formats, shard, share, ..part }
    };
    let progress = Progress::default();
    let supervisor = Supervisor { interrupt: &interrupt, store: &Store::none(), time_limit: None };
    let failed = |error| match error {
        SetError::Stopped { .. } => Failure::Stopped,
        error => Failure::Run(error.to_string()),
    };
    let joined = || set::join(&args.parts, &planned, &args.output, &progress).map_err(failed);
    let made = supervisor.watch(&progress, |_| (), joined).result?;
    let [train, validation, test] = made.positions;
    let set = args.output.display().to_string();
    let record = fields! { "set": set, "train": train, "validation": validation, "test": test, "read": made.labelled };
    print_result(args.json, &record, |_| {
        let [all, train, validation, test, read] =
            [train + validation + test, train, validation, test, made.labelled as usize]
                .map(|count| grouped(count as u64));
        format!(
            "Set        {}\nPositions  {all}: {train} train, {validation} validation, {test} test\nRead       {read} in {} sets\n",
            on_one_line(args.output.display()),
            args.parts.len()
        )
    })?;
    Ok(Status::Done)
}

/// Rewrites the descriptions of sets.
fn describe_sets(args: &ProblemsCardArgs) -> Result<Status, Failure> {
    for folder in &args.folders {
        let changed = describe(folder).map_err(Failure::run)?;
        let record = fields! { "set": folder.display().to_string(), "changed": &changed };
        print_result(args.json, &record, |_| {
            let what = if changed.is_empty() { "as it was".to_owned() } else { format!("new: {}", changed.join(", ")) };
            format!("{}: {what}\n", on_one_line(folder.display()))
        })?;
    }
    Ok(Status::Done)
}

/// Prints a set as lines of text.
fn export(args: &ProblemsExportArgs) -> Result<Status, Failure> {
    let failed = |error: &dyn fmt::Display| Failure::Run(error.to_string());
    let mut records = set::read(&args.folder).map_err(|error| failed(&error))?.records;
    records.retain(|record| args.split.is_none_or(|split| record.split() == split));
    let text = match args.format {
        None => records
            .iter()
            .map(|Record { position, .. }| {
                format!("{} {position}\n", position.board(), position = position.without_board())
            })
            .collect(),
        Some(format) => {
            let bytes = format
                .export(&records, &Progress::default())
                .map_err(|error| failed(&format!("{}: {error}", args.folder.display())))?;
            String::from_utf8(bytes).map_err(|error| failed(&error))?
        }
    };
    print(&text).map(|()| Status::Done)
}
