//! Evaluations from files that `solve train` made.

use std::path::PathBuf;

use solver::evaluation::{Evaluation, Weights};

use crate::exit::Failure;
use crate::input::read_whole;

/// The most bytes of a file; the largest that comes with the program has less than a megabyte.
const MOST_BYTES: u64 = 64 << 20;

/// Loads the weights of all files, before anything is searched.
pub(crate) fn load(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths {
        let bytes = read_whole(path, MOST_BYTES)?;
        let loaded = Weights::from_bytes(&bytes).and_then(Evaluation::load);
        loaded.map_err(Failure::at(path))?;
    }
    Ok(())
}
