//! Lines that are left out because they are damaged.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::error::FileError;
use crate::limits::MOST_DAMAGED;

/// A line that is damaged or makes no sense. The message names file and line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}:{line}: {reason}", path.display())]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
    /// What follows from its loss, if that is not what always follows.
    pub effect: Option<&'static str>,
}

impl Damage {
    /// A damaged line of a file.
    #[must_use]
    pub fn new(path: &Path, line: usize, reason: impl ToString) -> Self {
        Self { path: path.to_owned(), line, reason: reason.to_string(), effect: None }
    }

    /// The same with what follows from its loss.
    #[must_use]
    pub fn with_effect(self, effect: &'static str) -> Self {
        Self { effect: Some(effect), ..self }
    }
}

/// Adds a damaged line to those that are left out.
///
/// # Errors
/// There are more than [`MOST_DAMAGED`].
pub fn leave_out(damage: Damage, left_out: &mut Vec<Damage>) -> Result<(), FileError> {
    if left_out.len() == MOST_DAMAGED {
        let first = left_out.swap_remove(0);
        return Err(FileError::Ruined { path: damage.path, line: first.line, reason: first.reason });
    }
    left_out.push(damage);
    Ok(())
}
