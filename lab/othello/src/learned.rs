//! The solver's learned evaluation as the engine's [`Evaluate`].

use std::sync::Arc;

use mcts::{Evaluate, Game};
use solver::evaluation::{DISC, Evaluation};
use solver::{Board, Discs};

use crate::game::Othello;

/// Which of the evaluations a player uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guide {
    /// The one learned for the board, else the one for all boards.
    #[default]
    Own,
    /// The one learned for all boards.
    Common,
    /// Only the numbers of legal moves.
    Plain,
}

impl Guide {
    /// All of them, the best first.
    pub const ALL: [Self; 3] = [Self::Own, Self::Common, Self::Plain];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Common => "common",
            Self::Plain => "plain",
        }
    }
}

/// The solver's learned evaluation, in discs.
#[derive(Clone, Debug)]
pub struct Learned(Arc<Evaluation>);

impl Learned {
    /// The program's built-in evaluation for the board of a game.
    #[must_use]
    pub fn of(game: &Othello) -> Self {
        Self(Evaluation::for_board(game.board()))
    }

    /// One of the evaluations for the board of a game.
    #[must_use]
    pub fn by(guide: Guide, game: &Othello) -> Self {
        match guide {
            Guide::Own => Self::of(game),
            Guide::Common => Self::new(Arc::new(Evaluation::common(game.board()))),
            Guide::Plain => Self::new(Arc::new(Evaluation::plain(game.board()))),
        }
    }

    /// An evaluation of the same board.
    #[must_use]
    pub fn new(evaluation: Arc<Evaluation>) -> Self {
        Self(evaluation)
    }

    /// The evaluation itself.
    #[must_use]
    pub fn evaluation(&self) -> &Evaluation {
        &self.0
    }
}

impl Evaluate<Othello> for Learned {
    fn points(&self, game: &Othello, state: &Discs) -> f64 {
        let (own, other) = (game.mobility(*state), game.mobility(state.passed()));
        if own == 0 && other == 0 {
            return f64::from(game.score(state));
        }
        let features = self.0.features(*state);
        let score = self.0.score_of(&features, game.empties(*state), own.count_ones(), other.count_ones());
        f64::from(score) / f64::from(DISC)
    }
}

/// The scale for boards that have none of their own, from the middle of [`SCALES`].
///
/// The paper divides Zebra's evaluation by 30 without stating the unit. In discs the scale would be 30; in the 1/128 disc
/// that Zebra counts in, 0.23.
const COMMON_SCALE: f64 = 11.0;

/// Rows, columns and the scale of boards that have their own weights, each found with the weights of its time by
/// `solve mcts fit --seed 1000 --positions 300 --board RxC --empties N` with N of 16, 14 (4x8) and 18 (8x8). Newer weights and
/// other seeds give other scales (on 6x6 now 10.8), within the limits that it tells; they are not worth a new default.
const SCALES: [(u32, u32, f64); 4] = [(4, 8, 13.1), (4, 10, 11.5), (6, 6, 11.5), (8, 8, 8.6)];

/// The default scale of UCT+ on a board: as fitted, else the common one.
#[must_use]
pub fn default_scale(board: Board) -> f64 {
    let sides = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    let fitted = SCALES.iter().find(|&&(rows, cols, _)| (rows, cols) == sides);
    fitted.map_or(COMMON_SCALE, |&(_, _, scale)| scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tall_board_has_the_scale_of_the_wide_one_and_others_the_common_one() {
        let scale = |name: &str| default_scale(name.parse().unwrap());
        assert_eq!((scale("10x4"), scale("4x10"), scale("5x5")), (11.5, 11.5, 11.0));
    }
}
