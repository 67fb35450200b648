//! The moves of playouts, for "all moves as first" (AMAF).

use crate::game::{Game, Score};
use crate::reward::Reward;

/// The results of playouts from one position, by side and kind of move: in how many playouts that side made such a move,
/// and the sum of their rewards for the side to move in that position.
#[derive(Clone, Debug)]
pub struct AmafTally {
    reward: Reward,
    max_score: Score,
    /// By side (first the one to move in the position) and by kind: how many playouts, the sum of their rewards, and the number
    /// of the last one counted.
    cells: [Vec<(u32, f64, u32)>; 2],
    /// Number of playouts counted since the last [`AmafTally::clear`]; the first is number 1.
    number: u32,
    /// Buffer for the moves of one playout.
    trace: Vec<u16>,
}

impl AmafTally {
    /// An empty tally for a game; `reward` turns scores into rewards.
    #[must_use]
    pub fn new<G: Game>(game: &G, reward: Reward) -> Self {
        let cells = vec![(0, 0.0, 0); game.kinds().max(1)];
        Self { reward, max_score: game.max_score(), cells: [cells.clone(), cells], number: 0, trace: Vec::new() }
    }

    /// Forgets all playouts.
    pub fn clear(&mut self) {
        self.cells.iter_mut().flatten().for_each(|cell| *cell = (0, 0.0, 0));
        self.number = 0;
    }

    /// Counts a playout with this score for the side to move. `moves` are the sides (0 is the one to move) and kinds of its
    /// moves. A kind that a side played more than once counts once.
    pub fn add(&mut self, score: Score, moves: impl IntoIterator<Item = (usize, usize)>) {
        self.number += 1;
        let reward = self.reward.of(score, self.max_score);
        for (side, kind) in moves {
            let (playouts, sum, last) = &mut self.cells[side][kind];
            if *last != self.number {
                (*playouts, *sum, *last) = (*playouts + 1, *sum + reward, self.number);
            }
        }
    }

    /// Runs and counts a playout that writes down the kinds of its moves, both sides in turn, and returns its score.
    pub fn record(&mut self, play: impl FnOnce(&mut Vec<u16>) -> Score) -> Score {
        let mut trace = std::mem::take(&mut self.trace);
        trace.clear();
        let score = play(&mut trace);
        self.add(score, trace.iter().enumerate().map(|(ply, &kind)| (ply % 2, usize::from(kind))));
        self.trace = trace;
        score
    }

    /// Number of playouts in which the side (0: the one to move) made such a move, and the sum of their rewards for the
    /// side to move.
    #[inline]
    #[must_use]
    pub fn of(&self, side: usize, kind: usize) -> (u32, f64) {
        let (playouts, sum, _) = self.cells[side][kind];
        (playouts, sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::TicTacToe;

    #[test]
    fn a_move_counts_once_a_playout_for_the_side_that_made_it() {
        let mut amaf = AmafTally::new(&TicTacToe, Reward::Outcome);
        assert_eq!(
            amaf.record(|trace| {
                trace.extend([4, 0, 4, 8]);
                1
            }),
            1
        );
        amaf.add(0, [(0, 4), (1, 2)]);
        assert_eq!(
            [amaf.of(0, 4), amaf.of(1, 0), amaf.of(1, 8), amaf.of(1, 2)],
            [(2, 1.5), (1, 1.0), (1, 1.0), (1, 0.5)]
        );
        assert_eq!([amaf.of(1, 4), amaf.of(0, 0)], [(0, 0.0), (0, 0.0)]);
        amaf.clear();
        assert_eq!(amaf.of(0, 4), (0, 0.0));
    }
}
