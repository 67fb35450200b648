//! A worker: jobs come as lines, and each gets one line in reply; a line may also take a job back. Jobs begin in order,
//! and with one thread they end in order.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use files::{LONGEST_LINE, next_line};
use solver::{Board, Progress, Scoring};

use crate::error::{CampaignError, JobError};
use crate::job::{Job, JobId};
use crate::json;
use crate::pool::Queue;
use crate::record::Record;
use crate::session;

/// How often to check whether to stop while no line comes.
const LOOK: Duration = Duration::from_millis(100);
/// How many jobs to read ahead. A line that takes a job back takes effect at once if no more than these are before it.
const MOST_WAITING: usize = 4096;

/// The jobs of some lines as a queue, whose records go to `print`. A separate thread reads the lines, so that a job can
/// be taken back while it waits or is under way: its [`Progress`], a part of `whole`, is then told to stop. Once `whole`
/// is told to stop, nobody waits for more lines.
///
/// A queue has jobs of one game (board and scoring), since solvers share a memory for one. Once all of them are done,
/// [`Lines::next_game`] goes on to the next.
pub struct Lines<'a, E> {
    coming: Mutex<Coming>,
    waiting: Waiting,
    whole: &'a Progress,
    print: Box<Print<'a, E>>,
}

/// Takes a record; none if the job was stopped.
type Print<'a, E> = dyn Fn(&Job, Option<Record>) -> Result<(), E> + Sync + 'a;

/// A board (landscape or portrait) and a scoring.
type Game = (Board, Scoring);

/// A job and the handle that stops it.
type Task = (Job, Arc<Progress>);

/// The jobs read and not yet done.
type Waiting = Arc<Mutex<Vec<(JobId, Arc<Progress>)>>>;

/// What comes from the lines.
struct Coming {
    lines: Receiver<Result<Task, JobError>>,
    /// A job that was received and not taken.
    next: Option<Task>,
    /// What the queue has jobs of.
    game: Option<Game>,
    wrong: Option<JobError>,
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
    ) -> Result<Self, CampaignError> {
        let waiting = Waiting::default();
        let (sender, coming) = mpsc::sync_channel(MOST_WAITING);
        let (jobs, part) = (Arc::clone(&waiting), whole.part());
        let read = move || read_all(BufReader::new(lines), &jobs, &part, &sender);
        let reader = thread::Builder::new().name("reader".to_owned()).spawn(read);
        reader.map_err(|error| CampaignError::Threads(error.to_string()))?;
        let coming = Coming { lines: coming, next: None, game: None, wrong: None };
        Ok(Self { coming: Mutex::new(coming), waiting, whole, print: Box::new(print) })
    }

    /// Waits for a job, and makes the queue one of the jobs of its game, as long as these follow each other; `None` when
    /// no more jobs come.
    pub fn next_game(&self) -> Option<Game> {
        let mut coming = lock(&self.coming);
        coming.wait(self.whole);
        coming.game = coming.next.as_ref().map(|(job, _)| (job.board, job.scoring));
        coming.game
    }

    /// What became of the lines, once there are no more jobs.
    ///
    /// # Errors
    /// The line that ended them was not a job.
    pub fn end(self) -> Result<(), JobError> {
        self.coming.into_inner().unwrap_or_else(PoisonError::into_inner).wrong.map_or(Ok(()), Err)
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

impl<E: From<CampaignError> + Send> Queue for Lines<'_, E> {
    type Error = E;

    /// A thread waiting for a job keeps the others waiting, so jobs begin in order.
    fn take(&self, _: usize) -> Result<Option<(session::Task, Arc<Progress>)>, E> {
        let mut coming = lock(&self.coming);
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
        let mut waiting = lock(&self.waiting);
        let at = waiting.iter().position(|(other, _)| *other == job.id());
        at.map(|at| waiting.remove(at));
        Ok(())
    }

    fn stop(&self) {
        self.whole.stop();
    }
}

/// The answer to a job as one line of JSON, without the line end: its record, or a note that it was stopped.
#[must_use]
pub fn answer(job: &Job, record: Option<&Record>) -> String {
    let cancelled = || serde_json::json!({"job": job.id().to_string(), "cancelled": true}).to_string();
    record.map_or_else(cancelled, Record::to_json)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads all lines, until one is wrong or nobody listens any more.
fn read_all(
    mut lines: impl BufRead,
    waiting: &Mutex<Vec<(JobId, Arc<Progress>)>>,
    whole: &Progress,
    tasks: &SyncSender<Result<Task, JobError>>,
) {
    for number in 1.. {
        let task = match next_line(&mut lines, LONGEST_LINE) {
            Ok(None) => return,
            Ok(Some(line)) => read_task(&line, waiting, whole).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let Some(task) = task.map_err(|reason| JobError::Line(number, reason)).transpose() else { continue };
        let is_wrong = task.is_err();
        if tasks.send(task).is_err() || is_wrong {
            return;
        }
    }
}

/// The job on a line; `None` if the line takes a job back or is empty.
fn read_task(
    line: &[u8],
    waiting: &Mutex<Vec<(JobId, Arc<Progress>)>>,
    whole: &Progress,
) -> Result<Option<Task>, JobError> {
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let object = json::object(line)?;
    if object.len() == 1
        && let Some(name) = json::field::<String>(&object, "cancel")?
    {
        let job = name.parse::<JobId>()?;
        // A job that is done cannot be stopped any more.
        lock(waiting).iter().filter(|(other, _)| *other == job).for_each(|(_, progress)| progress.stop());
        return Ok(None);
    }
    let (job, progress) = (Job::from_object(&object)?, Arc::new(whole.part()));
    lock(waiting).push((job.id(), Arc::clone(&progress)));
    Ok(Some((job, progress)))
}
