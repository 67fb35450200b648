//! The tables of a directory.

use std::ops::Deref;
use std::sync::Arc;

use solver::{Board, Question, Scoring};
use tables::{ExhaustiveTable, Tables, Trust};

use crate::options::Options;
use crate::{Counts, SharedTable, TableName};

pub use tables::{Run, TableError};

/// The tables of a directory, and its tablebases if they are asked.
#[derive(Debug)]
pub struct Disk {
    tables: Tables,
    is_written: bool,
    /// Those that were proven here first. What the others say are claims.
    tablebases: Vec<Arc<ExhaustiveTable>>,
    /// Tablebases that could not be opened.
    damaged: Vec<TableError>,
}

impl Disk {
    pub(crate) fn open(options: &Options) -> Result<Option<Self>, TableError> {
        let Some(directory) = &options.directory else { return Ok(None) };
        let is_written = !options.is_read_only;
        let tables = if is_written { Tables::open(directory)? } else { Tables::open_read_only(directory)? };
        let (mut tablebases, mut damaged) = (Vec::new(), Vec::new());
        for table in if options.shows { tables.list_exhaustive() } else { Vec::new() } {
            match table {
                Ok(table) if options.trusts_own_only && !table.is_proven_here() => {}
                Ok(table) => tablebases.push(Arc::new(table)),
                Err(error) => damaged.push(error),
            }
        }
        tablebases.sort_by_key(|table| !table.is_proven_here());
        let trust = if options.trusts_own_only { Trust::Own } else { Trust::All };
        Ok(Some(Self { tables: tables.with_trust(trust), is_written, tablebases, damaged }))
    }

    /// Tablebases that could not be opened. The others are there.
    #[must_use]
    pub fn damaged(&self) -> &[TableError] {
        &self.damaged
    }

    pub(crate) fn is_written(&self) -> bool {
        self.is_written
    }

    /// The table of proven bounds, if there is one or it can be made.
    pub(crate) fn bounds(&self, board: Board, scoring: Scoring) -> Option<SharedTable> {
        let is_there = self.is_written || self.tables.has(board, scoring);
        is_there.then(|| Arc::new(self.tables.table(board, scoring)) as SharedTable)
    }

    pub(crate) fn tablebases(&self, board: Board, scoring: Scoring) -> impl Iterator<Item = SharedTable> {
        let fitting = self.tablebases.iter().filter(move |table| (table.board(), table.scoring()) == (board, scoring));
        fitting.map(|table| Arc::clone(table) as SharedTable)
    }

    pub(crate) fn names(&self) -> Vec<TableName> {
        let bounds = self.tables.list().into_iter();
        let bounds = bounds.map(|(board, scoring)| TableName { board, scoring, whole_from: None });
        bounds.chain(self.tablebases.iter().map(|table| name(table))).collect()
    }

    pub(crate) fn count(&self, asked: TableName, goes_on: &dyn Fn() -> bool) -> Option<Counts> {
        let TableName { board, scoring, whole_from } = asked;
        if whole_from.is_some() {
            let table = self.tablebases.iter().find(|table| name(table) == asked)?;
            let (entries, bytes) = (table.len(), table.file_bytes().ok()?);
            let unverified = if table.is_proven_here() { 0 } else { entries };
            let by_empties = table.by_empties();
            return Some(Counts { entries, exact: entries, decided: 0, unverified, by_empties, bytes });
        }
        let census = self.tables.table(board, scoring).census(|_| (), goes_on).ok()??;
        Some(Counts {
            entries: census.entries(),
            exact: census.exact,
            decided: census.decided,
            unverified: census.unverified,
            by_empties: census.by_empties,
            bytes: self.tables.bytes(board, scoring).ok()?,
        })
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.tables.failure().is_some()
    }

    /// Begins to record the effort spent on a question.
    #[must_use]
    pub fn begin(&self, question: &Question) -> Run {
        self.tables.begin_run(&question.position, question.scoring)
    }

    /// Flushes everything to the disk. Returns, too, the claims of others that were refuted and removed, in words for people.
    pub fn close(self) -> (Result<(), TableError>, Vec<String>) {
        let flushed = self.tables.flush();
        let (refuted, count) = self.tables.refuted();
        let mut words: Vec<String> = refuted.iter().map(ToString::to_string).collect();
        if count > refuted.len() as u64 {
            words.push(format!("{count} claims in the table were false and are removed; these were the first"));
        }
        (flushed.and_then(|()| self.tables.close()), words)
    }
}

impl Deref for Disk {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

fn name(table: &ExhaustiveTable) -> TableName {
    TableName { board: table.board(), scoring: table.scoring(), whole_from: Some(table.start()) }
}

#[cfg(test)]
mod tests {
    use retrograde::Plan;
    use solver::{Basis, Bounds, Position, ProofTable, Start, Unobserved};
    use tempfile::TempDir;

    use super::*;
    use crate::Store;

    /// Asks about the start of 4x4, whose tablebase resumed from existing files; `is_proven`: and was proven
    /// afterwards.
    fn asked(is_proven: bool, trusts_own_only: bool) -> (Option<(Bounds, Basis)>, Vec<u64>) {
        let place = TempDir::new().unwrap();
        let board: Board = "4x4".parse().unwrap();
        let plan = Plan { board, start: Start::Othello, scoring: Scoring::Discs, threads: 1 };
        let (work, directory) = (place.path().join("work"), place.path().join("table"));
        let tables = Tables::open(&directory).unwrap();
        retrograde::run(&plan, &work, &Unobserved).unwrap();
        let resumed = retrograde::run(&plan, &work, &Unobserved).unwrap();
        let mut made = tables.store_exhaustive(&resumed, &work, &Unobserved).unwrap();
        if is_proven {
            made.verify(&Unobserved).unwrap();
            made.accept().unwrap();
        }
        drop((made, tables));
        let options = Options { is_read_only: true, trusts_own_only, shows: true, ..Options::default() };
        let store = Store::open(Options { directory: Some(directory), ..options }).unwrap();
        let start = Position::start(board, Start::Othello);
        let said = store.table(board, Scoring::Discs).and_then(|table| table.look_up(&start));
        let counts = store.tables().into_iter().filter_map(|name| store.count(name, &|| true));
        (said.map(|said| (said.bounds, said.basis)), counts.map(|counts| counts.unverified).collect())
    }

    #[test]
    fn what_a_tablebase_says_is_a_claim_until_it_is_proven_here() {
        let value = Bounds::at(-8);
        assert_eq!(asked(false, false), (Some((value, Basis::Claim)), vec![12_351]));
        assert_eq!(asked(false, true), (None, vec![]));
        for trusts_own_only in [false, true] {
            assert_eq!(asked(true, trusts_own_only), (Some((value, Basis::Proof)), vec![0]));
        }
    }
}
