//! `solve campaign job`: the unit of work for engines elsewhere.

use std::io::{self, BufRead};

use campaign::{Job, work};
use solver::{Progress, Resources, Solver};

use super::{VERSION, failed};
use crate::args::CampaignJobArgs;
use crate::exit::{Failure, Status};
use crate::output::print;
use crate::persistence::Store;

/// Does the job of the arguments, or those of standard input, and prints each record as soon as it is there. A job that is
/// done twice gives records that are both true.
///
/// # Errors
/// A line that is no job, or a table that cannot be used or trusted.
pub(super) fn run(args: &CampaignJobArgs) -> Result<Status, Failure> {
    let mut solver = Solver::new(Resources { memory_bytes: args.memory, ..Resources::default() });
    let store = Store::of_directory(args.table.as_ref())?;
    let progress = Progress::default();
    let mut perform = |job: &Job| {
        let table = store.table(job.board, job.scoring)?;
        let record = work::perform(job, &mut solver, table.as_deref(), &progress, VERSION);
        let record = record.ok_or_else(|| Failure::Run("stopped".to_owned()))?.map_err(failed)?;
        print(&(record.to_json() + "\n"))
    };
    if let (Some(board), Some(position), Some(at_least)) = (args.board, &args.position, args.at_least) {
        perform(&Job::parse(board, args.scoring, position, at_least, args.budget).map_err(Failure::Usage)?)?;
    } else {
        for (number, line) in io::stdin().lock().lines().enumerate() {
            let wrong = |reason: String| Failure::Run(format!("standard input:{}: {reason}", number + 1));
            let line = line.map_err(|error| wrong(error.to_string()))?;
            if !line.trim().is_empty() {
                perform(&Job::from_json(&line).map_err(wrong)?)?;
            }
        }
    }
    store.close()?;
    Ok(Status::Done)
}
