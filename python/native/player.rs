//! Players, of the tree search and others, named by a text.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ::othello::players::{self, Opinion, Spec};
use ::solver::evaluation::Evaluation;
use ::solver::{Discs, Geometry, Scoring, rules};
use ::store::{Books, Store};
use numpy::ndarray::{Array2, ArrayView1};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::batches::batch_of;
use crate::board::{Board, action_of};
use crate::errors::{failed, wrong};
use crate::named::{self, Count, Natural, Seed};
use crate::pool::{PerProcess, prepare};
use crate::position::position;
use crate::watched::{ASKING, Watch, turn};

/// A move chosen by a player, and what the player thinks of it, for the side that makes it. Choices can be pickled.
#[pyclass(frozen, get_all, module = "exact_othello")]
pub(crate) struct Choice {
    /// The move: "c2" or "pass".
    #[pyo3(name = "move")]
    chosen: String,
    /// The mean reward, from 0 for a loss to 1 for a win; None for players without playouts.
    reward: Option<f64>,
    /// The score in discs, estimated or exact; None for players that think in rewards.
    discs: Option<f64>,
    /// Whether `discs` is exact.
    is_exact: bool,
    /// Playouts made for this choice.
    playouts: u64,
    /// Positions that alpha-beta visited for this choice; 0 without alpha-beta.
    nodes: u64,
    /// Share of the search trees that prefer this move; 1 with one tree or none.
    agreement: f64,
}

/// The fields of a choice in order, as `pickle` stores them.
type ChoiceFields = (String, Option<f64>, Option<f64>, bool, u64, u64, f64);

#[pymethods]
impl Choice {
    #[staticmethod]
    fn _restore(fields: ChoiceFields) -> Self {
        let (chosen, reward, discs, is_exact, playouts, nodes, agreement) = fields;
        Self { chosen, reward, discs, is_exact, playouts, nodes, agreement }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (ChoiceFields,))> {
        let Self { chosen, reward, discs, is_exact, playouts, nodes, agreement } = slf.get();
        let fields = (chosen.clone(), *reward, *discs, *is_exact, *playouts, *nodes, *agreement);
        Ok((slf.getattr("_restore")?, (fields,)))
    }

    fn __repr__(&self) -> String {
        let number = |number: Option<f64>| number.map_or_else(|| "None".to_owned(), |number| format!("{number:.3}"));
        let (chosen, reward, discs) = (&self.chosen, number(self.reward), number(self.discs));
        format!("Choice(move='{chosen}', reward={reward}, discs={discs}, playouts={})", self.playouts)
    }
}

/// Player(text, scoring="discs", network=None, batch=16): a player that chooses moves, such as "uct:n=1000", "uct+:n=30000,graph=yes",
/// "alphabeta:depth=4", "exact" or "random". `solve mcts players` lists all players and their parameters.
///
/// A player is also a policy (see `regret`): `player(positions, board=None, seed=0)` takes what `solve_many` takes and returns the
/// chosen actions, shape (n,), dtype int64, with -1 where the game is over. Position i is asked with seed + i.
///
/// The same seed gives the same move, unless the player has a time limit or several threads share a tree. Where it plays exact
/// values ("exact", "end=12"), what it has solved before may decide between moves of the same value.
///
/// `network`, for "puct" with one thread, is a network of policy and value that takes the place of evaluation and playouts, whose
/// parameters then have no effect: a function that takes planes of shape (n, 2, rows, cols), dtype uint8, and returns policies of
/// shape (n, squares + 1), and values of shape (n,) from -1 to 1 for the side to move. Policies that are nowhere negative and sum to 1
/// (within 0.001, numbers of 16 bits within 0.01) are probabilities, all others logits; one call returns rows of one kind. The network
/// is called from another thread, with at most `batch` positions: more are quicker, but the search is weaker, as it chooses them before
/// it knows what the network says of any. It must not ask this player, nor wait for somebody who does. What it raises ends the search
/// and is raised again.
///
/// Raises ValueError for a text that names no player, or one that takes no network; later, if the network returns something else.
///
/// >>> Player("exact").choose(Position("4x4", "b1")).move
/// 'a1'
/// >>> Player("exact")([Position("4x4", "b1")]).tolist()
/// [0]
#[pyclass(frozen, module = "exact_othello")]
pub(crate) struct Player {
    text: String,
    spec: Spec,
    scoring: Scoring,
    network: Option<Py<PyAny>>,
    batch: usize,
    /// One player for each board asked about so far.
    players: PerProcess<Mutex<HashMap<::solver::Board, players::Player>>>,
}

/// Python aligns objects to two words, whatever their type requires.
const _: () = assert!(align_of::<Player>() <= 16);

