//! Checks the bounds of a table against an independent search, the checker's.

use checker::endgame::Endgame;
use checker::grid::{Grid, Pair};
use rayon::prelude::*;
use solver::{Discs, Move, Proven};

use crate::error::TableError;
use crate::lot::{self, Share};
use crate::table::Table;

/// How many entries are solved again in one batch.
const BATCH: usize = 64;

/// What a table gives.
type Entry = Result<(Discs, Proven), TableError>;

/// The result of solving entries again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvedAnew {
    /// Entries solved.
    pub solved: u64,
    /// Entries whose bounds or best moves the independent search contradicts.
    pub refuted: u64,
    /// Nodes the search visited.
    pub nodes: u64,
}

impl Table {
    /// At most this many entries, or all, with at most this many empty squares, drawn with a seed. Corrupt ones are left out.
    ///
    /// # Errors
    /// The disk cannot be read any further.
    pub fn sample(&self, max_empties: u32, most: Option<usize>, seed: u64) -> Result<Vec<(Discs, Proven)>, TableError> {
        let is_corrupt = |entry: &Entry| matches!(entry, Err(TableError::Corrupt { .. }));
        // They come in the order of the number of empty squares.
        let is_small =
            |entry: &Entry| entry.as_ref().ok().is_none_or(|&(discs, _)| self.game().empties(discs) <= max_empties);
        let entries = || self.entries().filter(|entry| !is_corrupt(entry)).take_while(is_small);
        let chosen = Share::Entries(most.unwrap_or(usize::MAX)).draw(seed, entries())?;
        let is_drawn = |discs: &Discs| chosen.as_ref().is_none_or(|(positions, _)| positions.contains(discs));
        let mut drawn = Vec::new();
        for entry in entries() {
            drawn.extend(Some(entry?).filter(|(discs, _)| is_drawn(discs)));
        }
        drawn.sort_by_cached_key(|&(discs, _)| (lot::hash(discs, seed), discs));
        Ok(drawn)
    }

    /// Solves entries again, in parallel in the current thread pool, by a search that shares nothing with the solver.
    ///
    /// `problem` receives every entry with false bounds or a false best move. `advance` receives the number of entries
    /// done since its last call, and says whether to go on.
    ///
    /// # Panics
    /// If the checker does not have a table's board; it has all of them.
    pub fn solve_anew(
        &self,
        entries: &[(Discs, Proven)],
        mut problem: impl FnMut(TableError),
        mut advance: impl FnMut(u64) -> bool,
    ) -> SolvedAnew {
        let board = self.board();
        let grid = Grid::new(board.rows() as usize, board.cols() as usize).expect("the checker has every board");
        let scoring = checker::Scoring::named(self.scoring().name()).expect("both know it by the same name");
        let mut anew = SolvedAnew::default();
        for batch in entries.chunks(BATCH) {
            let results: Vec<(Option<String>, u64)> = batch
                .par_iter()
                .map_init(
                    || Endgame::new(&grid, scoring),
                    |search, &(discs, proven)| refutation(search, &grid, discs, proven),
                )
                .collect();
            for (&(discs, Proven { bounds, .. }), (reason, nodes)) in batch.iter().zip(results) {
                anew.nodes += nodes;
                if let Some(reason) = reason {
                    anew.refuted += 1;
                    problem(self.inconsistent(discs, bounds, reason));
                }
            }
            anew.solved += batch.len() as u64;
            if !advance(batch.len() as u64) {
                break;
            }
        }
        anew
    }
}

/// What an independent search finds wrong with bounds and best move of a position, and the nodes it took.
fn refutation(search: &mut Endgame<'_>, grid: &Grid, discs: Discs, proven: Proven) -> (Option<String>, u64) {
    let (pair, before) = ((discs.player().bits(), discs.opponent().bits()), search.nodes);
    let (lower, upper) = (proven.bounds.lower.discs(), proven.bounds.upper.discs());
    let squares = grid.squares();
    let reason = if lower > -squares && !search.reaches(pair, lower) {
        Some(format!("an independent search finds less than {lower:+}"))
    } else if upper < squares && search.reaches(pair, upper + 1) {
        Some(format!("an independent search finds more than {upper:+}"))
    } else {
        proven.best.and_then(|best| refuted_move(search, grid, pair, best, lower))
    };
    (reason, search.nodes - before)
}

/// What is wrong with the best move: it must prove the lower bound, or be legal if that bound says nothing.
fn refuted_move(search: &mut Endgame<'_>, grid: &Grid, pair: Pair, best: Move, lower: i32) -> Option<String> {
    let passed = (pair.1, pair.0);
    let moves = grid.moves(pair);
    let after = match best {
        Move::Place(square) if moves >> square.number() & 1 == 1 => {
            let square = u32::from(square.number());
            Some(Grid::placed(pair, square, grid.turned(pair, square)))
        }
        Move::Pass if moves == 0 && grid.moves(passed) != 0 => Some(passed),
        _ => None,
    };
    let Some(after) = after else { return Some("its best move is illegal".to_owned()) };
    // The other side must reach no more than minus the bound.
    (lower > -grid.squares() && search.reaches(after, 1 - lower))
        .then(|| format!("an independent search finds less than {lower:+} after its best move"))
}
