//! Chooses the moves of a proof, and where the checker's search begins.

use checker::endgame::Endgame;
use checker::grid::Grid;
use kernel::MOST_MARKED;
use solver::{Discs, Move, Position, Reached, Scoring, Side, SolveError, Target};

use crate::Oracle;
use crate::pieces::Moves;
use crate::walk::{Choice, Guide, Level, Setting};

/// Finds the moves of a proof with the solver.
pub(crate) struct Author<'a, 'o> {
    pub(crate) oracle: &'a mut Oracle<'o>,
    /// What is known without a search.
    pub(crate) known: Option<&'a Moves>,
    /// Finds leaves, unless all positions with few empties are leaves.
    pub(crate) trials: Option<Trials<'a>>,
}

impl Guide for Author<'_, '_> {
    type Error = SolveError;

    fn look(&self, done: usize) -> Result<(), SolveError> {
        /// Looks only at some of the work.
        const LOOK_EVERY: usize = 1 << 8;
        let is_stopped = done.is_multiple_of(LOOK_EVERY) && self.oracle.progress.is_stopped();
        if is_stopped { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// Of the moves that keep the goal, the one that adds the least to the proof.
    fn choose(&mut self, setting: &Setting, discs: Discs, next: &Level) -> Result<Choice, SolveError> {
        if let Some(choice) = self.known.and_then(|known| known.of(discs)) {
            return Ok(choice);
        }
        if self.trials.as_mut().is_some_and(|trials| trials.is_leaf(discs, setting.goal.discs())) {
            return Ok(None);
        }
        // Colours do not matter to the solver.
        let position = Position::new(setting.board(), discs, Side::Black).expect("the discs are on the board");
        let target = Target { position, at_least: setting.goal, scoring: setting.scoring };
        let Reached::Yes(moves) = self.oracle.reaches(target)? else { return Err(SolveError::Contradiction(position)) };
        let squares = moves.into_iter().filter_map(Move::square);
        let cheapest = squares.min_by_key(|&square| setting.cost(discs, square, next));
        cheapest.map(Some).ok_or(SolveError::Contradiction(position))
    }
}

/// Tries whether the checker's search answers a position with little work. No estimate foretells that well: among
/// positions that look alike to the evaluation, the work varies by a factor of five either way.
pub(crate) struct Trials<'a> {
    grid: &'a Grid,
    search: Endgame<'a>,
    /// The most positions that the search may visit.
    most: u64,
}

impl<'a> Trials<'a> {
    pub(crate) fn new(grid: &'a Grid, scoring: Scoring, most: u64) -> Self {
        let scoring = checker::Scoring::named(scoring.name()).expect("both know the same scorings");
        Self { grid, search: Endgame::new(grid, scoring), most }
    }

    /// Whether the search, which remembers nothing from other positions, finds within the limit that the side to move
    /// reaches the goal.
    fn is_leaf(&mut self, discs: Discs, goal: i32) -> bool {
        let pair = (discs.player().bits(), discs.opponent().bits());
        if self.grid.empties(pair) > MOST_MARKED {
            return false;
        }
        self.search.forget();
        self.search.reaches_within(pair, goal, self.most) == Some(true)
    }
}
