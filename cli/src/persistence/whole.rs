//! The options of where proven values are kept, and what they open.

use std::env;
use std::ffi::OsString;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;

use ::store::{Options, TableError};
use clap::Args;
use directories::ProjectDirs;
use solver::{Board, Discs, Scoring, Start};
use tables::Trust;

use super::{Books, Store};
use crate::args::groups::one_of;
use crate::exit::{Failure, complain};

/// The environment variable that names the directory if no option does.
const VARIABLE: &str = "SOLVE_TABLE";

/// The directory of the tables: the one named by an option, by the environment, or the platform's.
///
/// # Errors
/// None is named, and there is no home directory.
pub(crate) fn directory(named: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let named = named.cloned().or_else(|| by_environment().map(Into::into));
    let usual = || ProjectDirs::from("", "", "solve").map(|project| project.data_dir().join("table"));
    let unknown = || Failure::Run("table: no home directory is known here; give --table DIR or --no-table".into());
    named.or_else(usual).ok_or_else(unknown)
}

/// The directory that the environment names.
fn by_environment() -> Option<OsString> {
    env::var_os(VARIABLE).filter(|name| !name.is_empty())
}

/// Whether the user has named a directory, by an option or in the environment.
fn is_named(by_option: Option<&PathBuf>) -> bool {
    by_option.is_some() || by_environment().is_some()
}

/// Whose knowledge is used.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TrustArgs {
    /// Which entries of the table to trust: all, or own (those proven here)
    ///
    /// Imported and merged entries, and all that was proven with their help, count as unverified until `table verify`
    /// proves them again; so do entries of old versions, which did not record their origin. With all, an answer that
    /// rests on unverified entries says so; own ignores them.
    #[arg(help_heading = "Table", long, value_name = "WHOSE")]
    #[arg(value_parser = one_of([("all", Trust::All), ("own", Trust::Own)]))]
    pub(crate) table_trust: Option<Trust>,
}

/// Where proven values are kept.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    /// Directory of the tables of proven values [default: $SOLVE_TABLE, else the platform's data directory]
    ///
    /// One directory serves all boards and scorings, and is created if it is missing. On Linux, for example, the
    /// platform's data directory is ~/.local/share/solve/table.
    #[arg(help_heading = "Table", long, value_name = "DIR", conflicts_with = "no_table")]
    pub(crate) table: Option<PathBuf>,
    /// Use no table: neither look values up nor keep them
    #[arg(help_heading = "Table", long)]
    pub(crate) no_table: bool,
    /// Look values up but keep none; other programs may use the table at the same time
    #[arg(help_heading = "Table", long, conflicts_with = "no_table")]
    pub(crate) table_read_only: bool,
    /// If the table cannot be used, warn and go on without it
    #[arg(help_heading = "Table", long, conflicts_with = "no_table")]
    pub(crate) table_optional: bool,
    /// Whose entries are used.
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    /// Ignore the books of exact values that ship with the program
    #[arg(help_heading = "Table", long)]
    pub(crate) no_book: bool,
}

/// What the explorer shows beside its own searches.
#[derive(Debug, Args)]
pub(crate) struct ShelfArgs {
    /// Directory of the tables [default: $SOLVE_TABLE, else the platform's data directory, if there is a table]
    ///
    /// The server reads them as they are when it starts; other programs may use them at the same time.
    #[arg(help_heading = "Table", long, value_name = "DIR", conflicts_with = "no_table")]
    table: Option<PathBuf>,
    /// Use no table: solve every position anew
    #[arg(help_heading = "Table", long)]
    no_table: bool,
    /// Keep newly proven values in the table; no other program can write to it meanwhile
    #[arg(help_heading = "Table", long, conflicts_with = "no_table")]
    learn: bool,
    #[command(flatten)]
    trust: TrustArgs,
    /// Ignore the books of exact values that ship with the program
    #[arg(help_heading = "Table", long)]
    pub(crate) no_book: bool,
}

impl Store {
    /// Opens or creates the tables.
    ///
    /// # Errors
    /// The directory cannot be used: unreadable, foreign, in use by another process.
    pub(crate) fn open(args: &TableArgs) -> Result<Self, Failure> {
        Self::open_with(args, args.trust.table_trust.unwrap_or_default())
    }

    /// The same for work whose results others see without their basis, so that they may rest only on what was proven
    /// here.
    ///
    /// # Errors
    /// The same, or more trust is asked for.
    pub(crate) fn open_own(args: &TableArgs) -> Result<Self, Failure> {
        match args.trust.table_trust {
            Some(Trust::All) => Err(Failure::Usage(
                "--table-trust all is not for this command: its results would rest on entries that nobody has verified"
                    .to_owned(),
            )),
            Some(Trust::Own) | None => Self::open_with(args, Trust::Own),
        }
    }

