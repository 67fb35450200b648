//! The campaign's side of a conversation with the driver of an engine that spreads jobs over machines. If either side
//! dies, its successor hands the jobs in flight out again.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

use crate::error::{CampaignError, JobError};
use crate::job::{Job, JobId};
use crate::json;
use crate::record::Record;
use crate::session::{Session, Task};
use crate::worker::WorkerName;

/// What a request asks: exactly one of these fields.
const ASKED: [&str; 4] = ["next", "answer", "lost", "gone"];
/// The most characters to repeat of a name that is not a field.
const LONGEST: usize = 40;
/// The most jobs to hand out at once.
const MOST_JOBS: u32 = 1_000_000;

/// The reply.
#[derive(Debug, Default, Serialize)]
struct Reply {
    /// The jobs to do, if the driver asked for jobs; fewer than it wants when the others depend on those in flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<Vec<Job>>,
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

/// Answers one request, a line with or without its line end, by one line of JSON without its line end. Wrong requests get
/// an answer, too. An error tells why the conversation cannot go on; the answer says so as well.
pub fn answer(session: &mut Session<'_>, line: &[u8]) -> (String, Result<(), CampaignError>) {
    let (mut reply, end) = match reply(session, line) {
        Ok(reply) => (reply, Ok(())),
        Err(error) => {
            let reply = Reply { error: Some(error.to_string()), ..Reply::default() };
            (reply, if error.is_refusal() { Ok(()) } else { Err(error) })
        }
    };
    (reply.done, reply.in_flight) = (session.is_over(), session.in_flight());
    reply.withdrawn = session.withdrawn().into_iter().map(ToString::to_string).collect();
    let bounds = session.campaign().bounds();
    (reply.lower, reply.upper) = (bounds.lower.discs(), bounds.upper.discs());
    reply.needless = session.needless().iter().map(JobId::to_string).collect();
    (serde_json::to_string(&reply).unwrap_or_default(), end)
}

/// Answers a request.
///
/// # Errors
/// It is refused, or the conversation cannot go on.
fn reply(session: &mut Session<'_>, line: &[u8]) -> Result<Reply, CampaignError> {
    let wrong = |reason: &dyn Display| CampaignError::from(JobError::Request(reason.to_string()));
    let request = json::object(line).map_err(|error| wrong(&error))?;
    if let Some(name) = request.keys().find(|name| ![&ASKED[..], &["worker"]].concat().contains(&name.as_str())) {
        return Err(wrong(&format!("{:?} is no field of it", name.chars().take(LONGEST).collect::<String>())));
    }
    let text = |name: &str| json::field::<String>(&request, name).map_err(|error| wrong(&error));
    let worker: Option<WorkerName> = text("worker")?.map(|name| name.parse()).transpose()?;
    let is_asked = |name: &&str| request.get(*name).is_some_and(|value| !value.is_null());
    match ASKED.into_iter().filter(is_asked).collect::<Vec<_>>()[..] {
        ["next"] => {
            let count = json::wanted(&request, "next").map_err(|error| wrong(&error))?;
            if count > MOST_JOBS {
                return Err(
                    JobError::Json(format!("{count} jobs are too many at once: {MOST_JOBS} is the most")).into()
                );
            }
            jobs(session, count, worker.as_ref())
        }
        ["answer"] => {
            let record = Record::from_object(&json::wanted(&request, "answer")?)?;
            // The driver knows best who found it; if it does not say, the answer's own name counts.
            let worker = worker.unwrap_or_else(|| record.worker.clone());
            let added = session.record(&Record { worker, ..record })?;
            Ok(Reply { new: Some(added.is_news()), ..Reply::default() })
        }
        ["lost"] => {
            let job = text("lost")?.unwrap_or_default().parse()?;
            Ok(Reply { new: Some(session.lost(job)?), ..Reply::default() })
        }
        // Its jobs are reported as lost one by one.
        ["gone"] => text("gone")?.unwrap_or_default().parse().map(|_: WorkerName| Reply::default()).map_err(Into::into),
        _ => Err(wrong(&"one thing at a time")),
    }
}

fn jobs(session: &mut Session<'_>, count: u32, worker: Option<&WorkerName>) -> Result<Reply, CampaignError> {
    let (mut jobs, mut rechecks) = (Vec::new(), BTreeMap::new());
    for _ in 0..count {
        let Some(Task { job, rechecks: of }) = session.next_task(worker)? else { break };
        jobs.push(job);
        rechecks.extend(of.map(|of| (job.id().to_string(), of.to_string())));
    }
    Ok(Reply { jobs: Some(jobs), rechecks, ..Reply::default() })
}
