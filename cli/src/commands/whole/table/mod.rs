//! `solve table …`: one file for each group of actions.

use crate::args::Action;
use crate::exit::{Failure, Status};
use crate::threads;

mod change;
mod look;
mod picked;
mod reprove;
mod tablebases;
mod verify;

/// Runs the command.
///
/// # Errors
/// Whatever keeps the action from finishing.
pub(crate) fn run(action: &Action) -> Result<Status, Failure> {
    if matches!(action, Action::Verify(_) | Action::Import(_) | Action::Merge(_)) {
        threads::prepare()?;
    }
    match action {
        Action::Info(args) => look::info(args),
        Action::Get(args) => look::get(args),
        Action::Verify(args) => verify::run(args),
        Action::Export(args) => look::export(args),
        Action::Compact(args) => change::compact(args),
        Action::Import(args) => change::import(args),
        Action::Merge(args) => change::merge(args),
        Action::Drop(args) => change::drop_table(args),
    }
}
