//! What becomes which exception: what a user has given wrong is a `ValueError` with the sentence of the command line.

use std::fmt::Display;

use ::solver::SolveError;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError};

/// An error in what was given.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Something that is nobody's fault who called.
pub(crate) fn failed(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// What stopped a search that nobody has interrupted.
pub(crate) fn late() -> PyErr {
    PyTimeoutError::new_err("the time limit came before the answer")
}

/// Why a question has no answer.
pub(crate) fn unsolved(error: SolveError) -> PyErr {
    match error {
        SolveError::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        SolveError::Stopped => late(),
        other => failed(other),
    }
}
