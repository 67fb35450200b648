//! What the explorer knows: the tables of a directory, read by many threads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use explorer::{Counts, Knowledge, SharedTable, TableName};
use solver::{Board, Position, Score, Scoring};
use tables::{ExhaustiveTable, Tables};

use super::books;
use super::kept::directory;
use crate::args::ShelfArgs;
use crate::exit::{Failure, complain};

/// The tables of a directory, or none.
pub(crate) struct Shelf {
    tables: Option<Tables>,
    learns: bool,
    /// Whether the books that come with the program are asked too.
    has_books: bool,
    /// Tables of all positions, by board (with at most as many rows as columns) and scoring.
    whole: HashMap<(Board, Scoring), Vec<ExhaustiveTable>>,
    /// Tables of proven bounds that have been asked for; `None` where there is none.
    open: Mutex<HashMap<(Board, Scoring), Option<SharedTable>>>,
    description: String,
}

impl Shelf {
    /// Opens the tables: only to read unless they are to learn. Where no directory is named and the usual one has no
    /// table, there is none.
    ///
    /// # Errors
    /// The directory that is named cannot be used, or one that is to learn.
    pub(crate) fn open(args: &ShelfArgs) -> Result<Self, Failure> {
        let (tables, description) = Self::tables(args)?;
        let mut whole: HashMap<_, Vec<ExhaustiveTable>> = HashMap::new();
        if let Some(tables) = &tables {
            for table in tables.list_exhaustive()? {
                whole.entry((table.board(), table.scoring())).or_default().push(table);
            }
        }
        Ok(Self { tables, learns: args.learn, has_books: !args.no_book, whole, open: Mutex::default(), description })
    }

    fn tables(args: &ShelfArgs) -> Result<(Option<Tables>, String), Failure> {
        if args.no_table {
            return Ok((None, "without a table".to_owned()));
        }
        let place = directory(args.table.as_ref())?;
        let trust = args.trust.table_trust.unwrap_or_default();
        if args.learn {
            let tables = Tables::open(&place)?.with_trust(trust);
            return Ok((Some(tables), format!("with the table in '{}', which learns", place.display())));
        }
        match Tables::open_read_only(&place) {
            Ok(tables) => {
                Ok((Some(tables.with_trust(trust)), format!("serving the table '{}' (read-only)", place.display())))
            }
            Err(error) if args.table.is_some() => Err(error.into()),
            Err(_) if !place.exists() => Ok((None, "without a table: none is there yet".to_owned())),
            Err(error) => {
                complain(&format!("warning: {error}"));
                Ok((None, "without a table".to_owned()))
            }
        }
    }

    /// Where values come from, in a few words.
    pub(crate) fn description(&self) -> &str {
        &self.description
    }

    /// Brings everything to disk.
    ///
    /// # Errors
    /// Something could not be read or written, now or before.
    pub(crate) fn close(&self) -> Result<(), Failure> {
        self.tables.as_ref().map_or(Ok(()), |tables| Ok(tables.flush()?))
    }
}

impl Knowledge for Shelf {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        let tables = self.tables.as_ref()?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let wide = board.landscape();
        let find = || {
            let is_wanted = self.learns || tables.has(wide, scoring);
            let table = is_wanted.then(|| tables.table(wide, scoring).ok()).flatten();
            table.map(|table| table as SharedTable)
        };
        open.entry((wide, scoring)).or_insert_with(find).clone()
    }

    fn whole(&self, position: &Position, scoring: Scoring) -> Option<Score> {
        let board = position.board();
        let wide = board.landscape();
        let of_books = || books::look_up(position, scoring).filter(|_| self.has_books)?.exact();
        // What cannot be read is found by the search.
        let mut tables = self.whole.get(&(wide, scoring)).into_iter().flatten();
        tables.find_map(|table| table.value(position).ok().flatten()).or_else(of_books)
    }

    fn tables(&self) -> Vec<TableName> {
        let bounds = self.tables.iter().flat_map(Tables::list);
        let bounds = bounds.map(|(board, scoring)| TableName { board, scoring, whole_from: None });
        let whole = self.whole.values().flatten().map(|table| TableName {
            board: table.board(),
            scoring: table.scoring(),
            whole_from: Some(table.start()),
        });
        bounds.chain(whole).collect()
    }

    fn count(&self, name: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        let TableName { board, scoring, whole_from } = name;
        if let Some(start) = whole_from {
            let table = self.whole.get(&(board, scoring))?.iter().find(|table| table.start() == start)?;
            let (entries, bytes) = (table.len(), table.file_bytes().ok()?);
            let by_empties = table.by_empties();
            return Some(Counts { entries, exact: entries, decided: 0, unverified: 0, by_empties, bytes });
        }
        let tables = self.tables.as_ref()?;
        let census = tables.table(board, scoring).ok()?.census(|_| (), goes_on).ok()??;
        Some(Counts {
            entries: census.entries(),
            exact: census.exact,
            decided: census.decided,
            unverified: census.unverified,
            by_empties: census.by_empties,
            bytes: tables.bytes(board, scoring).ok()?,
        })
    }

    fn learns(&self) -> bool {
        self.learns
    }

    fn has_failed(&self) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.failure().is_some())
    }
}

const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Arc<Shelf>>();
};
