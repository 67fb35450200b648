//! What the explorer knows: the tables of a directory, read by many threads.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ::books::known;
use explorer::{Counts, Knowledge, SharedTable, TableName};
use solver::{Board, Bounds, Position, Score, Scoring};
use tables::{ExhaustiveTable, Tables, Trust};

use super::learning::Learning;
use super::store::directory;
use crate::args::ShelfArgs;
use crate::exit::{Failure, complain};
use crate::persistence::books::Books;
use crate::persistence::claimed::{Claim, Claimed};

/// The tables of a directory, or none.
pub(crate) struct Shelf {
    tables: Option<Arc<Tables>>,
    learns: bool,
    /// Those that come with the program, if they are wanted, and the user's own, whose values are claims.
    books: Books,
    /// Tablebases that were proven here, by board (with at most as many rows as columns) and scoring.
    whole: HashMap<(Board, Scoring), Vec<ExhaustiveTable>>,
    /// Tablebases that nobody has proven here, if they are trusted: their values are claims, and come with the bounds.
    claimed: HashMap<(Board, Scoring), Arc<Vec<ExhaustiveTable>>>,
    /// Tables of proven bounds that have been asked for; `None` if there is none.
    open: Mutex<HashMap<(Board, Scoring), Option<SharedTable>>>,
    description: String,
}

impl Shelf {
    /// Opens the tables: for reading only, unless they are to learn. If no directory is named and the default one has
    /// no table, there is none.
    ///
    /// # Errors
    /// The named directory cannot be used, or the one that is to learn, or the file of a book.
    pub(crate) fn open(args: &ShelfArgs) -> Result<Self, Failure> {
        let (tables, description) = Self::tables(args)?;
        let (mut whole, mut claimed) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for table in tables.iter().flat_map(|tables| tables.list_exhaustive()) {
            match table {
                Ok(table) => {
                    let of_basis = if table.is_proven_here() { &mut whole } else { &mut claimed };
                    of_basis.entry((table.board(), table.scoring())).or_default().push(table);
                }
                // The other tables still answer.
                Err(error) => complain(&format!("warning: {error}")),
            }
        }
        if args.trust.table_trust == Some(Trust::Own) {
            claimed.clear();
        }
        let claimed = claimed.into_iter().map(|(name, tables)| (name, Arc::new(tables))).collect();
        let books = Books::shipped_if(!args.no_book).and_own(args.books.book.as_ref())?;
        let (learns, open) = (args.learn, Mutex::default());
        Ok(Self { tables, learns, books, whole, claimed, open, description })
    }

    /// All tablebases.
    fn tablebases(&self) -> impl Iterator<Item = &ExhaustiveTable> {
        self.whole.values().flatten().chain(self.claimed.values().flat_map(|tables| tables.iter()))
    }

    fn tables(args: &ShelfArgs) -> Result<(Option<Arc<Tables>>, String), Failure> {
        if args.no_table {
            return Ok((None, "without a table".to_owned()));
        }
        let place = directory(args.table.as_ref())?;
        let trust = args.trust.table_trust.unwrap_or_default();
        if args.learn {
            let tables = Tables::open(&place)?.with_trust(trust);
            return Ok((Some(Arc::new(tables)), format!("with the table in '{}', which learns", place.display())));
        }
        match Tables::open_read_only(&place) {
            Ok(tables) => {
                let tables = Arc::new(tables.with_trust(trust));
                Ok((Some(tables), format!("serving the table '{}' (read-only)", place.display())))
            }
            Err(error) if args.table.is_some() => Err(error.into()),
            Err(_) if !place.exists() => Ok((None, "without a table: none is there yet".to_owned())),
            Err(error) => {
                complain(&format!("warning: {error}"));
                Ok((None, "without a table".to_owned()))
            }
        }
    }

    /// What is claimed about positions of a board: by tablebases that nobody has proven here, and by the user's book.
    fn claim(&self, board: Board, scoring: Scoring) -> Option<Claim> {
        let (tablebases, own) = (self.claimed.get(&(board, scoring)).cloned(), self.books.own_of(board).cloned());
        if tablebases.is_none() && own.is_none() {
            return None;
        }
        Some(Arc::new(move |position| {
            // If it cannot be read, the book may have it, or the search finds the value.
            let mut tablebases = tablebases.iter().flat_map(|tablebases| tablebases.iter());
            let value = tablebases.find_map(|table| table.value(position).ok().flatten());
            value.map(Bounds::at).or_else(|| known(own.as_slice(), position, scoring))
        }))
    }

    /// Where values come from, in a few words.
    pub(crate) fn description(&self) -> &str {
        &self.description
    }

    /// Flushes everything to disk.
    ///
    /// # Errors
    /// Something could not be read or written, now or before.
    pub(crate) fn close(&self) -> Result<(), Failure> {
        self.tables.as_ref().map_or(Ok(()), |tables| Ok(tables.flush()?))
    }
}

