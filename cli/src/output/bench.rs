//! What positions cost, as columns for people or as JSON objects.

use std::path::PathBuf;

use bench::cases::{Case, Origin};
use bench::costs::{Cost, Measured, Totals};
use files::on_one_line;
use serde::Serialize;
use solver::Score;

use super::numbers::{compact, grouped, limits};
use super::record::{Fields, fields, object, seconds};

/// How measurements are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
    /// A table for a person.
    Columns,
    /// One JSON object a line.
    Json,
}

impl Sheet {
    /// What comes before the first row.
    pub(crate) fn heading(self) -> String {
        match self {
            Self::Columns => {
                let [value, nodes, cpu, wall, speed] = ["value", "nodes", "CPU s", "wall s", "nodes/s"];
                format!("{value:>10} {nodes:>15} {cpu:>10} {wall:>10} {speed:>8}  position\n")
            }
            Self::Json => String::new(),
        }
    }

    /// A position.
    pub(crate) fn row(self, measured: &Measured) -> String {
        let Measured { case, bounds, is_complete, cost } = measured;
        match self {
            Self::Columns => {
                let note = match (measured.agrees(), case.expected) {
                    (Some(false), Some(expected)) => format!("; wrong, {} is expected", limits(expected)),
                    _ if !is_complete => "; stopped".to_owned(),
                    _ => String::new(),
                };
                columns(&limits(*bounds), *cost, &format!("{}{note}", case.label()))
            }
            Self::Json => match case.at_least {
                None => object(&row_record(measured)),
                Some(at_least) => object(&reach_record(measured, at_least)),
            },
        }
    }

    /// What all positions cost, and the signature; `weights` are the files whose evaluations ordered the moves.
    pub(crate) fn totals(self, totals: &Totals, weights: &[PathBuf]) -> String {
        let weights: Vec<String> = weights.iter().map(|path| path.display().to_string()).collect();
        match self {
            Self::Columns => {
                let positions = if totals.positions == 1 { "position" } else { "positions" };
                let weights: String =
                    weights.iter().map(|name| format!("Weights    {}\n", on_one_line(name))).collect();
                columns("", totals.cost, &format!("{} {positions}", totals.positions))
                    + &weights
                    + &signature_line(totals)
            }
            Self::Json => object(&totals_record(totals, &weights)),
        }
    }
}

fn columns(value: &str, cost: Cost, what: &str) -> String {
    let (cpu, wall) = (cost.cpu.as_secs_f64(), cost.wall.as_secs_f64());
    let (nodes, speed) = (grouped(cost.nodes), compact(cost.speed()));
    format!("{value:>10} {nodes:>15} {cpu:>10.3} {wall:>10.3} {speed:>8}  {what}\n")
}

fn signature_line(totals: &Totals) -> String {
    match totals.signature {
        Some(signature) => format!("Signature  {}\n", hex(signature)),
        None if totals.resources.threads > 1 => {
            "Signature  none: only one thread takes the same way each time\n".into()
        }
        None => "Signature  none: not every position is solved\n".to_owned(),
    }
}

fn hex(signature: u64) -> String {
    format!("{signature:016x}")
}

/// A position, as programs read it. Scores are disc differences for the side to move.
fn row_record(measured: &Measured) -> impl Serialize {
    let Measured { case, bounds, .. } = measured;
    fields! {
        ..position_record(case),
        "mode": case.question.mode.name(),
        "scoring": case.question.scoring.name(),
        "expected": case.expected.and_then(|bounds| bounds.exact()).map(Score::discs),
        "value": bounds.exact().map(Score::discs),
        ..found_record(measured),
    }
}

/// The same for the question whether the side to move reaches a score: with yes and no instead of values.
fn reach_record(measured: &Measured, at_least: Score) -> impl Serialize {
    let Measured { case, bounds, .. } = measured;
    fields! {
        ..position_record(case),
        "mode": "at-least",
        "at_least": at_least.discs(),
        "scoring": case.question.scoring.name(),
        "expected": case.expected.and_then(|bounds| bounds.reach(at_least)),
        "reached": bounds.reach(at_least),
        ..found_record(measured),
    }
}

fn position_record(case: &Case) -> impl Fields {
    let (name, line) = match &case.origin {
        Origin::Suite(name) => (Some(name.clone()), None),
        Origin::Line { number, .. } => (None, Some(*number)),
    };
    fields! {
        "name": name, // of a suite
        "line": line, // of a file
        "board": case.question.position.board().to_string(),
        "position": case.question.position.to_string(),
    }
}

fn found_record(measured: &Measured) -> impl Fields {
    let Measured { bounds, cost, .. } = measured;
    fields! {
        "lower": bounds.lower.discs(),
        "upper": bounds.upper.discs(),
        "agrees": measured.agrees(), // null where it cannot be told
        "nodes": cost.nodes,
        "cpu_seconds": seconds(cost.cpu),
        "wall_seconds": seconds(cost.wall),
        "nodes_per_second": cost.speed() as u64, // of CPU time
        "complete": measured.is_complete,
    }
}

