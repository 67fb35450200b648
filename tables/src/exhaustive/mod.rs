//! Tables of every reachable position of a board, its start and scoring, with exact values.
//!
//! They are written once, from a finished enumeration ([`exhaust`]), and then only read. Positions are sorted and
//! stored in blocks. Best moves are not stored; looking up the successors finds them.

mod block;
mod export;
mod making;
mod positions;
mod proof;
mod sample;
mod writing;

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use retrograde::{Census, Frame, Place, Plan};
use solver::{Basis, Board, Bounds, Discs, Move, Position, ProofTable, Proven, Score, Scoring, Side, Start};

use crate::error::TableError;
use crate::format::EXHAUSTIVE;
use crate::shared::Shared;
use block::{Block, Description};

pub(crate) use making::make;
pub(crate) use writing::store;

/// Every position that can be reached on one board from one start, with its value under one scoring. Symmetric
/// positions are one, whichever colour is to move.
pub struct ExhaustiveTable {
    shared: Arc<Shared>,
    family: String,
    plan: Plan,
    frame: Frame,
    description: Description,
}

/// The name of a plan's column family, for example `4x6 discs othello exhaustive`.
fn family(plan: &Plan) -> String {
    format!("{plan} {EXHAUSTIVE}")
}

impl ExhaustiveTable {
    /// Opens a finished table.
    pub(crate) fn open(
        shared: &Arc<Shared>,
        board: Board,
        start: Start,
        scoring: Scoring,
    ) -> Result<Option<Self>, TableError> {
        let plan = Plan { board, start, scoring, threads: 1 }.normal();
        let family = family(&plan);
        let Ok(frame) = Frame::new(plan.board) else { return Ok(None) };
        let read = |bytes: &[u8]| Description::read(bytes, &plan);
        let description = shared.store.get(&family, block::DESCRIPTION_KEY, read)?;
        let Some(description) = description else { return Ok(None) };
        let damaged = |reason: String| TableError::Damaged {
            directory: shared.store.directory().to_owned(),
            reason: format!("the description of table {family}: {reason}"),
        };
        let description = description.map_err(damaged)?;
        Ok(Some(Self { shared: Arc::clone(shared), family, plan, frame, description }))
    }

    /// The board, with no more rows than columns.
    #[must_use]
    pub fn board(&self) -> Board {
        self.plan.board
    }

    /// The start.
    #[must_use]
    pub fn start(&self) -> Start {
        self.plan.start
    }

