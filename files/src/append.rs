//! A file to which only one process adds lines.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::FileError;
use crate::lines::{Lines, read_at};
use crate::lock::{is_still_named, open_alone};

/// Bytes that are searched at a time for the end of the last whole line.
const WINDOW: usize = 1 << 14;

/// A file of lines to which this process, and no other, adds. A killed process loses no line that it has added, and
/// leaves at most one torn line at the end, which the next added line replaces.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    file: File,
    /// Where the next line goes: after the last whole line. Unknown until the first line is added.
    end: Option<u64>,
    /// Whether there may be something after `end`.
    is_torn: bool,
}

impl AppendFile {
    /// Opens a file. Changes nothing before the first line is added, so that the caller can refuse a file of another
    /// kind. Waits at most `patience` for another process to close the file.
    ///
    /// # Errors
    /// The file does not exist, cannot be read or written, is not a file, or another process has it open.
    pub fn open(path: &Path, patience: Duration) -> Result<Self, FileError> {
        Self::open_with(path, OpenOptions::new().read(true).write(true), patience)
    }

    /// The same, but creates an empty file if there is none.
    ///
    /// # Errors
    /// See [`AppendFile::open`], except that the file may be missing.
    pub fn open_or_create(path: &Path, patience: Duration) -> Result<Self, FileError> {
        Self::open_with(path, OpenOptions::new().read(true).write(true).create(true).truncate(false), patience)
    }

    fn open_with(path: &Path, options: &OpenOptions, patience: Duration) -> Result<Self, FileError> {
        let file = open_alone(path, options, patience)?;
        Ok(Self { path: path.to_owned(), file, end: None, is_torn: true })
    }

    /// The lines of the file, from the first, including a torn one at the end.
    ///
    /// # Errors
    /// The system reports an error.
    pub fn lines(&self) -> Result<Lines, FileError> {
        let file = self.file.try_clone().map_err(FileError::at(&self.path))?;
        Ok(Lines::of(&self.path, file))
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds text that ends with a line feed. From then on it survives the end of this process.
    ///
    /// # Errors
    /// The text cannot be written. If part of it was written, the next addition replaces that.
    ///
    /// # Panics
    /// The text does not end with a line feed.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        assert!(text.ends_with('\n'), "only whole lines are added");
        self.write(text.as_bytes()).map_err(FileError::at(&self.path))
    }

    /// Removes the file, unless its name refers to another one by now.
    ///
    /// # Errors
    /// The system reports an error.
    pub fn remove(&self) -> Result<(), FileError> {
        if is_still_named(&self.file, &self.path)? {
            std::fs::remove_file(&self.path).map_err(FileError::at(&self.path))?;
        }
        Ok(())
    }

    /// Cuts off a torn last line at once, for other processes that read the file.
    ///
    /// # Errors
    /// The file cannot be changed.
    pub fn cut(&mut self) -> Result<(), FileError> {
        self.go_to_end().map(|_| ()).map_err(FileError::at(&self.path))
    }

    fn go_to_end(&mut self) -> io::Result<u64> {
        let end = match self.end {
            Some(end) => end,
            None => whole_lines(&self.file)?,
        };
        self.end = Some(end);
        if self.is_torn {
            if self.file.metadata()?.len() != end {
                self.file.set_len(end)?;
            }
            self.is_torn = false;
        }
        Ok(end)
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        let end = self.go_to_end()?;
        self.is_torn = true;
        self.file.seek(SeekFrom::Start(end))?;
        self.file.write_all(text)?;
        self.is_torn = false;
        self.end = Some(end + text.len() as u64);
        Ok(())
    }

    /// Waits until everything added survives a power failure as well.
    ///
    /// # Errors
    /// The system reports an error.
    pub fn sync(&self) -> Result<(), FileError> {
        self.file.sync_data().map_err(FileError::at(&self.path))
    }
}

/// Length of a file up to the end of its last whole line, searched for from the end.
fn whole_lines(file: &File) -> io::Result<u64> {
    let mut end = file.metadata()?.len();
    let mut window = vec![0; WINDOW];
    while end > 0 {
        let start = end.saturating_sub(WINDOW as u64);
        let part = &mut window[..(end - start) as usize];
        let mut read = 0;
        while read < part.len() {
            match read_at(file, &mut part[read..], start + read as u64)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                more => read += more,
            }
        }
        if let Some(at) = part.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}
