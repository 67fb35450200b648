//! Tic-tac-toe: small enough to solve completely.

use crate::game::{Game, Score};
use crate::random::mix;

/// The eight lines of three.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
/// All nine squares.
const FULL: u16 = 0o777;

/// Three in a row wins; a full board without one is a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The squares of both sides, one bit each in row order, seen from the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Squares of the side to move.
    pub player: u16,
    /// Squares of the other side.
    pub opponent: u16,
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|&line| line & !marks == 0)
}

impl Game for TicTacToe {
    type State = Marks;
    type Move = u8;

    fn moves(&self, state: &Marks, moves: &mut Vec<u8>) {
        if !has_line(state.opponent) {
            let empty = FULL & !(state.player | state.opponent);
            moves.extend((0..9).filter(|square| empty >> square & 1 == 1));
        }
    }

    fn apply(&self, state: &Marks, chosen: u8) -> Marks {
        Marks { player: state.opponent, opponent: state.player | 1 << chosen }
    }

    /// Only the side that has just moved can have won.
    fn score(&self, state: &Marks) -> Score {
        -Score::from(has_line(state.opponent))
    }

    fn max_score(&self) -> Score {
        1
    }

    fn hash(&self, state: &Marks) -> u64 {
        mix(u64::from(state.player) << 16 | u64::from(state.opponent))
    }

    fn kinds(&self) -> usize {
        9
    }

    fn kind(&self, chosen: u8) -> usize {
        usize::from(chosen)
    }
}
