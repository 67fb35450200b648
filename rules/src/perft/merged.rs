//! Counts leaves far below a position: equal and symmetric positions of a ply are merged, with the number of paths to
//! them.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ahash::RandomState;
use rayon::prelude::*;

use super::{Passes, count};
use crate::board::Board;
use crate::discs::Discs;
use crate::geometry::Geometry;
use crate::plain::squares_of;
use crate::simd::{Isa, Level, with_isa};
use crate::symmetry::Symmetries;

/// Number of parts of a ply, each with its own lock. A power of two.
const PARTS: usize = 256;
/// How many successors for a part a thread buffers before it takes the lock.
const KEPT: usize = 64;
/// Bytes of a slot in a part's map: a position, a count, and the map's control byte.
const PLACE_BYTES: usize = size_of::<(Discs, u128)>() + 1;

/// Leaves of the game tree, ply by ply, as [`super::perft`] counts them.
///
/// As long as the positions of a ply fit into the memory, the counter keeps them, equal and symmetric ones once, and
/// expands only those. After that it counts move by move from the last ply that fitted. All threads of the calling
/// rayon pool take part.
pub struct Counter {
    game: Game,
    memory_bytes: usize,
    /// Positions `merged` plies below the first, none of them a finished game, with the number of paths to each. No part is
    /// empty.
    frontier: Vec<Vec<(Discs, u128)>>,
    /// The number of paths to games that finished by then.
    over: u128,
    merged: u32,
    /// Whether the next ply's positions do not fit.
    is_full: bool,
    depth: u32,
}

/// The leaves this many plies below a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The number of plies.
    pub depth: u32,
    /// The leaves. A game that ended earlier is one.
    pub leaves: u128,
    /// About their positions, as long as the counter keeps them.
    pub positions: Option<Positions>,
}

/// The positions of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    /// The leaves that are finished games, including those that ended earlier.
    pub over: u128,
    /// Distinct positions in which the game goes on, symmetric ones once, whichever colour is to move.
    pub open: u64,
}

/// The rules of the count.
struct Game {
    geometry: Geometry,
    symmetries: Symmetries,
    passes: Passes,
}

/// Positions and the number of paths to each.
type Part = HashMap<Discs, u128, RandomState>;

/// The positions of a ply, as threads find them.
struct Found {
    parts: Vec<Mutex<Part>>,
    bytes: AtomicUsize,
    most_bytes: usize,
}

/// What a thread has found but not yet handed over.
struct Kept<'a> {
    found: &'a Found,
    hasher: RandomState,
    parts: Vec<Vec<(Discs, u128)>>,
}

impl Counter {
    /// Begins at a position, with about this much memory for positions.
    #[must_use]
    pub fn new(board: Board, discs: Discs, passes: Passes, memory_bytes: usize) -> Self {
        let game = Game { geometry: Geometry::new(board), symmetries: Symmetries::new(board), passes };
        let first = (game.symmetries.canonical(discs).0, 1);
        let mut counter =
            Self { game, memory_bytes, frontier: Vec::new(), over: 0, merged: 0, is_full: false, depth: 0 };
        counter.keep(vec![vec![first]]);
        counter
    }

    /// Counts the leaves of the current ply, at first the position itself, and advances to the next.
    pub fn next_ply(&mut self) -> Ply {
        let depth = self.depth;
        self.depth += 1;
        if depth > self.merged && !self.is_full {
            self.expand();
        }
        let below = depth - self.merged;
        let positions = (below == 0)
            .then(|| Positions { over: self.over, open: self.frontier.iter().map(|part| part.len() as u64).sum() });
        let leaves = self.over + with_isa!(Level::best(), isa => self.leaves(isa, below));
        Ply { depth, leaves, positions }
    }

    /// The leaves this many plies below the frontier.
    fn leaves<I: Isa>(&self, isa: I, below: u32) -> u128 {
        let Game { geometry, passes, .. } = &self.game;
        let of = |&(discs, ways): &(Discs, u128)| ways * u128::from(count(isa, geometry, discs, below, *passes));
        self.frontier.par_iter().flatten().map(of).sum()
    }

