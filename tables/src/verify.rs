//! Whether a table can be true: checks its checksums, and compares each entry with those it follows from.

use rayon::prelude::*;
use solver::rules;
use solver::{Bounds, Discs, Geometry, Move, ProofTable, Symmetries};

use crate::error::TableError;
use crate::known::{Known, Word};
use crate::scan::{Census, Found};
use crate::table::Table;

/// Entries to check in one go, in parallel.
const CHUNK: usize = 1 << 14;

/// How closely to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The checksum and form of every block and entry, and the scores of finished games.
    Entries,
    /// Also whether each entry's bounds and best move agree with what the table knows about its successors.
    Successors,
}

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The entries, including corrupt ones.
    pub census: Census,
    /// Entries that contradict the rules or their successors.
    pub contradictions: u64,
    /// Pairs of an entry and a successor that were compared.
    pub pairs: u64,
    /// Entries whose bounds follow from their successors in the table alone, without a search.
    pub derived: u64,
    /// Lower and upper bounds that say something.
    pub limits: u64,
    /// Those of them that would contradict the successors in the table if they said two discs more than they do; for
    /// bounds that cannot say more, those that follow from the successors.
    pub guarded: u64,
}

impl Table {
    /// Reads all entries and checks each.
    ///
    /// `problem` receives every corrupt or contradicting entry, `progress` from time to time the number of entries
    /// read.
    ///
    /// # Errors
    /// The disk cannot be read any further.
    pub fn verify(
        &self,
        depth: Depth,
        mut problem: impl FnMut(TableError),
        mut progress: impl FnMut(u64),
    ) -> Result<Verified, TableError> {
        let board = self.board();
        let judge = Judge { table: self, geometry: Geometry::new(board), symmetries: Symmetries::new(board) };
        let mut verified = Verified::default();
        let mut entries = self.scan();
        let mut chunk: Vec<Found> = Vec::with_capacity(CHUNK);
        loop {
            chunk.clear();
            for entry in entries.by_ref().take(CHUNK) {
                match entry {
                    Ok(entry) => chunk.push(entry),
                    Err(error @ TableError::Corrupt { .. }) => {
                        verified.census.corrupt += 1;
                        problem(error);
                    }
                    Err(error) => return Err(error),
                }
            }
            if chunk.is_empty() {
                return Ok(verified);
            }
            let findings: Vec<(Verified, Option<String>)> =
                chunk.par_iter().map(|found| judge.look_at(depth, found.discs, found.known)).collect();
            for (found, (one, fault)) in chunk.iter().zip(findings) {
                verified.census.add(self.game().empties(found.discs), found);
                verified.pairs += one.pairs;
                verified.derived += one.derived;
                verified.limits += one.limits;
                verified.guarded += one.guarded;
                if let Some(reason) = fault {
                    verified.contradictions += 1;
                    problem(self.inconsistent(found.discs, found.known.closest(), reason));
                }
            }
            progress(verified.census.entries());
        }
    }
}

struct Judge<'a> {
    table: &'a Table,
    geometry: Geometry,
    symmetries: Symmetries,
}

impl Judge<'_> {
    /// Checks what is proven about a position, and what is claimed beyond that; returns the counts and the fault, if there
    /// is one.
    fn look_at(&self, depth: Depth, discs: Discs, known: Known) -> (Verified, Option<String>) {
        let words = [known.claimed, Some(known.proven)];
        let fault = words.into_iter().flatten().find_map(|word| self.own_problem(discs, word));
        if fault.is_some() || depth < Depth::Successors {
            return (Verified::default(), fault);
        }
        self.hold_against_successors(discs, known.claimed.unwrap_or(known.proven))
    }

    /// What is wrong with an entry by itself.
    fn own_problem(&self, discs: Discs, word: Word) -> Option<String> {
        let Bounds { lower, upper } = word.bounds;
        if let Some(score) = rules::final_score(&self.geometry, discs, self.table.scoring())
            && !(lower..=upper).contains(&score)
        {
            return Some(format!("the game is over with {score:+}"));
        }
        illegal_move(&self.geometry, discs, word)
    }

    /// Checks that the value is the best one that the successors allow.
    fn hold_against_successors(&self, discs: Discs, word: Word) -> (Verified, Option<String>) {
        let (mut counts, mut fault) = (Verified::default(), None);
        let Bounds { lower, upper } = word.bounds;
        let moves = rules::moves(&self.geometry, discs);
        let squares = self.geometry.squares();
        let least = Bounds::unknown(squares).lower;
        // Over all moves: the most that one of them guarantees, and the most that any of them can give.
        let (mut guaranteed, mut possible) = (least, least);
        for &chosen in &moves {
            let of_move = self.after(discs, chosen);
            counts.pairs += u64::from(of_move.is_some());
            let of_move = of_move.unwrap_or(Bounds::unknown(squares));
            guaranteed = guaranteed.max(of_move.lower);
            possible = possible.max(of_move.upper);
            let text = || format!("{} leads to {of_move}", self.text(chosen));
            if of_move.lower > upper {
                fault = Some(text());
            } else if word.best == Some(chosen) && lower > least && of_move.upper < lower {
                fault = Some(format!("its best move {}", text()));
            }
        }
        if fault.is_none() && !moves.is_empty() && possible < lower {
            fault = Some(format!("no move gives more than {possible:+}"));
        }
        let Bounds { lower: lowest, upper: highest } = Bounds::unknown(squares);
        // A bound that cannot say more is guarded if it follows.
        let (more, less) = (lower.discs() + 2, upper.discs() - 2);
        let of_lower = if more > highest.discs() { guaranteed >= lower } else { possible.discs() < more };
        let of_upper = if less < lowest.discs() { possible <= upper } else { guaranteed.discs() > less };
        for (says, is_guarded) in [(lower > lowest, of_lower), (upper < highest, of_upper)] {
            counts.limits += u64::from(says);
            counts.guarded += u64::from(says && is_guarded && !moves.is_empty());
        }
        counts.derived = u64::from(!moves.is_empty() && guaranteed >= lower && possible <= upper);
        (counts, fault)
    }

    /// What the table, or the end of the game, says about a move's value for the side that makes it.
    fn after(&self, discs: Discs, chosen: Move) -> Option<Bounds> {
        let child = rules::after(&self.geometry, discs, chosen);
        if let Some(score) = rules::final_score(&self.geometry, child, self.table.scoring()) {
            return Some(Bounds::at(-score));
        }
        let proven = self.table.probe(self.symmetries.canonical(child).0)?;
        Some(proven.bounds.negated())
    }

    fn text(&self, chosen: Move) -> String {
        chosen.display(self.geometry.board).to_string()
    }
}

/// The fault of a best move that is illegal.
pub(crate) fn illegal_move(geometry: &Geometry, discs: Discs, word: Word) -> Option<String> {
    let best = word.best?;
    let is_legal = rules::moves(geometry, discs).contains(&best);
    (!is_legal).then(|| format!("its best move {} is illegal", best.display(geometry.board)))
}
