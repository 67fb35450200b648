//! The review of a game: what each move has lost, as far as it is proven, and an estimate beside it where it is not.

use crate::evaluation::lookahead::Lookahead;
use crate::evaluation::{DISC, Evaluation};
use crate::question::{Mode, Question};
use rules::discs::Side;
use rules::moves::Move;
use rules::position::Position;
use rules::read::Game;
use rules::score::{Bounds, Scoring};

/// How many plies an estimate looks ahead, or one more: its leaves have an even number of empty squares, so that the estimates
/// of a game can be compared.
const PLIES: u32 = 6;

/// What the moves of a game have lost.
///
/// ```
/// use solver::review::Review;
/// use solver::{Resources, Scoring, Side, Solver};
///
/// let game = solver::read::Game::set_up("4x4".parse().ok(), None, None, "b1a1a2a3b4c4")?;
/// let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
/// let review = Review::of(&game, Scoring::Discs, |question| {
///     solver.best_move(question).map(|answer| (answer.bounds, answer.best))
/// })?;
/// assert_eq!((review.moves[5].loss(), review.lost(Side::White).discs), (Some(14), 14));
/// assert_eq!((review.largest(), review.turned()), (Some(5), Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves of the game, passes included.
    pub moves: Vec<Reviewed>,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reviewed {
    /// The position in which it was made.
    pub position: Position,
    /// The move.
    pub chosen: Move,
    /// What is proven of the position, for the side that moves.
    pub best_value: Bounds,
    /// What is proven of the move, for the same side.
    pub value: Bounds,
    /// A best move, if the position's value is proven: this one if it has lost nothing.
    pub best: Option<Move>,
    /// Where the loss is not proven, what the evaluation expects.
    pub estimate: Option<Estimate>,
}

/// What the evaluation expects of a position and of the move that was made in it, some plies ahead, in discs for the side that
/// moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best move.
    pub best: Move,
    /// Its value.
    pub best_value: f64,
    /// The value of the move that was made.
    pub value: f64,
}

/// What a side has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lost {
    /// Its moves, passes included.
    pub moves: usize,
    /// Those whose loss is proven.
    pub proven: usize,
    /// Discs that these have lost.
    pub discs: i32,
    /// Discs that the others have lost, by estimate.
    pub estimate: f64,
}

impl Review {
    /// The review of a game. `ask` says what is proven of a position, with a best move. It is asked about every position of the
    /// game, from the last one backwards, so that a solver finds most of each answer in its memory.
    ///
    /// # Errors
    /// Those of `ask`.
    ///
    /// # Panics
    /// As [`Game::positions`].
    pub fn of<E>(
        game: &Game,
        scoring: Scoring,
        mut ask: impl FnMut(&Question) -> Result<(Bounds, Option<Move>), E>,
    ) -> Result<Self, E> {
        let mut ask = |position| ask(&Question::new(position, Mode::Exact, scoring));
        let (mut after, _) = ask(game.end())?;
        let mut moves = Vec::with_capacity(game.moves.len());
        for (position, &chosen) in game.positions().into_iter().zip(&game.moves).rev() {
            let (best_value, best) = ask(position)?;
            let best = best.filter(|_| best_value.exact().is_some());
            let mut reviewed = Reviewed { position, chosen, best_value, value: after.negated(), best, estimate: None };
            match reviewed.loss() {
                None => reviewed.estimate = estimate(&position, chosen, scoring),
                Some(0) => reviewed.best = Some(chosen),
                Some(_) => {}
            }
            moves.push(reviewed);
            after = best_value;
        }
        moves.reverse();
        Ok(Self { moves })
    }

    /// What a side has lost.
    #[must_use]
    pub fn lost(&self, side: Side) -> Lost {
        self.moves.iter().filter(|made| made.position.side() == side).fold(Lost::default(), |lost, made| Lost {
            moves: lost.moves + 1,
            proven: lost.proven + usize::from(made.loss().is_some()),
            discs: lost.discs + made.loss().unwrap_or(0),
            estimate: lost.estimate + made.estimate.map_or(0.0, Estimate::loss),
        })
    }

    /// The index of the first move with the largest proven loss; `None` if none is proven to have lost a disc.
    #[must_use]
    pub fn largest(&self) -> Option<usize> {
        let loss = |index: &usize| self.moves[*index].loss().unwrap_or(0);
        (0..self.moves.len()).rev().max_by_key(loss).filter(|index| loss(index) > 0)
    }

    /// The index of the last move after which, with perfect play, the game ends as a win of another side than before it, or
    /// as a draw, or not as one. `None` if there is none behind the last move whose effect is not proven.
    #[must_use]
    pub fn turned(&self) -> Option<usize> {
        let outcomes = |made: &Reviewed| made.best_value.outcome().zip(made.value.outcome());
        let last = self.moves.iter().rposition(|made| outcomes(made).is_none_or(|(before, after)| before != after))?;
        outcomes(&self.moves[last]).map(|_| last)
    }
}

impl Reviewed {
    /// How many discs the move has lost, if that is proven.
    #[must_use]
    pub fn loss(&self) -> Option<i32> {
        self.best_value.exact().zip(self.value.exact()).map(|(best, value)| best.discs() - value.discs())
    }
}

impl Estimate {
    /// How many discs the move loses.
    #[must_use]
    pub fn loss(self) -> f64 {
        self.best_value - self.value
    }
}

/// The same search gives both values, so that no move seems better than the best.
fn estimate(position: &Position, chosen: Move, scoring: Scoring) -> Option<Estimate> {
    let evaluation = Evaluation::for_board(position.board());
    let lookahead = Lookahead::new(&evaluation, scoring);
    let plies = PLIES + position.empties() % 2;
    let best = lookahead.best(position.discs(), plies)?;
    // A pass costs no ply.
    let plies = if chosen == Move::Pass { plies } else { plies - 1 };
    let value = -lookahead.value(position.play(chosen).ok()?.discs(), plies);
    let discs = |value: i32| f64::from(value) / f64::from(DISC);
    Some(Estimate { best: best.chosen, best_value: discs(best.value), value: discs(value) })
}
