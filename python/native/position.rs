//! A position as an object.

use ::solver::notation::{add_passes, named_board, parse_moves, play_moves, read_moves, read_position};
use ::solver::{CanonicalPosition, Discs, Move, MovesError, Outcome, PositionError, Scoring, Side, Start};
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::{Board, action_given, action_of};
use crate::errors::wrong;
use crate::named;

/// Position(board, moves="", *, start=None): discs on a board and a side to move. Immutable.
///
/// `board` is a Board or its text ("6x6"), for the start of a game (`start`: "othello", "reversi" or "reversi-rows"); or another
/// position. Then `moves`, such as "c2b4" or "c2 pass", are played; where nothing else is legal, a pass may be left out.
///
/// After a board a position may be given as text instead of moves: the squares in row order, X for Black, O for White and - for
/// empty ones, then (or in front) the side to move, X or O. Such a text may also follow the board in `board`: "4x4 -----OX--XO----- X".
///
/// Raises ValueError if a text is not a position or a move is illegal, TypeError for anything that is neither.
///
/// >>> Position("4x4", "b1")
/// Position 4x4, O to move
///    a b c d
///  1 - X - -
///  2 - X X -
///  3 - X O -
///  4 - - - -
/// >>> Position("4x4", "b1").legal_moves()
/// ['a1', 'c1', 'a3']
/// >>> Position("4x4", "-----OX--XO----- X") == Position("4x4")
/// True
#[pyclass(frozen, eq, hash, from_py_object, module = "exact_othello")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) ::solver::Position);

/// What `position` takes.
const FORMS: &str = "a Position, a Board such as Board(6, 6) or a text such as \"6x6\"";

/// A position, given as an object or as text; a board stands for its starting position. `name` is that of the argument.
pub(crate) fn position(given: &Bound<'_, PyAny>, name: &str) -> PyResult<::solver::Position> {
    if let Ok(position) = given.cast::<Position>() {
        return Ok(position.get().0);
    }
    if let Some(board) = board_alone(given)? {
        return Ok(::solver::Position::start(board, Start::default()));
    }
    named::text(given, name, FORMS)?.parse().map_err(|error| match error {
        PositionError::NoBoard => wrong(format!("{error}, or give the board first: Position(\"6x6\", text)")),
        error => wrong(error),
    })
}

/// The board, if a board is given and not a whole position.
fn board_alone(given: &Bound<'_, PyAny>) -> PyResult<Option<::solver::Board>> {
    if let Ok(board) = given.cast::<Board>() {
        return Ok(Some(board.get().0));
    }
    let Ok(text) = given.extract::<String>() else { return Ok(None) };
    let alone = named_board(&text).filter(|(_, squares)| squares.trim().is_empty());
    alone.map(|(board, _)| board.parse().map_err(wrong)).transpose()
}

/// The position of a text that is no list of moves, as `unreadable` says.
fn placed(board: ::solver::Board, text: &str, unreadable: &MovesError) -> PyResult<::solver::Position> {
    match read_position(text, Some(board)) {
        Ok(position) if position.board() == board => Ok(position),
        Ok(position) => Err(wrong(format!("position: it is on board {}, not {board}", position.board()))),
        Err(error @ (PositionError::Foreign { .. } | PositionError::Board(_) | PositionError::Moves(_))) => {
            // Every move except a pass has a digit.
            let is_moves = text.contains(|symbol: char| symbol.is_ascii_digit());
            let error = if is_moves { unreadable.to_string() } else { error.to_string() };
            let squares = board.squares();
            Err(wrong(format!(
                "{error}; give moves such as \"c2 b4\", or a position: {squares} squares of X, O and -, \
                 then the side to move, X or O"
            )))
        }
        Err(error) => Err(wrong(error)),
    }
}

/// A side by name.
fn side(name: &str) -> PyResult<Side> {
    match name {
        "black" => Ok(Side::Black),
        "white" => Ok(Side::White),
        other => Err(wrong(format!("side '{other}' is unknown: it is black or white"))),
    }
}

impl Position {
    fn board_of(&self) -> ::solver::Board {
        self.0.board()
    }

    /// Moves, given as names or as the number of an action.
    fn moves_of(&self, given: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        match given.extract::<String>() {
            Ok(text) => parse_moves(self.board_of(), &text).map_err(wrong),
            Err(_) => Ok(vec![action_given(self.board_of(), given)?]),
        }
    }

