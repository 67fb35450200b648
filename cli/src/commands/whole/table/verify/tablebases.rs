//! Tablebases among the tables to verify.

use std::path::Path;

use files::on_one_line;
use retrograde::ExhaustError;
use serde_json::json;
use solver::Observer;
use tables::{ExhaustiveTable, TableError, Tables};

use super::{Level, VerifyArgs};
use crate::exit::{Failure, Status, complain};
use crate::output::print_result;
use crate::progress::Steps;

/// With `full`, proves the selected tablebases; otherwise says that they are left out, and what checks them. Returns
/// whether there are any, and the status.
pub(super) fn verify(
    args: &VerifyArgs,
    tables: &Tables,
    directory: &Path,
    steps: &Steps<'_>,
) -> Result<(bool, Status), Failure> {
    let (mut any, mut status) = (false, Status::Done);
    for table in tables.list_exhaustive() {
        let is_true = match table {
            Ok(table) if !args.each.includes(table.board(), table.scoring()) => continue,
            Ok(table) if args.level < Level::Full => leave_out(args, &table, directory).map(|_| true)?,
            Ok(table) => prove(args, &table, steps)?,
            Err(error) => {
                complain(&error.to_string());
                false
            }
        };
        any = true;
        status = if is_true { status } else { Status::PartlyDone };
    }
    Ok((any, status))
}

fn name(table: &ExhaustiveTable) -> String {
    format!("{} {} {}", table.board(), table.scoring(), table.start())
}

/// Says that a tablebase is left out.
fn leave_out(args: &VerifyArgs, table: &ExhaustiveTable, directory: &Path) -> Result<Status, Failure> {
    let command = format!(
        "solve exhaust --board {} --start {} --scoring {} -o \'{}\' --verify",
        table.board(),
        table.start(),
        table.scoring(),
        directory.display()
    );
    let name = name(table);
    let record = json!({"tablebase": name, "verified": null, "command": command});
    print_result(args.each.json, &record, |_| {
        format!("{name}: a tablebase, left out; --level full proves it, and so does {}\n", on_one_line(&command))
    })
}

/// Proves a tablebase; returns whether it is true.
fn prove(args: &VerifyArgs, table: &ExhaustiveTable, steps: &Steps<'_>) -> Result<bool, Failure> {
    steps.begin(&name(table), table.len());
    let is_true = match table.verify(steps) {
        Ok(()) => true,
        Err(TableError::Enumeration(ExhaustError::Stopped)) => return Err(Failure::Stopped),
        Err(error) => {
            steps.hidden(|| complain(&error.to_string()));
            false
        }
    };
    let name = name(table);
    let found = if is_true { "proven: all positions are there and no others, and every value" } else { "false" };
    let record = json!({"tablebase": name, "verified": is_true});
    steps.hidden(|| print_result(args.each.json, &record, |_| format!("{name}: a tablebase, {found}\n")))?;
    Ok(is_true)
}