/// The last object: all positions together.
fn totals_record(totals: &Totals, weights: &[String]) -> impl Serialize {
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
    use std::time::Duration;

    use solver::simd::Level;
    use solver::{Bounds, Resources};

    use super::super::samples;
    use super::*;

    fn measured(origin: Origin, expected: i32) -> Measured {
        let solved = samples::exact();
        let cost = Cost { nodes: 12345, cpu: Duration::from_micros(6172), wall: Duration::from_millis(7) };
        let expected = Some(Bounds::at(expected));
        let case = Case { origin, question: solved.question, at_least: None, expected };
        Measured { case, bounds: solved.answer.bounds, is_complete: true, cost }
    }

    fn totals(threads: usize, signature: Option<u64>) -> Totals {
        let resources = Resources { threads, memory_bytes: 1 << 20, simd: Level::Portable, ..Resources::default() };
        let cost = Cost { nodes: 1_234_567, cpu: Duration::from_secs(2), wall: Duration::from_secs(3) };
        Totals { positions: 2, completed: 2, wrong: 0, bad_lines: 0, cost, resources, signature }
    }

    fn line(number: usize) -> Origin {
        Origin::Line { file: "ends.obf".to_owned(), number }
    }

    #[test]
    fn columns_stand_below_their_names() {
        let suite = measured(Origin::Suite("4x4 othello".to_owned()), -8);
        let mut stopped = measured(line(3), -8);
        (stopped.bounds, stopped.is_complete) = (Bounds::new(-16, 2), false);
        let sheet = Sheet::Columns;
        let rows = [suite, measured(line(2), 4), stopped].map(|measured| sheet.row(&measured)).concat();
        let text = sheet.heading() + &rows + &sheet.totals(&totals(1, Some(0xabc)), &[PathBuf::from("a.weights")]);
        let expected = "     \
     value           nodes      CPU s     wall s  nodes/s  position
        -8          12,345      0.006      0.007   2.00 M  4x4 othello
        -8          12,345      0.006      0.007   2.00 M  4x4 -----OX--XO----- X; wrong, +4 is expected
 -16 to +2          12,345      0.006      0.007   2.00 M  4x4 -----OX--XO----- X; stopped
                 1,234,567      2.000      3.000    617 k  2 positions
Weights    a.weights
Signature  0000000000000abc
";
        assert_eq!(text, expected);
    }

    #[test]
    fn where_a_score_is_asked_for_the_answer_is_yes_or_no() {
        let mut asked = measured(Origin::Suite("4x4 X >=1".to_owned()), -8);
        (asked.case.at_least, asked.case.expected) = (Some(Score::new(1)), Some(Bounds::new(-16, 0)));
        asked.bounds = Bounds::new(-16, -2);
        let text = Sheet::Json.row(&asked);
        let middle = concat!(
            r#""mode":"at-least","at_least":1,"scoring":"discs","expected":false,"reached":false,"#,
            r#""lower":-16,"upper":-2,"agrees":true,"#
        );
        assert!(text.contains(middle), "{text}");
        asked.case.expected = Some(Bounds::new(1, 16));
        let text = Sheet::Columns.row(&asked);
        assert!(
            text.starts_with(" -16 to -2 ") && text.ends_with("  4x4 X >=1; wrong, +1 to +16 is expected\n"),
            "{text}"
        );
    }

    #[test]
    fn without_a_signature_the_reason_is_given() {
        assert!(
            Sheet::Columns.totals(&totals(1, None), &[]).ends_with("Signature  none: not every position is solved\n")
        );
        let many = Sheet::Columns.totals(&totals(2, None), &[]);
        assert!(many.ends_with("Signature  none: only one thread takes the same way each time\n"), "{many}");
    }

    #[test]
    fn json_has_every_field_in_order() {
        let sheet = Sheet::Json;
        let expected = concat!(
            r#"{"name":"4x4 othello","line":null,"board":"4x4","position":"-----OX--XO----- X","mode":"exact","#,
            r#""scoring":"discs","expected":-8,"value":-8,"lower":-8,"upper":-8,"agrees":true,"nodes":12345,"#,
            r#""cpu_seconds":0.006172,"wall_seconds":0.007,"nodes_per_second":2000162,"complete":true}"#,
            "\n"
        );
        assert_eq!(sheet.row(&measured(Origin::Suite("4x4 othello".to_owned()), -8)), expected);
        assert!(sheet.row(&measured(line(7), 0)).starts_with(r#"{"name":null,"line":7,"board""#));
        let expected = concat!(
            r#"{"positions":2,"completed":2,"wrong":0,"bad_lines":0,"nodes":1234567,"cpu_seconds":2.0,"#,
            r#""wall_seconds":3.0,"nodes_per_second":617283,"threads":1,"memory_bytes":1048576,"simd":"portable","#,
            r#""weights":["a.weights"],"signature":"0000000000000abc"}"#,
            "\n"
        );
        assert_eq!(sheet.heading() + &sheet.totals(&totals(1, Some(0xabc)), &[PathBuf::from("a.weights")]), expected);
    }
}
