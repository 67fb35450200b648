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
struct Level {
    prover: HashSet<Discs>,
    other: HashSet<Discs>,
}

/// What does not change on the way.
struct Setting {
    geometry: Geometry,
    symmetries: Symmetries,
    scoring: Scoring,
    /// The score that the prover has to reach.
    goal: Score,
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
    /// Finds a move for every position of the proof. The limit must be true.
    ///
    /// # Errors
    /// The search was stopped, or the table says something false.
    pub(crate) fn follow(
        oracle: &mut Oracle<'_>,
        position: &Position,
        scoring: Scoring,
        limit: Limit,
        cut: u32,
        watcher: &dyn Watcher,
    ) -> Result<Self, SolveError> {
        let board = position.board();
        let (goal, prover_moves) = match limit {
            Limit::AtLeast(score) => (score, true),
            Limit::AtMost(score) => (-score, false),
        };
        let setting = Setting { geometry: Geometry::new(board), symmetries: Symmetries::new(board), scoring, goal };
        let mut walk = Self { limit, moves: Vec::new(), prover_nodes: 0, other_nodes: 0, leaves: 0 };
        let mut level = Level::default();
        // No game ends below the lowest score.
        if goal > Bounds::unknown(board.squares()).lower {
            level.add(setting.next(position.discs(), prover_moves));
        }
        let mut empties = position.empties();
        while empties > cut && !level.is_empty() {
            level = walk.step(oracle, &setting, &level, &|done, all| watcher.at(limit, empties, done, all))?;
            empties -= 1;
        }
        walk.leaves = level.len() as u64;
        Ok(walk)
    }

    /// Goes one move further. The other side's replies come first, so that the prover can prefer positions that they
    /// lead to.
    fn step(
        &mut self,
        oracle: &mut Oracle<'_>,
        setting: &Setting,
        level: &Level,
        watch: &dyn Fn(usize, usize),
    ) -> Result<Level, SolveError> {
        let mut next = Level::default();
        for (done, &discs) in level.other.iter().enumerate() {
            oracle.look(done)?;
            for square in Squares::from_bits(rules::mobility(&setting.geometry, discs)) {
                next.add(setting.after(discs, square, true));
            }
        }
        let mut prover: Vec<Discs> = level.prover.iter().copied().collect();
        prover.sort_unstable();
        for (done, &discs) in prover.iter().enumerate() {
            oracle.look(done)?;
            if done % TELL_EVERY == 0 {
                watch(done, prover.len());
            }
            let square = setting.choose(oracle, discs, &next)?;
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

impl Setting {
    /// The prover's move: of those that keep the goal, the one that adds the least to the proof.
    fn choose(&self, oracle: &mut Oracle<'_>, discs: Discs, next: &Level) -> Result<Square, SolveError> {
        // Colours do not matter to the solver.
        let position = Position::new(self.geometry.board, discs, Side::Black).expect("the discs are on the board");
        let target = Target { position, at_least: self.goal, scoring: self.scoring };
        let Reached::Yes(moves) = oracle.reaches(target)? else { return Err(SolveError::Contradiction(position)) };
        let squares = moves.into_iter().filter_map(Move::square);
        let cheapest = squares.min_by_key(|&square| self.cost(self.after(discs, square, false), next));
        cheapest.ok_or(SolveError::Contradiction(position))
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
