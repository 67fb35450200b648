//! A worker: jobs come as lines, and each gets one line in reply; a line may also take a job back. Jobs begin in order,
//! and with one thread they end in order.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use files::{LONGEST_LINE, next_line};
use serde_json::json;
use solver::Progress;
use thiserror::Error;

use crate::error::JobError;
use crate::job::{Job, JobId};
use crate::object::Object;
use crate::record::Record;

/// How often to check whether to stop while no line comes.
const LOOK: Duration = Duration::from_millis(100);
/// How many jobs to read ahead. A line that takes a job back takes effect at once if no more than these are before it.
const MOST_WAITING: usize = 4096;

/// A line that is not a job.
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
    /// It is not a job.
    #[error(transparent)]
    Job(#[from] JobError),
}

/// Lets `perform` do every job of `lines`, one after the other. A separate thread reads the lines, so that a job can be
/// taken back while it waits or is under way: its [`Progress`], a part of `whole`, is then told to stop. Once `whole`
/// is told to stop, this waits for no more lines.
///
/// # Errors
/// A line that is not a job, no thread to read with, or the failure of `perform`.
pub fn perform_all<E: From<WrongLine>>(
    lines: impl Read + Send + 'static,
    whole: &Progress,
    mut perform: impl FnMut(&Job, &Progress) -> Result<(), E>,
) -> Result<(), E> {
    let tasks = Tasks::read(lines, whole)?;
    while let Some((job, progress)) = tasks.next(whole)? {
        perform(&job, &progress)?;
        tasks.waiting.remove(job.id());
    }
    Ok(())
}

/// The same on this many threads, this one among them. For each job, `begin` is called first, for one job at a time and
/// in order. `perform` gets what it returns, and runs while other jobs are under way. After a wrong line the jobs
/// before it are still done; when `perform` fails, `whole` is told to stop.
///
/// # Errors
/// The first failure: a line that is not a job, no thread, or a failure of `begin` or `perform`.
pub fn perform_side_by_side<W, E: From<WrongLine> + Send>(
    lines: impl Read + Send + 'static,
    whole: &Progress,
    threads: usize,
    begin: impl Fn(&Job) -> Result<W, E> + Sync,
    perform: impl Fn(W, &Job, &Progress) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let floor = Floor { tasks: Mutex::new(Some(Tasks::read(lines, whole)?)), failure: Mutex::new(None), whole };
    thread::scope(|scope| {
        let work = || floor.work(&begin, &perform);
        for _ in 1..threads {
            if let Err(error) = thread::Builder::new().name("worker".to_owned()).spawn_scoped(scope, work) {
                floor.fail(no_thread(&error).into());
            }
        }
        work();
    });
    floor.failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Where several threads take jobs from the same lines.
struct Floor<'a, E> {
    /// `None` once no more jobs begin.
    tasks: Mutex<Option<Tasks>>,
    failure: Mutex<Option<E>>,
    whole: &'a Progress,
}

impl<E: From<WrongLine>> Floor<'_, E> {
    /// Does jobs until there are no more.
    fn work<W>(&self, begin: &impl Fn(&Job) -> Result<W, E>, perform: &impl Fn(W, &Job, &Progress) -> Result<(), E>) {
        while let Some((hand, (job, progress), waiting)) = self.take(begin) {
            if let Err(failure) = perform(hand, &job, &progress) {
                // The findings of the others could not be reported either.
                self.whole.stop();
                self.fail(failure);
            }
            waiting.remove(job.id());
        }
    }

    /// The next job; `None` when no more begin. A thread waiting for one keeps the others waiting, so jobs begin in
    /// order.
    fn take<W>(&self, begin: &impl Fn(&Job) -> Result<W, E>) -> Option<(W, Task, Arc<Waiting>)> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let all = tasks.as_ref()?;
        let begun = match all.next(self.whole) {
            Ok(Some(task)) => begin(&task.0).map(|hand| Some((hand, task, Arc::clone(&all.waiting)))),
            Ok(None) => Ok(None),
            Err(wrong) => Err(wrong.into()),
        };
        match begun {
            Ok(Some(begun)) => return Some(begun),
            Ok(None) => {}
            Err(failure) => self.fail(failure),
        }
        *tasks = None;
        None
    }

    /// Keeps the first failure.
    fn fail(&self, failure: E) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }
}

/// The jobs of some lines, read by a separate thread.
struct Tasks {
    coming: Receiver<Result<Task, WrongLine>>,
    waiting: Arc<Waiting>,
}

impl Tasks {
    fn read(lines: impl Read + Send + 'static, whole: &Progress) -> Result<Self, WrongLine> {
        let waiting = Arc::new(Waiting::default());
        let (sender, coming) = mpsc::sync_channel(MOST_WAITING);
        let (reader, whole) = (Arc::clone(&waiting), whole.part());
        let read = move || reader.read(BufReader::new(lines), &whole, &sender);
        thread::Builder::new().name("reader".to_owned()).spawn(read).map_err(|error| no_thread(&error))?;
        Ok(Self { coming, waiting })
    }

    /// Waits for the next job; `None` at the end of the lines, or when `whole` is told to stop.
    fn next(&self, whole: &Progress) -> Result<Option<Task>, WrongLine> {
        while !whole.is_stopped() {
            match self.coming.recv_timeout(LOOK) {
                Ok(task) => return task.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(None)
    }
}

/// The message when the system grants no thread.
fn no_thread(error: &io::Error) -> WrongLine {
    let reason = format!("threads: the system gives no more: {error}; choose fewer, or allow more (ulimit -u)");
    WrongLine { line: 1, reason: LineError::Read(reason) }
}

/// The answer to a job as one line of JSON, without the line end: its record, or a note that it was stopped.
#[must_use]
pub fn answer(job: &Job, record: Option<&Record>) -> String {
    let cancelled = || json!({"job": job.id().to_string(), "cancelled": true}).to_string();
    record.map_or_else(cancelled, Record::to_json)
}

/// A job and the handle that stops it.
type Task = (Job, Arc<Progress>);

/// The next line as text.
fn read_text(lines: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let read = |error: io::Error| LineError::Read(error.to_string());
    let line = next_line(lines, LONGEST_LINE).map_err(read)?;
    line.map(|line| String::from_utf8(line).map_err(|_| LineError::Read("the line is not UTF-8 text".to_owned())))
        .transpose()
}

/// The jobs read and not yet done.
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

    /// The job on a line; `None` if the line takes a job back or is empty.
    fn take(&self, line: &str, whole: &Progress) -> Result<Option<Task>, JobError> {
        if line.trim().is_empty() {
            return Ok(None);
        }
        let object = Object::parse(line.as_bytes())?;
        if let (Ok(Some(name)), Ok(())) = (object.text("cancel"), object.only(&["cancel"])) {
            let job = name.parse::<JobId>()?;
            // A job that is done cannot be stopped any more.
            self.all().iter().filter(|(other, _)| *other == job).for_each(|(_, progress)| progress.stop());
            return Ok(None);
        }
        let job = Job::from_object(&object)?;
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
