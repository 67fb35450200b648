//! Jobs and records as JSON, for workers elsewhere; objects that come from there, and in plain words what is wrong with one.

use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::JobError;
use crate::job::Job;
use crate::record::Record;
use crate::worker::WorkerName;

/// The most characters to say of what is wrong with a field: it may hold anything.
const LONGEST: usize = 160;

/// The fields of an object of JSON, by name.
pub(crate) type Object = Map<String, Value>;

/// Reads an object.
pub(crate) fn object(text: &[u8]) -> Result<Object, JobError> {
    match serde_json::from_slice(text) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(JobError::Json("not a JSON object".to_owned())),
        Err(error) => {
            let said = error.to_string();
            let reason = said.split(" at line ").next().unwrap_or_default();
            Err(JobError::Json(format!("not JSON: {reason} at character {}", error.column())))
        }
    }
}

/// A field of an object, if it has one; `null` counts as missing.
pub(crate) fn field<T: DeserializeOwned>(object: &Object, name: &str) -> Result<Option<T>, JobError> {
    let read = object.get(name).map_or(Ok(None), Option::<T>::deserialize);
    read.map_err(|error| JobError::Json(format!("{name}: {error}").chars().take(LONGEST).collect()))
}

/// A field that must be there.
pub(crate) fn wanted<T: DeserializeOwned>(object: &Object, name: &str) -> Result<T, JobError> {
    field(object, name)?.ok_or_else(|| JobError::Json(format!("{name} is missing")))
}

impl Job {
    /// The fields of its object, in their order.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("job", self.id().to_string().into()),
            ("board", self.board.to_string().into()),
            ("scoring", self.scoring.to_string().into()),
            ("position", self.position_text().into()),
            ("at_least", self.at_least.into()),
            ("budget", self.budget.into()),
        ]
    }

    /// The job as one line of JSON, without the line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Job::to_json`] writes; the name may be missing.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, JobError> {
        Self::from_object(&object(text.as_bytes())?)
    }

    /// The same from an object that was read.
    pub(crate) fn from_object(object: &Object) -> Result<Self, JobError> {
        let board = wanted::<String>(object, "board")?.parse()?;
        let scoring = wanted::<String>(object, "scoring")?.parse()?;
        let (at_least, budget) = (wanted(object, "at_least")?, wanted(object, "budget")?);
        let job = Job::parse(board, scoring, &wanted::<String>(object, "position")?, at_least, budget)?;
        match field::<String>(object, "job")? {
            Some(name) if name != job.id().to_string() => {
                Err(JobError::OtherJob { named: name, job: job.id().to_string() })
            }
            _ => Ok(job),
        }
    }
}

impl Serialize for Job {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.fields())
    }
}

impl Record {
    /// The record as one line of JSON, without the line end.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`Record::to_json`] writes.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, JobError> {
        Self::from_object(&object(text.as_bytes())?)
    }

    /// The same from an object that was read.
    pub(crate) fn from_object(object: &Object) -> Result<Self, JobError> {
        let job = Job::from_object(object)?;
        let finding = wanted::<String>(object, "found")?.parse()?;
        let (nodes, seconds) = (wanted(object, "nodes")?, wanted::<f64>(object, "seconds")?);
        if !(0.0..=1e12).contains(&seconds) {
            // As JSON it has few digits.
            return Err(JobError::Seconds(Value::from(seconds).to_string()));
        }
        let micros = (seconds * 1e6).round() as u64;
        let solver = wanted(object, "solver")?;
        let worker = field::<String>(object, "worker")?.map_or(Ok(WorkerName::unknown()), |name| name.parse())?;
        let record = Self { job, finding, nodes, micros, solver, worker };
        record.check().map(|()| record)
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = self.job.fields();
        fields.extend([
            ("found", self.finding.to_string().into()),
            ("nodes", self.nodes.into()),
            ("seconds", self.seconds().into()),
            ("solver", self.solver.as_str().into()),
        ]);
        let worker = Some(&self.worker).filter(|worker| !worker.is_unknown());
        fields.extend(worker.map(|worker| ("worker", worker.as_str().into())));
        serializer.collect_map(fields)
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
            assert_eq!(object(text.as_bytes()).unwrap_err().to_string(), wrong, "{text}");
        }
    }

    #[test]
    fn fields_are_what_they_should_be_or_named() {
        let text = format!(r#"{{"text":"a","whole":-3,"half":0.5,"long":"{}","none":null}}"#, "é".repeat(999));
        let object = object(text.as_bytes()).unwrap();
        assert_eq!((field(&object, "text"), field::<String>(&object, "none")), (Ok(Some("a".to_owned())), Ok(None)));
        assert_eq!((field(&object, "whole"), field(&object, "half")), (Ok(Some(-3)), Ok(Some(0.5))));
        assert_eq!((field(&object, "gone"), field(&object, "whole")), (Ok(None::<i32>), Ok(Some(-3.0))));
        for (wrong, said) in [
            (field::<u32>(&object, "whole").unwrap_err(), "whole: invalid value: integer `-3`, expected u32"),
            (field::<u64>(&object, "half").unwrap_err(), "half: invalid type: floating point `0.5`, expected u64"),
            (field::<String>(&object, "whole").unwrap_err(), "whole: invalid type: integer `-3`, expected a string"),
            (wanted::<i32>(&object, "none").unwrap_err(), "none is missing"),
        ] {
            assert_eq!(wrong.to_string(), said);
        }
        let long = field::<f64>(&object, "long").unwrap_err().to_string();
        assert!(long.starts_with("long: invalid type: string \"éé") && long.chars().count() == LONGEST, "{long}");
    }
}
