//! All positions of a proof, from the root to those that are searched.
//!
//! The *prover* is the side that proves a limit: the side to move for "at least", the other for "at most". Where the
//! prover is to move, one move is followed; where the other side is, all moves are. Positions are visited in canonical
//! form, each once, by decreasing numbers of empty squares; among those of one number, each in which the prover is to
//! move uses up one move of the proof, in the order of their bits. A position without a move passes to the other side
//! at once, and is settled by its discs if that side has none either. Since version 2 of the format, a [`MARK`] instead
//! of a move leaves the position to the search; since version 3 a move is told by its rank.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use arrayvec::ArrayVec;
use files::noun;
use thiserror::Error;

use super::crew::on_threads;
use super::watch::Watcher;
use super::{Certificate, Limit, Proof};
use crate::endgame::ones;
use crate::grid::{Grid, MAX_SQUARES, Pair};
use crate::rules::Scoring;

/// The byte that leaves a position of the prover to the search.
pub const MARK: u8 = 64;
/// The most empty squares of such a position.
pub const MOST_MARKED: u32 = 32;

/// Positions that a thread takes at once.
const BLOCK: usize = 1 << 14;
/// Memory of a position, in bytes.
pub(super) const POSITION_BYTES: u64 = size_of::<Pair>() as u64;
/// Positions between two checks whether to stop.
const LOOK_EVERY: usize = 1 << 16;

/// Why a proof does not prove its limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WalkError {
    /// A move that the rules forbid.
    #[error("square {square} is not a legal move in {position}")]
    Illegal {
        /// The square's number in row order, from 0.
        square: u8,
        /// The position in which it was to be played.
        position: String,
    },
    /// A rank that no move has.
    #[error("there is no move with rank {rank} in {position}")]
    NoSuchRank {
        /// The rank, from 0.
        rank: u8,
        /// The position.
        position: String,
    },
    /// A position is left to the search with too many empty squares.
    #[error("{0} is left to the search with more than {MOST_MARKED} empty squares")]
    MarkedEarly(String),
    /// The moves end before the proof does.
    #[error("the proof has too few moves: none for {0}")]
    MissingMove(String),
    /// The proof ends before the moves do.
    #[error("the proof has {} too many", moves(*.0))]
    MovesLeft(usize),
    /// A game ends against the limit, or no game can reach the limit.
    #[error("the limit does not hold: it is broken by {0}")]
    Broken(String),
    /// There are more positions than the memory allows.
    #[error("behind {empties} empty squares its positions need {needed} bytes of memory; {most} are allowed")]
    TooLarge {
        /// Empty squares of the positions before the step.
        empties: u32,
        /// What they and the positions after them need.
        needed: u64,
        /// The bytes that are allowed.
        most: u64,
    },
    /// The system cannot provide the memory.
    #[error("there is no memory for its positions")]
    NoMemory,
    /// The watcher asked to stop.
    #[error("stopped")]
    Stopped,
}

/// `1 move`, `2 moves`.
fn moves(number: usize) -> String {
    format!("{number} {}", noun(number as u64, "move", "moves"))
}

impl WalkError {
    /// Whether the proof itself is at fault, so that no other walk could succeed, with more memory or more time.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match self {
            Self::TooLarge { .. } | Self::NoMemory | Self::Stopped => false,
            Self::Illegal { .. }
            | Self::NoSuchRank { .. }
            | Self::MarkedEarly(_)
            | Self::MissingMove(_)
            | Self::MovesLeft(_)
            | Self::Broken(_) => true,
        }
    }
}

/// Positions by who is to move; each list is sorted, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// The prover is to move.
    pub prover: Vec<Pair>,
    /// The other side is to move.
    pub other: Vec<Pair>,
}

/// A proof with all of its positions.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The score that the prover has to reach, from its own side.
    pub goal: i32,
    /// The colour of the prover.
    pub colour: i8,
    /// The positions that are left to the search.
    pub leaves: Positions,
    /// Number of positions with a move of the prover.
    pub prover_nodes: u64,
    /// Number of positions in which all moves of the other side are followed.
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

    fn tidy(&mut self) {
        for list in [&mut self.prover, &mut self.other] {
            list.sort_unstable();
            list.dedup();
            list.shrink_to_fit();
        }
    }
}

/// The square of the move with this rank, from 0: moves that leave the other side fewer moves come first, and of several
/// such those on lower squares. Good moves tend to come first, so that ranks pack better than squares.
#[must_use]
pub fn ranked(grid: &Grid, pair: Pair, rank: u8) -> Option<u8> {
    let replies = |square| grid.moves(Grid::placed(pair, square, grid.turned(pair, square))).count_ones();
    let mut moves: ArrayVec<(u32, u8), MAX_SQUARES> =
        ones(grid.moves(pair)).map(|square| (replies(square), square as u8)).collect();
    moves.sort_unstable();
    moves.get(usize::from(rank)).map(|&(_, square)| square)
}

