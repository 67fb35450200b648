//! Jobs and records as JSON, for workers elsewhere.

use serde::Serialize;
use serde_json::Value;

use crate::error::JobError;
use crate::job::Job;
use crate::object::{Object, wanted};
use crate::record::Record;
use crate::worker::WorkerName;

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
