//! Batches of positions, as arrays of masks: shape (n, 2), dtype uint64, the discs of the side to move and of the other side.
//!
//! The Python half converts the other forms into such arrays.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ::mcts::Tally;
use ::othello::{LanePlayouts, Othello};
use ::solver::evaluation::{DISC, Evaluation};
use ::solver::random::Random;
use ::solver::{
    Basis, Bounds, Discs, Geometry, Mode, Move, Outcome, Position, Progress, ProofTable, Question, Resources, Scoring,
    Side, SolveError, Solver, rules,
};
use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::board::{Board, action_of, move_of};
use crate::errors::{late, unsolved, warn_of_claim, wrong};
use crate::named::{self, Count, Memory, Seed, Time};
use crate::pool::{pool, prepare};
use crate::shelf::Shelf;
use crate::watched::{BLOCK, Watch, Watched, map};

/// The entry of a value array where there is no value.
const NO_VALUE: i8 = i8::MIN;
/// Positions per unit of work of random playouts, and the most games of each between two looks for Ctrl-C. The random numbers
/// depend only on the seed and on these.
const POSITIONS_IN_A_ROW: usize = 16;
const GAMES_AT_ONCE: u32 = 1 << 12;
/// Random games to try for a position before giving up.
const TRIES: u32 = 10_000;

/// The discs of an array of masks.
///
/// # Errors
/// The shape is not (n, 2), a square has two discs, or a disc lies off the board.
pub(crate) fn discs_of(board: ::solver::Board, masks: &PyReadonlyArray2<'_, u64>) -> PyResult<Vec<Discs>> {
    let masks = masks.as_array();
    if masks.ncols() != 2 {
        return Err(wrong(format!("positions: an array of shape (n, {}), not (n, 2)", masks.ncols())));
    }
    let (masks, mut read) = (masks.as_standard_layout(), Vec::with_capacity(masks.nrows()));
    for (index, row) in masks.as_slice().expect("row by row").chunks_exact(2).enumerate() {
        let discs = Discs::from_bits(row[0], row[1]);
        let discs = discs.ok_or_else(|| wrong(format!("positions: a square of position {index} has two discs")))?;
        if discs.occupied().bits() & !board.full() != 0 {
            return Err(wrong(format!("positions: position {index} has a disc off board {board}")));
        }
        read.push(discs);
    }
    Ok(read)
}

/// The board and the discs of positions, given in any form that the Python half takes.
///
/// # Errors
/// These are not positions, or not of one board.
pub(crate) fn batch_of(
    positions: &Bound<'_, PyAny>,
    board: Option<&Bound<'_, PyAny>>,
) -> PyResult<(::solver::Board, Vec<Discs>)> {
    let as_masks = positions.py().import("exact_othello.batches")?.getattr("as_masks")?;
    let (board, masks): (Bound<'_, Board>, PyReadonlyArray2<'_, u64>) =
        as_masks.call1((positions, board))?.extract()?;
    let board = board.get().0;
    Ok((board, discs_of(board, &masks)?))
}

/// A position with these discs. Black is to move; the value does not depend on colour.
fn position_of(board: ::solver::Board, discs: Discs) -> Position {
    Position::new(board, discs, Side::Black).expect("the discs are on the board")
}

/// A batch and what is needed to solve it.
struct Batch<'a> {
    board: ::solver::Board,
    scoring: Scoring,
    discs: &'a [Discs],
    threads: usize,
    memory_bytes: usize,
    table: Option<&'a dyn ProofTable>,
    progress: &'a Progress,
    done: &'a AtomicUsize,
}

