//! Evaluations from files that `solve train` made.

use std::fs::File;
use std::path::PathBuf;

use files::read_at_most;
use solver::evaluation::{Evaluation, Weights};

use crate::exit::Failure;

/// The most bytes of a file; the largest that comes with the program has less than a megabyte.
const MOST_BYTES: u64 = 64 << 20;

/// Loads the weights of all files, before anything is searched.
///
/// # Errors
/// A file cannot be read, is no weights of one board, or another is for the same board.
pub(crate) fn load(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        let failure = |why: &dyn std::fmt::Display| Failure::Run(format!("{}: {why}", path.display()));
        let bytes =
            File::open(path).and_then(|file| read_at_most(file, MOST_BYTES)).map_err(|error| failure(&error))?;
        Weights::from_bytes(&bytes).and_then(Evaluation::load).map_err(|error| failure(&error))?;
    }
    Ok(())
}