/// Follows a proof of a certificate from the root. Together with the `kept` bytes of other proofs' leaves, it takes no
/// more memory than [`Certificate::walk_bytes`].
///
/// # Errors
/// The moves are illegal, too few or too many, a game ends against the limit, there is not enough memory, or the walk
/// was stopped.
pub fn walk(
    certificate: &Certificate,
    proof: &Proof,
    kept: u64,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<Walk, WalkError> {
    let most_bytes = certificate.walk_bytes.saturating_sub(kept);
    let (grid, side) = (&certificate.grid, certificate.root.side());
    let (goal, colour) = match proof.limit {
        Limit::AtLeast(score) => (score, side),
        Limit::AtMost(score) => (score.saturating_neg(), -side),
    };
    let (scoring, limit) = (certificate.scoring, proof.limit.text());
    let has_ranks = certificate.has_ranks;
    let step = Step { grid, scoring, has_ranks, goal, colour, threads, most_bytes, watcher };
    let mut walk = Walk { goal, colour, leaves: Positions::default(), prover_nodes: 0, other_nodes: 0 };
    let mut moves = proof.moves.as_slice();
    let mut level = Positions::default();
    let mut marked = Vec::new();
    if goal > grid.squares() {
        return Err(WalkError::Broken(certificate.root.to_string()));
    }
    // No game ends below the lowest score.
    if goal > -grid.squares() {
        step.settle(grid.pair(&certificate.root), colour == side, &mut level)?;
    }
    let mut empties = grid.empties(grid.pair(&certificate.root));
    while empties > certificate.cut && !level.is_empty() {
        watcher.walking(&limit, empties, level.len());
        let missing = level.prover.get(moves.len()).map(|&pair| grid.text(pair, colour));
        if let Some(position) = missing {
            return Err(WalkError::MissingMove(position));
        }
        let (now, later) = moves.split_at(level.prover.len());
        let now = if certificate.has_marks {
            step.set_aside(&mut level.prover, now, empties, &mut marked)?
        } else {
            Cow::Borrowed(now)
        };
        walk.prover_nodes += level.prover.len() as u64;
        walk.other_nodes += level.other.len() as u64;
        level = step.take(level, &now, empties, marked.len())?;
        moves = later;
        empties -= 1;
    }
    if !moves.is_empty() {
        return Err(WalkError::MovesLeft(moves.len()));
    }
    level.prover.append(&mut marked);
    level.prover.sort_unstable();
    walk.leaves = level;
    Ok(walk)
}

/// What does not change from step to step.
struct Step<'a> {
    grid: &'a Grid,
    scoring: Scoring,
    has_ranks: bool,
    goal: i32,
    colour: i8,
    threads: usize,
    most_bytes: u64,
    watcher: &'a dyn Watcher,
}

/// Some positions of a level, all of the same side.
enum Block<'a> {
    Prover(&'a [Pair], &'a [u8]),
    Other(&'a [Pair]),
}

