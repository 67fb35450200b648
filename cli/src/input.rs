//! Inputs: a file, or standard input where its name is `-`; whole, or line by line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use files::{LONGEST_LINE, next_line, read_at_most};

use crate::exit::Failure;
use crate::interrupt::Interrupt;

/// The most bytes of a line that are read; a longer one is cut short.
pub(crate) const MOST_LINE_BYTES: usize = 1 << 16;
/// Number of lines to read ahead.
const LINES_AHEAD: usize = 16;
/// How often to check for Ctrl-C while no line comes.
const TICK: Duration = Duration::from_millis(100);

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

/// A line without its line end; at most [`MOST_LINE_BYTES`] + 1 bytes of it.
type Line = io::Result<Vec<u8>>;

/// The lines of an input.
pub(crate) struct Lines(Receiver<Line>);

impl Lines {
    /// Reads in a thread of its own, so that Ctrl-C is noticed while a person or a pipe is slow. That thread calls `seen` with
    /// each line as soon as it has read it.
    pub(crate) fn of(input: Box<dyn Read + Send>, seen: impl Fn(&[u8]) + Send + 'static) -> Self {
        let (sender, lines) = mpsc::sync_channel(LINES_AHEAD);
        thread::spawn(move || send_lines(&mut BufReader::new(input), &seen, &sender));
        Self(lines)
    }

    /// The next line; `None` at the end of the input and after Ctrl-C.
    pub(crate) fn next(&self, interrupt: &Interrupt) -> Option<Line> {
        loop {
            if interrupt.requested() {
                return None;
            }
            match self.0.recv_timeout(TICK) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }
}

/// Sends every line, until the input ends, an error occurs, or the receiver is gone.
fn send_lines(reader: &mut dyn BufRead, seen: &dyn Fn(&[u8]), sender: &SyncSender<Line>) {
    loop {
        let line = read_line(reader);
        if let Ok(Some(line)) = &line {
            seen(line);
        }
        let is_last = !matches!(line, Ok(Some(_)));
        let is_refused = line.transpose().is_some_and(|line| sender.send(line).is_err());
        if is_last || is_refused {
            return;
        }
    }
}

fn read_line(reader: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if reader.take(MOST_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MOST_LINE_BYTES {
        // A line that goes on much longer is no text, and may never end.
        next_line(reader, LONGEST_LINE)?;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_their_ends_and_long_ones_cut_short() {
        let long = "-".repeat(3 * MOST_LINE_BYTES);
        let exact = "-".repeat(MOST_LINE_BYTES);
        let text = format!("one\n\n{long}\ntwo\r\n{exact}\nlast");
        let mut reader = BufReader::with_capacity(1000, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut reader).unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines[..2], ["one", ""]);
        assert_eq!(lines[2].len(), MOST_LINE_BYTES + 1);
        assert_eq!(lines[3], "two\r");
        assert_eq!(lines[4..], [&exact, "last"]);
    }
}
