//! `solve bench`: positions with known values, and what the search costs on each.

use std::path::Path;

use bench::cases::{self, Case, Origin};
use bench::clock::process_time;
use bench::costs::{Cost, Measured, Tally};
use solver::{Board, Question, Resources, Scoring, Target};

use super::solve;
use crate::args::{BenchArgs, CaseArgs};
use crate::exit::{self, Failure, Status};
use crate::input::read_whole;
use crate::output;
use crate::output::bench::Sheet;
use crate::output::numbers::limits;
use crate::weights;
use crate::workbench::Workbench;

/// The most bytes of a file of positions.
const MOST_BYTES: u64 = 64 << 20;

/// What to measure.
struct Work {
    cases: Vec<Case>,
    /// Lines of the file that could not be read.
    bad_lines: usize,
}

/// Solves a suite or the positions of a file, each with empty tables, and prints what they cost.
///
/// # Errors
/// Wrong usage, a file that cannot be used, a position of a suite with another value than its own, output that cannot
/// be written. A bad line, or a wrong value on one, is reported and is not an error here.
pub(crate) fn run(args: &BenchArgs) -> Result<Status, Failure> {
    weights::load(&args.weights.weights)?;
    let Work { cases, bad_lines } = Work::from_args(&args.cases)?;
    let resources = args.resources.resources();
    let mut bench = Workbench::without_table(resources, args.resources.time_limit, args.output.quiet)?;
    let resources = Resources { threads: bench.threads(), ..resources };
    let sheet = if args.output.json { Sheet::Json } else { Sheet::Columns };
    output::print(&sheet.heading())?;
    let given = cases.len();
    let mut tally = Tally::new(resources, bad_lines);
    let mut ended = Status::Done;
    for case in cases {
        let (measured, status) = measure(&mut bench, case)?;
        check(&measured)?;
        output::print(&sheet.row(&measured))?;
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
    output::print(&sheet.totals(&totals, &args.weights.weights))?;
    let is_faulty = totals.wrong > 0 || totals.bad_lines > 0;
    Ok(if is_faulty && ended != Status::Interrupted { Status::PartlyDone } else { ended })
}

impl Work {
    fn from_args(args: &CaseArgs) -> Result<Self, Failure> {
        match &args.positions {
            Some(path) => Self::from_file(path, args),
            None if args.scoring == Some(Scoring::Wof) => {
                Err(Failure::Usage("scoring: the values of the suites are known for discs, not for wof".to_owned()))
            }
            None if args.mode.is_some() && args.suite.asks_for_scores() => {
                Err(Failure::Usage(format!("mode: the suite {} asks whether scores are reached", args.suite.name())))
            }
            None => Ok(Self { cases: args.suite.cases(args.mode.unwrap_or_default()), bad_lines: 0 }),
        }
    }

    /// Reads all lines before the first is solved, and reports bad ones.
    fn from_file(path: &Path, args: &CaseArgs) -> Result<Self, Failure> {
        let file = path.display().to_string();
        let bytes = read_whole(path, MOST_BYTES)?;
        let board = args.board.unwrap_or_else(|| Board::new(8, 8).expect("8x8 is a board"));
        let (mode, scoring) = (args.mode.unwrap_or_default(), args.scoring.unwrap_or(Scoring::Wof));
        let read = cases::read(&file, &bytes, board, mode, scoring);
        let mut work = Self { cases: Vec::new(), bad_lines: 0 };
        for case in read {
            match case {
                Ok(case) => work.cases.push(case),
                Err(error) => {
                    exit::complain(&error.to_string());
                    work.bad_lines += 1;
                }
            }
        }
        if work.cases.is_empty() { Err(Failure::Run(format!("{file}: no position in it"))) } else { Ok(work) }
    }
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

#[cfg(test)]
mod tests {
    use solver::{Bounds, Mode, Position, Score, Start};

    use super::*;

    fn measured(at_least: Option<i32>, expected: Bounds) -> Measured {
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
        assert_eq!(check(&measured(None, Bounds::at(-8))), Ok(()));
        let failure = check(&measured(None, Bounds::at(-6))).unwrap_err();
        assert_eq!(failure, Failure::Run("4x4 othello: the value is -8, expected was -6".to_owned()));
    }

    #[test]
    fn where_a_score_is_asked_for_nothing_more_is_searched() {
        let (yes, no) = (Bounds::new(-8, 16), Bounds::new(-16, -7));
        assert_eq!([check(&measured(Some(-8), yes)), check(&measured(Some(-6), no))], [Ok(()), Ok(())]);
        let whole = measured(None, Bounds::at(-8));
        let one = measured(Some(-8), yes);
        assert!(one.bounds.exact().is_none() && one.cost.nodes < whole.cost.nodes, "{one:?}");
        let failure = check(&measured(Some(-6), Bounds::new(-6, 16))).unwrap_err();
        assert!(matches!(failure, Failure::Run(message) if message.ends_with(", expected was -6 to +16")));
    }
}
