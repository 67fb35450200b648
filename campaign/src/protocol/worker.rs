//! A worker: jobs come as lines, and each gets one line in reply; a line may also take a job back. Jobs begin in order,
//! and with one thread they end in order.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use files::{LONGEST_LINE, next_line};
use serde_json::json;
use solver::{Board, Progress, Scoring};
use thiserror::Error;

use crate::error::JobError;
use crate::job::{Job, JobId};
use crate::json::Object;
use crate::pool::Queue;
use crate::record::Record;
use crate::session::{self, SessionError};

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

/// The jobs of some lines as a queue, whose records go to `print`. A separate thread reads the lines, so that a job can
/// be taken back while it waits or is under way: its [`Progress`], a part of `whole`, is then told to stop. Once `whole`
/// is told to stop, nobody waits for more lines.
///
/// A queue has jobs of one game (board and scoring), since solvers share a memory for one. Once all of them are done,
/// [`Lines::next_game`] goes on to the next.
pub struct Lines<'a, E> {
    coming: Mutex<Coming>,
    waiting: Arc<Waiting>,
    whole: &'a Progress,
    print: Box<Print<'a, E>>,
}

/// Takes a record; none if the job was stopped.
type Print<'a, E> = dyn Fn(&Job, Option<Record>) -> Result<(), E> + Sync + 'a;

/// A board (landscape or portrait) and a scoring.
type Game = (Board, Scoring);

/// What comes from the lines.
struct Coming {
    lines: Receiver<Result<Task, WrongLine>>,
    /// A job that was received and not taken.
    next: Option<Task>,
    /// What the queue has jobs of.
    game: Option<Game>,
    wrong: Option<WrongLine>,
}

impl<'a, E> Lines<'a, E> {
    /// Begins to read lines.
    ///
    /// # Errors
    /// The system gives no thread to read with.
    pub fn read(
        lines: impl Read + Send + 'static,
        whole: &'a Progress,
        print: impl Fn(&Job, Option<Record>) -> Result<(), E> + Sync + 'a,
    ) -> Result<Self, WrongLine> {
        let waiting = Arc::new(Waiting::default());
        let (sender, coming) = mpsc::sync_channel(MOST_WAITING);
        let (reader, part) = (Arc::clone(&waiting), whole.part());
        let read = move || reader.read(BufReader::new(lines), &part, &sender);
        thread::Builder::new().name("reader".to_owned()).spawn(read).map_err(|error| {
            let reason = format!("threads: the system gives no more: {error}; allow more (ulimit -u)");
            WrongLine { line: 1, reason: LineError::Read(reason) }
        })?;
        let coming = Coming { lines: coming, next: None, game: None, wrong: None };
        Ok(Self { coming: Mutex::new(coming), waiting, whole, print: Box::new(print) })
    }

    /// Waits for a job, and makes the queue one of the jobs of its game, as long as these follow each other; `None` when
    /// no more jobs come.
    pub fn next_game(&self) -> Option<Game> {
        let mut coming = self.coming();
        coming.wait(self.whole);
        coming.game = coming.next.as_ref().map(|(job, _)| (job.board, job.scoring));
        coming.game
    }

    /// What became of the lines, once there are no more jobs.
    ///
    /// # Errors
    /// The line that ended them was not a job.
    pub fn end(self) -> Result<(), WrongLine> {
        self.coming.into_inner().unwrap_or_else(PoisonError::into_inner).wrong.map_or(Ok(()), Err)
    }

    fn coming(&self) -> MutexGuard<'_, Coming> {
        self.coming.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Coming {
    /// Waits until there is a next job, the lines end, or `whole` is told to stop.
    fn wait(&mut self, whole: &Progress) {
        while self.next.is_none() && self.wrong.is_none() && !whole.is_stopped() {
            match self.lines.recv_timeout(LOOK) {
                Ok(Ok(task)) => self.next = Some(task),
                Ok(Err(wrong)) => self.wrong = Some(wrong),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        if whole.is_stopped() {
            self.next = None;
        }
    }
}

impl<E: From<SessionError> + Send> Queue for Lines<'_, E> {
    type Error = E;

    /// A thread waiting for a job keeps the others waiting, so jobs begin in order.
    fn take(&self, _: usize) -> Result<Option<(session::Task, Arc<Progress>)>, E> {
        let mut coming = self.coming();
        coming.wait(self.whole);
        let is_of_game = |(job, _): &Task| {
            coming
                .game
                .is_some_and(|(board, scoring)| (board.landscape(), scoring) == (job.board.landscape(), job.scoring))
        };
        let is_next = coming.next.as_ref().is_some_and(is_of_game);
        let next = coming.next.take_if(|_| is_next);
        Ok(next.map(|(job, progress)| (session::Task { job, rechecks: None }, progress)))
    }

    fn bring(&self, _: usize, job: &Job, record: Option<Record>) -> Result<(), E> {
        (self.print)(job, record)?;
        self.waiting.remove(job.id());
        Ok(())
    }

    fn stop(&self) {
        self.whole.stop();
    }
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
