//! All positions of a proof, from the root to those that are searched: the walk of [`kernel::check()`], on many threads.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use arrayvec::ArrayVec;
use kernel::position::MAX_SQUARES;
use kernel::{Certificate, Fault, Limit, MARK, MOST_MARKED, Position, Proof, Refused};

use super::crew::on_threads;
use super::error::CheckError;
use super::watch::Watcher;
use crate::endgame::ones;
use crate::grid::{Grid, Pair};

/// Positions that a thread takes at once.
const BLOCK: usize = 1 << 14;
/// Memory of a position, in bytes.
pub(super) const POSITION_BYTES: u64 = size_of::<Pair>() as u64;
/// Positions between two checks whether to stop.
const LOOK_EVERY: usize = 1 << 16;

const NO_MEMORY: CheckError = CheckError::NoMemory("the positions of the proof");

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
    fn len(&self) -> usize {
        self.prover.len() + self.other.len()
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
fn ranked(grid: &Grid, pair: Pair, rank: u8) -> Option<u8> {
    let replies = |square| grid.moves(Grid::placed(pair, square, grid.turned(pair, square))).count_ones();
    let mut moves: ArrayVec<(u32, u8), MAX_SQUARES> =
        ones(grid.moves(pair)).map(|square| (replies(square), square as u8)).collect();
    moves.sort_unstable();
    moves.get(usize::from(rank)).map(|&(_, square)| square)
}

/// Follows a proof of a certificate of this board from the root. Together with the `kept` bytes of other proofs' leaves, it takes no
/// more memory than [`Certificate::walk_bytes`].
///
/// # Errors
/// The proof is refused, there is not enough memory, or the walk was stopped.
pub fn walk(
    certificate: &Certificate,
    grid: &Grid,
    proof: &Proof,
    kept: u64,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<Walk, CheckError> {
    let most_bytes = certificate.walk_bytes.saturating_sub(kept);
    let (root, side) = (certificate.root.pair(), certificate.root.side());
    let (goal, colour) = match proof.limit {
        Limit::AtLeast(score) => (score, side),
        Limit::AtMost(score) => (score.saturating_neg(), -side),
    };
    let step = Step { certificate, grid, limit: proof.limit, goal, colour, threads, most_bytes, watcher };
    let mut walk = Walk { goal, colour, leaves: Positions::default(), prover_nodes: 0, other_nodes: 0 };
    let mut moves = proof.moves.as_slice();
    let mut level = Positions::default();
    let mut marked = Vec::new();
    if goal > grid.squares() {
        return Err(step.refused(Fault::Broken(certificate.root)));
    }
    // No game ends below the lowest score.
    if goal > -grid.squares() {
        step.settle(root, colour == side, &mut level)?;
    }
    let mut empties = grid.empties(root);
    while empties > certificate.cut && level.len() > 0 {
        watcher.walking(proof.limit, empties, level.len());
        if let Some(&pair) = level.prover.get(moves.len()) {
            return Err(step.refused(Fault::MissingMove(step.own(pair))));
        }
        let (now, later) = moves.split_at(level.prover.len());
        let now = if certificate.version >= 2 {
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
        return Err(step.refused(Fault::MovesLeft(moves.len())));
    }
    level.prover.append(&mut marked);
    level.prover.sort_unstable();
    walk.leaves = level;
    Ok(walk)
}

/// What does not change from step to step.
struct Step<'a> {
    certificate: &'a Certificate,
    grid: &'a Grid,
    limit: Limit,
    goal: i32,
    colour: i8,
    threads: usize,
    most_bytes: u64,
    watcher: &'a dyn Watcher,
}

/// Some positions of a level, all of the same side: of the prover's with their moves.
type Block<'a> = (&'a [Pair], Option<&'a [u8]>);

impl Step<'_> {
    /// Takes the marked positions out of a level, and returns the moves of the others.
    fn set_aside<'m>(
        &self,
        prover: &mut Vec<Pair>,
        moves: &'m [u8],
        empties: u32,
        marked: &mut Vec<Pair>,
    ) -> Result<Cow<'m, [u8]>, CheckError> {
        let Some(first) = moves.iter().position(|&byte| byte == MARK) else { return Ok(Cow::Borrowed(moves)) };
        if empties > MOST_MARKED {
            return Err(self.refused(Fault::MarkedEarly(self.own(prover[first]))));
        }
        marked.try_reserve(prover.len()).map_err(|_| NO_MEMORY)?;
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
    fn take(&self, level: Positions, moves: &[u8], empties: u32, kept: usize) -> Result<Positions, CheckError> {
        self.check_memory(&level, empties, kept)?;
        let own = level.prover.chunks(BLOCK).zip(moves.chunks(BLOCK));
        let own = own.map(|(pairs, moves)| (pairs, Some(moves)));
        let blocks: Vec<Block<'_>> = own.chain(level.other.chunks(BLOCK).map(|pairs| (pairs, None))).collect();
        let (next, failed, results) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(Vec::new()));
        // Blocks are begun in order and done to their end, so the first that fails is the same on any number of
        // threads.
        on_threads(self.threads.min(blocks.len()), &|| {
            while !failed.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&block) = blocks.get(index) else { return };
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
    fn check_memory(&self, level: &Positions, empties: u32, kept: usize) -> Result<(), CheckError> {
        let mut following = level.prover.len() as u64;
        for pairs in level.other.chunks(LOOK_EVERY) {
            self.look()?;
            following += pairs.iter().map(|&pair| u64::from(self.grid.moves(pair).count_ones())).sum::<u64>();
        }
        let (needed, most) = ((kept as u64 + level.len() as u64 + 2 * following) * POSITION_BYTES, self.most_bytes);
        if needed > most { Err(self.refused(Fault::TooLarge(empties, needed, most))) } else { Ok(()) }
    }

    fn look(&self) -> Result<(), CheckError> {
        if self.watcher.is_stopped() { Err(CheckError::Stopped) } else { Ok(()) }
    }

    /// The positions one move after those of a block.
    fn advance(&self, (pairs, moves): Block<'_>) -> Result<Positions, CheckError> {
        self.look()?;
        let mut next = Positions::default();
        match moves {
            Some(moves) => self.play(pairs, moves, &mut next)?,
            None => self.reply(pairs, &mut next)?,
        }
        next.tidy();
        Ok(next)
    }

    /// Plays the prover's moves.
    fn play(&self, pairs: &[Pair], moves: &[u8], next: &mut Positions) -> Result<(), CheckError> {
        for (&pair, &byte) in pairs.iter().zip(moves) {
            let square = self.square(pair, byte)?;
            self.settle(self.after(pair, square.into()), false, next)?;
        }
        Ok(())
    }

    /// The move that a byte tells.
    fn square(&self, pair: Pair, byte: u8) -> Result<u8, CheckError> {
        if self.certificate.version >= 3 {
            return ranked(self.grid, pair, byte).ok_or_else(|| self.refused(Fault::NoSuchRank(byte, self.own(pair))));
        }
        let is_legal = u32::from(byte) < u64::BITS && self.grid.moves(pair) >> byte & 1 == 1;
        if is_legal { Ok(byte) } else { Err(self.refused(Fault::Illegal(byte, self.own(pair)))) }
    }

    /// What is wrong with the proof.
    fn refused(&self, fault: Fault) -> CheckError {
        Refused { limit: self.limit, fault }.into()
    }

    /// The position of these discs with the prover to move.
    fn own(&self, pair: Pair) -> Position {
        self.grid.position(pair, self.colour)
    }

    /// Plays every move of the other side.
    fn reply(&self, pairs: &[Pair], next: &mut Positions) -> Result<(), CheckError> {
        for &pair in pairs {
            for square in ones(self.grid.moves(pair)) {
                self.settle(self.after(pair, square), true, next)?;
            }
        }
        Ok(())
    }

    /// Merges sorted lists without duplicates into one such list, pair by pair.
    fn merged(&self, mut lists: Vec<Vec<Pair>>) -> Result<Vec<Pair>, CheckError> {
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

    fn union(&self, mut first: &[Pair], mut second: &[Pair]) -> Result<Vec<Pair>, CheckError> {
        let mut union: Vec<Pair> = Vec::new();
        union.try_reserve_exact(first.len() + second.len()).map_err(|_| NO_MEMORY)?;
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
    fn settle(&self, pair: Pair, prover_moves: bool, into: &mut Positions) -> Result<(), CheckError> {
        let passed = (pair.1, pair.0);
        let (pair, prover_moves) = if self.grid.moves(pair) != 0 {
            (pair, prover_moves)
        } else if self.grid.moves(passed) != 0 {
            (passed, !prover_moves)
        } else {
            let score = self.grid.score(pair, self.certificate.scoring);
            let (score, colour) = if prover_moves { (score, self.colour) } else { (-score, -self.colour) };
            let holds = score >= self.goal;
            let broken = || self.refused(Fault::Broken(self.grid.position(pair, colour)));
            return if holds { Ok(()) } else { Err(broken()) };
        };
        let list = if prover_moves { &mut into.prover } else { &mut into.other };
        list.try_reserve(1).map_err(|_| NO_MEMORY)?;
        list.push(self.grid.canonical(pair));
        Ok(())
    }
}
