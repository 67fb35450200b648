//! The shape of a board.

use ::solver::notation::parse_moves;
use ::solver::{Move, Position as Discs, Square};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyTuple};

use crate::errors::wrong;
use crate::named::{self, not_whole};
use crate::position::Position;

/// Board(rows, cols) or Board("6x6"): the shape of a board, with at least 3 rows and 3 columns and at most 64 squares.
///
/// Columns are lettered from the left, rows numbered from the top. Square (row, col) has the number row * cols + col, which is
/// also its bit in every mask. An action is the number of a square, or `squares` for a pass.
///
/// >>> board = Board("4x5")
/// >>> board.rows, board.cols, board.squares, board.action("c2"), board.move(7)
/// (4, 5, 20, 7, 'c2')
#[pyclass(frozen, eq, hash, ord, module = "exact_othello")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Board(pub(crate) ::solver::Board);

/// The action of a move: its square, or the number of squares for a pass.
pub(crate) fn action_of(board: ::solver::Board, chosen: Move) -> u32 {
    chosen.square().map_or(board.squares(), u32::from)
}

/// The move of an action; `None` if the board has no such action.
pub(crate) fn move_of(board: ::solver::Board, action: i64) -> Option<Move> {
    if action == i64::from(board.squares()) {
        return Some(Move::Pass);
    }
    let square = u8::try_from(action).ok().and_then(Square::new)?;
    board.all_squares().contains(square).then_some(Move::Place(square))
}

/// The move of an action that is given as a whole number.
///
/// # Errors
/// The board has no such action, a `ValueError`; or it is no whole number, a `TypeError`.
pub(crate) fn action_given(board: ::solver::Board, given: &Bound<'_, PyAny>) -> PyResult<Move> {
    match given.extract::<i64>() {
        Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => Err(not_whole(given, "action")?),
        _ if given.is_instance_of::<PyBool>() => Err(not_whole(given, "action")?),
        action => {
            let chosen = action.ok().and_then(|action| move_of(board, action));
            chosen.ok_or_else(|| wrong(format!("board {board} has no action {given}")))
        }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (rows, cols=None, /))]
    fn new(rows: &Bound<'_, PyAny>, cols: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(cols) = cols else { return named::board(rows).map(Self) };
        let side = |given, name| named::whole(given, name, u32::MAX.into()).map(|side| side as u32);
        ::solver::Board::new(side(rows, "rows")?, side(cols, "cols")?).map(Self).map_err(wrong)
    }

    /// All boards, ordered by rows and then columns.
    #[staticmethod]
    fn all() -> Vec<Self> {
        ::solver::Board::all().map(Self).collect()
    }

    /// Number of rows, 3 to 21.
    #[getter]
    fn rows(&self) -> u32 {
        self.0.rows()
    }

    /// Number of columns, 3 to 21.
    #[getter]
    fn cols(&self) -> u32 {
        self.0.cols()
    }

    /// Number of squares, 9 to 64.
    #[getter]
    fn squares(&self) -> u32 {
        self.0.squares()
    }

    /// Number of actions: all squares and the pass.
    #[getter]
    fn actions(&self) -> u32 {
        self.0.squares() + 1
    }

    /// The board with rows and columns swapped.
    fn transposed(&self) -> Self {
        Self(self.0.transposed())
    }

    /// The starting position, Black to move; start is "othello", "reversi" or "reversi-rows".
    #[pyo3(signature = (start="othello"))]
    fn start(&self, start: &str) -> PyResult<Position> {
        Ok(Position(Discs::start(self.0, named::start(Some(start))?)))
    }

    /// The action of a move such as "c4" or "pass".
    ///
    /// Raises ValueError if it is neither a square of the board nor a pass.
    fn action(&self, name: &str) -> PyResult<u32> {
        match parse_moves(self.0, name).map_err(wrong)?[..] {
            [one] => Ok(action_of(self.0, one)),
            _ => Err(wrong(format!("moves: '{name}' is not one move"))),
        }
    }

    /// The name of an action: "c4", or "pass".
    ///
    /// Raises ValueError if the board has no such action.
    #[pyo3(name = "move")]
    fn name_of(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(action_given(self.0, action)?.display(self.0).to_string())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board(\"{}\")", self.0)
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.0.to_string()])
    }
}
