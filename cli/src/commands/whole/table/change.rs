//! `solve table compact` and `solve table drop`.

use std::path::PathBuf;

use clap::Args;
use solver::{Board, Scoring};

use super::{EachArgs, picked, to_change};
use crate::args::values;
use crate::exit::{Failure, Status};
use crate::output::{fields, grouped, print_result};

/// Remove a table
#[derive(Debug, Args)]
pub(crate) struct DropArgs {
    /// The board: ROWSxCOLUMNS
    #[arg(long, value_name = "RxC")]
    board: Board,
    /// The scoring
    #[arg(long, value_parser = values::scoring())]
    scoring: Scoring,
    /// Confirm the removal
    #[arg(long)]
    yes: bool,
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory]
    #[arg(help_heading = "Table", long, value_name = "DIR")]
    table: Option<PathBuf>,
}

/// `solve table compact`.
pub(super) fn compact(args: &EachArgs) -> Result<Status, Failure> {
    let tables = to_change(args.table.as_ref())?;
    for (board, scoring) in picked(&tables, args)? {
        let before = tables.bytes(board, scoring)?;
        tables.compact(board, scoring)?;
        let after = tables.bytes(board, scoring)?;
        let record = fields! {
            "board": board.to_string(),
            "scoring": scoring.name(),
            "bytes": after,
            "bytes_before": before,
        };
        print_result(args.json, &record, |_| {
            format!("{board} {scoring}: {} bytes, before {}\n", grouped(after), grouped(before))
        })?;
    }
    Ok(Status::Done)
}

/// `solve table drop`.
pub(super) fn drop_table(args: &DropArgs) -> Result<Status, Failure> {
    if !args.yes {
        return Err(Failure::Usage(format!(
            "this removes all that is proven of {} {}; add --yes if that is meant",
            args.board, args.scoring
        )));
    }
    let tables = to_change(args.table.as_ref())?;
    tables.drop_table(args.board, args.scoring)?;
    Ok(Status::Done)
}