    /// The discs as a drawing in SVG.
    fn drawn(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("exact_othello.drawing")?.getattr("svg")?.call1((slf,))?.extract()
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (board, moves=None, *, start=None))]
    #[pyo3(text_signature = "(board, moves='', *, start=None)")]
    fn new(board: &Bound<'_, PyAny>, moves: Option<&Bound<'_, PyAny>>, start: Option<&str>) -> PyResult<Self> {
        let first = match start {
            None => position(board, "board")?,
            Some(start) => ::solver::Position::start(named::board(board)?, named::start(Some(start))?),
        };
        let Some(moves) = moves else { return Ok(Self(first)) };
        let text = named::text(moves, "moves", "a text such as \"c2 b4\"")?;
        let position = match read_moves(first, &text) {
            Ok(moves) => play_moves(first, &moves).map_err(wrong)?,
            Err(unreadable @ MovesError::Unreadable { .. }) => {
                let position = placed(first.board(), &text, &unreadable)?;
                if start.is_some() || board_alone(board)?.is_none() {
                    return Err(wrong("moves: a position is given; it can only follow a board, without start"));
                }
                position
            }
            Err(error) => return Err(wrong(error)),
        };
        Ok(Self(position))
    }

    /// The position with these discs, given as masks: each disc sets the bit of its square's number.
    ///
    /// `player` are the discs of the side to move, `opponent` the other side's; `side` is the side to move, "black" or "white".
    /// Raises ValueError if discs overlap or lie off the board.
    #[staticmethod]
    #[pyo3(signature = (board, player, opponent, side="black"))]
    fn from_masks(
        board: &Bound<'_, PyAny>,
        player: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
        side: &str,
    ) -> PyResult<Self> {
        let (board, mask) = (named::board(board)?, |given, name| named::whole(given, name, u64::MAX));
        let discs = Discs::from_bits(mask(player, "player")?, mask(opponent, "opponent")?)
            .ok_or_else(|| wrong("position: a square has two discs"))?;
        let position = ::solver::Position::new(board, discs, self::side(side)?);
        position.map(Self).ok_or_else(|| wrong(format!("position: a disc lies off board {board}")))
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.board_of())
    }

    /// The side to move: "black" or "white".
    #[getter]
    fn side(&self) -> &'static str {
        match self.0.side() {
            Side::Black => "black",
            Side::White => "white",
        }
    }

    /// Discs of the side to move, one bit per square.
    #[getter]
    fn player(&self) -> u64 {
        self.0.discs().player().bits()
    }

    /// Discs of the other side, one bit per square.
    #[getter]
    fn opponent(&self) -> u64 {
        self.0.discs().opponent().bits()
    }

    /// Black's discs, one bit per square.
    #[getter]
    fn black(&self) -> u64 {
        self.0.black().bits()
    }

    /// White's discs, one bit per square.
    #[getter]
    fn white(&self) -> u64 {
        self.0.white().bits()
    }

    /// Number of empty squares.
    #[getter]
    fn empties(&self) -> u32 {
        self.0.empties()
    }

    /// Whether the game is over: neither side can move.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The legal moves in order of their squares, such as ["b1", "a2"]; ["pass"] if only the opponent can move; empty when the
    /// game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves().iter().map(|chosen| chosen.display(self.board_of()).to_string()).collect()
    }

    /// The legal moves as actions: numbers of squares, or `board.squares` for a pass.
    fn legal_actions(&self) -> Vec<u32> {
        self.0.legal_moves().into_iter().map(|chosen| action_of(self.board_of(), chosen)).collect()
    }

    /// The position after a move ("c2", "pass", or an action), or after several ("c2b4"), which may leave passes out.
    ///
    /// Raises ValueError if a move is illegal.
    fn play(&self, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        match self.moves_of(moves)?[..] {
            [] => Err(wrong("moves: none given")),
            [one] => self.0.play(one).map(Self).map_err(wrong),
            ref many => {
                let moves = add_passes(self.0, many).map_err(wrong)?;
                play_moves(self.0, &moves).map(Self).map_err(wrong)
            }
        }
    }

    /// The position that represents all mirror images and rotations of this one: among those on the board with no more rows than
    /// columns, the one with the smallest masks. The side to move stays the same.
    fn canonical(&self) -> Self {
        Self(CanonicalPosition::of(&self.0).position())
    }

    /// The mirror image in the main diagonal, on the transposed board.
    fn transposed(&self) -> Self {
        Self(self.0.transposed())
    }

    /// The score in discs for the side to move if the game is over, else None; for scorings see Solver.solve.
    #[pyo3(signature = (scoring="discs"))]
    fn final_score(&self, scoring: &str) -> PyResult<Option<i32>> {
        Ok(self.0.final_score(named::scoring(scoring)?).map(::solver::Score::discs))
    }

    /// "win", "draw" or "loss" for the side to move if the game is over, else None.
    fn outcome(&self) -> Option<&'static str> {
        self.0.final_score(Scoring::default()).map(|score| Outcome::name(score.outcome()))
    }

    /// The discs as an array of shape (2, rows, cols), dtype uint8, of zeros and ones: those of the side to move, then the other
    /// side's.
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        let (board, masks) = (self.board_of(), [self.player(), self.opponent()]);
        let (rows, cols) = (board.rows() as usize, board.cols() as usize);
        let bit = |(plane, row, col): (usize, usize, usize)| (masks[plane] >> (row * cols + col) & 1) as u8;
        Array3::from_shape_fn((2, rows, cols), bit).into_pyarray(py)
    }

    /// The position drawn as text, with column letters above and row numbers on the left.
    fn diagram(&self) -> String {
        self.0.diagram()
    }

    /// "4x4 -----OX--XO----- X", which Position accepts.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (board, side, drawn) = (self.board_of(), self.0.side().symbol(), self.0.diagram());
        format!("Position {board}, {side} to move\n{}", drawn.trim_end())
    }

    /// The drawing that a notebook shows.
    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::drawn(slf)
    }

    /// The drawing as an image.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        Self::drawn(slf)
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, [self.__str__()])
    }
}
