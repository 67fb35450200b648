//! Many games at once, without an object for each position.

use ::mcts::Game as _;
use ::mcts::random::mix;
use ::othello::Othello;
use ::solver::{Board as Shape, Discs, Move, Position, Square};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArray};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::board::Board;
use crate::errors::wrong;
use crate::named::{self, Count, Seed};
use crate::pool::{pool, prepare};

/// Games for a thread to step at a time.
const BLOCK: usize = 1 << 10;

/// Games(board, n, start="othello", scoring="discs"): n games that are stepped at once, all at the start; an environment without
/// objects for positions. Actions are those of `Board`; a side without a move must pass.
///
/// A game that is over begins again with the next step, whatever its action, as vector environments of Gymnasium do.
///
/// >>> games, ply = Games("4x4", 1000), 0
/// >>> while not games.over.any():
/// ...     scores, ply = games.step(games.random_actions(seed=ply)), ply + 1
/// >>> scores.shape, games.legal.shape, games.masks.shape
/// ((1000,), (1000, 17), (1000, 2))
#[pyclass(module = "exact_othello")]
pub(crate) struct Games {
    /// In a box, as Python aligns objects to two words only.
    game: Box<Othello>,
    root: Discs,
    discs: Vec<Discs>,
    /// The squares on which the side to move may place a disc, and whether the game is over.
    legal: Vec<(u64, bool)>,
}

const _: () = assert!(align_of::<Games>() <= 16);

/// The squares that are legal in a position, and whether the game is over there.
fn seen(game: &Othello, discs: Discs) -> (u64, bool) {
    let squares = game.mobility(discs);
    (squares, squares == 0 && game.mobility(discs.passed()) == 0)
}

impl Games {
    fn shape(&self) -> Shape {
        self.game.board()
    }

