//! `solve table compact` and `solve table drop`.

use clap::Args;
use solver::{Board, Scoring};

use super::{DirectoryArgs, EachArgs, picked, to_change};
use crate::args::one_of;
use crate::exit::{Failure, Status};
use crate::output::{fields, grouped, print_result};

/// Remove a table
#[derive(Debug, Args)]
pub(crate) struct DropArgs {
    /// The board: ROWSxCOLUMNS
    #[arg(long, value_name = "RxC")]
    board: Board,
    /// The scoring
    #[arg(long, value_parser = one_of(Scoring::ALL.map(|scoring| (scoring.name(), scoring))))]
    scoring: Scoring,
    /// Confirm the removal
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    directory: DirectoryArgs,
}

/// `solve table compact`.
pub(super) fn compact(args: &EachArgs) -> Result<Status, Failure> {
    let tables = to_change(&args.directory)?;
    for (board, scoring) in picked(&tables, &args.pick)? {
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
    let tables = to_change(&args.directory)?;
    tables.drop_table(args.board, args.scoring)?;
    Ok(Status::Done)
}
