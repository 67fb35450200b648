//! Actions that write: compact, import, merge, drop.

use tables::{Merged, Portable, Tables};

use super::picked::{picked, to_change};
use crate::args::{DropArgs, EachArgs, ImportArgs, MergeArgs};
use crate::exit::{Failure, Status};
use crate::output::numbers::grouped;
use crate::output::print;

/// `solve table compact`.
pub(super) fn compact(args: &EachArgs) -> Result<Status, Failure> {
    let tables = to_change(&args.directory)?;
    for (board, scoring) in picked(&tables, &args.pick)? {
        let before = tables.bytes(board, scoring)?;
        tables.compact(board, scoring)?;
        let after = tables.bytes(board, scoring)?;
        print(&format!("{board} {scoring}: {} bytes, before {}\n", grouped(after), grouped(before)))?;
    }
    Ok(Status::Done)
}

/// `solve table import`.
pub(super) fn import(args: &ImportArgs) -> Result<Status, Failure> {
    let file = Portable::open(&args.file)?;
    let tables = to_change(&args.directory)?;
    let (board, scoring) = (file.board(), file.scoring());
    let merged = tables.merge(board, scoring, file)?;
    tables.flush()?;
    print(&told(&format!("{board} {scoring}"), merged))?;
    Ok(Status::Done)
}

/// `solve table merge`.
pub(super) fn merge(args: &MergeArgs) -> Result<Status, Failure> {
    let other = Tables::open_read_only(&args.other)?;
    let tables = to_change(&args.directory)?;
    let games = picked(&other, &args.pick)?;
    let merged = tables.merge_from(&other, &games)?;
    tables.flush()?;
    for ((board, scoring), merged) in games.into_iter().zip(merged) {
        print(&told(&format!("{board} {scoring}"), merged))?;
    }
    Ok(Status::Done)
}

fn told(name: &str, merged: Merged) -> String {
    let Merged { added, improved, known } = merged;
    format!("{name}: {} entries new, {} improved, {} known\n", grouped(added), grouped(improved), grouped(known))
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
