//! One labelled position: its labels, and what follows from them.

use solver::{Bounds, CanonicalPosition, Discs, Mode, Move, Outcome, Position, Score, Scoring, Squares};

use crate::split::Split;

/// The discs with which a game begins.
const DISCS_AT_START: u32 = 4;

/// What is known about one legal move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveLabel {
    /// The move.
    pub chosen: Move,
    /// The disc difference that it leads to under perfect play; `None` if only the outcome was asked for.
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
    /// Whether values were asked for, or only outcomes.
    pub labels: Mode,
    /// The disc difference under perfect play; `None` if only the outcome was asked for.
    pub value: Option<Score>,
    /// Whether the side to move wins.
    pub outcome: Outcome,
    /// Every legal move, squares in row order, or only the pass.
    pub moves: Vec<MoveLabel>,
    /// A perfect game to the end, passes included; with outcomes only, a game in which nobody gives the outcome away.
    pub line: Vec<Move>,
    /// Nodes of a search of the position without prior knowledge: a measure of its difficulty.
    pub nodes: u64,
    /// How the position arose, in a joined set: the name of a source.
    pub source: Option<String>,
}

impl Record {
    /// Discs placed since the four of the start; 0 if a position from a file has fewer than four. Does not count passes, as in
    /// Hashimoto et al. 2013, section 6.
    #[must_use]
    pub fn ply(&self) -> u32 {
        (self.position.board().squares() - self.position.empties()).saturating_sub(DISCS_AT_START)
    }

    /// The squares of all best moves: those with the highest value or, if only outcomes are known, the best outcome. None if
    /// the side to move must pass.
    #[must_use]
    pub fn best_squares(&self) -> Squares {
        self.best_moves().filter_map(Move::square).collect()
    }

    /// All best moves, in the order of [`Record::moves`].
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let is_best = |label: &&MoveLabel| label.value == self.value && label.outcome == self.outcome;
        self.moves.iter().filter(is_best).map(|label| label.chosen)
    }

    /// Whether the labels were looked up in a book, so that the line ends with it.
    pub(crate) fn is_looked_up(&self) -> bool {
        self.nodes == 0
    }

    /// Whether at least one move wins and at least one loses (the problem positions of Hashimoto et al. 2013).
    #[must_use]
    pub fn is_decisive(&self) -> bool {
        let any = |outcome| self.moves.iter().any(|label| label.outcome == outcome);
        any(Outcome::Win) && any(Outcome::Loss)
    }

    /// The expected score of a player that moves at random: the share of winning moves plus half the share of drawing ones.
    #[must_use]
    pub fn random_accuracy(&self) -> f64 {
        let points = |label: &MoveLabel| f64::from(label.outcome.sign() + 1) / 2.0;
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

/// A name for a position and all its symmetric twins, whichever colour is to move: `RxC-PLAYER-OPPONENT`, the bits of the
/// least image in hexadecimal, of the side to move and of the other.
#[must_use]
pub fn identity(position: &Position) -> String {
    let (board, discs) = canonical(position);
    format!("{board}-{:016x}-{:016x}", discs.player().bits(), discs.opponent().bits())
}

/// The value, if `labels` asks for it, and the outcome, as far as these bounds settle them; `None` if they do not.
pub(crate) fn settled(bounds: Bounds, labels: Mode) -> Option<(Option<Score>, Outcome)> {
    let outcome = bounds.outcome()?;
    match labels {
        Mode::Exact => Some((Some(bounds.exact()?), outcome)),
        Mode::Wld => Some((None, outcome)),
    }
}
