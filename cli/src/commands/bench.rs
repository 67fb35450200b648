//! `solve bench`: positions with known values, and what the search costs on each.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bench::cases::{self, Case, Origin};
use bench::clock::process_time;
use bench::costs::{Cost, Measured, Tally, Totals};
use bench::suites::Suite;
use clap::Args;
use clap::builder::TypedValueParser;
use files::on_one_line;
use solver::simd::Level;
use solver::{Board, Bounds, Mode, Question, Resources, Score, Scoring, Target, Technique};

use super::solve;
use crate::args::{OutputArgs, one_of, values};
use crate::exit::{self, Failure, Status};
use crate::input::read_whole;
use crate::output::{Columns, Fields, compact, fields, grouped, limits, print, print_result, seconds};
use crate::weights;
use crate::workbench::Workbench;

/// The most bytes of a file of positions.
const MOST_BYTES: u64 = 64 << 20;

const HELP: &str = "\
Every position is solved from scratch: no table on disk is used, and the one in
memory is emptied before each. A value is checked before its cost is shown.
Nodes per second are per second of CPU time, so they are the speed of one core.

The signature, shown with one thread, is a hash of all positions, values and
node counts. A change to the program that keeps it, at the same --memory and
--mode, has not changed the search.

A line of FILE is [RxC] BOARD SIDE; MOVE:SCORE; MOVE:SCORE ... as Edax writes
it: scores of moves, for the side to move; the highest is the value of the
position. A % may replace the first ; and starts a comment where no MOVE:SCORE
follows; so does #. A position without scores is solved without a check. Bad
lines and values that differ from FILE are reported with their line number, the
rest is solved, and the exit status is 1. A wrong value in a suite ends the run
with exit status 1.

Examples:
  solve bench
  solve bench --suite paper --json
  solve bench --positions endgames.obf --time-limit 20s
  solve bench --positions small.obf --board 6x6 --scoring discs";

