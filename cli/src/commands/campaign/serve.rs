//! `solve campaign serve`: the campaign as a partner in a conversation, one JSON object a line, for drivers of engines that
//! spread jobs over machines. When the driver or this process dies, jobs in flight are handed out again by the next one.

use std::io::{self, BufRead};

use campaign::{Added, Job, JobId, Record, Session};
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
    /// Why the answer was not taken.
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

/// Answers requests until standard input ends.
///
/// # Errors
/// The ledger cannot be used, a line that is no request, or records that contradict each other.
pub(super) fn run(args: &CampaignServeArgs) -> Result<Status, Failure> {
    let mut session = Session::open(&ledger_path(&args.folder)).map_err(failed)?;
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let wrong = |reason: String| Failure::Run(format!("standard input:{}: {reason}", number + 1));
        let line = line.map_err(|error| wrong(error.to_string()))?;
        let request = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
        let mut reply = answer(&mut session, &request)?;
        let campaign = session.campaign();
        let bounds = campaign.bounds();
        (reply.done, reply.in_flight) = (campaign.is_done(), campaign.in_flight());
        (reply.lower, reply.upper) = (bounds.lower, bounds.upper);
        reply.needless = campaign.needless().iter().map(JobId::to_string).collect();
        let text = serde_json::to_string(&reply).map_err(|error| Failure::Run(error.to_string()))?;
        print(&(text + "\n"))?;
    }
    session.sync().map_err(failed)?;
    Ok(Status::Done)
}

fn answer(session: &mut Session<'_>, request: &Request) -> Result<Reply, Failure> {
    let mut reply = Reply::default();
    match request {
        Request::Next(count) => {
            let mut jobs = Vec::new();
            for _ in 0..*count {
                let Some(job) = session.next_job().map_err(failed)? else { break };
                jobs.push(raw(&job)?);
            }
            reply.jobs = Some(jobs);
        }
        Request::Answer(text) => match Record::from_json(&text.to_string()) {
            Ok(record) => reply.new = Some(session.record(&record).map_err(failed)? == Added::New),
            Err(reason) => reply.error = Some(reason),
        },
        Request::Lost(job) => match job.parse::<JobId>() {
            Ok(job) => reply.new = Some(session.lost(job).map_err(failed)?),
            Err(reason) => reply.error = Some(reason),
        },
    }
    Ok(reply)
}

fn raw(job: &Job) -> Result<Value, Failure> {
    serde_json::from_str(&job.to_json()).map_err(|error| Failure::Run(error.to_string()))
}
