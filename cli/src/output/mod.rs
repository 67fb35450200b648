//! Results on standard output: JSON of a record, or the text that a command makes of it.

use std::io::{self, ErrorKind, Write};
use std::thread;
use std::time::Duration;

use files::on_its_lines;
use serde::Serialize;
use solver::{Position, Start};

use crate::exit::{Failure, Status};

mod columns;
mod drawn;
mod numbers;
mod record;

pub(crate) use columns::{Column, Columns};
pub(crate) use drawn::Drawn;
pub(crate) use numbers::{compact, counted, elapsed, grouped, limits, signed, span};
pub(crate) use record::{Fields, fields, object, seconds};

/// Pause between attempts to write while the output takes nothing.
const PAUSE: Duration = Duration::from_millis(10);

/// A position in a few words: `4x4 othello` if it is a start, else its board and all its squares.
pub(crate) fn named(position: &Position) -> String {
    let board = position.board();
    match Start::ALL.into_iter().find(|&start| Position::start(board, start) == *position) {
        Some(start) => format!("{board} {start}"),
        None => format!("{position}"),
    }
}

/// Writes to standard output and flushes it. What it may contain of files and arguments sends no signals to a terminal.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(on_its_lines(text).as_bytes())
}

/// Writes a result on standard output, as JSON or as the text that `text` makes. If it is the last, the command is done.
pub(crate) fn print_result<T: Serialize>(
    as_json: bool,
    result: &T,
    text: impl FnOnce(&T) -> String,
) -> Result<Status, Failure> {
    print(&if as_json { object(result) } else { text(result) }).map(|()| Status::Done)
}

/// Like [`print()`].
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    write_all(&mut out, bytes).map_err(|error| failure(&error))
}

/// Writes all bytes, however slow the reader is: if the output does not block, this waits instead.
fn write_all(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    loop {
        let written = if bytes.is_empty() { out.flush().map(|()| 0) } else { out.write(bytes) };
        match written {
            Ok(_) if bytes.is_empty() => return Ok(()),
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The failure when standard output cannot be written.
pub(crate) fn failure(error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Run(format!("standard output cannot be written: {error}")),
    }
}
