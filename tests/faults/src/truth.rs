//! The truth about a position, to check answers against.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use solver::notation::{parse_moves, parse_position, play_moves};
use solver::{Board, Discs, Position, Question, Resources, Scoring, Side, Solver};

/// Positions with more empty squares than this are not solved.
const MOST_EMPTIES: u32 = 20;

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footing {
    /// It is true.
    True,
    /// It is not true, but says that it rests on unverified entries.
    Unverified,
}

/// Values of positions, solved once each by this process, without any table.
#[derive(Debug, Default)]
pub struct Truth {
    known: Mutex<HashMap<(String, &'static str), i32>>,
}

impl Truth {
    /// The value of a position for the side to move.
    ///
    /// # Errors
    /// It has too many empty squares.
    pub fn value(&self, position: &Position, scoring: Scoring) -> Result<i32, String> {
        let key = (position.to_string(), scoring.name());
        if let Some(&value) = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(value);
        }
        let empties = position.board().squares() - position.discs().occupied().len();
        if empties > MOST_EMPTIES {
            return Err(format!("nobody knows the value of {position}"));
        }
        let resources = Resources { memory_bytes: 1 << 20, threads: 1, ..Resources::default() };
        let question = Question::exact(*position).scored(scoring);
        let answer = Solver::new(resources).value(&question).map_err(|error| error.to_string())?;
        let value = answer.bounds.lower.discs();
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(key, value);
        Ok(value)
    }

    /// Checks an answer in JSON against the truth: its limits, and its line, which must be a game by the rules that
    /// ends with its value.
    ///
    /// # Errors
    /// What is false in it.
    pub fn of_answer(&self, record: &Value) -> Result<Footing, String> {
        let text = |field: &str| record[field].as_str().ok_or_else(|| format!("no {field} in {record}"));
        let board: Board = text("board")?.parse().map_err(|_| format!("no board in {record}"))?;
        let name = if record["position"].is_string() { "position" } else { "root" };
        let position = parse_position(board, text(name)?).map_err(|error| format!("{error} in {record}"))?;
        let scoring: Scoring = text("scoring")?.parse().map_err(|_| format!("no scoring in {record}"))?;
        let value = self.value(&position, scoring)?;
        let told = check_limits(record, value).and_then(|()| check_line(record, &position, scoring));
        match told {
            Ok(()) => Ok(Footing::True),
            Err(_) if says_unverified(record) => Ok(Footing::Unverified),
            Err(error) => Err(error),
        }
    }
}

/// Whether an answer says that it rests on unverified entries.
fn says_unverified(record: &Value) -> bool {
    let fields = record.as_object().into_iter().flatten();
    fields.filter(|(name, _)| name.contains("unverified")).any(|(_, value)| match value {
        Value::Bool(is_so) => *is_so,
        Value::Number(count) => count.as_u64() != Some(0),
        _ => false,
    })
}

fn check_limits(record: &Value, value: i32) -> Result<(), String> {
    let number = |field: &str| record[field].as_i64();
    let (lower, upper) = (number("lower").unwrap_or(-64), number("upper").unwrap_or(64));
    let value = i64::from(value);
    if lower > value || upper < value || number("value").is_some_and(|told| told != value) {
        return Err(format!("the value is {value}, not as in {record}"));
    }
    if record["complete"] == true && record["mode"] == "exact" && number("value").is_none() {
        return Err(format!("no value in {record}"));
    }
    Ok(())
}

fn check_line(record: &Value, position: &Position, scoring: Scoring) -> Result<(), String> {
    let Some(line) = record["line"].as_array().filter(|line| !line.is_empty()) else { return Ok(()) };
    let moves = line.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ");
    let wrong = |error: &str| format!("{error}: the line of {record}");
    let moves = parse_moves(position.board(), &moves).map_err(|error| wrong(&error.to_string()))?;
    let end = play_moves(*position, &moves).map_err(|error| wrong(&error.to_string()))?;
    if record["complete"] != true {
        return Ok(());
    }
    let (mine, yours) = match position.side() {
        Side::Black => (end.black(), end.white()),
        Side::White => (end.white(), end.black()),
    };
    let discs = Discs::new(mine, yours).ok_or_else(|| wrong("no discs"))?;
    let score = scoring.final_score(discs, position.board().squares()).discs();
    let is_value = record["value"].as_i64().is_none_or(|value| value == i64::from(score));
    if end.is_over() && is_value { Ok(()) } else { Err(wrong("it does not end with that value")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(value: i32, line: &[&str]) -> Value {
        json!({"board": "4x4", "position": "-----OX--XO----- X", "mode": "exact", "scoring": "discs", "value": value,
               "lower": value, "upper": value, "line": line, "complete": true})
    }

    const LINE: [&str; 10] = ["b1", "a1", "a2", "c1", "d4", "a3", "d1", "b4", "a4", "c4"];

    #[test]
    fn a_true_answer_is_true_and_others_are_not() {
        let truth = Truth::default();
        assert_eq!(truth.of_answer(&answer(-8, &LINE)), Ok(Footing::True));
        for (value, line) in [(-6, &LINE[..]), (8, &LINE), (-8, &LINE[..4]), (-8, &["a1"]), (-8, &["d3", "d2", "a1"])] {
            assert!(truth.of_answer(&answer(value, line)).is_err(), "{value} {line:?}");
        }
        let mut wide = answer(-8, &[]);
        wide["value"] = Value::Null;
        assert!(truth.of_answer(&wide).is_err(), "an answer that says it is complete has a value");
        wide["complete"] = false.into();
        (wide["lower"], wide["upper"]) = ((-10).into(), 4.into());
        assert_eq!(truth.of_answer(&wide), Ok(Footing::True));
        wide["lower"] = (-7).into();
        assert!(truth.of_answer(&wide).is_err());
    }

    #[test]
    fn a_false_answer_that_says_what_it_rests_on_is_told_apart() {
        let truth = Truth::default();
        let mut said = answer(4, &[]);
        said["unverified"] = true.into();
        assert_eq!(truth.of_answer(&said), Ok(Footing::Unverified));
        said["unverified"] = 0.into();
        assert!(truth.of_answer(&said).is_err());
    }
}
