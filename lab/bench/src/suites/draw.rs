//! How the positions of `6x6-12` and `odd` were drawn, so that they can be drawn again.

use solver::random::Random;
use solver::{Board, CanonicalPosition, Discs, Move, Position, Start};

/// Seed of both suites.
const SEED: u64 = 17;

/// Positions from random games, at most one from each.
pub(super) struct Draw {
    /// The board.
    pub(super) board: Board,
    /// Empty squares of each position.
    pub(super) empties: u32,
    /// Number of positions.
    pub(super) count: usize,
    /// Seed of the random numbers; the stream is the number of the game.
    pub(super) seed: u64,
    /// How often, in percent, a move is one of those that leave the opponent the fewest moves, rather than any legal one.
    pub(super) restraint: u32,
}

impl Draw {
    /// The positions, in the order of the games. The side to move has a square to play on, and no two are symmetric twins.
    pub(super) fn positions(&self) -> Vec<Position> {
        let (mut drawn, mut seen) = (Vec::new(), Vec::<Discs>::new());
        for game in 0.. {
            if drawn.len() == self.count {
                break;
            }
            let Some(position) = self.play(&mut Random::new(self.seed, game)) else { continue };
            let canonical = CanonicalPosition::of(&position).position().discs();
            if !seen.contains(&canonical) {
                seen.push(canonical);
                drawn.push(position);
            }
        }
        drawn
    }

    /// Plays until `empties` squares are empty. `None` if the game ends earlier, or the next move is a pass.
    fn play(&self, random: &mut Random) -> Option<Position> {
        let mut position = Position::start(self.board, Start::Othello);
        while position.empties() > self.empties {
            let chosen = self.choose(&position, random)?;
            position = position.play(chosen).expect("a legal move");
        }
        position.legal_moves().first().is_some_and(|&chosen| chosen != Move::Pass).then_some(position)
    }

    fn choose(&self, position: &Position, random: &mut Random) -> Option<Move> {
        if random.below(100) >= self.restraint {
            return random.legal_move(position);
        }
        let replies = |&chosen: &Move| position.play(chosen).expect("a legal move").legal_moves().len();
        let moves = position.legal_moves();
        let fewest = moves.iter().map(replies).min()?;
        let best: Vec<Move> = moves.iter().copied().filter(|chosen| replies(chosen) == fewest).collect();
        Some(random.pick(&best))
    }
}

/// The positions of `6x6-12`.
pub(super) fn twelve_discs() -> Draw {
    Draw { board: "6x6".parse().expect("a board"), empties: 24, count: 200, seed: SEED, restraint: 0 }
}

/// The positions of `odd`, with so many empty squares that a position takes 1 to 5 M nodes at commit 7a3c5020ae, except on
/// 3x12, which is always easy and takes 12 k.
pub(super) fn odd() -> Vec<Draw> {
    let shapes = [
        ("5x7", 22),
        ("5x8", 22),
        ("4x9", 26),
        ("6x5", 22),
        ("3x12", 26),
        ("7x7", 20),
        ("5x9", 22),
        ("6x7", 20),
        ("8x7", 20),
        ("4x13", 28),
    ];
    let draw = |(board, empties): (&str, u32)| {
        let board = board.parse().expect("a board");
        Draw { board, empties, count: 20, seed: SEED, restraint: 50 }
    };
    shapes.map(draw).into()
}
