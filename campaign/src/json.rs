//! Jobs and records as JSON, for workers elsewhere.

use serde::{Deserialize, Serialize};

use crate::error::JobError;
use crate::job::Job;
use crate::record::Record;
use crate::worker::WorkerName;

/// A job as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct JobText {
    #[serde(skip_serializing_if = "Option::is_none")]
    job: Option<String>,
    board: String,
    scoring: String,
    position: String,
    at_least: i32,
    budget: u64,
}

/// A record as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct RecordText {
    #[serde(flatten)]
    job: JobText,
    found: String,
    nodes: u64,
    seconds: f64,
    solver: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    worker: Option<String>,
}

impl JobText {
    fn new(job: &Job) -> Self {
        Self {
            job: Some(job.id().to_string()),
            board: job.board.to_string(),
            scoring: job.scoring.to_string(),
            position: job.position_text(),
            at_least: job.at_least,
            budget: job.budget,
        }
    }

    fn read(&self) -> Result<Job, JobError> {
        let job = Job::parse(self.board.parse()?, self.scoring.parse()?, &self.position, self.at_least, self.budget)?;
        match &self.job {
            Some(name) if *name != job.id().to_string() => {
                Err(JobError::OtherJob { named: name.clone(), job: job.id().to_string() })
            }
            _ => Ok(job),
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
        serde_json::from_str::<JobText>(text).map_err(|error| JobError::Json(error.to_string()))?.read()
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
        let text: RecordText = serde_json::from_str(text).map_err(|error| JobError::Json(error.to_string()))?;
        if !(0.0..=1e12).contains(&text.seconds) {
            return Err(JobError::Seconds(text.seconds.to_string()));
        }
        let micros = (text.seconds * 1e6).round() as u64;
        let finding = text.found.parse()?;
        let worker = text.worker.map_or(Ok(WorkerName::unknown()), |name| name.parse())?;
        let record = Self { job: text.job.read()?, finding, nodes: text.nodes, micros, solver: text.solver, worker };
        record.check().map(|()| record)
    }
}
