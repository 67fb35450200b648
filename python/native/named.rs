//! Options that are given by name or in several forms.

use std::time::Duration;

use ::solver::amounts::{parse_duration, parse_memory};
use ::solver::{Board, Mode, Scoring, Start};
use pyo3::Borrowed;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors::wrong;

/// The most threads that may be asked for.
const MOST_THREADS: usize = 1024;

/// A scoring by name.
pub(crate) fn scoring(name: &str) -> PyResult<Scoring> {
    name.parse().map_err(wrong)
}

/// A start by name; `othello` if none is given.
pub(crate) fn start(name: Option<&str>) -> PyResult<Start> {
    name.map_or(Ok(Start::default()), |name| name.parse().map_err(wrong))
}

/// A mode by name.
pub(crate) fn mode(name: &str) -> PyResult<Mode> {
    let named = [Mode::Wld, Mode::Exact].into_iter().find(|mode| mode.name() == name);
    named.ok_or_else(|| wrong(format!("mode '{name}' is unknown: it is wld or exact")))
}

/// A board, as itself or as text.
pub(crate) fn board(given: &Bound<'_, PyAny>) -> PyResult<Board> {
    if let Ok(board) = given.cast::<crate::board::Board>() {
        return Ok(board.get().0);
    }
    given.extract::<String>()?.parse().map_err(wrong)
}

/// How many threads: one for each core unless a number is given.
pub(crate) fn threads(given: Option<i128>) -> PyResult<usize> {
    let Some(number) = given else {
        return Ok(std::thread::available_parallelism().map_or(1, usize::from));
    };
    let fitting = usize::try_from(number).ok().filter(|number| (1..=MOST_THREADS).contains(number));
    fitting.ok_or_else(|| wrong(format!("threads '{number}' is not a number from 1 to {MOST_THREADS}")))
}

/// A whole number of at least 0 and at most `MOST`. One beyond that is a `ValueError`, as everything that is given wrong.
pub(crate) struct Natural<const MOST: u64>(pub(crate) u64);

/// Where random numbers begin.
pub(crate) type Seed = Natural<{ u64::MAX }>;
/// How many of something.
pub(crate) type Count = Natural<{ u32::MAX as u64 }>;

impl<const MOST: u64> FromPyObject<'_, '_> for Natural<MOST> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match given.extract::<u64>() {
            Ok(number) if number <= MOST => Ok(Self(number)),
            Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => Err(error),
            _ => Err(wrong(format!("{} is not a whole number from 0 to {MOST}", given.str()?))),
        }
    }
}

/// Bytes of memory, as a number or as text.
#[derive(FromPyObject)]
pub(crate) enum Memory {
    #[pyo3(transparent)]
    Bytes(i128),
    #[pyo3(transparent)]
    Text(String),
}

impl Memory {
    /// The number of bytes.
    pub(crate) fn bytes(&self) -> PyResult<usize> {
        match self {
            Self::Bytes(bytes) => parse_memory(&bytes.to_string()).map_err(wrong),
            Self::Text(text) => parse_memory(text).map_err(wrong),
        }
    }
}

/// A span of time, in seconds or as text.
#[derive(FromPyObject)]
pub(crate) enum Time {
    #[pyo3(transparent)]
    Seconds(f64),
    #[pyo3(transparent)]
    Text(String),
}

impl Time {
    /// The span.
    pub(crate) fn span(&self) -> PyResult<Duration> {
        match self {
            Self::Seconds(seconds) if *seconds == f64::INFINITY => Ok(Duration::MAX),
            Self::Seconds(seconds) => Duration::try_from_secs_f64(*seconds)
                .map_err(|_| wrong(format!("time limit {seconds} is not a number of seconds"))),
            Self::Text(text) => parse_duration(text).map_err(wrong),
        }
    }
}
