//! The solver's answer as an object.

use std::time::Duration;

use ::solver::{Bounds, Mode, Outcome, Question};
use pyo3::prelude::*;

use crate::position::Position;

/// What the solver has proven about a position. All scores are in discs, for the side to move in that position. Answers can be
/// pickled.
#[pyclass(frozen, module = "exact_othello")]
pub(crate) struct Answer(Known);

/// The fields of an answer, as `pickle` stores them.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
struct Known {
    position: Position,
    mode: String,
    scoring: String,
    lower: i32,
    upper: i32,
    best: Option<String>,
    line: Vec<String>,
    end: Position,
    nodes: u64,
    seconds: f64,
    complete: bool,
    source: String,
    verified: bool,
}

impl Answer {
    /// The solver's answer and the time it took; `is_of_book` says whether the books alone answer the question.
    pub(crate) fn new(question: &Question, answer: &::solver::Answer, time: Duration, is_of_book: bool) -> Self {
        let board = question.position.board();
        let named = |chosen: &::solver::Move| chosen.display(board).to_string();
        let source = match (is_of_book, answer.from_table) {
            (true, _) => "book",
            (false, true) => "table",
            (false, false) => "search",
        };
        Self(Known {
            position: Position(question.position),
            mode: question.mode.name().to_owned(),
            scoring: question.scoring.name().to_owned(),
            lower: answer.bounds.lower.discs(),
            upper: answer.bounds.upper.discs(),
            best: answer.best.as_ref().map(named),
            line: answer.line.iter().map(named).collect(),
            end: Position(answer.end),
            nodes: answer.nodes,
            seconds: time.as_secs_f64(),
            complete: answer.complete,
            source: source.to_owned(),
            verified: !answer.basis.is_claim(),
        })
    }
}

#[pymethods]
impl Answer {
    /// The position asked about.
    #[getter]
    fn position(&self) -> Position {
        self.0.position
    }

    /// "exact", or "wld" for win, loss or draw only.
    #[getter]
    fn mode(&self) -> &str {
        &self.0.mode
    }

    /// The scoring of the question: who gets the squares left empty at the end.
    #[getter]
    fn scoring(&self) -> &str {
        &self.0.scoring
    }

    /// The value is at least this.
    #[getter]
    fn lower(&self) -> i32 {
        self.0.lower
    }

    /// The value is at most this.
    #[getter]
    fn upper(&self) -> i32 {
        self.0.upper
    }

    /// The exact value; None if only bounds are known.
    #[getter]
    fn value(&self) -> Option<i32> {
        (self.0.lower == self.0.upper).then_some(self.0.lower)
    }

    /// "win", "draw" or "loss"; None if that is not known.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        Bounds::new(self.0.lower, self.0.upper).outcome().map(Outcome::name)
    }

    /// A best move, or the move that proves the lower bound; None when the game is over or nothing is known.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.0.best.as_deref()
    }

    /// The moves of a perfect game to its end, passes included; in mode "wld", moves that keep the outcome. Empty if the search
    /// was stopped.
    #[getter]
    pub(crate) fn line(&self) -> Vec<String> {
        self.0.line.clone()
    }

    /// The position at the end of the line.
    #[getter]
    fn end(&self) -> Position {
        self.0.end
    }

    /// Nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// Time taken, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    /// Whether the question is fully answered, including the line if one was asked for; False if the time limit came first. The
    /// value may be known even then, with only the line unfinished.
    #[getter]
    pub(crate) fn complete(&self) -> bool {
        self.0.complete
    }

    /// Where the value comes from: "search", "book" or "table".
    #[getter]
    fn source(&self) -> &str {
        &self.0.source
    }

    /// Whether the answer was proven here; False if it rests on a book from a file, or on what somebody else wrote into a table.
    #[getter]
    pub(crate) fn verified(&self) -> bool {
        self.0.verified
    }

    #[staticmethod]
    fn _restore(known: Known) -> Self {
        Self(known)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Known,))> {
        Ok((slf.getattr("_restore")?, (slf.get().0.clone(),)))
    }

    fn __repr__(&self) -> String {
        let known = match (self.value(), self.outcome()) {
            (Some(value), _) => format!("value={value}"),
            (None, Some(outcome)) if self.mode() == Mode::Wld.name() => format!("outcome='{outcome}'"),
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

/// `True` or `False`, as Python writes them.
fn python_bool(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}
