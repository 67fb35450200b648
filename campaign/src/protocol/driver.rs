//! The campaign as a partner in a conversation, for drivers of engines that spread jobs over machines. When the driver or
//! this side dies, jobs in flight are handed out again by the next one.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::job::JobId;
use crate::knowledge::Added;
use crate::record::Record;
use crate::session::{Session, SessionError};

/// What a driver may say.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    /// So many jobs are wanted.
    Next(u32),
    /// What a job has found, as a worker printed it.
    Answer(Value),
    /// Nobody does this job any more.
    Lost(String),
}

/// What is said in return.
#[derive(Debug, Default, Serialize)]
struct Reply {
    /// Jobs to do, if jobs were asked for; fewer than wanted when the others depend on those in flight.
    #[serde(skip_serializing_if = "Option::is_none")]
    jobs: Option<Vec<Value>>,
    /// Whether the answer was new.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<bool>,
    /// Why the request was not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Whether nothing is left to do.
    done: bool,
    /// What is known of the root.
    lower: i32,
    upper: i32,
    /// Jobs in flight.
    in_flight: usize,
    /// Those of them that nothing depends on any more: they may be stopped and told as lost.
    needless: Vec<String>,
}

impl Reply {
    /// The answer to a wrong request.
    fn wrong(reason: &impl ToString) -> Self {
        Self { error: Some(reason.to_string()), ..Self::default() }
    }
}

/// What came of one request.
#[derive(Debug)]
pub struct Answered {
    /// The answer as one line of JSON, without the end of the line. A wrong request is answered as well.
    pub line: String,
    /// Why the conversation cannot go on; the answer says so too.
    pub failure: Option<SessionError>,
}

/// Answers one request, a line with or without its end.
pub fn answer(session: &mut Session<'_>, line: &[u8]) -> Answered {
    let forms = r#"it is {"next":COUNT}, {"answer":RECORD} or {"lost":"JOB"}"#;
    let (mut reply, failure) = match serde_json::from_slice(line) {
        Err(error) => (Reply::wrong(&format!("this is no request ({error}): {forms}")), None),
        Ok(request) => match reply(session, &request) {
            Ok(reply) => (reply, None),
            Err(error) => (Reply::wrong(&error), Some(error)),
        },
    };
    let campaign = session.campaign();
    let bounds = campaign.bounds();
    (reply.done, reply.in_flight) = (campaign.is_done(), campaign.in_flight());
    (reply.lower, reply.upper) = (bounds.lower.discs(), bounds.upper.discs());
    reply.needless = campaign.needless().iter().map(JobId::to_string).collect();
    Answered { line: serde_json::to_string(&reply).unwrap_or_default(), failure }
}

/// Does what is asked.
///
/// # Errors
/// The conversation cannot go on.
fn reply(session: &mut Session<'_>, request: &Request) -> Result<Reply, SessionError> {
    Ok(match request {
        Request::Next(count) => {
            let mut jobs = Vec::new();
            for _ in 0..*count {
                let Some(job) = session.next_job()? else { break };
                jobs.extend(serde_json::from_str(&job.to_json()));
            }
            Reply { jobs: Some(jobs), ..Reply::default() }
        }
        Request::Answer(text) => match Record::from_json(&text.to_string()).map(|record| session.record(&record)) {
            Ok(Ok(added)) => Reply { new: Some(added == Added::New), ..Reply::default() },
            Ok(Err(SessionError::Campaign(error))) if error.is_refusal() => Reply::wrong(&error),
            Ok(Err(error)) => return Err(error),
            Err(error) => Reply::wrong(&error),
        },
        Request::Lost(job) => match job.parse::<JobId>() {
            Ok(job) => Reply { new: Some(session.lost(job)?), ..Reply::default() },
            Err(error) => Reply::wrong(&error),
        },
    })
}
