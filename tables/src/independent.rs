//! Checks the bounds of a table against an independent search, the checker's.

use std::collections::BinaryHeap;

use checker::endgame::Endgame;
use checker::grid::Grid;
use rayon::prelude::*;
use solver::{Bounds, Discs};

use crate::error::TableError;
use crate::lot;
use crate::table::Table;

/// How many entries are solved again in one batch.
const BATCH: usize = 64;

/// Which entries are solved again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Only entries with at most this many empty squares.
    pub max_empties: u32,
    /// The most entries; `None` for all.
    pub entries: Option<usize>,
    /// The seed, which alone decides which entries are drawn.
    pub seed: u64,
}

/// The result of solving entries again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolvedAnew {
    /// Entries that were solved.
    pub solved: u64,
    /// Entries whose bounds the independent search contradicts.
    pub refuted: u64,
    /// Nodes that it looked at.
    pub nodes: u64,
}

impl Table {
    /// The entries of a sample. Corrupt ones are left out.
    ///
    /// # Errors
    /// The disk cannot be read on.
    pub fn sample(&self, sample: Sample) -> Result<Vec<(Discs, Bounds)>, TableError> {
        let most = sample.entries.unwrap_or(usize::MAX);
        // The entries with the least hashes, the largest of them on top.
        let mut least = BinaryHeap::new();
        for entry in self.entries() {
            let (discs, proven) = match entry {
                Ok(entry) => entry,
                Err(TableError::Corrupt { .. }) => continue,
                Err(error) => return Err(error),
            };
            if self.game().empties(discs) > sample.max_empties {
                break; // in the order of their number
            }
            least.push((lot::hash(discs, sample.seed), discs, (proven.bounds.lower, proven.bounds.upper)));
            if least.len() > most {
                least.pop();
            }
        }
        let sorted = least.into_sorted_vec();
        Ok(sorted.into_iter().map(|(_, discs, (lower, upper))| (discs, Bounds::new(lower, upper))).collect())
    }

    /// Solves entries again, on all threads of the pool that this is called in, by a search that shares nothing with the
    /// solver.
    ///
    /// `problem` receives every entry whose bounds are false; `advance` the number of entries done since it was
    /// called last, and says whether to go on.
    ///
    /// # Panics
    /// If a board of a table is none of the checker's, which has all of them.
    pub fn solve_anew(
        &self,
        entries: &[(Discs, Bounds)],
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
                    |search, &(discs, bounds)| refutation(search, grid.squares(), discs, bounds),
                )
                .collect();
            for (&(discs, bounds), (reason, nodes)) in batch.iter().zip(results) {
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

/// What is wrong with the bounds of a position by a search of its own, and the nodes that it took.
fn refutation(search: &mut Endgame<'_>, squares: i32, discs: Discs, bounds: Bounds) -> (Option<String>, u64) {
    let (pair, before) = ((discs.player().bits(), discs.opponent().bits()), search.nodes);
    let (lower, upper) = (bounds.lower.discs(), bounds.upper.discs());
    let reason = if lower > -squares && !search.reaches(pair, lower) {
        Some(format!("an independent search finds less than {lower:+}"))
    } else if upper < squares && search.reaches(pair, upper + 1) {
        Some(format!("an independent search finds more than {upper:+}"))
    } else {
        None
    };
    (reason, search.nodes - before)
}
