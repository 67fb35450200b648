//! A worker: jobs come as lines, each is answered by one, in their order; a line may also take a job back.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use files::{LONGEST_LINE, next_line};
use serde::Deserialize;
use serde_json::json;
use solver::Progress;
use thiserror::Error;

use crate::error::JobError;
use crate::job::{Job, JobId};
use crate::record::Record;

/// Time between two looks whether to stop, while no line comes.
const LOOK: Duration = Duration::from_millis(100);
/// So many jobs are read ahead. A line that takes a job back is heard at once behind no more than these.
const MOST_WAITING: usize = 4096;

/// A line that is no job.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: {reason}")]
pub struct WrongLine {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: LineError,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineError {
    /// It cannot be read.
    #[error("{0}")]
    Read(String),
    /// It says no job.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// Has every job of `lines` done by `perform`, one after the other. The lines are read by a thread of its own, so that a job
/// that waits or is under way can be taken back: its [`Progress`], a part of `whole`, is then told to stop. When `whole` is,
/// no more lines are waited for.
///
/// # Errors
/// A line that is no job, no thread to read with, or what `perform` fails with.
pub fn perform_all<E: From<WrongLine>>(
    lines: impl Read + Send + 'static,
    whole: &Progress,
    mut perform: impl FnMut(&Job, &Progress) -> Result<(), E>,
) -> Result<(), E> {
    let waiting = Arc::new(Waiting::default());
    let (sender, tasks) = mpsc::sync_channel(MOST_WAITING);
    let (progress, reader, whole) = (whole, Arc::clone(&waiting), whole.part());
    let read = move || reader.read(BufReader::new(lines), &whole, &sender);
    thread::Builder::new().name("reader".to_owned()).spawn(read).map_err(|error| {
        let reason = format!("threads: the system gives none to read with: {error}; allow more (ulimit -u)");
        WrongLine { line: 1, reason: LineError::Read(reason) }
    })?;
    while !progress.is_stopped() {
        let (job, progress) = match tasks.recv_timeout(LOOK) {
            Ok(task) => task?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        perform(&job, &progress)?;
        waiting.remove(job.id());
    }
    Ok(())
}

/// The answer to a job as one line of JSON, without the end of the line: its record, or that it was stopped.
#[must_use]
pub fn answer(job: &Job, record: Option<&Record>) -> String {
    let cancelled = || json!({"job": job.id().to_string(), "cancelled": true}).to_string();
    record.map_or_else(cancelled, Record::to_json)
}

/// A line that takes a job back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    cancel: String,
}

/// A job and how it is stopped.
type Task = (Job, Arc<Progress>);

/// The next line as text.
fn read_text(lines: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let read = |error: io::Error| LineError::Read(error.to_string());
    let line = next_line(lines, LONGEST_LINE).map_err(read)?;
    line.map(|line| String::from_utf8(line).map_err(|_| LineError::Read("the line is no UTF-8 text".to_owned())))
        .transpose()
}

/// The jobs that were read and are not done yet.
#[derive(Default)]
struct Waiting(Mutex<Vec<(JobId, Arc<Progress>)>>);

impl Waiting {
    /// Reads all lines, until nobody listens any more.
    fn read(&self, mut lines: impl BufRead, whole: &Progress, tasks: &SyncSender<Result<Task, WrongLine>>) {
        for number in 1.. {
            let Some(line) = read_text(&mut lines).transpose() else { return };
            let task = match line.and_then(|line| Ok(self.take(&line, whole)?)) {
                Ok(None) => continue,
                Ok(Some(task)) => Ok(task),
                Err(reason) => Err(WrongLine { line: number, reason }),
            };
            let is_wrong = task.is_err();
            if tasks.send(task).is_err() || is_wrong {
                return;
            }
        }
    }

    /// What a line says to do; `None` if it takes a job back or is empty.
    fn take(&self, line: &str, whole: &Progress) -> Result<Option<Task>, JobError> {
        if line.trim().is_empty() {
            return Ok(None);
        }
        if let Ok(Cancel { cancel }) = serde_json::from_str(line) {
            let job = cancel.parse::<JobId>()?;
            // One that is done is not stopped any more.
            self.all().iter().filter(|(other, _)| *other == job).for_each(|(_, progress)| progress.stop());
            return Ok(None);
        }
        let job = Job::from_json(line)?;
        let progress = Arc::new(whole.part());
        self.all().push((job.id(), Arc::clone(&progress)));
        Ok(Some((job, progress)))
    }

    fn remove(&self, job: JobId) {
        let mut all = self.all();
        if let Some(at) = all.iter().position(|(other, _)| *other == job) {
            all.remove(at);
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<(JobId, Arc<Progress>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