impl Player {
    /// The player's choices in positions on one board, one after the other. Position i is asked with seed `seed` + i.
    fn choices(
        &self,
        py: Python<'_>,
        board: ::solver::Board,
        discs: &[Discs],
        seed: u64,
    ) -> PyResult<Vec<Option<players::Choice>>> {
        let me = std::ptr::from_ref(self).addr();
        if ASKING.with_borrow(|asking| asking.iter().any(|&(player, _)| player == me)) {
            return Err(PyRuntimeError::new_err("network: it asks the player that it belongs to"));
        }
        let (shared, progress) =
            (self.players.get(py, || Ok(Mutex::default()))?, Arc::new(::solver::Progress::default()));
        prepare(py, board, discs);
        let _ = Evaluation::for_board(board);
        let failure = Mutex::new(None);
        let ask = || {
            let Some(mut players) = turn(&shared, &progress) else { return Vec::new() };
            let new = || players::Player::new(self.spec.clone(), board, self.scoring);
            let shipped = Store::default().with_books(Books::shipped_if(true));
            let known = || shipped.table(board, self.scoring).map(|table| table as _);
            let player = players.entry(board).or_insert_with(|| new().knowing(known()));
            let asked = discs.iter().zip(seed..).take_while(|_| !progress.is_stopped());
            let mut network = |states: &[Discs]| {
                ASKING.with_borrow_mut(|asking| asking.push((me, Arc::clone(&progress))));
                let found = Python::attach(|py| self.asked(py, board, states));
                ASKING.with_borrow_mut(Vec::pop);
                let refuse = |error| {
                    *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    progress.stop();
                };
                found.map_err(refuse).ok()
            };
            let mut choose = |discs, seed| match self.network {
                Some(_) => player.choose_by(discs, seed, &progress, self.batch, &mut network),
                None => player.choose_until(discs, seed, &progress),
            };
            asked.map(|(&discs, seed)| choose(discs, seed)).collect()
        };
        let choices = Watch::default().run(py, &progress, &|| (0, discs.len()), ask)?.result;
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(choices), Err)
    }

    /// What the network says about positions that are not over: the probabilities of their moves, and their values.
    fn asked(&self, py: Python<'_>, board: ::solver::Board, states: &[Discs]) -> PyResult<Vec<(Vec<f64>, f64)>> {
        let masks = states.iter().flat_map(|discs| [discs.player().bits(), discs.opponent().bits()]).collect();
        let masks = Array2::from_shape_vec((states.len(), 2), masks).expect("two masks a position").into_pyarray(py);
        let asked = py.import("exact_othello._network")?.getattr("asked")?;
        let (policies, values): (PyReadonlyArray2<'_, f64>, PyReadonlyArray1<'_, f64>) =
            asked.call1((&self.network, masks, Board(board)))?.extract()?;
        let (policies, values) = (policies.as_array(), values.as_array());
        let said = states.iter().zip(policies.rows()).zip(values);
        let of_moves = |discs, policy: ArrayView1<'_, f64>| {
            let moves = rules::moves(Geometry::of(board), discs).into_iter();
            moves.map(|chosen| policy[action_of(board, chosen) as usize]).collect()
        };
        Ok(said.map(|((&discs, policy), &value)| (of_moves(discs, policy), value)).collect())
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (text, scoring="discs", network=None, batch=Natural(16)))]
    #[pyo3(text_signature = "(text, scoring=\"discs\", network=None, batch=16)")]
    fn new(text: &str, scoring: &str, network: Option<Bound<'_, PyAny>>, batch: Count) -> PyResult<Self> {
        let (spec, scoring): (Spec, _) = (text.parse().map_err(wrong)?, named::scoring(scoring)?);
        if let Some(network) = &network {
            if !network.is_callable() {
                let message = format!("network: give a function of planes, not {}", network.get_type().name()?);
                return Err(PyTypeError::new_err(message));
            }
            if !spec.takes_network() {
                return Err(wrong(format!("network: puct with one thread takes one, not '{text}'")));
            }
        }
        if batch.0 == 0 {
            return Err(wrong("batch: give at least 1"));
        }
        let (text, network, batch) = (text.to_owned(), network.map(Bound::unbind), batch.0 as usize);
        Ok(Self { text, spec, scoring, network, batch, players: PerProcess::new() })
    }

    /// Chooses a move. Ctrl-C stops it.
    ///
    /// Raises ValueError if the game is over.
    #[pyo3(signature = (position, seed=Natural(0)))]
    #[pyo3(text_signature = "($self, position, seed=0)")]
    fn choose(&self, py: Python<'_>, position: &Bound<'_, PyAny>, seed: Seed) -> PyResult<Choice> {
        let position = self::position(position, "position")?;
        let board = position.board();
        let choice = self.choices(py, board, &[position.discs()], seed.0)?.pop().flatten();
        let choice = choice.ok_or_else(|| wrong(format!("the game is over in {position}")))?;
        let (reward, discs, is_exact) = match choice.opinion {
            Opinion::None => (None, None, false),
            Opinion::Reward(mean, _) => (Some(mean), None, false),
            Opinion::Discs(discs) => (None, Some(discs), false),
            Opinion::Exact(score) => (None, Some(f64::from(score.discs())), true),
        };
        let chosen = choice.chosen.display(board).to_string();
        let players::Choice { playouts, nodes, agreement, .. } = choice;
        Ok(Choice { chosen, reward, discs, is_exact, playouts, nodes, agreement })
    }

    /// The actions chosen in positions of any form that the batch functions take: shape (n,), dtype int64; −1 where the game is
    /// over. Position i uses seed + i.
    #[pyo3(signature = (positions, board=None, seed=Natural(0)))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        board: Option<&Bound<'py, PyAny>>,
        seed: Seed,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (board, discs) = batch_of(positions, board)?;
        let choices = self.choices(py, board, &discs, seed.0)?;
        if choices.len() < discs.len() {
            return Err(failed("the player was stopped"));
        }
        let action =
            |choice: Option<players::Choice>| choice.map_or(-1, |choice| i64::from(action_of(board, choice.chosen)));
        Ok(choices.into_iter().map(action).collect::<Vec<i64>>().into_pyarray(py))
    }

    /// The text that names the player.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let with = if self.network.is_some() { ", network=…" } else { "" };
        format!("Player('{}', scoring='{}'{with})", self.text, self.scoring)
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.text.as_str(), self.scoring.name(), &self.network, self.batch).into_pyobject(py)
    }
}

impl From<::solver::Board> for Board {
    fn from(board: ::solver::Board) -> Self {
        Self(board)
    }
}
