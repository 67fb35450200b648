//! `solve check`: proves a certificate again, with rules and a search that the solver has no part in.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use checker::Certificate;
use checker::certificate::{NotedCheckError, Notes, Progress, Watcher};
use experiments::clock::process_time;
use solver::Observer;

use crate::args::CheckArgs;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::certificates::{Checked, Form};
use crate::output::numbers::grouped;
use crate::steps::Steps;
use crate::threads;

/// Checks a certificate and prints what it proves.
///
/// # Errors
/// The file cannot be read, is no certificate, or proves nothing.
pub(crate) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    let notes = match &args.progress_file {
        Some(path) => Notes::in_file(path.clone()),
        None => Notes::beside(&args.file),
    };
    let Some(checked) = examine(&args.file, args.threads, args.output.quiet, notes, args.anew)? else {
        return Ok(Status::Interrupted);
    };
    let form = if args.output.json { Form::Json } else { Form::Text };
    output::print(&form.checked(&checked))?;
    Ok(Status::Done)
}

/// Checks the certificate of a file; `None` if the check was stopped.
///
/// # Errors
/// The file cannot be read, is no certificate, or proves nothing.
pub(super) fn examine(
    file: &Path,
    threads: Option<usize>,
    quiet: bool,
    notes: Notes,
    anew: bool,
) -> Result<Option<Checked<'_>>, Failure> {
    let failed = |error: &dyn std::error::Error| Failure::Run(format!("{}: {error}", file.display()));
    let bytes = fs::read(file).map_err(|error| failed(&error))?;
    let certificate = Certificate::from_bytes(&bytes).map_err(|error| failed(&error))?;
    let interrupt = Interrupt::install()?;
    let watch = Watch { steps: Steps::new(&interrupt, quiet), leaves: Mutex::new(None) };
    let (begin, cpu) = (Instant::now(), process_time());
    let result = notes.check(&certificate, threads::count(threads), anew, &watch);
    let (time, cpu) = (begin.elapsed(), process_time().saturating_sub(cpu));
    drop(watch);
    match result {
        Ok(report) => Ok(Some(Checked { file, bytes: bytes.len(), certificate, report, time, cpu })),
        Err(NotedCheckError::Stopped { done, all, is_noted }) => {
            let noted = if is_noted { "; checking it again goes on from there" } else { "" };
            let (done, all) = (grouped(done), grouped(all));
            exit::complain(&format!("stopped when {done} of {all} leaves were proven{noted}"));
            Ok(None)
        }
        Err(NotedCheckError::Refused(error)) => Err(failed(&error)),
        Err(error @ NotedCheckError::Foreign(_)) => {
            Err(Failure::Run(format!("{error}; remove it or give another --progress-file")))
        }
        Err(error) => Err(Failure::Run(error.to_string())),
    }
}

/// Shows how far the check is, and listens to Ctrl-C.
struct Watch<'a> {
    steps: Steps<'a>,
    /// Leaves that are known to be proven, once their search has begun.
    leaves: Mutex<Option<u64>>,
}

impl Watcher for Watch<'_> {
    fn walking(&self, limit: &str, empties: u32, positions: usize) {
        self.steps.begin(&format!("{limit}: {positions} positions with {empties} empties"), 0);
    }

    fn proven(&self, leaves: u64, all: u64, _: &Progress) {
        match self.leaves.lock().expect("watching does not panic").replace(leaves) {
            Some(before) => self.steps.advance(leaves.saturating_sub(before)),
            None => {
                self.steps.begin("leaves", all);
                self.steps.resume(leaves);
            }
        }
    }

    fn is_stopped(&self) -> bool {
        self.steps.is_stopped()
    }
}
