//! `solve campaign plan`: begins a campaign.

use campaign::{Campaign, Plan, ledger};
use files::on_one_line;

use crate::args::CampaignPlanArgs;
use crate::exit::{Failure, Status};
use crate::output::numbers::counted;
use crate::output::whole::campaign::title;
use crate::output::{fields, print_result};
use crate::setup::Setup;

/// Makes a folder with a ledger that holds only the plan.
///
/// # Errors
/// A position or question that makes no sense, or a folder that cannot be used.
pub(super) fn run(args: &CampaignPlanArgs) -> Result<Status, Failure> {
    let Setup { start, position, .. } = Setup::from_args(&args.position)?;
    let usual = Plan::new(position, args.question.scoring, args.question.mode);
    let plan = Plan {
        // A start is named only if no moves were played from it.
        start: start.filter(|_| args.position.moves.is_none()),
        budget: args.budget,
        grow_empties: args.grow_empties.unwrap_or(usual.grow_empties),
        first: args.first,
        ..usual
    };
    plan.check().map_err(|error| Failure::Usage(error.to_string()))?;
    ledger::begin(&args.folder, &plan).map_err(|error| Failure::Run(error.to_string()))?;
    let question = Campaign::new(plan.clone()).question();
    let record = fields! {
        "campaign": args.folder.display().to_string(),
        "board": plan.root.board().to_string(),
        "root": plan.root.to_string(),
        "start": plan.start.map(|start| start.name()),
        "scoring": plan.scoring.name(),
        "mode": plan.mode.name(),
        "budget": plan.budget,
        "question": question,
    };
    print_result(args.json, &record, |_| {
        let first = question.map_or_else(
            || "nothing is left to ask: the game is over".to_owned(),
            |first| format!("first question: is the value at least {first}?"),
        );
        format!(
            "Campaign   {}: {}\nJobs       up to {} each, most below a sixteenth of that; {first}\n",
            on_one_line(args.folder.display()),
            title(&plan),
            counted(plan.budget, "node", "nodes")
        )
    })?;
    Ok(Status::Done)
}