    fn open_with(args: &TableArgs, trust: Trust) -> Result<Self, Failure> {
        let (is_read_only, is_optional) = (args.table_read_only, args.table_optional);
        let books = Books::shipped_if(!args.no_book);
        let open = |directory, is_read_only| {
            let (trusts_own_only, books) = (trust == Trust::Own, books.clone());
            let options = Options { directory, is_read_only, trusts_own_only, books, shows: false };
            ::store::Store::open(options).map(|inner| Self { inner, is_optional })
        };
        if args.no_table {
            return Ok(open(None, true)?);
        }
        let failed = |error: TableError| match hint(&error, is_read_only) {
            Some(hint) if !is_optional => Failure::Run(format!("{error}; {hint}")),
            _ => error.into(),
        };
        let found = directory(args.table.as_ref());
        let opened = found.and_then(|directory| match open(Some(directory.clone()), is_read_only) {
            // Nobody has asked for this directory, so nobody needs to know how to get around the other process.
            Err(TableError::InUse { .. }) if !is_named(args.table.as_ref()) => {
                let opened = open(Some(directory.clone()), true).ok();
                let meanwhile = match opened {
                    Some(_) => "looks values up there and keeps none",
                    None => "uses no table",
                };
                let directory = directory.display();
                complain(&format!("warning: another process uses the table in {directory}; this run {meanwhile}"));
                opened.map_or_else(|| open(None, true), Ok).map_err(failed)
            }
            opened => opened.map_err(failed),
        });
        match opened {
            Err(Failure::Run(reason)) if is_optional => {
                complain(&format!("warning: {reason}; going on without it"));
                Ok(open(None, true)?)
            }
            opened => opened,
        }
    }

    /// Goes through the positions of a tablebase with this many empty squares, in canonical form on this board, as long
    /// as
    /// `take` says so. Warns if nobody has proven the tablebase here.
    ///
    /// # Errors
    /// There is no such table, or it cannot be read.
    pub(crate) fn whole(
        &self,
        board: Board,
        start: Start,
        scoring: Scoring,
        empties: RangeInclusive<u32>,
        take: &mut dyn FnMut(Discs) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Failure> {
        let whole = self.inner.disk().map(|disk| disk.exhaustive(board, start, scoring)).transpose()?;
        let missing = || {
            let make = format!("solve exhaust --board {board} --start {start} --scoring {scoring} -o DIR");
            Failure::Run(format!("there is no tablebase of {board} {scoring} from {start}; make one with {make}"))
        };
        let whole = whole.flatten().ok_or_else(missing)?;
        if !whole.is_proven_here() {
            let prove = format!("solve exhaust --board {board} --start {start} --scoring {scoring} -o DIR --verify");
            complain(&format!(
                "warning: an earlier version made the tablebase, or it came from elsewhere; positions may be missing, or none \
                 that a game reaches (labels are searched anew); {prove} proves it"
            ));
        }
        Ok(whole.visit(board, empties, take)?)
    }
}

/// What the explorer shows, and where it comes from, in a few words. The tables are opened for reading only, unless they are
/// to learn. If no directory is named and the default one has no table, there is none.
///
/// # Errors
/// The named directory cannot be used, or the one that is to learn.
pub(crate) fn shelf(args: &ShelfArgs, books: Books) -> Result<(::store::Store, String), Failure> {
    let ShelfArgs { table: ref named, learn: learns, .. } = *args;
    let trusts_own_only = args.trust.table_trust == Some(Trust::Own);
    let options = Options { directory: None, is_read_only: !learns, trusts_own_only, shows: true, books };
    let without = |why: &str| Ok((::store::Store::open(options.clone())?, format!("without a table{why}")));
    if args.no_table {
        return without("");
    }
    let place = directory(named.as_ref())?;
    match ::store::Store::open(Options { directory: Some(place.clone()), ..options.clone() }) {
        Ok(store) => {
            // The other tables still answer.
            let damaged = store.disk().map_or(&[][..], |disk| disk.damaged());
            damaged.iter().for_each(|error| complain(&format!("warning: {error}")));
            let place = place.display();
            let description = match learns {
                true => format!("with the table in '{place}', which learns"),
                false => format!("serving the table '{place}' (read-only)"),
            };
            Ok((store, description))
        }
        Err(error) if learns || named.is_some() => Err(error.into()),
        Err(_) if !place.exists() => without(": none is there yet"),
        Err(error) => {
            complain(&format!("warning: {error}"));
            without("")
        }
    }
}

/// The options that help where the tables cannot be opened.
fn hint(error: &TableError, is_read_only: bool) -> Option<&'static str> {
    let may_not_write = |reason: &str| reason.contains("Permission denied") || reason.contains("Read-only file system");
    match error {
        TableError::InUse { .. } if !is_read_only => {
            Some("--table-read-only reads it meanwhile, --table-optional goes on without it")
        }
        TableError::Inaccessible { reason, .. } if !is_read_only && may_not_write(reason) => {
            Some("--table-read-only needs only the right to read, --table DIR names another, --no-table uses none")
        }
        TableError::Create { .. }
        | TableError::NoTable { .. }
        | TableError::NotADirectory { .. }
        | TableError::Inaccessible { .. }
        | TableError::Foreign { .. }
        | TableError::OlderFormat { .. }
        | TableError::NewerFormat { .. }
        | TableError::Damaged { .. } => Some("--table DIR names another, --no-table uses none"),
        _ => None,
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Enumeration(error) => error.into(),
            TableError::Missing { .. } => Self::Run(format!("{error}; solve table info names those it has")),
            _ => Self::Run(error.to_string()),
        }
    }
}
