//! `solve check --parts`: the lines of a certificate's parts, put together.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use checker::Certificate;
use checker::certificate::{CheckError, Lines, survey};
use files::{LONGEST_LINE, next_line};

use super::opening::refused;
use super::watch::Watch;
use crate::exit::{self, Failure, Status};
use crate::input::is_stream;
use crate::output;
use crate::output::certificates::{Covered, Form};

/// Walks the certificate without searching a leaf, and says whether the lines are those of all its parts.
///
/// # Errors
/// The certificate is refused, or the lines cannot be read or do not match.
pub(super) fn run(
    file: &Path,
    certificate: &Certificate,
    lines: &Path,
    threads: usize,
    watch: Watch<'_>,
    form: Form,
) -> Result<Status, Failure> {
    let mut reader = opened(lines)?;
    let counts = match survey(certificate, threads, &watch) {
        Ok(counts) => counts,
        Err(CheckError::Stopped) => {
            exit::complain("stopped before the proof was followed to its leaves");
            return Ok(Status::Interrupted);
        }
        Err(error) => return Err(refused(file, &error)),
    };
    let mut all = Lines::new(certificate, counts);
    let failed = |reason: String| Failure::Run(format!("{}: {reason}", name(lines)));
    for number in 1.. {
        let line = next_line(&mut reader, LONGEST_LINE).map_err(|error| failed(format!("line {number}: {error}")))?;
        let Some(line) = line else { break };
        let text = str::from_utf8(&line).map_err(|_| failed(format!("line {number} is not UTF-8 text")))?.trim_end();
        if !text.is_empty() && !text.starts_with('#') {
            all.add(number, text).map_err(|error| failed(error.to_string()))?;
        }
    }
    let together = all.together().map_err(|error| failed(error.to_string()))?;
    let (lines, levels) = (&name(lines), &watch.levels());
    output::print(&form.covered(&Covered { file, lines, certificate, counts, levels, together }))?;
    Ok(Status::Done)
}

/// What the lines are read from, in messages.
fn name(lines: &Path) -> String {
    if is_stream(lines) { "standard input".to_owned() } else { lines.display().to_string() }
}

fn opened(lines: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_stream(lines) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let failed = |reason: String| Failure::Run(format!("{}: {reason}", lines.display()));
    let metadata = fs::metadata(lines).map_err(|error| failed(error.to_string()))?;
    if !metadata.is_file() {
        return Err(failed("not a file".to_owned()));
    }
    Ok(Box::new(BufReader::new(File::open(lines).map_err(|error| failed(error.to_string()))?)))
}