impl Batch<'_> {
    /// Runs `work` on each position, on several threads that share their findings. The results are in the order of the
    /// positions, with `None` for those unfinished when the search was stopped; after them, what they may rest on.
    fn each<T: Send>(
        &self,
        work: impl Fn(::solver::SolverWith<'_>, Position) -> Result<T, SolveError> + Sync,
    ) -> Result<(Vec<Option<T>>, Basis), SolveError> {
        let resources = Resources { threads: 1, memory_bytes: self.memory_bytes, ..Resources::default() };
        let mut solvers = vec![Solver::new(resources)];
        for _ in 1..self.threads.clamp(1, self.discs.len().max(1)) {
            let companion = solvers[0].companion(self.board, self.scoring)?;
            solvers.push(companion);
        }
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let one_after_the_other = |mut solver: Solver| {
            let (mut mine, progress) = (Vec::new(), self.progress.part());
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&discs) = self.discs.get(index) else { break };
                let company = solver.with_table_if(self.table).watched_by(&progress);
                let result = work(company, position_of(self.board, discs));
                let has_failed = result.is_err();
                mine.push((index, result));
                if has_failed {
                    self.progress.stop();
                    break;
                }
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            found.lock().expect("nobody panics with it").push((mine, solver.basis()));
        };
        thread::scope(|scope| {
            for solver in solvers {
                let worker = thread::Builder::new().name("batch".to_owned());
                let begun = worker.spawn_scoped(scope, || one_after_the_other(solver));
                if begun.is_err() {
                    self.progress.stop();
                    return Err(SolveError::Threads { threads: self.threads });
                }
            }
            Ok(())
        })?;
        let mut results: Vec<Option<T>> = self.discs.iter().map(|_| None).collect();
        let mut basis = Basis::Proof;
        for (found, theirs) in found.into_inner().expect("nobody panics with it") {
            basis = basis.and(theirs);
            for (index, result) in found {
                match result {
                    Ok(result) => results[index] = Some(result),
                    Err(SolveError::Stopped) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok((results, basis))
    }
}

/// The options of the Python functions `solve_many` and `move_values_many`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    mode: String,
    scoring: String,
    threads: Option<i128>,
    memory: Memory,
    table: Option<PathBuf>,
    read_only: bool,
    book: Py<PyAny>,
    time_limit: Option<Time>,
    progress: Option<Py<PyAny>>,
}

/// Solves a batch with the user's options. Positions unfinished at the time limit are `None`.
fn solved<T: Send>(
    py: Python<'_>,
    board: ::solver::Board,
    masks: &PyReadonlyArray2<'_, u64>,
    options: Options,
    work: impl Fn(::solver::SolverWith<'_>, Position) -> Result<T, SolveError> + Sync + Send,
) -> PyResult<Vec<Option<T>>> {
    let (discs, scoring) = (discs_of(board, masks)?, named::scoring(&options.scoring)?);
    let (threads, memory_bytes) = (named::threads(options.threads)?, options.memory.bytes()?);
    let watch = Watch::new(options.time_limit, options.progress)?;
    prepare(py, board, &discs);
    let shelf = Shelf::open(py, options.table.as_deref(), options.read_only, Some(options.book.bind(py)))?;
    let table = shelf.table(py, board, scoring)?;
    let (watching, done) = (Progress::default(), AtomicUsize::new(0));
    let batch = Batch {
        board,
        scoring,
        discs: &discs,
        threads,
        memory_bytes,
        table: table.as_deref().map(|table| table as &dyn ProofTable),
        progress: &watching,
        done: &done,
    };
    let count = || (done.load(Ordering::Relaxed), discs.len());
    let watched = watch.run(py, &watching, &count, || batch.each(work));
    // Whatever ended the search, keep what it has proven.
    let flushed = shelf.flush(py);
    let Watched { result, is_late, .. } = watched?;
    let (found, basis) = result.map_err(unsolved)?;
    flushed?;
    warn_of_claim(py, basis.is_claim(), 2)?;
    // Only the time limit may leave a position open.
    if !is_late && found.iter().any(Option::is_none) {
        return Err(late());
    }
    Ok(found)
}

/// An array's entry for a value: in discs, or −1, 0 or 1 in mode "wld"; `None` if the bounds do not decide it.
fn value_of(mode: Mode, bounds: Bounds) -> Option<i8> {
    match mode {
        Mode::Exact => bounds.exact().map(|score| score.discs() as i8),
        Mode::Wld => bounds.outcome().map(sign),
    }
}

/// 1 for a win, 0 for a draw, −1 for a loss.
fn sign(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win => 1,
        Outcome::Draw => 0,
        Outcome::Loss => -1,
    }
}

/// The value of each position: exact, or −1, 0 or 1 in mode "wld"; −128 where time ran out.
#[pyfunction]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    board: &Board,
    masks: PyReadonlyArray2<'py, u64>,
    options: Options,
) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let (mode, scoring) = (named::mode(&options.mode)?, named::scoring(&options.scoring)?);
    let value = |solver: ::solver::SolverWith<'_>, position| {
        let answer = solver.value(&Question::new(position, mode, scoring))?;
        if let Some(position) = answer.contradiction {
            return Err(SolveError::Contradiction(position));
        }
        value_of(mode, answer.bounds).ok_or(SolveError::Stopped)
    };
    let values = solved(py, board.0, &masks, options, value)?;
    Ok(values.into_iter().map(|value| value.unwrap_or(NO_VALUE)).collect::<Vec<i8>>().into_pyarray(py))
}

