//! The solver's learned evaluation as the engine's [`Evaluate`].

use std::sync::Arc;

use mcts::{Evaluate, Game};
use solver::Discs;
use solver::evaluation::{DISC, Evaluation};

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