    /// Whether an action is legal where these squares are and the game is not over.
    fn is_legal(&self, squares: u64, action: i64) -> bool {
        let passes = action == i64::from(self.shape().squares()) && squares == 0;
        passes || (0..64).contains(&action) && squares >> action & 1 == 1
    }
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (board, n, start="othello", scoring="discs"))]
    fn new(py: Python<'_>, board: &Bound<'_, PyAny>, n: Count, start: &str, scoring: &str) -> PyResult<Self> {
        let (board, scoring) = (named::board(board)?, named::scoring(scoring)?);
        prepare(py, board, &[]);
        let game = Box::new(Othello::new(board, scoring));
        let root = Position::start(board, named::start(Some(start))?).discs();
        let (mut discs, mut legal, n) = (Vec::new(), Vec::new(), n.0 as usize);
        let room = discs.try_reserve_exact(n).and_then(|()| legal.try_reserve_exact(n));
        room.map_err(|error| PyMemoryError::new_err(format!("n: no memory for {n} games: {error}")))?;
        discs.resize(n, root);
        legal.resize(n, seen(&game, root));
        Ok(Self { game, root, discs, legal })
    }

    /// Plays an action in each game, given as integers of shape (n,). Returns the score in discs of each game that is
    /// now over, for the side that has just acted, else 0: shape (n,), dtype int8.
    ///
    /// Raises ValueError for an illegal action, with its game; then no game has changed.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        // Other classes of arrays, such as masked ones, look alike here.
        let given: PyReadonlyArray1<'py, i64> = match actions.extract() {
            Ok(given) if actions.get_type().is(actions.py().get_type::<PyUntypedArray>()) => given,
            _ => {
                let as_actions = py.import("exact_othello.batches")?.getattr("as_actions")?;
                as_actions.call1((actions, self.board()))?.extract()?
            }
        };
        let actions = given.as_array();
        if actions.len() != self.discs.len() {
            return Err(wrong(format!("actions: {} given for {} games", actions.len(), self.discs.len())));
        }
        let mut pairs = self.legal.iter().zip(&actions);
        if let Some(index) = pairs.position(|(&(squares, over), &action)| !over && !self.is_legal(squares, action)) {
            return Err(wrong(format!("actions: action {} is illegal in game {index}", actions[index])));
        }
        let (threads, actions) = (pool(py)?, actions.to_vec());
        let (game, root, mut scores) = (&self.game, self.root, vec![0; self.discs.len()]);
        let one = |discs: &mut Discs, legal: &mut (u64, bool), action: i64, score: &mut i8| {
            *discs = match Square::new(action as u8).filter(|_| legal.0 != 0) {
                _ if legal.1 => root,
                Some(square) => game.placed(*discs, square),
                None => game.apply(discs, Move::Pass),
            };
            *legal = seen(game, *discs);
            *score = if legal.1 { -game.score(discs) as i8 } else { 0 };
        };
        let (discs, legal) = (&mut self.discs, &mut self.legal);
        py.detach(|| {
            threads.install(|| {
                let games = discs.par_chunks_mut(BLOCK).zip(legal.par_chunks_mut(BLOCK));
                let games = games.zip(actions.par_chunks(BLOCK)).zip(scores.par_chunks_mut(BLOCK));
                games.for_each(|(((discs, legal), actions), scores)| {
                    for (((discs, legal), &action), score) in discs.iter_mut().zip(legal).zip(actions).zip(scores) {
                        one(discs, legal, action, score);
                    }
                });
            });
        });
        Ok(scores.into_pyarray(py))
    }

    /// A random legal action in each game, all equally likely, -1 where it is over: shape (n,), dtype int64. The same seed gives
    /// the same actions in the same positions.
    fn random_actions<'py>(&self, py: Python<'py>, seed: Seed) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (threads, pass) = (pool(py)?, i64::from(self.shape().squares()));
        let one = |index: usize| match self.legal[index] {
            (_, true) => -1,
            (0, false) => pass,
            (mut squares, false) => {
                let draw = mix(mix(seed.0) ^ self.game.hash(&self.discs[index]).wrapping_add(index as u64));
                for _ in 0..(u128::from(draw) * u128::from(squares.count_ones())) >> 64 {
                    squares &= squares - 1;
                }
                i64::from(squares.trailing_zeros())
            }
        };
        let count = self.discs.len();
        let all = || (0..count).into_par_iter().with_min_len(BLOCK).map(one).collect::<Vec<_>>();
        Ok(py.detach(|| threads.install(all)).into_pyarray(py))
    }

    /// The discs of the side to move and of the other side in each game, as masks: shape (n, 2), dtype uint64.
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u64>> {
        let masks = self.discs.iter().flat_map(|discs| [discs.player().bits(), discs.opponent().bits()]).collect();
        Array2::from_shape_vec((self.discs.len(), 2), masks).expect("two masks a game").into_pyarray(py)
    }

    /// The legal actions of each game: shape (n, squares + 1), dtype bool; all False where it is over.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let (threads, squares) = (pool(py)?, self.shape().squares() as usize);
        let mut legal = vec![false; self.legal.len() * (squares + 1)];
        let rows = || {
            let rows = legal.par_chunks_mut(squares + 1).zip(&self.legal).with_min_len(BLOCK);
            rows.for_each(|(row, &(places, over))| {
                let (pass, of_squares) = row.split_last_mut().expect("a row has a pass");
                *pass = places == 0 && !over;
                of_squares.iter_mut().enumerate().for_each(|(square, is)| *is = places >> square & 1 == 1);
            });
        };
        py.detach(|| threads.install(rows));
        Ok(Array2::from_shape_vec((self.legal.len(), squares + 1), legal).expect("a row a game").into_pyarray(py))
    }

    /// Whether each game is over: shape (n,), dtype bool.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.legal.iter().map(|&(_, over)| over).collect::<Vec<_>>().into_pyarray(py)
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.shape())
    }

    fn __len__(&self) -> usize {
        self.discs.len()
    }

    fn __repr__(&self) -> String {
        format!("Games(\"{}\", {})", self.shape(), self.discs.len())
    }
}
