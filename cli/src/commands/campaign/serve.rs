//! `solve campaign serve`: the campaign as a partner in a conversation, one JSON object a line, for drivers of engines that
//! spread jobs over machines. When the driver or this process dies, jobs in flight are handed out again by the next one.

use std::io::{self, BufRead};

use campaign::{Added, CampaignError, JobId, Record, Session, SessionError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{failed, ledger_path};
use crate::args::CampaignServeArgs;
use crate::exit::{Failure, Status};
use crate::output::print;

/// What a driver may say.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    /// So many jobs are wanted.
    Next(u32),
    /// What a job has found, as `solve campaign job` printed it.
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

/// Answers requests, each by one line, until standard input ends. A wrong request is answered with an error.
///
/// # Errors
/// The ledger cannot be used, or records contradict each other. The request that brought it to light is answered before.
pub(super) fn run(args: &CampaignServeArgs) -> Result<Status, Failure> {
    let mut session = Session::open(&ledger_path(&args.folder)).map_err(failed)?;
    let (mut input, mut line) = (io::stdin().lock(), Vec::new());
    let unread = |error: io::Error| Failure::Run(format!("standard input: {error}"));
    while input.read_until(b'\n', &mut line).map_err(unread)? > 0 {
        let answered =
            parse(&line).map_or_else(|reason| Ok(Reply::wrong(reason)), |request| answer(&mut session, &request));
        line.clear();
        let (mut reply, failure) = match answered {
            Ok(reply) => (reply, None),
            Err(error) => (Reply::wrong(error.to_string()), Some(error)),
        };
        let campaign = session.campaign();
        let bounds = campaign.bounds();
        (reply.done, reply.in_flight) = (campaign.is_done(), campaign.in_flight());
        (reply.lower, reply.upper) = (bounds.lower, bounds.upper);
        reply.needless = campaign.needless().iter().map(JobId::to_string).collect();
        let text = serde_json::to_string(&reply).map_err(|error| Failure::Run(error.to_string()))?;
        print(&(text + "\n"))?;
        failure.map_or(Ok(()), |error| Err(failed(error)))?;
    }
    session.sync().map_err(failed)?;
    Ok(Status::Done)
}

impl Reply {
    /// The answer to a wrong request.
    fn wrong(reason: String) -> Self {
        Self { error: Some(reason), ..Self::default() }
    }
}

fn parse(line: &[u8]) -> Result<Request, String> {
    let forms = r#"it is {"next":COUNT}, {"answer":RECORD} or {"lost":"JOB"}"#;
    serde_json::from_slice(line).map_err(|error| format!("this is no request ({error}): {forms}"))
}

/// Does what is asked.
///
/// # Errors
/// The conversation cannot go on.
fn answer(session: &mut Session<'_>, request: &Request) -> Result<Reply, SessionError> {
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
            Ok(Err(SessionError::Campaign(CampaignError::Foreign(reason)))) | Err(reason) => Reply::wrong(reason),
            Ok(Err(error)) => return Err(error),
        },
        Request::Lost(job) => match job.parse::<JobId>() {
            Ok(job) => Reply { new: Some(session.lost(job)?), ..Reply::default() },
            Err(reason) => Reply::wrong(reason),
        },
    })
}
