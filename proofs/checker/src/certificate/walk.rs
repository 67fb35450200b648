//! All positions of a proof, from the root to those that are searched.
//!
//! The *prover* is the side that proves a limit: the side to move for "at least", the other for "at most".
//! Where the prover is to move, one move follows; where the other side is, all of them do. Positions are
//! taken in their canonical form, each once, by falling numbers of empty squares; those of one number, in
//! which the prover is to move, use up one move of the proof each, in the order of their bits. A position
//! without a move is at once passed on to the other side, and settled by its discs if that has none either.

use std::thread;

use thiserror::Error;

use super::{Certificate, Limit, Proof};
use crate::endgame::ones;
use crate::grid::{Grid, Pair};
use crate::rules::Scoring;

/// Why a proof does not prove its limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WalkError {
    /// A move that the rules forbid.
    #[error("square {square} is no legal move in {position}")]
    Illegal {
        /// The square's number in row order, from 0.
        square: u8,
        /// Where it was to be played.
        position: String,
    },
    /// The moves end before the proof does.
    #[error("the proof has too few moves: none for {0}")]
    MissingMove(String),
    /// The proof ends before the moves do.
    #[error("the proof has {0} moves too many")]
    MovesLeft(usize),
    /// A game ends otherwise than the limit says, or no game can end so.
    #[error("the limit does not hold: it is broken by {0}")]
    Broken(String),
}

/// Positions by who is to move; each list is sorted, without doubles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// The prover is to move.
    pub prover: Vec<Pair>,
    /// The other side is.
    pub other: Vec<Pair>,
}

/// A proof with all of its positions.
#[derive(Clone, Debug)]
pub struct Walk {
    /// What the prover has to reach, in its own eyes.
    pub goal: i32,
    /// The colour of the prover.
    pub colour: i8,
    /// The positions that are left to the search.
    pub leaves: Positions,
    /// Number of positions, the leaves not counted, in which the prover is to move.
    pub prover_nodes: u64,
    /// The same for the other side.
    pub other_nodes: u64,
}

impl Positions {
    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.prover.len() + self.other.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn append(&mut self, mut more: Self) {
        self.prover.append(&mut more.prover);
        self.other.append(&mut more.other);
    }

    fn tidy(&mut self) {
        for list in [&mut self.prover, &mut self.other] {
            list.sort_unstable();
            list.dedup();
        }
    }
}

/// Follows a proof of a certificate from the root. `watch` is told the number of empty squares and of positions of each
/// step.
///
/// # Errors
/// The moves are not legal, too few or too many, or a game ends otherwise than the limit says.
pub fn walk(
    certificate: &Certificate,
    proof: &Proof,
    threads: usize,
    watch: &dyn Fn(u32, usize),
) -> Result<Walk, WalkError> {
    let (grid, side) = (&certificate.grid, certificate.root.side());
    let (goal, colour) = match proof.limit {
        Limit::AtLeast(score) => (score, side),
        Limit::AtMost(score) => (score.saturating_neg(), -side),
    };
    let step = Step { grid, scoring: certificate.scoring, goal, colour };
    let mut walk = Walk { goal, colour, leaves: Positions::default(), prover_nodes: 0, other_nodes: 0 };
    let mut moves = proof.moves.as_slice();
    let mut level = Positions::default();
    if goal > grid.squares() {
        return Err(WalkError::Broken(certificate.root.to_string()));
    }
    // Nobody can end below the least score.
    if goal > -grid.squares() {
        step.settle(grid.pair(&certificate.root), colour == side, &mut level)?;
    }
    let mut empties = grid.empties(grid.pair(&certificate.root));
    while empties > certificate.cut && !level.is_empty() {
        watch(empties, level.len());
        let missing = level.prover.get(moves.len()).map(|&pair| grid.text(pair, colour));
        if let Some(position) = missing {
            return Err(WalkError::MissingMove(position));
        }
        let (now, later) = moves.split_at(level.prover.len());
        walk.prover_nodes += level.prover.len() as u64;
        walk.other_nodes += level.other.len() as u64;
        level = step.take(&level, now, threads)?;
        moves = later;
        empties -= 1;
    }
    if !moves.is_empty() {
        return Err(WalkError::MovesLeft(moves.len()));
    }
    walk.leaves = level;
    Ok(walk)
}

/// What does not change from step to step.
struct Step<'a> {
    grid: &'a Grid,
    scoring: Scoring,
    goal: i32,
    colour: i8,
}

impl Step<'_> {
    /// The positions one move farther.
    fn take(&self, level: &Positions, moves: &[u8], threads: usize) -> Result<Positions, WalkError> {
        let prover_part = level.prover.len().div_ceil(threads).max(1);
        let other_part = level.other.len().div_ceil(threads).max(1);
        let results: Vec<Result<Positions, WalkError>> = thread::scope(|scope| {
            let own = level.prover.chunks(prover_part).zip(moves.chunks(prover_part));
            let own: Vec<_> = own.map(|(pairs, moves)| scope.spawn(move || self.play(pairs, moves))).collect();
            let replies = level.other.chunks(other_part);
            let replies: Vec<_> = replies.map(|pairs| scope.spawn(move || self.reply(pairs))).collect();
            let all = own.into_iter().chain(replies);
            all.map(|thread| thread.join().expect("a step does not panic")).collect()
        });
        let mut next = Positions::default();
        for result in results {
            next.append(result?);
        }
        next.tidy();
        Ok(next)
    }

    /// Plays the prover's moves.
    fn play(&self, pairs: &[Pair], moves: &[u8]) -> Result<Positions, WalkError> {
        let mut next = Positions::default();
        for (&pair, &square) in pairs.iter().zip(moves) {
            let is_square = u32::from(square) < u64::BITS && self.grid.moves(pair) >> square & 1 == 1;
            if !is_square {
                return Err(WalkError::Illegal { square, position: self.grid.text(pair, self.colour) });
            }
            self.settle(self.after(pair, square.into()), false, &mut next)?;
        }
        next.tidy();
        Ok(next)
    }

    /// Plays every move of the other side.
    fn reply(&self, pairs: &[Pair]) -> Result<Positions, WalkError> {
        let mut next = Positions::default();
        for &pair in pairs {
            for square in ones(self.grid.moves(pair)) {
                self.settle(self.after(pair, square), true, &mut next)?;
            }
        }
        next.tidy();
        Ok(next)
    }

    fn after(&self, pair: Pair, square: u32) -> Pair {
        Grid::placed(pair, square, self.grid.turned(pair, square))
    }

    /// Adds a position in canonical form to those of its side, or of the other side if it has to pass. If
    /// the game is over, it must have ended as the limit says.
    fn settle(&self, pair: Pair, prover_moves: bool, into: &mut Positions) -> Result<(), WalkError> {
        let passed = (pair.1, pair.0);
        let (pair, prover_moves) = if self.grid.moves(pair) != 0 {
            (pair, prover_moves)
        } else if self.grid.moves(passed) != 0 {
            (passed, !prover_moves)
        } else {
            let score = self.grid.score(pair, self.scoring);
            let (score, colour) = if prover_moves { (score, self.colour) } else { (-score, -self.colour) };
            let holds = score >= self.goal;
            return if holds { Ok(()) } else { Err(WalkError::Broken(self.grid.text(pair, colour))) };
        };
        let list = if prover_moves { &mut into.prover } else { &mut into.other };
        list.push(self.grid.canonical(pair));
        Ok(())
    }
}
