//! Jobs and records as JSON, for workers elsewhere; objects that come from there, and in plain words what is wrong with one.

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::error::JobError;
use crate::job::Job;
use crate::record::Record;
use crate::worker::WorkerName;

/// The most characters of a wrong value to repeat.
const LONGEST: usize = 40;

/// A job as JSON.
#[derive(Debug, Serialize)]
struct JobText {
    job: String,
    board: String,
    scoring: String,
    position: String,
    at_least: i32,
    budget: u64,
}

/// A record as JSON.
#[derive(Debug, Serialize)]
struct RecordText {
    #[serde(flatten)]
    job: JobText,
    found: String,
    nodes: u64,
    seconds: f64,
    solver: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    worker: Option<String>,
}

impl JobText {
    fn new(job: &Job) -> Self {
        Self {
            job: job.id().to_string(),
            board: job.board.to_string(),
            scoring: job.scoring.to_string(),
            position: job.position_text(),
            at_least: job.at_least,
            budget: job.budget,
        }
    }
}

impl Job {
    /// The job as one line of JSON, without the line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(&JobText::new(self)).unwrap_or_default()
    }

    /// Reads what [`Job::to_json`] writes; the name may be missing.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, JobError> {
        Self::from_object(&Object::parse(text.as_bytes())?)
    }

    /// The same from an object that was read.
    pub(crate) fn from_object(object: &Object) -> Result<Self, JobError> {
        let (board, scoring) =
            (wanted("board", object.text("board"))?.parse()?, wanted("scoring", object.text("scoring"))?.parse()?);
        let at_least = wanted("at_least", object.whole("at_least"))?;
        let budget = wanted("budget", object.whole("budget"))?;
        let job = Job::parse(board, scoring, wanted("position", object.text("position"))?, at_least, budget)?;
        match object.text("job")? {
            Some(name) if name != job.id().to_string() => {
                Err(JobError::OtherJob { named: name.to_owned(), job: job.id().to_string() })
            }
            _ => Ok(job),
        }
    }
}

impl Record {
    /// The record as one line of JSON, without the line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let text = RecordText {
            job: JobText::new(&self.job),
            found: self.finding.to_string(),
            nodes: self.nodes,
            seconds: self.seconds(),
            solver: self.solver.clone(),
            worker: (!self.worker.is_unknown()).then(|| self.worker.to_string()),
        };
        serde_json::to_string(&text).unwrap_or_default()
    }

    /// Reads what [`Record::to_json`] writes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, JobError> {
        let object = Object::parse(text.as_bytes())?;
        let job = Job::from_object(&object)?;
        let finding = wanted("found", object.text("found"))?.parse()?;
        let nodes = wanted("nodes", object.whole("nodes"))?;
        let seconds = wanted("seconds", object.number("seconds"))?;
        if !(0.0..=1e12).contains(&seconds) {
            // As JSON it has few digits.
            return Err(JobError::Seconds(Value::from(seconds).to_string()));
        }
        let micros = (seconds * 1e6).round() as u64;
        let solver = wanted("solver", object.text("solver"))?.to_owned();
        let worker = object.text("worker")?;
        let worker = worker.map_or(Ok(WorkerName::unknown()), str::parse)?;
        let record = Self { job, finding, nodes, micros, solver, worker };
        record.check().map(|()| record)
    }
}

/// What is wrong with an object.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(crate) struct ObjectError(String);

impl From<ObjectError> for JobError {
    fn from(error: ObjectError) -> Self {
        Self::Json(error.to_string())
    }
}

/// An object of JSON. A field that is `null` counts as missing.
#[derive(Debug)]
pub(crate) struct Object(Map<String, Value>);