/// The value of each legal move of each position, by action; −128 where the move is illegal, or where time ran out before all
/// values of the position were known.
#[pyfunction]
pub(crate) fn move_values_many<'py>(
    py: Python<'py>,
    board: &Board,
    masks: PyReadonlyArray2<'py, u64>,
    options: Options,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let (board, mode, scoring) = (board.0, named::mode(&options.mode)?, named::scoring(&options.scoring)?);
    let values =
        |solver: ::solver::SolverWith<'_>, position: Position| worth_of_moves(solver, &position, mode, scoring);
    let found = solved(py, board, &masks, options, values)?;
    let mut array = Array2::from_elem((found.len(), board.squares() as usize + 1), NO_VALUE);
    for (mut row, values) in array.rows_mut().into_iter().zip(found) {
        for (chosen, value) in values.into_iter().flatten() {
            row[action_of(board, chosen) as usize] = value;
        }
    }
    Ok(array.into_pyarray(py))
}

/// What each legal move is worth to the side that makes it: in discs, or −1, 0 or 1 in mode "wld".
pub(crate) fn worth_of_moves(
    solver: ::solver::SolverWith<'_>,
    position: &Position,
    mode: Mode,
    scoring: Scoring,
) -> Result<Vec<(Move, i8)>, SolveError> {
    Ok(match mode {
        Mode::Exact => {
            let values = solver.move_values(&Question::exact(*position).scored(scoring))?;
            values.into_iter().map(|(chosen, value)| (chosen, value.discs() as i8)).collect()
        }
        Mode::Wld => {
            let outcomes = solver.move_outcomes(&Question::wld(*position).scored(scoring))?;
            outcomes.into_iter().map(|(chosen, outcome)| (chosen, sign(outcome))).collect()
        }
    })
}

/// The squares on which the side to move may place a disc, as masks.
#[pyfunction]
pub(crate) fn legal_masks<'py>(
    py: Python<'py>,
    board: &Board,
    masks: PyReadonlyArray2<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (discs, geometry) = (discs_of(board.0, &masks)?, Geometry::of(board.0));
    Ok(map(py, &discs, |discs| rules::mobility(geometry, discs))?.into_pyarray(py))
}

/// The positions after one action each, seen from the other side.
#[pyfunction]
pub(crate) fn play_many<'py>(
    py: Python<'py>,
    board: &Board,
    masks: PyReadonlyArray2<'py, u64>,
    actions: PyReadonlyArray1<'py, i64>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let (board, discs) = (board.0, discs_of(board.0, &masks)?);
    let actions = actions.as_array();
    if actions.len() != discs.len() {
        return Err(wrong(format!("actions: {} given for {} positions", actions.len(), discs.len())));
    }
    let (threads, game) = (pool(py)?, Othello::new(board, Scoring::default()));
    prepare(py, board, &discs);
    let actions = actions.to_vec();
    // The fast rules, where they know the move as legal; what they do not is told by the plain ones.
    let play = |discs: Discs, action| match move_of(board, action)? {
        Move::Place(square) if !discs.occupied().contains(square) => {
            Some(game.placed(discs, square)).filter(|after| after.player() != discs.opponent())
        }
        Move::Pass if game.mobility(discs) == 0 && game.mobility(discs.passed()) != 0 => Some(discs.passed()),
        _ => None,
    };
    let mut next = vec![0; 2 * discs.len()];
    for (block, first) in next.chunks_mut(2 * BLOCK).zip((0..).step_by(BLOCK)) {
        py.check_signals()?;
        let illegal = |(place, after): (usize, &mut [u64])| {
            let played = play(discs[first + place], actions[first + place]);
            after.copy_from_slice(&played.map_or([0; 2], |played| [played.player().bits(), played.opponent().bits()]));
            played.is_none().then_some(first + place)
        };
        let rows = block.par_chunks_mut(2).enumerate().with_min_len(POSITIONS_IN_A_ROW << 6);
        let all = || rows.filter_map(illegal).min();
        if let Some(index) = py.detach(|| threads.install(all)) {
            return Err(refused(board, index, discs[index], actions[index]));
        }
    }
    Ok(Array2::from_shape_vec((discs.len(), 2), next).expect("two masks a position").into_pyarray(py))
}

/// Why an action cannot be played in a position of a batch.
fn refused(board: ::solver::Board, index: usize, discs: Discs, action: i64) -> PyErr {
    match move_of(board, action).map(|chosen| position_of(board, discs).play(chosen)) {
        Some(Err(illegal)) => wrong(format!("position {index}: {illegal}")),
        _ => wrong(format!("actions: board {board} has no action {action}, of position {index}")),
    }
}