impl Knowledge for Shelf {
    fn table(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let board = board.landscape();
        let find = || {
            let table = self.tables.as_ref().and_then(|tables| match self.learns {
                true => Some(Arc::new(Learning::new(Arc::clone(tables), board, scoring)) as SharedTable),
                false if !tables.has(board, scoring) => None,
                false => tables.table(board, scoring).ok().map(|table| table as SharedTable),
            });
            match self.claim(board, scoring) {
                Some(claim) => Some(Arc::new(Claimed { board, scoring, claim, table }) as SharedTable),
                None => table,
            }
        };
        open.entry((board, scoring)).or_insert_with(find).clone()
    }

    fn whole(&self, position: &Position, scoring: Scoring) -> Option<Score> {
        let board = position.board();
        let wide = board.landscape();
        let of_books = || self.books.proven(position, scoring)?.exact();
        // If it cannot be read, the search finds the value.
        let mut tables = self.whole.get(&(wide, scoring)).into_iter().flatten();
        tables.find_map(|table| table.value(position).ok().flatten()).or_else(of_books)
    }

    fn tables(&self) -> Vec<TableName> {
        let bounds = self.tables.iter().flat_map(|tables| tables.list());
        let bounds = bounds.map(|(board, scoring)| TableName { board, scoring, whole_from: None });
        let whole = self.tablebases().map(|table| TableName {
            board: table.board(),
            scoring: table.scoring(),
            whole_from: Some(table.start()),
        });
        bounds.chain(whole).collect()
    }

    fn count(&self, name: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        let TableName { board, scoring, whole_from } = name;
        if let Some(start) = whole_from {
            let is_meant =
                |table: &&ExhaustiveTable| (table.board(), table.scoring(), table.start()) == (board, scoring, start);
            let table = self.tablebases().find(is_meant)?;
            let (entries, bytes) = (table.len(), table.file_bytes().ok()?);
            let unverified = if table.is_proven_here() { 0 } else { entries };
            return Some(Counts {
                entries,
                exact: entries,
                decided: 0,
                unverified,
                by_empties: table.by_empties(),
                bytes,
            });
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

#[cfg(test)]
mod tests {
    use retrograde::Plan;
    use solver::{Basis, Start, Unobserved};
    use tempfile::TempDir;

    use super::*;
    use crate::args::{OwnBookArgs, TrustArgs};

    /// Asks about the start of 4x4, whose tablebase resumed from existing files; `is_proven`: and was proven
    /// afterwards.
    fn asked(is_proven: bool, trust: Option<Trust>) -> (Option<Score>, Option<(Bounds, Basis)>, Vec<u64>) {
        let place = TempDir::new().unwrap();
        let board: Board = "4x4".parse().unwrap();
        let plan = Plan { board, start: Start::Othello, scoring: Scoring::Discs, threads: 1 };
        let work = place.path().join("work");
        let tables = Tables::open(&place.path().join("table")).unwrap();
        retrograde::run(&plan, &work, &Unobserved).unwrap();
        let resumed = retrograde::run(&plan, &work, &Unobserved).unwrap();
        let mut made = tables.store_exhaustive(&resumed, &work, &Unobserved).unwrap();
        if is_proven {
            made.verify(&Unobserved).unwrap();
            made.accept().unwrap();
        }
        drop((made, tables));
        let (table, no_book, trust) = (Some(place.path().join("table")), true, TrustArgs { table_trust: trust });
        let args = ShelfArgs {
            table,
            no_table: false,
            no_book,
            books: OwnBookArgs::default(),
            learn: false,
            trust,
            certificates: None,
        };
        let shelf = Shelf::open(&args).unwrap();
        let start = Position::start(board, Start::Othello);
        let said = shelf.table(board, Scoring::Discs).and_then(|table| table.look_up(&start));
        let counts = shelf.tables().into_iter().filter_map(|name| shelf.count(name, &|| true));
        let unverified = counts.map(|counts| counts.unverified).collect();
        (shelf.whole(&start, Scoring::Discs), said.map(|said| (said.bounds, said.basis)), unverified)
    }

    #[test]
    fn what_a_tablebase_says_is_a_claim_until_it_is_proven_here() {
        let value = Score::new(-8);
        let claim = Some((Bounds::at(value), Basis::Claim));
        assert_eq!(asked(false, None), (None, claim, vec![12_351]));
        assert_eq!(asked(false, Some(Trust::All)), (None, claim, vec![12_351]));
        assert_eq!(asked(false, Some(Trust::Own)), (None, None, vec![]));
        for trust in [None, Some(Trust::All), Some(Trust::Own)] {
            assert_eq!(asked(true, trust), (Some(value), None, vec![0]));
        }
    }
}
