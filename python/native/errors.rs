//! Which error becomes which exception. Wrong input is a `ValueError` with the same message as on the command line.

use std::fmt::Display;

use ::solver::SolveError;
use pyo3::PyErr;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError};

/// Wrong input: a `ValueError`.
pub(crate) fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A failure that is not the caller's fault: a `RuntimeError`.
pub(crate) fn failed(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// The time limit stopped the search: a `TimeoutError`.
pub(crate) fn late() -> PyErr {
    PyTimeoutError::new_err("the time limit came before the answer")
}

/// The exception for a question that the solver could not answer.
pub(crate) fn unsolved(error: SolveError) -> PyErr {
    match error {
        SolveError::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        SolveError::Stopped => late(),
        other => failed(other),
    }
}
