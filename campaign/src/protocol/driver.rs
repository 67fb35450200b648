//! The campaign's side of a conversation with the driver of an engine that spreads jobs over machines. If either side
//! dies, its successor hands the jobs in flight out again.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde_json::{Value, json};

use crate::error::{CampaignError, JobError};
use crate::job::JobId;
use crate::json;
use crate::knowledge::Added;
use crate::record::Record;
use crate::session::{Session, Task};
use crate::worker::WorkerName;

/// What a request asks: exactly one of these fields.
const ASKED: [&str; 4] = ["next", "answer", "lost", "gone"];
/// The most characters to repeat of a name that is not a field.
const LONGEST: usize = 40;
/// The most jobs to hand out at once.
const MOST_JOBS: u32 = 1_000_000;

/// Answers one request, a line with or without its line end, by one line of JSON without its line end. Wrong requests get
/// an answer, too. An error tells why the conversation cannot go on; the answer says so as well.
pub fn answer(session: &mut Session<'_>, line: &[u8]) -> (String, Result<(), CampaignError>) {
    let (mut reply, end) = match reply(session, line) {
        Ok(reply) => (reply, Ok(())),
        Err(error) => (json!({"error": error.to_string()}), if error.is_refusal() { Ok(()) } else { Err(error) }),
    };
    let bounds = session.campaign().bounds();
    reply["done"] = session.is_over().into();
    reply["lower"] = bounds.lower.discs().into();
    reply["upper"] = bounds.upper.discs().into();
    reply["in_flight"] = session.in_flight().into();
    // Nothing depends on these any more: the driver may stop them and report them as lost.
    reply["needless"] = session.campaign().needless().iter().map(JobId::to_string).collect();
    let withdrawn: Vec<String> = session.withdrawn().into_iter().map(ToString::to_string).collect();
    if !withdrawn.is_empty() {
        reply["withdrawn"] = withdrawn.into();
    }
    (reply.to_string(), end)
}

/// What a reply to a request says besides how far the campaign is.
///
/// # Errors
/// It is refused, or the conversation cannot go on.
fn reply(session: &mut Session<'_>, line: &[u8]) -> Result<Value, CampaignError> {
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
            Ok(json!({"new": added != Added::Known}))
        }
        ["lost"] => {
            let job = text("lost")?.unwrap_or_default().parse()?;
            Ok(json!({"new": session.lost(job)?}))
        }
        // Its jobs are reported as lost one by one.
        ["gone"] => text("gone")?.unwrap_or_default().parse().map(|_: WorkerName| json!({})).map_err(Into::into),
        _ => Err(wrong(&"one thing at a time")),
    }
}

/// Fewer jobs than wanted if the others depend on those in flight; with each that is a re-check the worker whose answer it is.
fn jobs(session: &mut Session<'_>, count: u32, worker: Option<&WorkerName>) -> Result<Value, CampaignError> {
    let (mut jobs, mut rechecks) = (Vec::new(), BTreeMap::new());
    for _ in 0..count {
        let Some(Task { job, rechecks: of }) = session.next_task(worker)? else { break };
        jobs.push(job);
        rechecks.extend(of.map(|of| (job.id().to_string(), of.to_string())));
    }
    Ok(match rechecks.is_empty() {
        true => json!({"jobs": jobs}),
        false => json!({"jobs": jobs, "rechecks": rechecks}),
    })
}
