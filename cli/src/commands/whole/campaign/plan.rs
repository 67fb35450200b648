//! `solve campaign plan`: begins a campaign.

use std::path::PathBuf;

use campaign::plan::DEFAULT_BUDGET;
use campaign::{Campaign, Plan, ledger};
use clap::Args;
use files::on_one_line;

use super::report::title;
use crate::args::{PositionArgs, QuestionArgs, values};
use crate::exit::{Failure, Status};
use crate::output::{counted, fields, print_result};

/// What a campaign has to find out, and how large its jobs are.
#[derive(Debug, Args)]
pub(super) struct GoalArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    question: QuestionArgs,
    /// Nodes after which a job gives up: 80M, 200k, 1G or a plain number. Most jobs are chosen to take less than a
    /// sixteenth of it
    #[arg(long, value_name = "NODES", value_parser = values::nodes("budget"), default_value_t = DEFAULT_BUDGET)]
    budget: u64,
    /// The first question: is the position worth at least this for the side to move? [default: from a guess of the
    /// value]
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    first: Option<i32>,
}

impl GoalArgs {
    /// The plan; `grow_empties` as usual if it is not given.
    pub(super) fn plan(&self, grow_empties: Option<u32>) -> Result<Plan, Failure> {
        let usual = Plan::new(self.position.position()?, self.question.scoring, self.question.mode);
        let plan = Plan {
            // A start is named only if no moves were played from it.
            start: self.position.named_start().filter(|_| self.position.moves.is_none()),
            budget: self.budget,
            grow_empties: grow_empties.unwrap_or(usual.grow_empties),
            first: self.first,
            ..usual
        };
        plan.check().map_err(Failure::usage)?;
        Ok(plan)
    }
}

/// Begin a campaign: a folder with a ledger
#[derive(Debug, Args)]
pub(super) struct PlanArgs {
    /// The folder, which must be new or empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    goal: GoalArgs,
    /// With at most this many empty squares, a position that exceeds the budget gets a larger budget; others are split
    /// [default: 12, or all squares of a smaller board]
    #[arg(long, value_name = "N")]
    grow_empties: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Makes a folder with a ledger that holds only the plan.
pub(super) fn run(args: &PlanArgs) -> Result<Status, Failure> {
    let plan = args.goal.plan(args.grow_empties)?;
    ledger::begin(&args.folder, &plan).map_err(Failure::run)?;
    let question = Campaign::new(plan.clone()).question();
    let record = fields! {
        "campaign": args.folder.display().to_string(),
        "board": plan.root.board().to_string(),
        "root": plan.root.without_board().to_string(),
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
    })
}
