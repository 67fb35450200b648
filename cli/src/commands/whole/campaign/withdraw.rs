//! `solve campaign withdraw`: takes answers back.

use std::path::{Path, PathBuf};

use campaign::ledger::ledger_path;
use campaign::{JobId, Ledger, Record, Withdrawal, WorkerName};
use clap::Args;

use super::open_ledger;
use crate::exit::{Failure, Status};
use crate::output::{counted, fields, print_result};

/// Take back an answer, or all answers of a worker; the campaign goes on without them
#[derive(Debug, Args)]
#[command(
    after_help = "A worker whose answers were all withdrawn gets no more jobs; if it is a machine that was repaired,\n\
                        give it another name."
)]
pub(super) struct WithdrawArgs {
    /// The campaign's folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The answer to this job, 16 hexadecimal digits; with --worker only that worker's
    #[arg(long, value_name = "JOB", required_unless_present = "worker")]
    answer: Option<JobId>,
    /// The answers of this worker
    #[arg(long, value_name = "NAME")]
    worker: Option<WorkerName>,
    /// Why, for readers of the ledger
    #[arg(long, value_name = "TEXT", default_value = "it was withdrawn by hand", value_parser = parse_reason)]
    because: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads a reason, which stands on a line of the ledger.
fn parse_reason(text: &str) -> Result<String, String> {
    match text.is_empty() || text.contains(char::is_control) {
        true => Err("because: give a reason on one line".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// Writes into the ledger that an answer, or all answers of a worker, no longer count.
pub(super) fn run(args: &WithdrawArgs) -> Result<Status, Failure> {
    let path = ledger_path(&args.folder);
    let (mut file, ledger) = open_ledger(&path)?;
    let meant = |record: &&Record| args.answer.is_none_or(|job| job == record.job.id());
    let by = |record: &&Record| args.worker.as_ref().is_none_or(|worker| *worker == record.worker);
    let counting = ledger.records.iter().filter(|record| record.is_answer() && ledger.counts(record));
    let found: Vec<&Record> = counting.filter(meant).filter(by).collect();
    let withdrawals: Vec<Withdrawal> = match (args.answer, &args.worker) {
        (None, Some(worker)) => {
            vec![Withdrawal { worker: worker.clone(), answer: None, reason: args.because.clone() }]
        }
        _ => found.iter().map(|record| of_answer(record.job.id(), &record.worker, &args.because)).collect(),
    };
    if withdrawals.is_empty() {
        let job = args.answer.map_or_else(String::new, |job| format!(" to job {job}"));
        let worker = args.worker.as_ref().map_or_else(String::new, |worker| format!(" by worker {worker}"));
        return Err(Failure::Run(format!("{} has no answer{job}{worker} that counts", path.display())));
    }
    file.append(&withdrawals)?;
    file.sync()?;
    let record = fields! { "withdrawn": found.len(), "complete": is_complete(&path)? };
    print_result(args.json, &record, |_| format!("{} withdrawn\n", counted(found.len() as u64, "answer", "answers")))
}

/// The withdrawal of one answer.
pub(super) fn of_answer(job: JobId, worker: &WorkerName, reason: &str) -> Withdrawal {
    Withdrawal { worker: worker.clone(), answer: Some(job), reason: reason.to_owned() }
}

/// Whether the campaign is still done with what counts now. A contradiction may be left.
fn is_complete(path: &Path) -> Result<bool, Failure> {
    let ledger = Ledger::read(path)?;
    let replay = campaign::replay::Replay::new(&ledger);
    Ok(replay.is_ok_and(|replay| ledger.plan.mode.settled(replay.bounds())))
}