/// Time the search on positions with known values
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct BenchArgs {
    /// A set of positions with known values
    ///
    /// quick: small boards, a few seconds in all; paper: the ten boards of Takeshita & Ikeda 2015; long: larger boards;
    /// 6x6-12: 200 random positions of 6x6 with 12 discs; odd: 20 of each of 5x7, 5x8, 4x9, 6x5, 3x12, 7x7, 5x9, 6x7,
    /// 8x7 and 4x13, two minutes in all; middle: 260 positions of 8x8, 6x6, 6x8 and 7x7 with 20 to 22 empty squares,
    /// half a minute, to judge a change by; 6x8-32: 40 null-window questions of a campaign, with 31 to 33 empty
    /// squares, ten to twenty minutes.
    #[arg(help_heading = "Positions", long, value_name = "NAME", default_value = "quick", conflicts_with = "positions", value_parser = one_of(Suite::ALL.map(|suite| (suite.name(), suite))))]
    suite: Suite,
    /// File with one position per line, with the scores of its moves; - reads standard input
    #[arg(help_heading = "Positions", long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Board of lines in FILE that do not name one [default: 8x8]
    #[arg(help_heading = "Positions", long, value_name = "RxC", requires = "positions")]
    board: Option<Board>,
    /// What to prove: win, loss or draw (wld), which checks only the sign of a value, or the exact value [default:
    /// exact]
    #[arg(help_heading = "Positions", long, value_parser = one_of([Mode::Wld, Mode::Exact].map(|mode| (mode.name(), mode))))]
    mode: Option<Mode>,
    /// Who gets the squares left empty [default: wof with --positions, else discs]
    ///
    /// The suites have values for discs.
    #[arg(help_heading = "Positions", long, value_parser = values::scoring())]
    scoring: Option<Scoring>,
    /// Number of threads; node counts are reproducible only with one
    #[arg(help_heading = "Resources", long, value_name = "N", default_value = "1", value_parser = values::parse_threads)]
    threads: usize,
    /// Size of the transposition table in memory: 512MiB, 2GiB, 64M or bytes, at least 1MiB; rounded down to a power of
    /// two
    #[arg(help_heading = "Resources", long, value_name = "SIZE", default_value = "512MiB", value_parser = values::parse_memory)]
    memory: usize,
    /// Instruction set to use [default: the best of this processor]
    #[arg(help_heading = "Resources", long, value_name = "SET", value_parser = one_of(Level::ALL.map(|level| (level.name(), level))).try_map(available))]
    simd: Option<Level>,
    /// Switch parts of the search off, to measure their worth; values stay the same
    #[arg(help_heading = "Resources", long, value_name = "NAME", value_delimiter = ',', value_parser = one_of(Technique::ALL.map(|technique| (technique.name(), technique))))]
    without: Vec<Technique>,
    /// Stop each position after this time and go on with the next: 90s, 2m, 1h30m, 500ms
    #[arg(help_heading = "Resources", long, value_name = "TIME", value_parser = values::parse_duration)]
    time_limit: Option<Duration>,
    /// Order the moves by weights that solve train made, instead of those that come with the program for their board;
    /// repeatable. They change no value, only the time it takes
    #[arg(help_heading = "Resources", long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The level, if this processor has it.
fn available(level: Level) -> Result<Level, String> {
    let names = || Level::ALL.into_iter().filter(|level| level.is_available()).map(Level::name).collect::<Vec<_>>();
    let missing = || format!("simd '{}' is not available: this processor has {}", level.name(), names().join(", "));
    level.is_available().then_some(level).ok_or_else(missing)
}

/// Solves a suite or the positions of a file, each with empty tables, and prints what they cost.
/// A bad line, or a wrong value on one, is reported, and is no failure; a wrong value of a suite is one.
pub(crate) fn run(args: &BenchArgs) -> Result<Status, Failure> {
    weights::load(&args.weights)?;
    let (cases, bad_lines) = chosen(args)?;
    let resources = Resources {
        threads: args.threads,
        memory_bytes: args.memory,
        simd: args.simd.unwrap_or_else(Level::best),
        without: args.without.iter().copied().collect(),
    };
    let mut bench = Workbench::without_table(resources, args.time_limit, args.output.quiet)?;
    let as_json = args.output.json;
    if !as_json {
        print(&COLUMNS.heading())?;
    }
    let given = cases.len();
    let mut tally = Tally::new(resources, bad_lines);
    let mut ended = Status::Done;
    for case in cases {
        let (measured, status) = measure(&mut bench, case)?;
        check(&measured)?;
        print_result(as_json, &record(&measured), |_| row(&measured))?;
        tally.add(&measured);
        match status {
            Status::Done => {}
            Status::TimeLimit => ended = status,
            Status::PartlyDone | Status::Interrupted => {
                ended = status;
                break;
            }
        }
    }
    let totals = tally.totals(given);
    let weights: Vec<String> = args.weights.iter().map(|path| path.display().to_string()).collect();
    print_result(as_json, &totals_record(&totals, &weights), |_| totals_text(&totals, &weights))?;
    let is_faulty = totals.wrong > 0 || totals.bad_lines > 0;
    Ok(if is_faulty && ended != Status::Interrupted { Status::PartlyDone } else { ended })
}

/// What to measure, and how many lines of the file could not be read.
fn chosen(args: &BenchArgs) -> Result<(Vec<Case>, usize), Failure> {
    match &args.positions {
        Some(path) => from_file(path, args),
        None if args.scoring.is_some_and(|scoring| scoring != Scoring::Discs) => {
            let other = args.scoring.unwrap_or_default();
            Err(Failure::Usage(format!("scoring: the values of the suites are known for discs, not for {other}")))
        }
        None if args.mode.is_some() && args.suite.asks_for_scores() => {
            Err(Failure::Usage(format!("mode: the suite {} asks whether scores are reached", args.suite.name())))
        }
        None => Ok((args.suite.cases(args.mode.unwrap_or_default()), 0)),
    }
}

/// Reads all lines before the first is solved, and reports bad ones.
fn from_file(path: &Path, args: &BenchArgs) -> Result<(Vec<Case>, usize), Failure> {
    let file = path.display().to_string();
    let bytes = read_whole(path, MOST_BYTES)?;
    let board = args.board.unwrap_or_else(|| Board::new(8, 8).expect("8x8 is a board"));
    let (mode, scoring) = (args.mode.unwrap_or_default(), args.scoring.unwrap_or(Scoring::Wof));
    let (mut cases, mut bad_lines) = (Vec::new(), 0);
    for case in cases::read(&file, &bytes, board, mode, scoring) {
        match case {
            Ok(case) => cases.push(case),
            Err(error) => {
                exit::complain(&error);
                bad_lines += 1;
            }
        }
    }
    if cases.is_empty() { Err(Failure::Run(format!("{file}: no position in it"))) } else { Ok((cases, bad_lines)) }
}

/// Answers a question about a position, with an empty table.
fn measure(bench: &mut Workbench, case: Case) -> Result<(Measured, Status), Failure> {
    bench.forget();
    let begin = process_time();
    let (bounds, nodes, is_complete, wall, stop) = match case.at_least {
        None => {
            let solved = bench.solve(&case.question, true)?;
            (solved.answer.bounds, solved.answer.nodes, solved.answer.complete, solved.time, solved.stop)
        }
        Some(at_least) => {
            let Question { position, scoring, .. } = case.question;
            let (found, time, stop) = bench.reach(Target { position, at_least, scoring })?;
            (found.bounds, found.nodes, case.is_answered(found.bounds), time, stop)
        }
    };
    let cpu = process_time().saturating_sub(begin);
    let cost = Cost { nodes, cpu, wall };
    Ok((Measured { case, bounds, is_complete, cost }, solve::status(is_complete, stop)))
}

/// Reports a value other than the known one. For a suite that is an error: its values are certain.
fn check(measured: &Measured) -> Result<(), Failure> {
    let case = &measured.case;
    let (Some(false), Some(expected)) = (measured.agrees(), case.expected) else { return Ok(()) };
    let (value, expected) = (limits(measured.bounds), limits(expected));
    let message = format!("{}: the value is {value}, expected was {expected}", case.origin);
    match case.origin {
        Origin::Suite(_) => Err(Failure::Run(message)),
        Origin::Line { .. } => {
            exit::complain(&message);
            Ok(())
        }
    }
}

/// What people read: a value, its cost, and of what it is.
const COLUMNS: Columns<'static, (String, Cost, String)> = Columns(
    " ",
    &[
        ("value", 10, |(value, ..)| value.clone()),
        ("nodes", 15, |(_, cost, _)| grouped(cost.nodes)),
        ("CPU s", 10, |(_, cost, _)| format!("{:.3}", cost.cpu.as_secs_f64())),
        ("wall s", 10, |(_, cost, _)| format!("{:.3}", cost.wall.as_secs_f64())),
        ("nodes/s", 8, |(_, cost, _)| compact(cost.speed())),
        (" position", 0, |(.., what)| format!(" {what}")),
    ],
);

