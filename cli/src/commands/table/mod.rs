//! `solve table …`: one file for each group of actions.

use solver::{Board, Scoring};
use tables::{TableError, Tables};

use crate::args::{Action, DirectoryArgs, PickArgs};
use crate::exit::{Failure, Status};
use crate::persistence;

mod change;
mod look;
mod verify;

/// Does what was asked.
///
/// # Errors
/// Whatever keeps the action from its end.
pub(crate) fn run(action: &Action) -> Result<Status, Failure> {
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

/// The tables, to be read beside whoever writes them.
fn to_read(args: &DirectoryArgs) -> Result<Tables, Failure> {
    let directory = persistence::directory(args.table.as_ref())?;
    Tables::open_read_only(&directory).map_err(failed)
}

/// The tables, to be changed.
fn to_change(args: &DirectoryArgs) -> Result<Tables, Failure> {
    let directory = persistence::directory(args.table.as_ref())?;
    Tables::open(&directory).map_err(failed)
}

/// The tables that are meant, of those that are there.
///
/// # Errors
/// A board and a scoring that have none.
fn picked(tables: &Tables, pick: &PickArgs) -> Result<Vec<(Board, Scoring)>, Failure> {
    let mut list = tables.list();
    list.retain(|&(board, scoring)| pick.includes(board, scoring));
    if list.is_empty() && (pick.board.is_some() || pick.scoring.is_some()) {
        let words = [pick.board.map(|board| board.to_string()), pick.scoring.map(|scoring| scoring.to_string())];
        let name = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        return Err(Failure::Run(format!("there is no table {name} here; solve table info names those that are")));
    }
    Ok(list)
}

fn failed(error: TableError) -> Failure {
    Failure::Run(error.to_string())
}
