//! One labelled position: what a set says of it, and what follows from that.

use solver::{Bounds, CanonicalPosition, Discs, Mode, Move, Outcome, Position, Score, Scoring, Squares};

use crate::split::Split;

/// The discs with which a game begins.
const DISCS_AT_START: u32 = 4;

/// What is known about one legal move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLabel {
    /// The move.
    pub chosen: Move,
    /// The disc difference that it leads to if nobody errs afterwards; `None` where only the outcome was asked.
    pub value: Option<Score>,
    /// Whether it wins.
    pub outcome: Outcome,
}

/// A position with its labels. All values and outcomes are seen from the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position; the game is not over in it.
    pub position: Position,
    /// Who gets the squares that stay empty.
    pub scoring: Scoring,
    /// Whether values were asked, or outcomes only.
    pub labels: Mode,
    /// Its disc difference if nobody errs; `None` where only the outcome was asked.
    pub value: Option<Score>,
    /// Whether the side to move wins.
    pub outcome: Outcome,
    /// Every legal move, squares in row order, or the pass alone.
    pub moves: Vec<MoveLabel>,
    /// A perfect game to its end, passes included; of outcomes only, a game in which no outcome is given away.
    pub line: Vec<Move>,
    /// Nodes that a search of the position took which knew nothing before: its difficulty.
    pub nodes: u64,
}

impl Record {
    /// Discs placed since the four of the start; 0 where a position of a file has fewer than four. Passes are not counted, as in
    /// Hashimoto et al. 2013, section 6.
    #[must_use]
    pub fn ply(&self) -> u32 {
        (self.position.board().squares() - self.position.empties()).saturating_sub(DISCS_AT_START)
    }

    /// The squares of all best moves: those of the highest value or, where only outcomes are known, of the best outcome.
    /// None when the side to move must pass.
    #[must_use]
    pub fn best_squares(&self) -> Squares {
        self.best_moves().filter_map(Move::square).collect()
    }

    /// All best moves, in the order of [`Record::moves`].
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let is_best = |label: &&MoveLabel| label.value == self.value && label.outcome == self.outcome;
        self.moves.iter().filter(is_best).map(|label| label.chosen)
    }

    /// Whether at least one move wins and at least one loses (the problem positions of Hashimoto et al. 2013).
    #[must_use]
    pub fn is_decisive(&self) -> bool {
        let any = |outcome| self.moves.iter().any(|label| label.outcome == outcome);
        any(Outcome::Win) && any(Outcome::Loss)
    }

    /// What a player gets that chooses any legal move: the share of winning moves and half of that of drawing ones.
    #[must_use]
    pub fn random_accuracy(&self) -> f64 {
        let points = |label: &MoveLabel| match label.outcome {
            Outcome::Win => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Loss => 0.0,
        };
        self.moves.iter().map(points).sum::<f64>() / self.moves.len() as f64
    }

    /// The name that all symmetric twins share; see [`identity`].
    #[must_use]
    pub fn id(&self) -> String {
        identity(&self.position)
    }

    /// The part of a set to which all symmetric twins belong.
    #[must_use]
    pub fn split(&self) -> Split {
        Split::of(&self.id())
    }
}

/// The least of a position's symmetric images, on the board that is not taller than wide.
#[must_use]
pub fn canonical(position: &Position) -> (solver::Board, Discs) {
    let canonical = CanonicalPosition::of(position);
    (canonical.board(), canonical.discs())
}

/// A name for a position and all its symmetric twins, whoever of Black and White is to move: `RxC-PLAYER-OPPONENT`, the
/// bits of the least image in hexadecimal, of the side to move and of the other.
#[must_use]
pub fn identity(position: &Position) -> String {
    let (board, discs) = canonical(position);
    format!("{board}-{:016x}-{:016x}", discs.player().bits(), discs.opponent().bits())
}

/// What limits of a value say, as far as is asked: the value, if values are asked, and the outcome. `None` if they do not
/// say it.
pub(crate) fn settled(bounds: Bounds, labels: Mode) -> Option<(Option<Score>, Outcome)> {
    let outcome = bounds.outcome()?;
    match labels {
        Mode::Exact => Some((Some(bounds.exact()?), outcome)),
        Mode::Wld => Some((None, outcome)),
    }
}
