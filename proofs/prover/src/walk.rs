//! Walks from the first position to those left to the checker, one number of empties after the other.

use std::collections::HashSet;

use solver::{
    Bounds, Discs, Geometry, Move, Position, Reached, Score, Scoring, Side, SolveError, Square, Squares, Symmetries,
    Target, rules,
};

use crate::claim::Limit;
use crate::{Oracle, Watcher};

/// How often the watcher gets progress, in positions.
const TELL_EVERY: usize = 256;

/// A limit with its moves.
pub(crate) struct Walk {
    pub(crate) limit: Limit,
    /// Squares in the order in which the checker needs them.
    pub(crate) moves: Vec<Square>,
    pub(crate) prover_nodes: u64,
    pub(crate) other_nodes: u64,
    pub(crate) leaves: u64,
}

/// Positions with one number of empties by who is to move.
#[derive(Default)]
pub(crate) struct Level {
    prover: HashSet<Discs>,
    other: HashSet<Discs>,
}

/// What does not change on the way.
pub(crate) struct Setting {
    geometry: Geometry,
    symmetries: Symmetries,
    scoring: Scoring,
    /// The score that the prover has to reach.
    goal: Score,
}

/// Where a proof begins, what it shows, and where it ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) position: Position,
    pub(crate) scoring: Scoring,
    pub(crate) limit: Limit,
    pub(crate) cut: u32,
}

/// Says which move to follow.
pub(crate) trait Guide {
    /// Why it cannot.
    type Error;

    /// Ends the work with an error if it should stop; `done` counts the work.
    fn look(&self, done: usize) -> Result<(), Self::Error>;

    /// The move of the prover in a canonical position, which has one. `next` is what the proof leads to anyway.
    fn choose(&mut self, setting: &Setting, discs: Discs, next: &Level) -> Result<Square, Self::Error>;
}

/// The position after a move.
#[derive(Clone, Copy)]
enum Next {
    /// The end of the game.
    Over,
    /// A position in canonical form, and whether the prover is to move.
    Open(Discs, bool),
}

impl Walk {
    /// Follows a proof from its first position to those left to the checker.
    ///
    /// # Errors
    /// The guide cannot say which move to follow.
    pub(crate) fn follow<G: Guide>(guide: &mut G, way: Way, watcher: &dyn Watcher) -> Result<Self, G::Error> {
        let Way { position, scoring, limit, cut } = way;
        let board = position.board();
        let setting =
            Setting { geometry: Geometry::new(board), symmetries: Symmetries::new(board), scoring, goal: limit.goal() };
        let mut walk = Self { limit, moves: Vec::new(), prover_nodes: 0, other_nodes: 0, leaves: 0 };
        let mut level = Level::default();
        // No game ends below the lowest score.
        if setting.goal > Bounds::unknown(board.squares()).lower {
            level.add(setting.next(position.discs(), limit.is_of_mover()));
        }
        let mut empties = position.empties();
        while empties > cut && !level.is_empty() {
            level = walk.step(guide, &setting, &level, &|done, all| watcher.at(limit, empties, done, all))?;
            empties -= 1;
        }
        walk.leaves = level.len() as u64;
        Ok(walk)
    }

    /// Goes one move further. The other side's replies come first, so that the prover can prefer positions that they
    /// lead to.
    fn step<G: Guide>(
        &mut self,
        guide: &mut G,
        setting: &Setting,
        level: &Level,
        watch: &dyn Fn(usize, usize),
    ) -> Result<Level, G::Error> {
        let mut next = Level::default();
        for (done, &discs) in level.other.iter().enumerate() {
            guide.look(done)?;
            for square in Squares::from_bits(rules::mobility(&setting.geometry, discs)) {
                next.add(setting.after(discs, square, true));
            }
        }
        let mut prover: Vec<Discs> = level.prover.iter().copied().collect();
        prover.sort_unstable();
        for (done, &discs) in prover.iter().enumerate() {
            guide.look(done)?;
            if done % TELL_EVERY == 0 {
                watch(done, prover.len());
            }
            let square = guide.choose(setting, discs, &next)?;
            next.add(setting.after(discs, square, false));
            self.moves.push(square);
        }
        self.prover_nodes += level.prover.len() as u64;
        self.other_nodes += level.other.len() as u64;
        Ok(next)
    }
}

impl Level {
    fn add(&mut self, next: Next) {
        match next {
            Next::Over => {}
            Next::Open(discs, true) => drop(self.prover.insert(discs)),
            Next::Open(discs, false) => drop(self.other.insert(discs)),
        }
    }

    fn has(&self, next: Next) -> bool {
        match next {
            Next::Over => true,
            Next::Open(discs, true) => self.prover.contains(&discs),
            Next::Open(discs, false) => self.other.contains(&discs),
        }
    }

    fn len(&self) -> usize {
        self.prover.len() + self.other.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Guide for Oracle<'_> {
    type Error = SolveError;

    fn look(&self, done: usize) -> Result<(), SolveError> {
        /// Looks only at some of the work.
        const LOOK_EVERY: usize = 1 << 8;
        if done.is_multiple_of(LOOK_EVERY) && self.progress.is_stopped() { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// Of the moves that keep the goal, the one that adds the least to the proof.
    fn choose(&mut self, setting: &Setting, discs: Discs, next: &Level) -> Result<Square, SolveError> {
        if let Some(square) = self.moves.and_then(|moves| moves.of(discs)) {
            return Ok(square);
        }
        // Colours do not matter to the solver.
        let position = Position::new(setting.geometry.board, discs, Side::Black).expect("the discs are on the board");
        let target = Target { position, at_least: setting.goal, scoring: setting.scoring };
        let Reached::Yes(moves) = self.reaches(target)? else { return Err(SolveError::Contradiction(position)) };
        let squares = moves.into_iter().filter_map(Move::square);
        let cheapest = squares.min_by_key(|&square| setting.cost(setting.after(discs, square, false), next));
        cheapest.ok_or(SolveError::Contradiction(position))
    }
}

impl Setting {
    /// Whether the side to move may place a disc on a square.
    pub(crate) fn is_legal(&self, discs: Discs, square: Square) -> bool {
        rules::mobility(&self.geometry, discs) >> square.number() & 1 != 0
    }

    /// Roughly how many positions a position adds to the proof.
    fn cost(&self, position: Next, next: &Level) -> u32 {
        match position {
            _ if next.has(position) => 0,
            Next::Open(discs, false) => rules::mobility(&self.geometry, discs).count_ones(),
            Next::Over | Next::Open(_, true) => 1,
        }
    }

    fn after(&self, discs: Discs, square: Square, prover_moves: bool) -> Next {
        self.next(rules::placed(&self.geometry, discs, square), prover_moves)
    }

    /// A position as it enters the proof: after a pass if the side to move has to pass.
    fn next(&self, discs: Discs, prover_moves: bool) -> Next {
        if rules::mobility(&self.geometry, discs) != 0 {
            Next::Open(self.symmetries.canonical(discs).0, prover_moves)
        } else if rules::mobility(&self.geometry, discs.passed()) != 0 {
            Next::Open(self.symmetries.canonical(discs.passed()).0, !prover_moves)
        } else {
            Next::Over
        }
    }
}
