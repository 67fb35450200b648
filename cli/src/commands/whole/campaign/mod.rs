//! `solve campaign …`: one file for each command.

use crate::args::{CampaignArgs, CampaignCommand};
use crate::exit::{Failure, Status};
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
mod shared;
mod simulate;
mod status;
mod withdraw;

/// Runs the command.
///
/// # Errors
/// Whatever keeps the command from finishing.
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