/// Positions from random games, with this many empty squares.
#[pyfunction]
pub(crate) fn random_positions<'py>(
    py: Python<'py>,
    board: &Board,
    empties: Count,
    n: Count,
    seed: Seed,
    start: &str,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let (board, start) = (board.0, named::start(Some(start))?);
    let (empties, n, seed) = (empties.0 as u32, n.0 as usize, seed.0);
    let root = Position::start(board, start);
    if empties > root.empties() {
        return Err(wrong(format!("empties: {empties} are more than the {} of the start", root.empties())));
    }
    let (threads, progress) = (pool(py)?, ::solver::Progress::default());
    prepare(py, board, &[]);
    let play = || {
        let one = |index: usize| {
            let mut random = Random::new(seed, index as u64);
            let mut tries = (0..TRIES).take_while(|_| !progress.is_stopped());
            tries.find_map(|_| random_position(root, empties, &mut random))
        };
        threads.install(|| (0..n).into_par_iter().map(one).collect::<Option<Vec<Discs>>>())
    };
    let found = Watch::default().run(py, &progress, &|| (0, n), play)?.result;
    let found = found.ok_or_else(|| wrong(format!("empties: no random game on {board} comes to {empties}")))?;
    let mut array = Array2::zeros((n, 2));
    for (mut row, discs) in array.rows_mut().into_iter().zip(found) {
        (row[0], row[1]) = (discs.player().bits(), discs.opponent().bits());
    }
    Ok(array.into_pyarray(py))
}

/// The position of one random game with this many empty squares; `None` if the game is over by then.
fn random_position(root: Position, empties: u32, random: &mut Random) -> Option<Discs> {
    let mut position = root;
    while position.empties() > empties {
        position = position.play(random.legal_move(&position)?).ok()?;
    }
    (empties == 0 || !position.is_over()).then_some(position.discs())
}

/// The results of random games: arrays of wins, draws, losses, the sum of the scores and the sum of their squares.
type Played<'py> = (
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u64>>,
);

/// Random games from each position to the end, many at a time in SIMD lanes.
#[pyfunction]
pub(crate) fn random_playouts<'py>(
    py: Python<'py>,
    board: &Board,
    masks: PyReadonlyArray2<'py, u64>,
    n: Count,
    seed: Seed,
    scoring: &str,
) -> PyResult<Played<'py>> {
    let (discs, scoring) = (discs_of(board.0, &masks)?, named::scoring(scoring)?);
    let lanes = LanePlayouts::new(&Othello::new(board.0, scoring));
    let mut tallies = vec![Tally::default(); discs.len()];
    let (n, seed, progress) = (n.0 as u32, seed.0, ::solver::Progress::default());
    let threads = pool(py)?;
    let mut play = || {
        let rows = discs.par_chunks(POSITIONS_IN_A_ROW).zip(tallies.par_chunks_mut(POSITIONS_IN_A_ROW)).enumerate();
        rows.for_each(|(row, (discs, tallies))| {
            let (mut random, mut left) = (::mcts::Random::new(seed, row as u64), n);
            while left > 0 && !progress.is_stopped() {
                let games = left.min(GAMES_AT_ONCE);
                lanes.play_all(discs, games, &mut random, tallies);
                left -= games;
            }
        });
    };
    Watch::default().run(py, &progress, &|| (0, discs.len()), || threads.install(&mut play))?;
    let counts = |count: fn(&Tally) -> u32| tallies.iter().map(count).collect::<Array1<u32>>().into_pyarray(py);
    Ok((
        counts(|tally| tally.wins),
        counts(|tally| tally.draws),
        counts(|tally| tally.playouts - tally.wins - tally.draws),
        tallies.iter().map(|tally| tally.sum).collect::<Array1<i64>>().into_pyarray(py),
        tallies.iter().map(|tally| tally.squares).collect::<Array1<u64>>().into_pyarray(py),
    ))
}

/// The learned evaluation of each position, in discs for the side to move; the final score where the game is over.
#[pyfunction]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    board: &Board,
    masks: PyReadonlyArray2<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let (geometry, evaluation) = (Geometry::of(board.0), Evaluation::for_board(board.0));
    let score = |discs: Discs| match rules::final_score(geometry, discs, Scoring::Discs) {
        Some(score) => score.discs() as f32,
        None => evaluation.score(discs) as f32 / DISC as f32,
    };
    Ok(map(py, &discs_of(board.0, &masks)?, score)?.into_pyarray(py))
}
