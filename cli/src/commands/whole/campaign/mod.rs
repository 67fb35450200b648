//! `solve campaign …`: one file for each command.

use std::path::{Path, PathBuf};

use campaign::ledger::{LEDGER, ledger_path};
use campaign::{CampaignError, Ledger, LedgerFile, Session, Share};
use clap::{Args, Subcommand};

use crate::exit::{Failure, Status};
use crate::left_out;
use crate::weights;

mod hand;
mod job;
mod live;
mod merge;
mod plan;
mod prove;
mod report;
mod run;
mod serve;
mod simulate;
mod status;
mod withdraw;

const HELP: &str = "\
A campaign keeps the top of the game tree and hands out jobs: is this position
worth at least this much? A position whose job exceeds its budget is split into
its successors. Everything known is in DIR/ledger.txt, one line per job; an
interrupted campaign continues from there.

run does the jobs on this machine. scripts/campaign_ray.py has many machines do
them. Any other engine gets jobs from next or serve, does them with job, and
returns its output to record or serve; a job may be lost or done twice.
job --threads N does N jobs at a time with one transposition table.

Examples:
  solve campaign plan big --board 6x6 --mode wld --budget 5M
  solve campaign run big --workers 2
  solve campaign status big
  solve campaign report big
  solve campaign prove big -o big.cert
  solve campaign merge big other/ledger.txt
  solve campaign next big --count 10 > jobs
  solve campaign job < jobs | solve campaign record big
  solve campaign withdraw big --answer 1010d0e97db1676c";

/// Solve a board as many jobs, on many machines
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CampaignArgs {
    #[command(subcommand)]
    command: CampaignCommand,
    /// Guess values and order moves by weights that solve train made, instead of those that come with the program for
    /// their board; repeatable. They change no answer, only the time it takes
    #[arg(long, value_name = "FILE", global = true)]
    weights: Vec<PathBuf>,
}

/// What can be done with campaigns.
#[derive(Debug, Subcommand)]
enum CampaignCommand {
    Plan(plan::PlanArgs),
    Run(run::RunArgs),
    Status(status::StatusArgs),
    Merge(merge::MergeArgs),
    Report(report::ReportArgs),
    Prove(prove::ProveArgs),
    Job(job::JobArgs),
    Next(hand::NextArgs),
    Record(hand::RecordArgs),
    Withdraw(withdraw::WithdrawArgs),
    Serve(serve::ServeArgs),
    Simulate(simulate::SimulateArgs),
}

/// Runs the command.
pub(crate) fn run(args: &CampaignArgs) -> Result<Status, Failure> {
    weights::load(&args.weights)?;
    match &args.command {
        CampaignCommand::Plan(args) => plan::run(args),
        CampaignCommand::Run(args) => run::run(args),
        CampaignCommand::Status(args) => status::run(args),
        CampaignCommand::Merge(args) => merge::run(args),
        CampaignCommand::Report(args) => report::run(args),
        CampaignCommand::Prove(args) => prove::run(args),
        CampaignCommand::Job(args) => job::run(args),
        CampaignCommand::Next(args) => hand::next(args),
        CampaignCommand::Record(args) => hand::record(args),
        CampaignCommand::Serve(args) => serve::run(args),
        CampaignCommand::Simulate(args) => simulate::run(args),
        CampaignCommand::Withdraw(args) => withdraw::run(args),
    }
}

/// The version of the program that the ledger names for a job.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("SOLVE_COMMIT"));

impl From<CampaignError> for Failure {
    fn from(error: CampaignError) -> Self {
        Self::Run(match error {
            CampaignError::File { path, .. } if !path.exists() => {
                let folder = path.parent().filter(|_| path.ends_with(LEDGER)).unwrap_or(&path);
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                let what = match folder.is_dir() {
                    true => "no campaign in this folder",
                    false => "no folder of a campaign, and no ledger",
                };
                format!("{}: {what}; solve campaign plan begins a campaign", folder.display())
            }
            error => error.to_string(),
        })
    }
}

/// Opens a campaign whose workers are elsewhere.
fn open(folder: &Path, recheck: Share) -> Result<Session<'static>, Failure> {
    let (file, ledger) = open_ledger(&ledger_path(folder))?;
    Ok(Session::new(file, ledger, None, recheck)?)
}

/// Opens a ledger to add to it, and reports which of its lines are left out.
fn open_ledger(path: &Path) -> Result<(LedgerFile, Ledger), Failure> {
    let (file, ledger) = LedgerFile::open(path)?;
    left_out::tell(&ledger.left_out, "answer");
    Ok((file, ledger))
}

/// Reads a ledger, and reports which of its lines are left out.
fn read(path: &Path) -> Result<Ledger, Failure> {
    let ledger = Ledger::read(path)?;
    left_out::tell(&ledger.left_out, "answer");
    Ok(ledger)
}

/// Leaks a large value: the program is about to end, which frees the memory at once.
fn leave<T>(thing: T) {
    std::mem::forget(thing);
}
