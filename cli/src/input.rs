//! Inputs: a file, or standard input where its name is `-`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use files::read_at_most;

use crate::exit::Failure;

/// Whether a name stands for standard input or standard output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What an input is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stream(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Opens an input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if is_stream(path) {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).map_err(Failure::at(path))?;
    Ok(Box::new(file))
}

/// Reads everything, at most `most` bytes.
pub(crate) fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    read_at_most(open(path)?, most).map_err(|error| Failure::Run(format!("{}: {error}", name(path))))
}
