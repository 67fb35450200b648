//! The solver as a player.

use std::alloc::{Layout, handle_alloc_error};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use solver::{
    Answer, Discs, Move, Position, Progress, ProofTable, Question, Resources, Score, Side, SolveError, Solver,
};

use crate::game::Othello;

/// Bytes of its table if the system grants them …
const TABLE_BYTES: usize = 64 << 20;
/// … and the fewest that it can work with.
const LEAST_TABLE_BYTES: usize = 1 << 12;

/// What is known about a game's positions before any search, such as the values of a book.
pub type Known = Arc<dyn ProofTable + Send>;

/// Plays by exact values.
pub struct Exact {
    solver: Solver,
    known: Option<Known>,
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exact").field("solver", &self.solver).finish_non_exhaustive()
    }
}

impl Default for Exact {
    fn default() -> Self {
        Self::with_table(TABLE_BYTES)
    }
}

impl Exact {
    fn with_table(bytes: usize) -> Self {
        let solver = Solver::new(Resources { memory_bytes: bytes, ..Resources::default() });
        Self { solver, known: None }
    }

    /// The same, but it consults `known` before it searches; that must have the board (in landscape) and the scoring of its
    /// games.
    #[must_use]
    pub fn knowing(self, known: Option<Known>) -> Self {
        Self { known, ..self }
    }

    /// A best move and its exact value; `None` when the game is over, if it is not found in the given time, or if `progress` stops
    /// it. Without a time and with more than about 30 empty squares it may take longer than anybody would wait. What was proven
    /// stays in memory, so that it answers later questions about the same game sooner.
    ///
    /// Ends the program if the system has no memory for even the smallest table.
    pub fn best(
        &mut self,
        game: &Othello,
        discs: Discs,
        time: Option<Duration>,
        progress: &Progress,
    ) -> Option<(Move, Score)> {
        let answer = self.solve(game, discs, time, progress);
        answer.best.zip(answer.bounds.exact()).filter(|_| answer.complete)
    }

    fn solve(&mut self, game: &Othello, discs: Discs, time: Option<Duration>, progress: &Progress) -> Answer {
        let position = Position::new(game.board(), discs, Side::Black).expect("the discs are on the board");
        let question = Question::exact(position).scored(game.scoring());
        loop {
            let known = self.known.as_deref().map(|known| known as &dyn ProofTable);
            let asked = self.solver.with_table_if(known).watched_by(progress);
            let asked = if let Some(time) = time { asked.within(time) } else { asked };
            match asked.best_move(&question) {
                Ok(answer) => return answer,
                Err(SolveError::Memory { bytes }) if bytes > LEAST_TABLE_BYTES => {
                    *self = Self::with_table(bytes / 2).knowing(self.known.take());
                }
                Err(_) => handle_alloc_error(Layout::new::<[u8; LEAST_TABLE_BYTES]>()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use solver::{Board, Scoring, Start};

    use super::*;

    fn start(board: &str) -> (Othello, Discs) {
        let board: Board = board.parse().unwrap();
        (Othello::new(board, Scoring::Discs), Position::start(board, Start::Othello).discs())
    }

    #[test]
    fn with_enough_time_it_is_the_same() {
        let (game, discs) = start("4x6");
        let best = |time| Exact::default().best(&game, discs, time, &Progress::default());
        let found = best(None);
        assert_eq!(found.map(|(_, value)| value), Some(Score::new(16)));
        assert_eq!(best(Some(Duration::from_secs(3600))), found);
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        let (game, discs) = start("8x8");
        let time = Some(Duration::from_millis(1));
        assert_eq!(Exact::default().best(&game, discs, time, &Progress::default()), None);
    }
}