/// A position, for people.
fn row(measured: &Measured) -> String {
    let Measured { case, bounds, is_complete, cost } = measured;
    let note = match (measured.agrees(), case.expected) {
        (Some(false), Some(expected)) => format!("; wrong, {} is expected", limits(expected)),
        _ if !is_complete => "; stopped".to_owned(),
        _ => String::new(),
    };
    COLUMNS.row(&(limits(*bounds), *cost, format!("{}{note}", case.label())))
}

/// What all positions cost, and the signature, for people; `weights` are the files whose evaluations ordered the moves.
fn totals_text(totals: &Totals, weights: &[String]) -> String {
    let positions = if totals.positions == 1 { "position" } else { "positions" };
    let weights: String = weights.iter().map(|name| format!("Weights    {}\n", on_one_line(name))).collect();
    let signature = match totals.signature {
        Some(signature) => hex(signature),
        None if totals.resources.threads > 1 => "none: only one thread takes the same way each time".to_owned(),
        None => "none: not every position is solved".to_owned(),
    };
    let row = COLUMNS.row(&(String::new(), totals.cost, format!("{} {positions}", totals.positions)));
    format!("{row}{weights}Signature  {signature}\n")
}

fn hex(signature: u64) -> String {
    format!("{signature:016x}")
}

