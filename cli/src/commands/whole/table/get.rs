//! `solve table get`.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use solver::{Score, Scoring};

use super::to_read;
use crate::args::{PositionArgs, TrustArgs, values};
use crate::exit::{Failure, Status};
use crate::output::{grouped, limits, print_result};

/// Look one position up
#[derive(Debug, Args)]
pub(crate) struct GetArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Who gets the squares left empty
    #[arg(long, default_value = "discs", value_parser = values::scoring())]
    scoring: Scoring,
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory]
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    table: Option<PathBuf>,
    #[command(flatten)]
    trust: TrustArgs,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// The message about an unverified entry.
const UNVERIFIED: &str = "Unverified it came from elsewhere, rests on what did, or was written by an earlier version\n";

/// `solve table get`.
pub(super) fn run(args: &GetArgs) -> Result<Status, Failure> {
    let position = args.position.position()?;
    let tables = to_read(args.table.as_ref())?.with_trust(args.trust.table_trust.unwrap_or_default());
    let Some(proven) = tables.look_up(&position, args.scoring)? else {
        let text = position.without_board().to_string();
        return Err(Failure::Run(format!("{text} ({}, {}) is not in the table", position.board(), args.scoring)));
    };
    let best = proven.best.map(|best| best.display(position.board()).to_string());
    if let Some(best) = &best
        && !proven.best.is_some_and(|best| position.legal_moves().contains(&best))
    {
        let text = format!("{position} ({}, {})", position.board(), args.scoring, position = position.without_board());
        return Err(Failure::Run(format!(
            "the entry of {text} names the illegal move {best}; solve table verify --accept removes it"
        )));
    }
    let record = json!({
        "board": position.board().to_string(),
        "position": position.without_board().to_string(),
        "scoring": args.scoring.name(),
        "value": proven.bounds.exact().map(Score::discs),
        "lower": proven.bounds.lower.discs(),
        "upper": proven.bounds.upper.discs(),
        "best": best,
        "nodes": proven.effort,
        "unverified": proven.basis.is_claim(),
    });
    print_result(args.json, &record, |_| {
        let word = if proven.bounds.exact().is_some() { "Value" } else { "Bounds" };
        let mover = position.side().name();
        format!(
            "{word:<10} {} for {mover} ({}), who is to move\nBest move  {}\nNodes      {}\n{}",
            limits(proven.bounds),
            position.side().symbol(),
            best.as_deref().unwrap_or("none known"),
            grouped(proven.effort),
            if proven.basis.is_claim() { UNVERIFIED } else { "" },
        )
    })
}
