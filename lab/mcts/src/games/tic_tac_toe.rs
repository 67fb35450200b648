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

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|&line| line & !marks == 0)
}

impl Game for TicTacToe {
    /// The squares of the side to move and of the other, one bit each in row order.
    type State = [u16; 2];
    type Move = u8;

    fn moves(&self, &[player, opponent]: &[u16; 2], moves: &mut Vec<u8>) {
        if !has_line(opponent) {
            let empty = FULL & !(player | opponent);
            moves.extend((0..9).filter(|square| empty >> square & 1 == 1));
        }
    }

    fn apply(&self, &[player, opponent]: &[u16; 2], chosen: u8) -> [u16; 2] {
        [opponent, player | 1 << chosen]
    }

    /// Only the side that has just moved can have won.
    fn score(&self, &[_, opponent]: &[u16; 2]) -> Score {
        -Score::from(has_line(opponent))
    }

    fn max_score(&self) -> Score {
        1
    }

    fn hash(&self, &[player, opponent]: &[u16; 2]) -> u64 {
        mix(u64::from(player) << 16 | u64::from(opponent))
    }

    fn kinds(&self) -> usize {
        9
    }

    fn kind(&self, chosen: u8) -> usize {
        usize::from(chosen)
    }
}
