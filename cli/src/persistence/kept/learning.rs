//! A table that is created once there is something to store in it.

use std::sync::{Arc, OnceLock};

use explorer::SharedTable;
use solver::{Board, Discs, Guess, ProofTable, Proven, Scoring};
use tables::Tables;

/// The table of a board and a scoring, which need not exist yet: a look-up does not create it.
pub(super) struct Learning {
    tables: Arc<Tables>,
    board: Board,
    scoring: Scoring,
    /// The table, once there is one; holds `None` if it cannot be opened.
    table: OnceLock<Option<SharedTable>>,
}

impl Learning {
    /// The table of a board (with at most as many rows as columns) and a scoring.
    pub(super) fn new(tables: Arc<Tables>, board: Board, scoring: Scoring) -> Self {
        Self { tables, board, scoring, table: OnceLock::new() }
    }

    /// The table, created if it is missing.
    fn made(&self) -> Option<&SharedTable> {
        let open = || self.tables.table(self.board, self.scoring).ok().map(|table| table as SharedTable);
        self.table.get_or_init(open).as_ref()
    }

    /// The table, if it exists.
    fn known(&self) -> Option<&SharedTable> {
        let is_there = self.table.get().is_some() || self.tables.has(self.board, self.scoring);
        is_there.then(|| self.made()).flatten()
    }
}

impl ProofTable for Learning {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.known()?.probe(canonical)
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        if let Some(table) = self.made() {
            table.record(canonical, proven);
        }
    }

    fn guess(&self, canonical: Discs) -> Option<Guess> {
        self.known()?.guess(canonical)
    }

    fn keep_guess(&self, canonical: Discs, guess: Guess) {
        if let Some(table) = self.made() {
            table.keep_guess(canonical, guess);
        }
    }
}
