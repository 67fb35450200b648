//! The one way out of the program: a command's end becomes a status and at most one line on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use files::{FileError, on_one_line};
use solver::SolveError;
use thiserror::Error;

/// How a command ended without failing, with the number that the shell sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything is answered.
    Done = 0,
    /// Some input was bad, or its value is not the one it claims; it was reported, and the rest is answered.
    PartlyDone = 1,
    /// The time limit came first; what is proven was printed.
    TimeLimit = 3,
    /// A signal that asks the program to end, such as Ctrl-C, came first; what is proven was printed.
    Interrupted = 130,
}

/// Why a command could not go on. The text is one line that names the value and says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Failure {
    /// The arguments make no sense: 2.
    #[error("{0}")]
    Usage(String),
    /// Something failed at run time: 1.
    #[error("{0}")]
    Run(String),
    /// Standard output was closed, which is not an error: 0, without a message.
    #[error("standard output is closed")]
    ClosedPipe,
    /// A signal that asks the program to end came first, and there is nothing to print: 130, without a message.
    #[error("stopped")]
    Stopped,
}

impl Failure {
    /// An error in the arguments, in its own words.
    pub(crate) fn usage(error: impl Display) -> Self {
        Self::Usage(error.to_string())
    }

    /// An error at run time, in its own words.
    pub(crate) fn run(error: impl Display) -> Self {
        Self::Run(error.to_string())
    }

    /// The same, about a file.
    pub(crate) fn at<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::Run(format!("{}: {error}", path.display()))
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        Self::run(error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::run(error)
    }
}

/// The exit code of a command's end; a failure is reported on standard error.
pub(crate) fn code(end: Result<Status, Failure>) -> ExitCode {
    match end {
        Ok(status) => ExitCode::from(status as u8),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Stopped) => ExitCode::from(Status::Interrupted as u8),
        Err(failure) => {
            complain(&failure.to_string());
            ExitCode::from(if matches!(failure, Failure::Usage(_)) { 2 } else { 1 })
        }
    }
}

/// Writes `solve: message` on standard error, on one line whatever a name in it contains. If standard error is closed,
/// it writes nothing.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "solve: {}", on_one_line(message));
}
