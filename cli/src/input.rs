//! Whole inputs: a file, or standard input where its name is `-`.

use std::fs::File;
use std::io;
use std::path::Path;

use files::read_at_most;

use crate::exit::Failure;

/// Whether a name stands for standard input or standard output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads everything, at most `most` bytes.
pub(crate) fn read_whole(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let read = if is_stream(path) {
        read_at_most(io::stdin(), most)
    } else {
        File::open(path).and_then(|file| read_at_most(file, most))
    };
    read.map_err(|error| Failure::Run(format!("{}: {error}", path.display())))
}