    /// Replaces the frontier with the positions one ply further, if they fit.
    fn expand(&mut self) {
        let taken = size_of::<(Discs, u128)>() * self.frontier.iter().map(Vec::capacity).sum::<usize>();
        let found = Found {
            parts: (0..PARTS).map(|_| Mutex::new(Part::with_hasher(hasher(1)))).collect(),
            bytes: AtomicUsize::new(0),
            most_bytes: self.memory_bytes.saturating_sub(taken),
        };
        let (game, frontier) = (&self.game, &self.frontier);
        frontier.par_iter().for_each(|part| {
            let parts = (0..PARTS).map(|_| Vec::with_capacity(KEPT)).collect();
            let mut kept = Kept { found: &found, hasher: hasher(0), parts };
            with_isa!(Level::best(), isa => game.follow(isa, part, &mut kept));
            kept.hand_over_all();
        });
        if found.is_full() {
            self.is_full = true;
            return;
        }
        let listed = |part: Mutex<Part>| part.into_inner().expect("no thread panicked").into_iter().collect();
        let parts = found.parts.into_par_iter().map(listed).collect();
        self.keep(parts);
        self.merged += 1;
    }

    /// Makes the positions of a ply the frontier, and counts and removes finished games.
    fn keep(&mut self, mut parts: Vec<Vec<(Discs, u128)>>) {
        let geometry = &self.game.geometry;
        let sort_out = |part: &mut Vec<(Discs, u128)>| {
            let mut over = 0;
            part.retain(|&(discs, ways)| {
                let is_open = is_open(geometry, discs);
                over += if is_open { 0 } else { ways };
                is_open
            });
            over
        };
        self.over += parts.par_iter_mut().map(sort_out).sum::<u128>();
        // Each would take a thread's buffers in vain, ply by ply.
        parts.retain(|part| !part.is_empty());
        self.frontier = parts;
    }
}

/// One of several hash functions: the one that chooses a part must not choose the slot within it.
fn hasher(which: usize) -> RandomState {
    RandomState::with_seeds(which as u64, 0, 0, 0)
}

fn is_open(geometry: &Geometry, discs: Discs) -> bool {
    with_isa!(Level::best(), isa => isa.mobility(geometry, discs) != 0 || isa.mobility(geometry, discs.passed()) != 0)
}

impl Game {
    /// Adds the canonical successors of the positions in `part`, none of which is a finished game.
    fn follow<I: Isa>(&self, isa: I, part: &[(Discs, u128)], kept: &mut Kept<'_>) {
        for &(mut discs, ways) in part {
            if kept.found.is_full() {
                return;
            }
            let mut moves = isa.mobility(&self.geometry, discs);
            if moves == 0 {
                discs = discs.passed();
                if self.passes == Passes::Count {
                    kept.add(self.symmetries.canonical(discs).0, ways);
                    continue;
                }
                moves = isa.mobility(&self.geometry, discs);
            }
            for square in squares_of(moves) {
                let flips = isa.flips(&self.geometry, discs, square);
                kept.add(self.symmetries.canonical(discs.played(square, flips)).0, ways);
            }
        }
    }
}

impl Found {
    fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) > self.most_bytes
    }
}

impl Kept<'_> {
    fn add(&mut self, discs: Discs, ways: u128) {
        let part = self.hasher.hash_one(discs) as usize % PARTS;
        self.parts[part].push((discs, ways));
        if self.parts[part].len() == KEPT {
            self.hand_over(part);
        }
    }

    fn hand_over(&mut self, part: usize) {
        let mut map = self.found.parts[part].lock().expect("no thread panicked");
        let before = map.capacity();
        for (discs, ways) in self.parts[part].drain(..) {
            *map.entry(discs).or_insert(0) += ways;
        }
        // A map has eight slots for seven entries, and keeps the old slots beside the new ones while it grows.
        let more = (map.capacity() - before) * PLACE_BYTES * 8 / 7;
        self.found.bytes.fetch_add(more, Ordering::Relaxed);
    }

    fn hand_over_all(&mut self) {
        (0..PARTS).for_each(|part| self.hand_over(part));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::start::Start;

    #[test]
    fn only_parts_with_positions_are_expanded() {
        let board = "3x3".parse().unwrap();
        let discs = Position::start(board, Start::Othello).discs();
        let mut counter = Counter::new(board, discs, Passes::Count, 1 << 20);
        for depth in 0..20 {
            let open = counter.next_ply().positions.unwrap().open;
            assert!(counter.frontier.len() as u64 <= open, "depth {depth}: {} parts", counter.frontier.len());
        }
        assert!(counter.frontier.is_empty(), "all games are over");
    }
}
