//! Which error becomes which exception, and the warning of values that nobody has proven here. Wrong input is a `ValueError`
//! with the same message as on the command line.

use std::fmt::Display;

use ::solver::SolveError;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyUserWarning, PyValueError};
use pyo3::{PyErr, PyResult, Python, create_exception};

create_exception!(
    exact_othello,
    UnverifiedWarning,
    PyUserWarning,
    "Values without a field `verified` rest on a book from a file, or on what somebody else wrote into a table."
);

/// If values rest on a claim, warns at the place `level` Python frames up, 1 for the innermost.
///
/// # Errors
/// The user turns warnings into errors.
pub(crate) fn warn_of_claim(py: Python<'_>, is_claim: bool, level: i32) -> PyResult<()> {
    if !is_claim {
        return Ok(());
    }
    let text =
        c"the values rest on a book from a file, or on a table's entries from elsewhere, which nobody has proven here";
    PyErr::warn(py, &py.get_type::<UnverifiedWarning>(), text, level)
}

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
