//! A move in limited time: a best one if the exact search ends, else one found by looking ahead.

use std::panic::resume_unwind;
use std::thread;

use super::driver::SolverWith;
use crate::error::SolveError;
use crate::evaluation::lookahead::{Choice, Lookahead};
use crate::evaluation::{DISC, Evaluation};
use crate::question::{Progress, Question};
use rules::moves::Move;
use rules::score::{Bounds, Score};

/// A move, and what is known of the position's value for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move. It is a best one if `bounds` are exact, and keeps a win or a draw that they promise.
    pub chosen: Move,
    /// What is proven.
    pub bounds: Bounds,
    /// The value, in units of 1/[`DISC`] disc: exact, or else found by looking ahead, but within the bounds.
    pub value: i32,
    /// How many plies were looked ahead.
    pub plies: u32,
    /// Nodes of both searches.
    pub nodes: u64,
}

impl SolverWith<'_> {
    /// A move for the position of a question, until `progress` stops the search: the one that answers the question or, if the
    /// answer does not come in time, the one that looking ahead prefers, by at most `most_plies` plies and ever deeper. A
    /// thread of its own looks ahead meanwhile. `None` when the game is over.
    ///
    /// ```
    /// use solver::{Move, Position, Progress, Question, Score, Solver};
    ///
    /// let position: Position = "4x4 -----OX--XO----- X".parse()?;
    /// let mut solver = Solver::default();
    /// let found = solver.with_table_if(None).choose(&Question::exact(position), 4, &Progress::default())?;
    /// assert_eq!(found.and_then(|found| found.bounds.exact()), Some(Score::new(-8)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`SolverWith::solve`].
    pub fn choose(
        self,
        question: &Question,
        most_plies: u32,
        progress: &Progress,
    ) -> Result<Option<Chosen>, SolveError> {
        let ahead = progress.part();
        let (answer, guess) = thread::scope(|scope| {
            let guess = scope.spawn(|| look_ahead(question, most_plies, &ahead));
            let answer = self.watched_by(progress).best_move(question);
            ahead.stop();
            (answer, guess.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let (answer, Some((guess, plies))) = (answer?, guess) else { return Ok(None) };
        let unknown = Bounds::unknown(question.position.board().squares());
        // Bounds without a move that goes with them promise nothing.
        let is_sound = answer.contradiction.is_none() && answer.best.is_some();
        let bounds = if is_sound { answer.bounds } else { unknown };
        let proven = answer.best.filter(|_| bounds.exact().is_some() || bounds.lower >= Score::DRAW);
        let discs = |score: Score| DISC * score.discs();
        Ok(Some(Chosen {
            chosen: proven.unwrap_or(guess.chosen),
            bounds,
            value: guess.value.clamp(discs(bounds.lower), discs(bounds.upper)),
            plies,
            nodes: answer.nodes + guess.nodes,
        }))
    }
}

/// The choice of the deepest lookahead that ends before `progress` is stopped, with its plies; one ply always ends.
fn look_ahead(question: &Question, most_plies: u32, progress: &Progress) -> Option<(Choice, u32)> {
    let (position, evaluation) = (question.position, Evaluation::for_board(question.position.board()));
    let lookahead = Lookahead::new(&evaluation, question.scoring);
    let mut best = (lookahead.best(position.discs(), 1)?, 1);
    for plies in 2..=most_plies.min(position.empties()) {
        let Some(found) = lookahead.watched_by(progress).best(position.discs(), plies) else { break };
        best = (Choice { nodes: best.0.nodes + found.nodes, ..found }, plies);
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Solver, Start};

    fn start(board: &str) -> Question {
        Question::exact(Position::start(board.parse().unwrap(), Start::Othello))
    }

    #[test]
    fn what_is_answered_in_time_is_exact_and_all_else_looks_ahead() {
        let choose = |board: &str, progress: &Progress| {
            Solver::default().with_table_if(None).choose(&start(board), 3, progress).unwrap().unwrap()
        };
        let exact = choose("4x5", &Progress::default());
        let answer = Solver::default().best_move(&start("4x5")).unwrap();
        assert_eq!((Some(exact.chosen), exact.bounds), (answer.best, answer.bounds));
        assert_eq!(exact.value, DISC * answer.value().unwrap().discs());
        let late = Progress::default();
        late.stop();
        let late = choose("8x8", &late);
        let first = Lookahead::new(&Evaluation::for_board("8x8".parse().unwrap()), Default::default())
            .best(start("8x8").position.discs(), 1)
            .unwrap();
        assert_eq!((late.chosen, late.value, late.plies), (first.chosen, first.value, 1));
        assert_eq!(late.bounds.exact(), None);
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let over = Question::exact("3x3 XXXXXXXXX O".parse().unwrap());
        assert_eq!(Solver::default().with_table_if(None).choose(&over, 3, &Progress::default()), Ok(None));
    }
}
