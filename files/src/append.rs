//! A file to which one process adds lines.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::FileError;
use crate::lock::{is_still_named, open_alone};

/// A file of lines to which this process, and no other, adds. A process that is killed loses no line that was added, and
/// leaves at most one torn line at the end; the next line that is added replaces it.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: File,
    /// Where the next line goes: behind the last whole line.
    end: u64,
    /// Nothing stands behind `end`, and the file is positioned there.
    is_at_end: bool,
}

impl AppendFile {
    /// Opens a file and reads it. The text includes a torn last line, if there is one; [`whole_lines`] says where it begins.
    /// Nothing is changed before the first line is added, so a file of another kind can be refused. Waits at most `patience`
    /// for another process to close the file.
    ///
    /// # Errors
    /// The file is not there, cannot be read or written, is no file, or another process has it open.
    pub fn open(path: &Path, patience: Duration) -> Result<(Self, Vec<u8>), FileError> {
        Self::open_with(path, OpenOptions::new().read(true).write(true), patience)
    }

    /// The same, but a file that is not there is made, and is empty.
    ///
    /// # Errors
    /// As those of [`AppendFile::open`], except that the file may be missing.
    pub fn open_or_create(path: &Path, patience: Duration) -> Result<(Self, Vec<u8>), FileError> {
        Self::open_with(path, OpenOptions::new().read(true).write(true).create(true).truncate(false), patience)
    }

    fn open_with(path: &Path, options: &OpenOptions, patience: Duration) -> Result<(Self, Vec<u8>), FileError> {
        let file = open_alone(path, options, patience)?;
        let mut opened = Self { path: path.to_owned(), file, end: 0, is_at_end: false };
        let text = opened.read()?;
        opened.end = whole_lines(&text) as u64;
        Ok((opened, text))
    }

    /// Everything that stands in the file now.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn read(&mut self) -> Result<Vec<u8>, FileError> {
        let mut text = Vec::new();
        self.is_at_end = false;
        let read = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.read_to_end(&mut text));
        read.map_err(FileError::at(&self.path))?;
        Ok(text)
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds text, whose last byte is a line feed. It survives the end of this process from then on.
    ///
    /// # Errors
    /// It cannot be written. What was written of it is torn, and is replaced by what is added next.
    ///
    /// # Panics
    /// The text does not end with a line feed.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        assert!(text.ends_with('\n'), "only whole lines are added");
        self.write(text.as_bytes()).map_err(FileError::at(&self.path))
    }

    /// Removes the file, unless its name leads to another one by now.
    pub(crate) fn remove(&self) -> Result<(), FileError> {
        if is_still_named(&self.file, &self.path)? {
            std::fs::remove_file(&self.path).map_err(FileError::at(&self.path))?;
        }
        Ok(())
    }

    /// Cuts a torn last line off at once, for whoever reads the file beside this process.
    ///
    /// # Errors
    /// The file cannot be changed.
    pub fn cut(&mut self) -> Result<(), FileError> {
        self.go_to_end().map_err(FileError::at(&self.path))
    }

    fn go_to_end(&mut self) -> std::io::Result<()> {
        if !self.is_at_end {
            self.file.set_len(self.end)?;
            self.file.seek(SeekFrom::Start(self.end))?;
            self.is_at_end = true;
        }
        Ok(())
    }

    fn write(&mut self, text: &[u8]) -> std::io::Result<()> {
        self.go_to_end()?;
        self.is_at_end = false;
        self.file.write_all(text)?;
        self.is_at_end = true;
        self.end += text.len() as u64;
        Ok(())
    }

    /// Waits until all that was added survives a loss of power as well.
    ///
    /// # Errors
    /// The system cannot do it.
    pub fn sync(&self) -> Result<(), FileError> {
        self.file.sync_data().map_err(FileError::at(&self.path))
    }
}

/// Length of a text up to the end of its last whole line.
#[must_use]
pub fn whole_lines(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}