/// A position, as programs read it. Scores are disc differences for the side to move. Where it is asked whether that reaches
/// a score, there is yes and no instead of values.
fn record(measured: &Measured) -> Fields {
    let Measured { case, bounds, is_complete, cost } = measured;
    let (name, line) = match &case.origin {
        Origin::Suite(name) => (Some(name), None),
        Origin::Line { number, .. } => (None, Some(*number)),
    };
    let mode = case.at_least.map_or(case.question.mode.name(), |_| "at-least");
    let exact = |bounds: Bounds| bounds.exact().map(Score::discs);
    let value = case.at_least.is_none().then(|| {
        fields! { "expected": case.expected.and_then(exact), "value": exact(*bounds) }
    });
    let reached = case.at_least.map(|least| {
        fields! { "expected": case.expected.and_then(|bounds| bounds.reach(least)), "reached": bounds.reach(least) }
    });
    fields! {
        "name": name, // of a suite
        "line": line, // of a file
        "board": case.question.position.board().to_string(),
        "position": case.question.position.without_board().to_string(),
        "mode": mode,
        ..case.at_least.map(|least| fields! { "at_least": least.discs() }),
        "scoring": case.question.scoring.name(),
        ..value,
        ..reached,
        "lower": bounds.lower.discs(),
        "upper": bounds.upper.discs(),
        "agrees": measured.agrees(), // null where it cannot be told
        "nodes": cost.nodes,
        "cpu_seconds": seconds(cost.cpu),
        "wall_seconds": seconds(cost.wall),
        "nodes_per_second": cost.speed() as u64, // of CPU time
        "complete": is_complete,
    }
}

/// The last object: all positions together.
fn totals_record(totals: &Totals, weights: &[String]) -> Fields {
    fields! {
        "positions": totals.positions,
        "completed": totals.completed,
        "wrong": totals.wrong,
        "bad_lines": totals.bad_lines,
        "nodes": totals.cost.nodes,
        "cpu_seconds": seconds(totals.cost.cpu),
        "wall_seconds": seconds(totals.cost.wall),
        "nodes_per_second": totals.cost.speed() as u64,
        "threads": totals.resources.threads,
        "memory_bytes": totals.resources.memory_bytes,
        "simd": totals.resources.simd.name(),
        "weights": weights, // files given by --weights
        "signature": totals.signature.map(hex), // null with several threads, or when not every position is solved
    }
}

#[cfg(test)]
mod tests {
    use solver::{Position, Start};

    use super::*;

    fn solved(at_least: Option<i32>, expected: Bounds) -> Measured {
        let position = Position::start(Board::new(4, 4).unwrap(), Start::Othello);
        let question = Question::new(position, Mode::Exact, Scoring::Discs);
        let (origin, at_least) = (Origin::Suite("4x4 othello".to_owned()), at_least.map(Score::new));
        let case = Case { origin, question, at_least, expected: Some(expected) };
        let resources = Resources { memory_bytes: 1 << 20, ..Resources::default() };
        let mut bench = Workbench::without_table(resources, None, true).unwrap();
        let (measured, status) = measure(&mut bench, case).unwrap();
        assert!(status == Status::Done && measured.is_complete && measured.cost.nodes > 0);
        measured
    }

    #[test]
    fn a_suite_ends_at_a_wrong_value_and_names_the_position() {
        assert_eq!(check(&solved(None, Bounds::at(-8))), Ok(()));
        let failure = check(&solved(None, Bounds::at(-6))).unwrap_err();
        assert_eq!(failure, Failure::Run("4x4 othello: the value is -8, expected was -6".to_owned()));
    }

    #[test]
    fn where_a_score_is_asked_for_nothing_more_is_searched() {
        let (yes, no) = (Bounds::new(-8, 16), Bounds::new(-16, -7));
        assert_eq!([check(&solved(Some(-8), yes)), check(&solved(Some(-6), no))], [Ok(()), Ok(())]);
        let whole = solved(None, Bounds::at(-8));
        let one = solved(Some(-8), yes);
        assert!(one.bounds.exact().is_none() && one.cost.nodes < whole.cost.nodes, "{one:?}");
        let failure = check(&solved(Some(-6), Bounds::new(-6, 16))).unwrap_err();
        assert!(matches!(failure, Failure::Run(message) if message.ends_with(", expected was -6 to +16")));
    }
}
