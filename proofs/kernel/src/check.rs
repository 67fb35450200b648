//! Follows the moves of a certificate and searches the positions at which they end.
//!
//! Where the side that proves a limit, the *prover*, is to move, one move is followed; where the other side is, all moves
//! are. Positions are visited in canonical form, each once, by decreasing numbers of empty squares. Those of one number in
//! which the prover is to move use up one byte of the proof each, in ascending order.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::certificate::{Certificate, Limit, Proof};
use crate::position::Position;
use crate::rules::Move;
use crate::search::AlphaBeta;

/// The byte that leaves a position of the prover to the search.
pub const MARK: u8 = 64;
/// The most empty squares of such a position.
pub const MOST_MARKED: u32 = 32;

/// Why a certificate is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the proof of \"{limit}\" fails: {fault}")]
pub struct Refused {
    /// What is not proven.
    pub limit: Limit,
    /// Why.
    pub fault: Fault,
}

/// What is wrong with a proof, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The move to the square of this number is not legal.
    #[error("square {0} is not a legal move in {1}")]
    Illegal(u8, Position),
    /// No move has this rank, from 0.
    #[error("there is no move with rank {0} in {1}")]
    NoSuchRank(u8, Position),
    /// A position is left to the search with too many empty squares.
    #[error("{0} is left to the search with more than {MOST_MARKED} empty squares")]
    MarkedEarly(Position),
    /// The moves end before the proof does.
    #[error("the proof has too few moves: none for {0}")]
    MissingMove(Position),
    /// The proof ends before the moves do.
    #[error("the proof has {n} {moves} too many", n = .0, moves = if *.0 == 1 { "move" } else { "moves" })]
    MovesLeft(usize),
    /// A game ends against the limit, or no game can reach the limit.
    #[error("the limit does not hold: it is broken by {0}")]
    Broken(Position),
    /// A leaf has another value than the limit needs.
    #[error("in {0} the limit does not hold")]
    Leaf(Position),
    /// Behind so many empty squares, the positions need more bytes of memory than are allowed.
    #[error("behind {0} empty squares its positions need {1} bytes of memory; {2} are allowed")]
    TooLarge(u32, u64, u64),
}

/// How much there was to check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions in which the certificate gives the prover's move.
    pub prover_nodes: u64,
    /// Positions in which all moves of the other side were tried.
    pub other_nodes: u64,
    /// Positions at the end of the proofs, which were searched.
    pub leaves: u64,
}

/// Checks every proof of a certificate, and also returns the number of positions that the search visited. Without an
/// error, the certificate's [`Certificate::statement`] is true.
///
/// # Errors
/// A proof is invalid, or has more positions than the memory allows.
pub fn check(certificate: &Certificate) -> Result<(Counts, u64), Refused> {
    let (mut counts, mut searched, mut walks) = (Counts::default(), 0, Vec::new());
    for proof in &certificate.proofs {
        let refused = |fault| Refused { limit: proof.limit, fault };
        let walk = Walk::new(certificate, proof);
        let leaves = walk.leaves(&mut counts).map_err(refused)?;
        counts.leaves += leaves.len() as u64;
        walks.push((walk, leaves, refused));
    }
    for (walk, leaves, refused) in walks {
        for leaf in leaves {
            let mut search = AlphaBeta::new(certificate.scoring);
            let holds = if leaf.side() == walk.prover {
                search.reaches(&leaf, walk.goal)
            } else {
                !search.reaches(&leaf, 1 - walk.goal)
            };
            searched += search.nodes;
            if !holds {
                return Err(refused(Fault::Leaf(leaf)));
            }
        }
    }
    Ok((counts, searched))
}

/// A proof that is followed.
struct Walk<'a> {
    certificate: &'a Certificate,
    moves: &'a [u8],
    /// The side that proves the limit.
    prover: i8,
    /// The score that it has to reach, from its own side.
    goal: i32,
}

impl<'a> Walk<'a> {
    fn new(certificate: &'a Certificate, Proof { limit, moves }: &'a Proof) -> Self {
        let side = certificate.root.side();
        let (prover, goal) = match *limit {
            Limit::AtLeast(score) => (side, score),
            Limit::AtMost(score) => (-side, score.saturating_neg()),
        };
        Self { certificate, moves, prover, goal }
    }

    /// Follows the moves from the root to the positions that are left to the search: first those of the prover.
    fn leaves(&self, counts: &mut Counts) -> Result<Vec<Position>, Fault> {
        let Self { certificate, mut moves, .. } = *self;
        let (root, most) = (certificate.root, certificate.root.squares() as i32);
        let (mut level, mut leaves) = (BTreeSet::new(), BTreeSet::new());
        let is_own = |position: &Position| position.side() == self.prover;
        if self.goal > most {
            return Err(Fault::Broken(root));
        }
        // No game ends below the lowest score.
        if self.goal > -most {
            self.enter(root, &mut level)?;
        }
        for empties in (certificate.cut + 1..=root.empties()).rev() {
            let (own, others): (Vec<_>, Vec<_>) = level.into_iter().partition(is_own);
            if let Some(&position) = own.get(moves.len()) {
                return Err(Fault::MissingMove(position));
            }
            let (now, later) = moves.split_at(own.len());
            (level, moves) = (BTreeSet::new(), later);
            for (&position, &byte) in own.iter().zip(now) {
                if byte != MARK || certificate.version < 2 {
                    self.enter(self.chosen(position, byte)?, &mut level)?;
                    counts.prover_nodes += 1;
                } else if empties <= MOST_MARKED {
                    leaves.insert(position);
                } else {
                    return Err(Fault::MarkedEarly(position));
                }
            }
            for next in others.iter().flat_map(Position::successors) {
                self.enter(next, &mut level)?;
            }
            counts.other_nodes += others.len() as u64;
        }
        if !moves.is_empty() {
            return Err(Fault::MovesLeft(moves.len()));
        }
        leaves.append(&mut level);
        let (mut own, others): (Vec<_>, Vec<_>) = leaves.into_iter().partition(is_own);
        own.extend(others);
        Ok(own)
    }

    /// Adds a position in canonical form, after a pass if its side has no move. If the game is over, it must have ended
    /// as the limit says.
    fn enter(&self, position: Position, level: &mut BTreeSet<Position>) -> Result<(), Fault> {
        let position = match position.legal_moves()[..] {
            [] => {
                let score = position.score(self.certificate.scoring);
                let score = if position.side() == self.prover { score } else { -score };
                return if score >= self.goal { Ok(()) } else { Err(Fault::Broken(position)) };
            }
            [Move::Pass] => position.passed(),
            _ => position,
        };
        level.insert(position.canonical());
        let (needed, most) = ((level.len() * size_of::<(u64, u64)>()) as u64, self.certificate.walk_bytes);
        if needed > most { Err(Fault::TooLarge(position.empties() + 1, needed, most)) } else { Ok(()) }
    }

    /// The position after the move that a byte tells.
    fn chosen(&self, position: Position, byte: u8) -> Result<Position, Fault> {
        let number = usize::from(byte);
        if self.certificate.version >= 3 {
            let successors = position.successors();
            return successors.get(number).copied().ok_or(Fault::NoSuchRank(byte, position));
        }
        position
            .play(Move::Place(number / position.cols(), number % position.cols()))
            .ok_or(Fault::Illegal(byte, position))
    }
}
