//! Exports a tablebase as plain files that need no database: two of them and a description, for other programs.

use std::fs;
use std::io::Write;
use std::path::Path;

use files::{Draft, FileError};

use super::{ExhaustiveTable, positions};
use crate::error::TableError;

impl ExhaustiveTable {
    /// Writes the table into a folder: `blocks.bin` has all blocks one after the other, and `index.bin` the key and the
    /// offset of each. FORMAT.md has the bytes. Everything is checked as it is read.
    ///
    /// # Errors
    /// The table cannot be read or is damaged, or the files cannot be written. Neither file then exists, unless there
    /// was an earlier one.
    pub fn export(&self, folder: &Path) -> Result<(), TableError> {
        fs::create_dir_all(folder).map_err(|error| written(FileError::at(folder)(error)))?;
        let file = |name| Draft::create(&folder.join(name)).map_err(written);
        let (mut index, mut blocks, mut begin) = (file("index.bin")?, file("blocks.bin")?, 0u64);
        let cannot = |error| written(FileError::at(folder)(error));
        positions::each_block(self, |key, bytes, _| {
            index.write_all(key).and_then(|()| index.write_all(&begin.to_be_bytes())).map_err(cannot)?;
            blocks.write_all(bytes).map_err(cannot)?;
            begin += bytes.len() as u64;
            Ok(())
        })?;
        blocks.finish().and_then(|()| index.finish()).map_err(written)
    }
}

fn written(error: FileError) -> TableError {
    TableError::File { path: error.path().to_owned(), reason: error.reason() }
}
