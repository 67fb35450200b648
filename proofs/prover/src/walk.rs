//! Walks from the first position to those left to the checker, one number of empties after the other.

use std::collections::HashSet;

use kernel::MARK;
use solver::{Board, Bounds, Discs, Geometry, Position, Score, Scoring, Square, Squares, Symmetries, rules};

use crate::Watch;
use crate::claim::Limit;

/// How often the watcher gets progress, in positions.
const TELL_EVERY: usize = 256;

/// What a proof does in a position of the prover: where it places a disc, or `None` if the position is left to the
/// checker's search.
pub(crate) type Choice = Option<Square>;

/// A limit with its moves.
pub(crate) struct Walk {
    pub(crate) limit: Limit,
    /// What happens in the prover's positions, as bytes of a certificate, in the order in which the checker needs it.
    pub(crate) moves: Vec<u8>,
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

/// Where a proof begins, what it shows, and where it ends.
pub(crate) struct Setting {
    geometry: Geometry,
    symmetries: Symmetries,
    position: Position,
    pub(crate) scoring: Scoring,
    limit: Limit,
    /// The score that the prover has to reach.
    pub(crate) goal: Score,
    /// Positions with at most this many empties are left to the checker.
    cut: u32,
}

/// Says which move to follow, or where to end.
pub(crate) trait Guide {
    /// Why it cannot.
    type Error;

    /// Ends the work with an error if it should stop; `done` counts the work.
    fn look(&self, done: usize) -> Result<(), Self::Error>;

    /// What the prover does in a canonical position in which it has a move. `next` is what the proof leads to anyway.
    fn choose(&mut self, setting: &Setting, discs: Discs, next: &Level) -> Result<Choice, Self::Error>;
}

/// A position in canonical form, and whether the prover is to move; `None` is the end of the game.
type Next = Option<(Discs, bool)>;

impl Walk {
    /// Follows a proof from its first position to those left to the checker.
    ///
    /// # Errors
    /// The guide cannot say which move to follow.
    pub(crate) fn follow<G: Guide>(guide: &mut G, setting: &Setting, watch: Watch<'_>) -> Result<Self, G::Error> {
        let Setting { position, limit, goal, cut, .. } = *setting;
        let mut walk = Self { limit, moves: Vec::new(), prover_nodes: 0, other_nodes: 0, leaves: 0 };
        let mut level = Level::default();
        // No game ends below the lowest score.
        if goal > Bounds::unknown(setting.board().squares()).lower {
            level.add(setting.next(position.discs(), limit.is_of_mover()));
        }
        let mut empties = position.empties();
        while empties > cut && !level.is_empty() {
            level = walk.step(guide, setting, &level, &|done, all| watch(limit, empties, done, all))?;
            empties -= 1;
        }
        walk.leaves += level.len() as u64;
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
            let choice = guide.choose(setting, discs, &next)?;
            match choice {
                None => {
                    self.moves.push(MARK);
                    self.leaves += 1;
                }
                Some(square) => {
                    self.moves.push(setting.rank(discs, square));
                    self.prover_nodes += 1;
                    next.add(setting.after(discs, square, false));
                }
            }
        }
        self.other_nodes += level.other.len() as u64;
        Ok(next)
    }
}

impl Level {
    fn add(&mut self, next: Next) {
        if let Some((discs, is_prover)) = next {
            let of_side = if is_prover { &mut self.prover } else { &mut self.other };
            of_side.insert(discs);
        }
    }

    fn has(&self, next: Next) -> bool {
        next.is_none_or(|(discs, is_prover)| if is_prover { &self.prover } else { &self.other }.contains(&discs))
    }

    pub(crate) fn len(&self) -> usize {
        self.prover.len() + self.other.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Setting {
    pub(crate) fn new(position: Position, scoring: Scoring, limit: Limit, cut: u32) -> Self {
        let board = position.board();
        let (geometry, symmetries, goal) = (Geometry::new(board), Symmetries::new(board), limit.goal());
        Self { geometry, symmetries, position, scoring, limit, goal, cut }
    }

    pub(crate) fn board(&self) -> Board {
        self.geometry.board
    }

    /// Whether the side to move may place a disc on a square.
    pub(crate) fn is_legal(&self, discs: Discs, square: Square) -> bool {
        rules::mobility(&self.geometry, discs) >> square.number() & 1 != 0
    }

    /// The moves of a position in the order that certificates number them: those first that leave the other side fewer
    /// moves, and of several such those on lower squares.
    pub(crate) fn by_rank(&self, discs: Discs) -> Vec<Square> {
        let replies =
            |square| rules::mobility(&self.geometry, rules::placed(&self.geometry, discs, square)).count_ones();
        let mut moves: Vec<Square> = Squares::from_bits(rules::mobility(&self.geometry, discs)).into_iter().collect();
        moves.sort_by_cached_key(|&square| (replies(square), square.number()));
        moves
    }

    /// The place of a legal move in that order, from 0.
    fn rank(&self, discs: Discs, square: Square) -> u8 {
        let place = self.by_rank(discs).into_iter().position(|other| other == square);
        place.expect("the move is legal") as u8
    }

    /// Roughly how many positions a move of the prover adds to the proof.
    pub(crate) fn cost(&self, discs: Discs, square: Square, next: &Level) -> u32 {
        match self.after(discs, square, false) {
            position if next.has(position) => 0,
            Some((discs, false)) => rules::mobility(&self.geometry, discs).count_ones(),
            _ => 1,
        }
    }

    fn after(&self, discs: Discs, square: Square, prover_moves: bool) -> Next {
        self.next(rules::placed(&self.geometry, discs, square), prover_moves)
    }

    /// A position as it enters the proof: after a pass if the side to move has to pass.
    fn next(&self, discs: Discs, prover_moves: bool) -> Next {
        if rules::mobility(&self.geometry, discs) != 0 {
            Some((self.symmetries.canonical(discs).0, prover_moves))
        } else if rules::mobility(&self.geometry, discs.passed()) != 0 {
            Some((self.symmetries.canonical(discs.passed()).0, !prover_moves))
        } else {
            None
        }
    }
}
