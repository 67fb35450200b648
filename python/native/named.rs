//! Options given by name or in one of several forms.

use std::time::Duration;

use ::solver::amounts::{parse_duration, parse_memory};
use ::solver::{Board, Mode, Scoring, Start};
use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::errors::wrong;
use crate::pool::cores;

/// The most threads a user may ask for.
const MOST_THREADS: usize = 1024;

/// A scoring by name.
pub(crate) fn scoring(name: &str) -> PyResult<Scoring> {
    name.parse().map_err(wrong)
}

/// A start by name; `othello` by default.
pub(crate) fn start(name: Option<&str>) -> PyResult<Start> {
    name.map_or(Ok(Start::default()), |name| name.parse().map_err(wrong))
}

/// A mode by name.
pub(crate) fn mode(name: &str) -> PyResult<Mode> {
    let named = [Mode::Wld, Mode::Exact].into_iter().find(|mode| mode.name() == name);
    named.ok_or_else(|| wrong(format!("mode '{name}' is unknown: it is wld or exact")))
}

/// A board, given as an object or as text.
pub(crate) fn board(given: &Bound<'_, PyAny>) -> PyResult<Board> {
    if let Ok(board) = given.cast::<crate::board::Board>() {
        return Ok(board.get().0);
    }
    text(given, "board", "a Board such as Board(6, 6) or a text such as \"6x6\"")?.parse().map_err(wrong)
}

/// The text of an argument.
///
/// # Errors
/// It is no text: a `TypeError` that names the argument and says what to give.
pub(crate) fn text(given: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyResult<String> {
    if !given.is_instance_of::<PyString>() {
        let message = format!("{name}: give {wanted}, not {}", given.get_type().name()?);
        return Err(PyTypeError::new_err(message));
    }
    given.extract()
}

/// The number of threads: one per core unless given.
pub(crate) fn threads(given: Option<i128>) -> PyResult<usize> {
    let Some(number) = given else {
        return Ok(cores());
    };
    let fitting = usize::try_from(number).ok().filter(|number| (1..=MOST_THREADS).contains(number));
    fitting.ok_or_else(|| wrong(format!("threads '{number}' is not a number from 1 to {MOST_THREADS}")))
}

/// A whole number of an argument, from 0 to `most`.
///
/// # Errors
/// It is out of range, a `ValueError`; or no whole number, a `TypeError`. Both name the argument.
pub(crate) fn whole(given: &Bound<'_, PyAny>, name: &str, most: u64) -> PyResult<u64> {
    match given.extract::<u64>() {
        _ if given.is_instance_of::<PyBool>() => Err(not_whole(given, name)?),
        Ok(number) if number <= most => Ok(number),
        Err(error) if !error.is_instance_of::<PyOverflowError>(given.py()) => Err(not_whole(given, name)?),
        _ => Err(wrong(format!("{name}: {} is not a whole number from 0 to {most}", given.str()?))),
    }
}

/// The error for an argument that is no whole number.
pub(crate) fn not_whole(given: &Bound<'_, PyAny>, name: &str) -> PyResult<PyErr> {
    Ok(PyTypeError::new_err(format!("{name}: give a whole number, not {}", given.get_type().name()?)))
}

/// A whole number from 0 to `MOST`. A number out of range is a `ValueError`, like all wrong input, not PyO3's `OverflowError`.
pub(crate) struct Natural<const MOST: u64>(pub(crate) u64);

/// The seed of a random number generator.
pub(crate) type Seed = Natural<{ u64::MAX }>;
/// A number of positions, squares or games.
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

/// A size of memory, in bytes or as text.
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

/// A time span, in seconds or as text.
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