impl Step<'_> {
    /// Takes the marked positions out of a level, and returns the moves of the others.
    fn set_aside<'m>(
        &self,
        prover: &mut Vec<Pair>,
        moves: &'m [u8],
        empties: u32,
        marked: &mut Vec<Pair>,
    ) -> Result<Cow<'m, [u8]>, WalkError> {
        let Some(first) = moves.iter().position(|&byte| byte == MARK) else { return Ok(Cow::Borrowed(moves)) };
        if empties > MOST_MARKED {
            return Err(WalkError::MarkedEarly(self.grid.text(prover[first], self.colour)));
        }
        marked.try_reserve(prover.len()).map_err(|_| WalkError::NoMemory)?;
        let mut left = moves.iter();
        prover.retain(|&pair| {
            let is_marked = left.next() == Some(&MARK);
            if is_marked {
                marked.push(pair);
            }
            !is_marked
        });
        Ok(moves.iter().copied().filter(|&byte| byte != MARK).collect())
    }

    /// The positions one move further. Some more positions are `kept` already.
    fn take(&self, level: Positions, moves: &[u8], empties: u32, kept: usize) -> Result<Positions, WalkError> {
        self.check_memory(&level, empties, kept)?;
        let own = level.prover.chunks(BLOCK).zip(moves.chunks(BLOCK));
        let own = own.map(|(pairs, moves)| Block::Prover(pairs, moves));
        let blocks: Vec<_> = own.chain(level.other.chunks(BLOCK).map(Block::Other)).collect();
        let (next, failed, results) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(Vec::new()));
        // Blocks are begun in order and done to their end, so the first that fails is the same on any number of
        // threads.
        on_threads(self.threads.min(blocks.len()), &|| {
            while !failed.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(block) = blocks.get(index) else { return };
                let result = self.advance(block);
                failed.fetch_or(result.is_err(), Ordering::Relaxed);
                results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
            }
        });
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.sort_unstable_by_key(|(index, _)| *index);
        let (mut prover, mut other) = (Vec::new(), Vec::new());
        for (_, result) in results {
            let positions = result?;
            prover.push(positions.prover);
            other.push(positions.other);
        }
        drop(level);
        Ok(Positions { prover: self.merged(prover)?, other: self.merged(other)? })
    }

    /// Refuses a step that would take too much memory, before it takes any. The current positions count once, and the
    /// following ones twice, because they are sorted.
    fn check_memory(&self, level: &Positions, empties: u32, kept: usize) -> Result<(), WalkError> {
        let mut following = level.prover.len() as u64;
        for pairs in level.other.chunks(LOOK_EVERY) {
            self.look()?;
            following += pairs.iter().map(|&pair| u64::from(self.grid.moves(pair).count_ones())).sum::<u64>();
        }
        let (needed, most) = ((kept as u64 + level.len() as u64 + 2 * following) * POSITION_BYTES, self.most_bytes);
        if needed > most { Err(WalkError::TooLarge { empties, needed, most }) } else { Ok(()) }
    }

    fn look(&self) -> Result<(), WalkError> {
        if self.watcher.is_stopped() { Err(WalkError::Stopped) } else { Ok(()) }
    }

    /// The positions one move after those of a block.
    fn advance(&self, block: &Block<'_>) -> Result<Positions, WalkError> {
        self.look()?;
        let mut next = Positions::default();
        match *block {
            Block::Prover(pairs, moves) => self.play(pairs, moves, &mut next)?,
            Block::Other(pairs) => self.reply(pairs, &mut next)?,
        }
        next.tidy();
        Ok(next)
    }

    /// Plays the prover's moves.
    fn play(&self, pairs: &[Pair], moves: &[u8], next: &mut Positions) -> Result<(), WalkError> {
        for (&pair, &byte) in pairs.iter().zip(moves) {
            let square = self.square(pair, byte)?;
            self.settle(self.after(pair, square.into()), false, next)?;
        }
        Ok(())
    }

    /// The move that a byte tells.
    fn square(&self, pair: Pair, byte: u8) -> Result<u8, WalkError> {
        let position = || self.grid.text(pair, self.colour);
        if self.has_ranks {
            return ranked(self.grid, pair, byte)
                .ok_or_else(|| WalkError::NoSuchRank { rank: byte, position: position() });
        }
        let is_legal = u32::from(byte) < u64::BITS && self.grid.moves(pair) >> byte & 1 == 1;
        if is_legal { Ok(byte) } else { Err(WalkError::Illegal { square: byte, position: position() }) }
    }

    /// Plays every move of the other side.
    fn reply(&self, pairs: &[Pair], next: &mut Positions) -> Result<(), WalkError> {
        for &pair in pairs {
            for square in ones(self.grid.moves(pair)) {
                self.settle(self.after(pair, square), true, next)?;
            }
        }
        Ok(())
    }

    /// Merges sorted lists without duplicates into one such list, pair by pair.
    fn merged(&self, mut lists: Vec<Vec<Pair>>) -> Result<Vec<Pair>, WalkError> {
        while lists.len() > 1 {
            let mut fewer = Vec::with_capacity(lists.len().div_ceil(2));
            let mut lists_left = lists.into_iter();
            while let Some(first) = lists_left.next() {
                fewer.push(match lists_left.next() {
                    Some(second) => self.union(&first, &second)?,
                    None => first,
                });
            }
            lists = fewer;
        }
        Ok(lists.pop().unwrap_or_default())
    }

    fn union(&self, mut first: &[Pair], mut second: &[Pair]) -> Result<Vec<Pair>, WalkError> {
        let mut union: Vec<Pair> = Vec::new();
        union.try_reserve_exact(first.len() + second.len()).map_err(|_| WalkError::NoMemory)?;
        while let (Some(one), Some(other)) = (first.first(), second.first()) {
            if union.len().is_multiple_of(LOOK_EVERY) {
                self.look()?;
            }
            union.push(*one.min(other));
            (first, second) = (&first[usize::from(one <= other)..], &second[usize::from(other <= one)..]);
        }
        union.extend_from_slice(first);
        union.extend_from_slice(second);
        Ok(union)
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
        list.try_reserve(1).map_err(|_| WalkError::NoMemory)?;
        list.push(self.grid.canonical(pair));
        Ok(())
    }
}
