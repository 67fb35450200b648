//! Positions whose exact values are known, and what a move in one is worth.

use mcts::random::mix;
use mcts::{Game, Score};
use othello::Othello;
use othello::baselines::Exact;
use solver::{Discs, Mode, Move, Progress};

/// A position, seen from the side to move, with the exact value in discs, or the outcome, of each of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The position.
    pub position: Discs,
    /// Every legal move with its value or, if only that is known, its outcome (1 wins, 0 draws, −1 loses), for the side that
    /// makes it.
    pub moves: Vec<(Move, Score)>,
    /// Whether these are values or outcomes.
    pub labels: Mode,
}

impl Labelled {
    /// Solves every move for its exact value; no moves when the game is over.
    pub fn solved(game: &Othello, position: Discs, exact: &mut Exact) -> Self {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mut value = |chosen| -> Score {
            let next = game.apply(&position, chosen);
            -exact
                .best(game, next, None, &Progress::default())
                .map_or_else(|| game.score(&next), |(_, value)| value.discs())
        };
        let moves = moves.into_iter().map(|chosen| (chosen, value(chosen))).collect();
        Self { position, moves, labels: Mode::Exact }
    }

    /// The value (or outcome) of the position for the side to move, which is that of its best move; `None` without moves.
    #[must_use]
    pub fn value(&self) -> Option<Score> {
        self.moves.iter().map(|&(_, value)| value).max()
    }

    /// Whether some move wins and another loses, as in the problem sets of Hashimoto et al. 2013.
    #[must_use]
    pub fn is_problem(&self) -> bool {
        self.moves.iter().any(|&(_, value)| value > 0) && self.moves.iter().any(|&(_, value)| value < 0)
    }

    /// A move compared with the best; `None` if it is not among the labelled ones.
    #[must_use]
    pub fn judge(&self, chosen: Move) -> Option<Verdict> {
        let best = self.value()?;
        let worst = self.moves.iter().map(|&(_, value)| value).min()?;
        let &(_, value) = self.moves.iter().find(|&&(one, _)| one == chosen)?;
        Some(Verdict { value, best, worst, labels: self.labels })
    }

    /// The seed for a player that is asked about the position: the same whatever was asked before, and on any thread.
    #[must_use]
    pub fn seed(&self, seed: u64) -> u64 {
        mix(mix(mix(seed) ^ self.position.player().bits()).wrapping_add(self.position.opponent().bits()))
    }
}

/// What a move is worth, and what the best and the worst would have been worth, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Value of the move.
    pub value: Score,
    /// Value of the best move.
    pub best: Score,
    /// Value of the worst move.
    pub worst: Score,
    /// Whether these are values or outcomes.
    pub labels: Mode,
}

impl Verdict {
    /// 1 if the move wins, ½ if it draws, 0 if it loses.
    #[must_use]
    pub fn credit(self) -> f64 {
        f64::from(self.value.signum() + 1) / 2.0
    }

    /// Discs that the move gives away; `None` if only outcomes are known.
    #[must_use]
    pub fn regret(self) -> Option<Score> {
        (self.labels == Mode::Exact).then_some(self.best - self.value)
    }

    /// Whether the outcome is the best possible.
    #[must_use]
    pub fn keeps_outcome(self) -> bool {
        self.value.signum() == self.best.signum()
    }
}
