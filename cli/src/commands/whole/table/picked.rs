//! The tables that an action is about.

use solver::{Board, Scoring};
use tables::Tables;

use crate::args::TrustArgs;
use crate::args::{DirectoryArgs, PickArgs};
use crate::exit::Failure;
use crate::persistence;

/// The tables, opened for reading while another process may write them.
pub(super) fn to_read(args: &DirectoryArgs) -> Result<Tables, Failure> {
    let directory = persistence::directory(args.table.as_ref())?;
    Ok(Tables::open_read_only(&directory)?)
}

/// The same, trusted this far.
pub(super) fn to_read_as(args: &DirectoryArgs, trust: &TrustArgs) -> Result<Tables, Failure> {
    Ok(to_read(args)?.with_trust(trust.table_trust.unwrap_or_default()))
}

/// The tables, to be changed.
pub(super) fn to_change(args: &DirectoryArgs) -> Result<Tables, Failure> {
    let directory = persistence::directory(args.table.as_ref())?;
    Ok(Tables::open(&directory)?)
}

/// The selected tables among those that exist.
///
/// # Errors
/// The selected board and scoring have no table.
pub(super) fn picked(tables: &Tables, pick: &PickArgs) -> Result<Vec<(Board, Scoring)>, Failure> {
    let mut list = tables.list();
    list.retain(|&(board, scoring)| pick.includes(board, scoring));
    if list.is_empty() && (pick.board.is_some() || pick.scoring.is_some()) {
        let words = [pick.board.map(|board| board.to_string()), pick.scoring.map(|scoring| scoring.to_string())];
        let name = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        return Err(Failure::Run(format!("there is no table {name} here; solve table info names those that are")));
    }
    Ok(list)
}