    /// The scoring.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.plan.scoring
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.description.census.positions()
    }

    /// Always false: the start is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The counts by number of discs.
    #[must_use]
    pub fn census(&self) -> &Census {
        &self.description.census
    }

    /// The value of the start for the side to move.
    #[must_use]
    pub fn value_of_start(&self) -> Score {
        self.description.value
    }

    /// XXH3-64 of all entries; the same for the same board, start and scoring.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.description.checksum
    }

    /// The program that made it.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.description.program
    }

    /// Bytes on the disk.
    ///
    /// # Errors
    /// The database cannot tell.
    pub fn file_bytes(&self) -> Result<u64, TableError> {
        self.shared.store.bytes(&self.family)
    }

    /// The value of a position for the side to move; `None` if it cannot be reached from the start, or is on another
    /// board. A position on the transposed board is the same position.
    ///
    /// # Errors
    /// The table cannot be read, or the block that would hold the position is corrupt.
    pub fn value(&self, position: &Position) -> Result<Option<Score>, TableError> {
        match self.on_board(position) {
            Some(position) => self.value_of_discs(position.discs()),
            None => Ok(None),
        }
    }

    /// All legal moves of a position with their values for the side to move: squares in order, a forced pass, or
    /// nothing if the game is over. `None` if the position cannot be reached.
    ///
    /// # Errors
    /// As for [`ExhaustiveTable::value`]; also if a successor is missing, which cannot happen in a tablebase.
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<(Move, Score)>>, TableError> {
        let Some(turned) = self.on_board(position) else { return Ok(None) };
        if self.value_of_discs(turned.discs())?.is_none() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for chosen in turned.legal_moves() {
            let next = after(&turned, chosen).discs();
            let value = self.value_of_discs(next)?.ok_or_else(|| self.corrupt(next, "it is missing"))?;
            let chosen = if turned.board() == position.board() { chosen } else { chosen.transposed(turned.board()) };
            moves.push((chosen, -value));
        }
        moves.sort_unstable_by_key(|&(chosen, _)| chosen);
        Ok(Some(moves))
    }

    /// All canonical positions with their values for the side to move, by number of discs, then mask, then code. Ends after
    /// an error.
    pub fn positions(&self) -> impl Iterator<Item = Result<(Discs, Score), TableError>> {
        positions::between(self, 0, u32::MAX)
    }

    /// The same for the positions with this many discs.
    pub fn positions_with(&self, discs: u32) -> impl Iterator<Item = Result<(Discs, Score), TableError>> {
        positions::between(self, discs, discs)
    }

    /// Goes through the positions with these numbers of empty squares, from the most to the least, as they are on
    /// `board`, which is the table's or the transposed one; on the table's board they are in canonical form. `take`
    /// says whether to go on, and its last answer is returned.
    ///
    /// # Errors
    /// The table cannot be read.
    pub fn visit(
        &self,
        board: Board,
        empties: RangeInclusive<u32>,
        mut take: impl FnMut(Discs) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, TableError> {
        let wide = self.board();
        for empties in empties.rev() {
            for entry in self.positions_with(wide.squares() - empties) {
                let (discs, _) = entry?;
                let discs = if wide == board { discs } else { self.position(discs).transposed().discs() };
                if take(discs).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Number of positions by number of empty squares, from none upwards. This reads no positions.
    #[must_use]
    pub fn by_empties(&self) -> Vec<u64> {
        let squares = self.board().squares() as usize;
        let mut by_empties = vec![0; squares + 1];
        for layer in &self.census().layers {
            if let Some(positions) = squares.checked_sub(layer.discs as usize).and_then(|at| by_empties.get_mut(at)) {
                *positions += layer.positions;
            }
        }
        while by_empties.last() == Some(&0) {
            by_empties.pop();
        }
        by_empties
    }

    /// A position of the table; Black is to move.
    fn position(&self, discs: Discs) -> Position {
        Position::new(self.board(), discs, Side::Black).expect("the discs are on the board")
    }

    /// The position on this table's board.
    fn on_board(&self, position: &Position) -> Option<Position> {
        let turned = if position.board() == self.board() { *position } else { position.transposed() };
        (turned.board() == self.board()).then_some(turned)
    }

    fn value_of_discs(&self, discs: Discs) -> Result<Option<Score>, TableError> {
        let place = self.frame.place(discs);
        let read = |key: &[u8], bytes: &[u8]| {
            // The preceding entry may be one of another mask, or the description.
            if key.get(..5) != Some(&block::key(place)[..5]) {
                return Ok(None);
            }
            Block::read(key, bytes, self.board().squares()).map(|block| block.value(place.code))
        };
        let found = self.shared.store.at_or_before(&self.family, &block::key(place), read)?;
        found.unwrap_or(Ok(None)).map_err(|reason| self.corrupt(discs, &reason))
    }

    /// The error for a fault of the table.
    fn damaged(&self, reason: &str) -> TableError {
        let reason = format!("table {}: {reason}", self.family);
        TableError::Damaged { directory: self.shared.store.directory().to_owned(), reason }
    }

    /// The error for a fault of a position, or of the block that would hold it.
    fn corrupt(&self, discs: Discs, reason: &str) -> TableError {
        self.damaged(&format!("{}: {reason}", self.position(discs).without_board()))
    }

    /// The same for a place, which need not be on the board.
    fn corrupt_at(&self, place: Place, reason: &str) -> TableError {
        match block::read_key(&block::key(place), self.board().squares()) {
            Some(place) => self.corrupt(self.frame.discs(place), reason),
            None => self.damaged(&format!("mask {:x}, code {:x}: {reason}", place.mask, place.code)),
        }
    }
}

/// The position after one of its legal moves.
fn after(position: &Position, legal: Move) -> Position {
    position.play(legal).expect("the move is legal")
}

/// What it does not hold, or cannot read, counts as unknown. It keeps nothing.
impl ProofTable for ExhaustiveTable {
    fn board(&self) -> Board {
        self.plan.board
    }

    fn scoring(&self) -> Scoring {
        self.plan.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        let value = self.value_of_discs(canonical).ok()??;
        let basis = if self.is_proven_here() { Basis::Proof } else { Basis::Claim };
        Some(Proven { bounds: Bounds::at(value), best: None, effort: 0, basis })
    }

    fn record(&self, _: Discs, _: Proven) {}
}

impl fmt::Debug for ExhaustiveTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExhaustiveTable").field("family", &self.family).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use solver::Unobserved;
    use tempfile::TempDir;

    use super::*;
    use crate::Tables;

    #[test]
    fn a_corrupt_block_or_description_is_noticed_and_never_used() {
        let folder = TempDir::new().unwrap();
        let tables = Tables::open(&folder.path().join("tables")).unwrap();
        let plan = Plan { board: "3x4".parse().unwrap(), start: Start::Othello, scoring: Scoring::Discs, threads: 1 };
        let exhausted = retrograde::run(&plan, &folder.path().join("work"), &Unobserved).unwrap();
        let table = tables.store_exhaustive(&exhausted, &folder.path().join("work"), &Unobserved).unwrap();
        table.verify(&Unobserved).unwrap();

        let start = Position::start(plan.board, plan.start);
        let (store, key) = (&table.shared.store, block::key(table.frame.place(start.discs())));
        let right = store.get(&table.family, &key, <[u8]>::to_vec).unwrap().expect("the start begins its block");
        let write = |key: &[u8], value: &[u8]| store.put_last(&table.family, key, value).unwrap();
        let mut wrong = right.clone();
        wrong[3] ^= 4;
        write(&key, &wrong);
        let TableError::Damaged { reason, .. } = table.value(&start).unwrap_err() else { panic!() };
        let of_start =
            format!("table 3x4 discs othello exhaustive: {}: its checksum does not match", start.without_board());
        assert_eq!(reason, of_start);
        assert!(table.moves(&start).is_err() && table.verify(&Unobserved).is_err());
        let scanned: Vec<_> = table.positions().collect();
        assert!(scanned.len() == 1 && scanned[0].is_err(), "the scan ends there");

        // A block that is sound by itself, but belongs to another table.
        let (_, other) =
            block::encode(table.frame.place(start.discs()).mask, &[table.frame.place(start.discs()).code], &[1]);
        write(&key, &other);
        assert!(matches!(table.verify(&Unobserved), Err(TableError::Damaged { .. })));
        write(&key, &right);
        table.verify(&Unobserved).unwrap();

        write(block::DESCRIPTION_KEY, b"othello-exhaustive 2\n");
        let newer = tables.exhaustive(plan.board, plan.start, plan.scoring).map(|_| ()).unwrap_err();
        assert!(newer.to_string().contains("it has format 2, this program reads 1"), "{newer}");
    }
}
