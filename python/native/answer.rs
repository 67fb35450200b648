//! What is proven of a position.

use std::time::Duration;

use ::solver::{Mode, Question};
use pyo3::prelude::*;

use crate::position::Position;

/// What a search has proven. All scores are in discs, for the side to move in the position that was asked about.
#[pyclass(frozen, module = "exact_othello")]
pub(crate) struct Answer {
    pub(crate) question: Question,
    pub(crate) answer: ::solver::Answer,
    pub(crate) time: Duration,
    pub(crate) from_book: bool,
}

#[pymethods]
impl Answer {
    /// The position that was asked about.
    #[getter]
    fn position(&self) -> Position {
        Position(self.question.position)
    }

    /// "exact" or "wld": win, loss or draw.
    #[getter]
    fn mode(&self) -> &'static str {
        self.question.mode.name()
    }

    /// "discs" or "wof": who gets the squares that stay empty.
    #[getter]
    fn scoring(&self) -> &'static str {
        self.question.scoring.name()
    }

    /// The value is at least this.
    #[getter]
    fn lower(&self) -> i32 {
        self.answer.bounds.lower.discs()
    }

    /// The value is at most this.
    #[getter]
    fn upper(&self) -> i32 {
        self.answer.bounds.upper.discs()
    }

    /// The exact value; None if only limits are known.
    #[getter]
    fn value(&self) -> Option<i32> {
        self.answer.bounds.exact().map(::solver::Score::discs)
    }

    /// "win", "draw" or "loss"; None if that is not known.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.answer.bounds.outcome().map(::solver::Outcome::name)
    }

    /// A best move, or the move that proves the lower limit; None when the game is over or nothing is known.
    #[getter]
    fn best(&self) -> Option<String> {
        self.answer.best.map(|best| best.display(self.question.position.board()).to_string())
    }

    /// The moves of a perfect game to its end, passes included; after "wld" moves that keep the outcome. Empty if the search was stopped.
    #[getter]
    fn line(&self) -> Vec<String> {
        let board = self.question.position.board();
        self.answer.line.iter().map(|chosen| chosen.display(board).to_string()).collect()
    }

    /// The position at the end of the line.
    #[getter]
    fn end(&self) -> Position {
        Position(self.answer.end)
    }

    /// Nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.answer.nodes
    }

    /// Seconds that it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.time.as_secs_f64()
    }

    /// Whether the question is answered, with its line if one was asked for; False if the time limit came before. The value may be
    /// known then and only the line unfinished.
    #[getter]
    fn complete(&self) -> bool {
        self.answer.complete
    }

    /// Where the value comes from: "search", "book" or "table".
    #[getter]
    fn source(&self) -> &'static str {
        match (self.from_book, self.answer.from_table) {
            (true, _) => "book",
            (false, true) => "table",
            (false, false) => "search",
        }
    }

    /// Whether it was proven here; False if it rests on a book from a file, or on what somebody else wrote into a table.
    #[getter]
    fn verified(&self) -> bool {
        !self.answer.basis.is_claim()
    }

    fn __repr__(&self) -> String {
        let known = match (self.value(), self.outcome()) {
            (Some(value), _) => format!("value={value}"),
            (None, Some(outcome)) if self.question.mode == Mode::Wld => format!("outcome='{outcome}'"),
            _ => format!("lower={}, upper={}", self.lower(), self.upper()),
        };
        let best = self.best().map_or_else(|| "None".to_owned(), |best| format!("'{best}'"));
        let (nodes, source) = (self.nodes(), self.source());
        format!(
            "Answer({known}, best={best}, nodes={nodes}, source='{source}', complete={})",
            python_bool(self.complete())
        )
    }
}

/// `True` or `False`.
fn python_bool(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}
