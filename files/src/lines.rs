//! Reads a file line by line: never more than one line in memory, and no line longer than any that this project writes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::error::FileError;
use crate::limits::LONGEST_LINE;

/// Size of the read buffer, in bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its bytes, without the line feed and without a carriage return before it, which some programs add to all lines.
    pub text: Vec<u8>,
    /// Whether it ends with a line feed. The last line of a file may not: it was being written when a process was killed.
    pub is_whole: bool,
}

/// The next line of any input, without its line feed; `None` after the last. The input may come from a pipe or a
/// person.
///
/// # Errors
/// The input cannot be read, or the line is longer than `most` bytes; then the rest of it was not read.
pub fn next_line(input: &mut dyn BufRead, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.take(most as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
    if !is_whole && line.len() > most {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("the line is longer than {most} bytes")));
    }
    Ok(Some(line))
}

/// The lines of a file, in order. There are none after an error.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    input: BufReader<Window>,
    /// The lines read so far, and the bytes of those with an end.
    read: usize,
    bytes: u64,
    is_at_end: bool,
}

impl Lines {
    /// Opens a file. Nothing is read before the first line is requested.
    ///
    /// # Errors
    /// The file does not exist, cannot be read, or is not a regular file: folders have no lines, and devices and pipes
    /// need not end.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        // Checked before it is opened: opening a pipe blocks until something writes to it.
        let is_file = path.metadata().map_err(FileError::at(path))?.is_file();
        if !is_file {
            return Err(FileError::NotAFile { path: path.to_owned() });
        }
        Ok(Self::of(path, File::open(path).map_err(FileError::at(path))?))
    }

    /// The lines of an open file from its beginning, wherever others read or write in it meanwhile.
    pub(crate) fn of(path: &Path, file: File) -> Self {
        let input = BufReader::with_capacity(BUFFER_BYTES, Window { file, at: 0 });
        Self { path: path.to_owned(), input, read: 0, bytes: 0, is_at_end: false }
    }

    /// The bytes read so far, without those of a last line that has no end.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn read(&mut self) -> Result<Option<Line>, FileError> {
        let mut text = Vec::new();
        // One for the line feed, one for a carriage return, and one to recognise a longer line.
        let most = LONGEST_LINE as u64 + 3;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut text);
        read.map_err(FileError::at(&self.path))?;
        if text.is_empty() {
            return Ok(None);
        }
        self.read += 1;
        let (number, bytes) = (self.read, text.len() as u64);
        let is_whole = text.pop_if(|byte| *byte == b'\n').is_some();
        if is_whole {
            text.pop_if(|byte| *byte == b'\r');
        }
        if text.len() > LONGEST_LINE {
            return Err(FileError::LongLine { path: self.path.clone(), line: number });
        }
        self.bytes += if is_whole { bytes } else { 0 };
        Ok(Some(Line { number, text, is_whole }))
    }
}

impl Iterator for Lines {
    type Item = Result<Line, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_at_end {
            return None;
        }
        let line = self.read().transpose();
        self.is_at_end = !matches!(line, Some(Ok(_)));
        line
    }
}

/// A file with its own read position.
#[derive(Debug)]
struct Window {
    file: File,
    at: u64,
}

impl Read for Window {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.file, bytes, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

#[cfg(unix)]
pub(crate) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    use std::os::unix::fs::FileExt;

    file.read_at(bytes, at)
}

/// Elsewhere the file position is shared with the writer, which seeks each time.
#[cfg(not(unix))]
pub(crate) fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    use std::io::{Seek, SeekFrom};

    file.seek(SeekFrom::Start(at))?;
    file.read(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn lines(bytes: &[u8]) -> Result<Vec<(usize, Vec<u8>, bool)>, FileError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, bytes).unwrap();
        Lines::open(&path)?.map(|line| line.map(|line| (line.number, line.text, line.is_whole))).collect()
    }

    #[test]
    fn lines_are_told_from_a_torn_one() {
        assert_eq!(lines(b"").unwrap(), []);
        let expected = [(1, b"one".to_vec(), true), (2, b"".to_vec(), true), (3, b"thr\r\re".to_vec(), false)];
        assert_eq!(lines(b"one\n\nthr\r\re").unwrap(), expected);
        assert_eq!(lines(b"one\r\n\r\n").unwrap(), [(1, b"one".to_vec(), true), (2, b"".to_vec(), true)]);
        assert_eq!(lines(b"one\r").unwrap(), [(1, b"one\r".to_vec(), false)]);
    }

    #[test]
    fn bytes_are_those_of_whole_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"one\r\ntwo\nthr").unwrap();
        let mut lines = Lines::open(&path).unwrap();
        assert_eq!((lines.by_ref().count(), lines.bytes()), (3, 9));
    }

    #[test]
    fn the_next_line_is_no_longer_than_allowed() {
        let mut input = &b"one\n\nfour\nlast"[..];
        let mut next = |most| next_line(&mut input, most).map_err(|error| error.to_string());
        assert_eq!(next(3), Ok(Some(b"one".to_vec())));
        assert_eq!(next(3), Ok(Some(Vec::new())));
        assert_eq!(next(3), Err("the line is longer than 3 bytes".to_owned()));
        assert_eq!(next(4), Ok(Some(Vec::new())));
        assert_eq!(next(4), Ok(Some(b"last".to_vec())));
        assert_eq!(next(4), Ok(None));
        let mut endless = BufReader::new(io::repeat(b'-'));
        assert!(next_line(&mut endless, LONGEST_LINE).is_err());
    }

    #[test]
    fn a_line_has_an_end() {
        for end in [&b"\n"[..], b"\r\n", b""] {
            let longest = [&vec![b'x'; LONGEST_LINE], end].concat();
            assert_eq!(lines(&longest).unwrap().len(), 1);
            let longer = [&b"one\n"[..], &vec![b'x'; LONGEST_LINE + 1], end].concat();
            assert!(matches!(lines(&longer), Err(FileError::LongLine { line: 2, .. })));
        }
    }
}
