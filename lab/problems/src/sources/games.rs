//! Positions from games played for the purpose, one from each game.

use std::sync::Arc;

use solver::evaluation::Evaluation;
use solver::evaluation::lookahead::Lookahead;
use solver::random::Random;
use solver::{Board, Geometry, Move, Position, Progress, Start, rules};

use super::{Source, Span};
use crate::bench::Spare;
use crate::label::{LabelError, Labelling, move_values};
use crate::record::MoveLabel;

/// In near-perfect play, one move in this many is not a best one.
const LAPSE: u32 = 4;
/// Discs that both sides place at random before alpha-beta plays: it always finds the same move.
const OPENING: u32 = 8;
/// The probability of a random move is given in millionths.
pub const MILLION: u32 = 1_000_000;

/// How to play a game up to the chosen position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any legal move, all equally likely.
    Random,
    /// The move that is best by the learned evaluation; with this probability, in millionths, any move instead.
    Greedy {
        /// The probability, 0 to [`MILLION`].
        randomness: u32,
    },
    /// The best move by alpha-beta with the learned evaluation, for both sides, after eight random moves.
    AlphaBeta {
        /// Depth of the search.
        plies: u32,
    },
    /// Random moves, except that the last few go by exact values: mostly a best move, one time in four the best of the rest.
    /// So the position lies on a perfect or near-perfect line.
    Lines {
        /// Number of moves played by exact values.
        moves: u32,
    },
}

/// Plays games on one board, each from its own stream of random numbers.
#[derive(Debug)]
pub struct Games {
    start: Position,
    span: Span,
    style: Style,
    seed: u64,
    labelling: Labelling,
    geometry: Geometry,
    evaluation: Arc<Evaluation>,
    /// For exact values.
    spare: Spare,
}

impl Games {
    /// Games from a start. Each gives a position with a number of empty squares drawn from `span`. `labelling` has the
    /// scoring.
    #[must_use]
    pub fn new(board: Board, start: Start, span: Span, style: Style, seed: u64, labelling: Labelling) -> Self {
        let start = Position::start(board, start);
        let evaluation = Evaluation::for_board(board);
        Self {
            start,
            span,
            style,
            seed,
            labelling,
            geometry: Geometry::new(board),
            evaluation,
            spare: Spare::default(),
        }
    }

    /// The next move; `None` if the game is over.
    fn choose(
        &self,
        position: Position,
        wanted: u32,
        random: &mut Random,
        progress: &Progress,
    ) -> Result<Option<Move>, LabelError> {
        match self.style {
            Style::Greedy { randomness } if random.below(MILLION) >= randomness => Ok(self.look_ahead(position, 1)),
            Style::AlphaBeta { plies } if position.empties() + OPENING <= self.start.empties() => {
                Ok(self.look_ahead(position, plies))
            }
            Style::Lines { moves } if position.empties() <= wanted + moves => {
                let labels = move_values(position, &self.labelling, &self.spare, progress)?;
                Ok(near_perfect(&labels, random))
            }
            _ => Ok(random.legal_move(&position)),
        }
    }

    /// The best move by alpha-beta to this depth; `None` if the game is over.
    fn look_ahead(&self, position: Position, plies: u32) -> Option<Move> {
        let lookahead = Lookahead::new(&self.evaluation, self.labelling.scoring);
        lookahead.best(position.discs(), plies).map(|best| best.chosen)
    }
}

/// A best move or, one time in [`LAPSE`], a best one of the rest; the first among equals.
fn near_perfect(labels: &[MoveLabel], random: &mut Random) -> Option<Move> {
    let best_of = |labels: &mut dyn Iterator<Item = &MoveLabel>| {
        labels.fold(None, |best: Option<MoveLabel>, label| match best {
            Some(best) if best.value >= label.value => Some(best),
            _ => Some(*label),
        })
    };
    let best = best_of(&mut labels.iter())?;
    let lesser = best_of(&mut labels.iter().filter(|label| label.value < best.value));
    let lapses = random.below(LAPSE) == 0;
    Some(lesser.filter(|_| lapses).unwrap_or(best).chosen)
}

impl Source for Games {
    fn candidates(&self) -> Option<u64> {
        None
    }

    /// The position of game `number` with the drawn number of empty squares, in which the side to move has a square to play
    /// on; `None` if the game ends earlier.
    fn candidate(&self, number: u64, progress: &Progress) -> Result<Option<Position>, LabelError> {
        let mut random = Random::new(self.seed, number);
        let wanted = self.span.least + random.below(self.span.most - self.span.least + 1);
        let mut position = self.start;
        loop {
            let must_pass = rules::mobility(&self.geometry, position.discs()) == 0;
            if position.empties() == wanted && !must_pass {
                return Ok(Some(position));
            }
            if position.empties() < wanted {
                return Ok(None);
            }
            let Some(chosen) = self.choose(position, wanted, &mut random, progress)? else { return Ok(None) };
            position = position.play(chosen).expect("a legal move");
        }
    }
}