impl Object {
    /// Reads an object.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, ObjectError> {
        match serde_json::from_slice(text) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err(ObjectError("not a JSON object".to_owned())),
            Err(error) => {
                let said = error.to_string();
                let reason = said.split(" at line ").next().unwrap_or_default();
                Err(ObjectError(format!("not JSON: {reason} at character {}", error.column())))
            }
        }
    }

    /// Checks that it has no other fields than these.
    pub(crate) fn only(&self, names: &[&str]) -> Result<(), ObjectError> {
        let other = self.0.keys().find(|name| !names.contains(&name.as_str()));
        other.map_or(Ok(()), |name| Err(ObjectError(format!("{} is no field of it", shown(&name.as_str().into())))))
    }

    /// The value of a field, if it has one.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// The value of a field as `read` reads it, which must be `what`.
    fn read<'a, T>(
        &'a self,
        name: &str,
        what: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, ObjectError> {
        let wrong = |value: &Value| ObjectError(format!("{name} {} is not {what}", shown(value)));
        self.get(name).map(|value| read(value).ok_or_else(|| wrong(value))).transpose()
    }

    /// A field with a text, if it has one.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, ObjectError> {
        self.read(name, "a text", Value::as_str)
    }

    /// A field with a whole number, if it has one.
    pub(crate) fn whole<T: TryFrom<i128>>(&self, name: &str) -> Result<Option<T>, ObjectError> {
        let number = |value: &Value| value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
        self.read(name, "a whole number that can stand here", |value| T::try_from(number(value)?).ok())
    }

    /// A field with a number, if it has one.
    pub(crate) fn number(&self, name: &str) -> Result<Option<f64>, ObjectError> {
        self.read(name, "a number", Value::as_f64)
    }
}

/// What a field that must be there says.
pub(crate) fn wanted<T>(name: &str, field: Result<Option<T>, ObjectError>) -> Result<T, ObjectError> {
    field?.ok_or_else(|| ObjectError(format!("{name} is missing")))
}

/// A value as text, cut off if it is long.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_are_read_and_anything_else_is_named() {
        for (text, wrong) in [
            ("[1]", "not a JSON object"),
            ("7", "not a JSON object"),
            ("", "not JSON: EOF while parsing a value at character 0"),
            ("{\"a\" 1}", "not JSON: expected `:` at character 6"),
        ] {
            assert_eq!(Object::parse(text.as_bytes()).unwrap_err().to_string(), wrong, "{text}");
        }
    }

    #[test]
    fn fields_are_what_they_should_be_or_named() {
        let text =
            format!(r#"{{"text":"a","whole":-3,"half":0.5,"huge":1e300,"long":"{}","none":null}}"#, "é".repeat(99));
        let object = Object::parse(text.as_bytes()).unwrap();
        assert_eq!(
            (object.text("text"), object.text("none"), object.text("gone")),
            (Ok(Some("a")), Ok(None), Ok(None))
        );
        assert_eq!((object.whole::<i32>("whole"), object.number("half")), (Ok(Some(-3)), Ok(Some(0.5))));
        assert_eq!(object.number("huge"), Ok(Some(1e300)));
        for (wrong, said) in [
            (object.whole::<u32>("whole").unwrap_err(), "whole -3 is not a whole number that can stand here"),
            (object.whole::<u64>("half").unwrap_err(), "half 0.5 is not a whole number that can stand here"),
            (object.whole::<u64>("huge").unwrap_err(), "huge 1e+300 is not a whole number that can stand here"),
            (object.text("whole").unwrap_err(), "whole -3 is not a text"),
            (object.number("text").unwrap_err(), "text \"a\" is not a number"),
            (wanted("none", object.text("none")).unwrap_err(), "none is missing"),
            (object.only(&["text", "whole", "half", "long", "none"]).unwrap_err(), "\"huge\" is no field of it"),
        ] {
            assert_eq!(wrong.to_string(), said);
        }
        let long = object.number("long").unwrap_err();
        assert_eq!(long.to_string(), format!("long \"{}... is not a number", "é".repeat(39)));
    }
}
