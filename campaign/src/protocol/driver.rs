//! The campaign's side of a conversation with the driver of an engine that spreads jobs over machines. If either side
//! dies, its successor hands the jobs in flight out again.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::job::JobId;
use crate::json::{Object, ObjectError};
use crate::record::Record;
use crate::session::{Session, SessionError, Task};
use crate::worker::WorkerName;

/// The most jobs to hand out at once.
const MOST_JOBS: u32 = 1_000_000;

/// What a driver may say: exactly one of the first four fields.
#[derive(Debug)]
struct Request {
    /// How many jobs it wants.
    next: Option<u32>,
    /// The result of a job, as a worker printed it.
    answer: Option<Value>,
    /// No worker is doing this job any more.
    lost: Option<String>,
    /// This worker is no longer there.
    gone: Option<String>,
    /// Who wants the jobs, or has found the answer.
    worker: Option<String>,
}

impl Request {
    fn read(line: &[u8]) -> Result<Self, ObjectError> {
        let object = Object::parse(line)?;
        object.only(&["next", "answer", "lost", "gone", "worker"])?;
        let text = |name: &str| Ok::<_, ObjectError>(object.text(name)?.map(str::to_owned));
        let (lost, gone, worker) = (text("lost")?, text("gone")?, text("worker")?);
        Ok(Self { next: object.whole("next")?, answer: object.get("answer").cloned(), lost, gone, worker })
    }
}

/// The reply.
#[derive(Debug, Default, Serialize)]
struct Reply {
    /// The jobs to do, if the driver asked for jobs; fewer than it wants when the others depend on those in flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<Vec<Value>>,
    /// The jobs that are re-checks, each with the worker whose answer it is.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    rechecks: BTreeMap<String, String>,
    /// Whether the answer was new.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<bool>,
    /// Why the request failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Whether nothing is left to do.
    done: bool,
    /// What is known about the root.
    lower: i32,
    upper: i32,
    /// Jobs in flight.
    in_flight: usize,
    /// Jobs in flight that nothing depends on any more: the driver may stop them and report them as lost.
    needless: Vec<String>,
    /// Workers whose answers were withdrawn. They get no jobs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    withdrawn: Vec<String>,
}

impl Reply {
    /// The answer to a wrong request.
    fn wrong(reason: &impl ToString) -> Self {
        Self { error: Some(reason.to_string()), ..Self::default() }
    }
}

/// The result of one request.
#[derive(Debug)]
pub struct Answered {
    /// The answer as one line of JSON, without the line end. Wrong requests get an answer, too.
    pub line: String,
    /// Why the conversation cannot go on. The answer says so, too.
    pub failure: Option<SessionError>,
}

/// Answers one request, a line with or without its line end.
pub fn answer(session: &mut Session<'_>, line: &[u8]) -> Answered {
    let forms = r#"it is {"next":COUNT}, {"answer":RECORD}, {"lost":"JOB"} or {"gone":"WORKER"}"#;
    let (mut reply, failure) = match Request::read(line) {
        Err(error) => (Reply::wrong(&format!("this is not a request ({error}): {forms}")), None),
        Ok(request) => match reply(session, request) {
            Ok(Some(reply)) => (reply, None),
            Ok(None) => (Reply::wrong(&format!("this is not a request (one thing at a time): {forms}")), None),
            Err(error) => (Reply::wrong(&error), Some(error)),
        },
    };
    (reply.done, reply.in_flight) = (session.is_over(), session.in_flight());
    reply.withdrawn = session.withdrawn().into_iter().map(ToString::to_string).collect();
    let campaign = session.campaign();
    let bounds = campaign.bounds();
    (reply.lower, reply.upper) = (bounds.lower.discs(), bounds.upper.discs());
    reply.needless = session.needless().iter().map(JobId::to_string).collect();
    Answered { line: serde_json::to_string(&reply).unwrap_or_default(), failure }
}

/// Answers a request; `None` if it asks for more or less than one thing.
///
/// # Errors
/// The conversation cannot go on.
fn reply(session: &mut Session<'_>, request: Request) -> Result<Option<Reply>, SessionError> {
    let worker = match request.worker.as_deref().map(str::parse::<WorkerName>).transpose() {
        Ok(worker) => worker,
        Err(error) => return Ok(Some(Reply::wrong(&error))),
    };
    Ok(Some(match (request.next, request.answer, request.lost, request.gone) {
        (Some(count), None, None, None) if count > MOST_JOBS => {
            Reply::wrong(&format!("{count} jobs are too many at once: {MOST_JOBS} is the most"))
        }
        (Some(count), None, None, None) => jobs(session, count, worker.as_ref())?,
        (None, Some(text), None, None) => take(session, &text, worker)?,
        (None, None, Some(job), None) => match job.parse::<JobId>() {
            Ok(job) => Reply { new: Some(session.lost(job)?), ..Reply::default() },
            Err(error) => Reply::wrong(&error),
        },
        (None, None, None, Some(name)) => match name.parse::<WorkerName>() {
            // Its jobs are reported as lost one by one.
            Ok(_) => Reply::default(),
            Err(error) => Reply::wrong(&error),
        },
        _ => return Ok(None),
    }))
}

fn jobs(session: &mut Session<'_>, count: u32, worker: Option<&WorkerName>) -> Result<Reply, SessionError> {
    let (mut jobs, mut rechecks) = (Vec::new(), BTreeMap::new());
    for _ in 0..count {
        let Some(Task { job, rechecks: of }) = session.next_task(worker)? else { break };
        jobs.extend(serde_json::from_str(&job.to_json()));
        rechecks.extend(of.map(|of| (job.id().to_string(), of.to_string())));
    }
    Ok(Reply { jobs: Some(jobs), rechecks, ..Reply::default() })
}

/// Takes an answer. The driver knows best who found it; if it does not say, the answer's own name counts.
fn take(session: &mut Session<'_>, text: &Value, worker: Option<WorkerName>) -> Result<Reply, SessionError> {
    let record = Record::from_json(&text.to_string()).map(|record| match worker {
        Some(worker) => Record { worker, ..record },
        None => record,
    });
    match record.map(|record| session.record(&record)) {
        Ok(Ok(added)) => Ok(Reply { new: Some(added.is_news()), ..Reply::default() }),
        Ok(Err(SessionError::Campaign(error))) if error.is_refusal() => Ok(Reply::wrong(&error)),
        Ok(Err(error)) => Err(error),
        Err(error) => Ok(Reply::wrong(&error)),
    }
}
