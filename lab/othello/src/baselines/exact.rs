//! The solver as a player.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use solver::{Answer, Discs, Move, Position, Progress, Question, Resources, Score, Side, Solver};

use crate::game::Othello;

/// Bytes of its table.
const TABLE_BYTES: usize = 64 << 20;

/// Plays by exact values.
#[derive(Debug)]
pub struct Exact(Solver);

impl Default for Exact {
    fn default() -> Self {
        Self(Solver::new(Resources { memory_bytes: TABLE_BYTES, ..Resources::default() }))
    }
}

impl Exact {
    /// A best move and its exact value; `None` when the game is over. Takes as long as it takes: with more than about
    /// 30 empty squares that may be longer than anybody waits.
    ///
    /// # Panics
    /// If the system has no memory for the solver's table.
    pub fn best(&mut self, game: &Othello, discs: Discs) -> Option<(Move, Score)> {
        proven(&self.solve(game, discs, &Progress::default()))
    }

    /// The same if it can be found in the given time; `None` if not. What was proven stays in memory, so that a later
    /// question of the same game is answered sooner.
    ///
    /// # Panics
    /// If the system has no memory for the solver's table.
    pub fn best_in(&mut self, game: &Othello, discs: Discs, time: Duration) -> Option<(Move, Score)> {
        let progress = Progress::default();
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            let progress = &progress;
            scope.spawn(move || {
                // An answer that comes in time closes the channel.
                if is_done.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                    progress.stop();
                }
            });
            let answer = self.solve(game, discs, progress);
            drop(done);
            proven(&answer)
        })
    }

    fn solve(&mut self, game: &Othello, discs: Discs, progress: &Progress) -> Answer {
        let position = Position::new(game.board(), discs, Side::Black).expect("the discs are on the board");
        let question = Question::exact(position).scored(game.scoring());
        self.0.watched_by(progress).solve(&question).expect("the system gives memory for a small table")
    }
}

/// What is certain.
fn proven(answer: &Answer) -> Option<(Move, Score)> {
    answer.best.zip(answer.bounds.exact()).filter(|_| answer.complete)
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
        let found = Exact::default().best(&game, discs);
        assert_eq!(found.map(|(_, value)| value), Some(Score::new(16)));
        assert_eq!(Exact::default().best_in(&game, discs, Duration::from_secs(3600)), found);
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        let (game, discs) = start("8x8");
        assert_eq!(Exact::default().best_in(&game, discs, Duration::from_millis(1)), None);
    }
}
