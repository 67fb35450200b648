//! `solve check`: proves a certificate again, with rules and a search that the solver has no part in.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use checker::Certificate;
use checker::certificate::{CheckError, Progress, Watcher, check};
use experiments::clock::process_time;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::CheckArgs;
use crate::draft::Draft;
use crate::exit::{self, Failure, Status};
use crate::interrupt::Interrupt;
use crate::output;
use crate::output::certificates::{Checked, Form};
use crate::output::numbers::grouped;
use crate::threads;

/// How often a check notes how far it is.
const NOTE_EVERY: Duration = Duration::from_secs(5);

/// Checks a certificate and prints what it proves.
///
/// # Errors
/// The file cannot be read, is no certificate, or proves nothing.
pub(crate) fn run(args: &CheckArgs) -> Result<Status, Failure> {
    let notes = match &args.progress_file {
        Some(path) => Notes { path: path.clone(), are_wanted: true },
        None => Notes::beside(&args.file),
    };
    let Some(checked) = examine(&args.file, args.threads, args.output.quiet, notes, args.anew)? else {
        return Ok(Status::Interrupted);
    };
    let form = if args.output.json { Form::Json } else { Form::Text };
    output::print(&form.checked(&checked))?;
    Ok(Status::Done)
}

/// Where a check notes how far it is.
pub(super) struct Notes {
    path: PathBuf,
    /// Whether it matters that they can be written.
    are_wanted: bool,
}

impl Notes {
    /// Beside the certificate, if they can be written there.
    pub(super) fn beside(certificate: &Path) -> Self {
        let mut path = certificate.to_path_buf();
        path.as_mut_os_string().push(".progress");
        Self { path, are_wanted: false }
    }

    /// What an earlier check has noted, if anything.
    ///
    /// # Errors
    /// The file is something else, which must not be lost.
    fn read(&self) -> Result<Option<Progress>, Failure> {
        let path = self.path.display();
        match fs::read(&self.path) {
            Ok(bytes) => match Progress::from_bytes(&bytes) {
                Some(progress) => Ok(Some(progress)),
                None => Err(Failure::Run(format!(
                    "{path}: not the progress of a check; remove it or give another --progress-file"
                ))),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::Run(format!("{path}: {error}"))),
        }
    }
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
    let threads = threads::count(threads);
    let earlier = notes.read()?.filter(|_| !anew);
    let watch = Watch::new(notes, quiet)?;
    let (begin, cpu) = (Instant::now(), process_time());
    let result = check(&certificate, threads, earlier, &watch);
    let (time, cpu) = (begin.elapsed(), process_time().saturating_sub(cpu));
    let state = watch.finish();
    if let Some(failure) = state.failure {
        return Err(failure);
    }
    match result {
        Ok(report) => {
            // Of no more use; that it may not be there is the usual case.
            let _ = fs::remove_file(&state.notes.path);
            Ok(Some(Checked { file, bytes: bytes.len(), certificate, report, time, cpu }))
        }
        Err(CheckError::Stopped) => {
            let noted = if state.is_noted { "; checking it again goes on from there" } else { "" };
            let (done, all) = (grouped(state.done), grouped(state.all));
            exit::complain(&format!("stopped when {done} of {all} leaves were proven{noted}"));
            Ok(None)
        }
        Err(error) => {
            let _ = fs::remove_file(&state.notes.path);
            Err(failed(&error))
        }
    }
}

/// Shows how far the check is, notes it, and listens to Ctrl-C.
struct Watch {
    interrupt: Interrupt,
    bar: Option<ProgressBar>,
    state: Mutex<State>,
}

struct State {
    notes: Notes,
    /// When to note the progress again.
    due: Instant,
    is_noted: bool,
    /// The last progress that is not noted yet.
    latest: Option<Progress>,
    done: u64,
    all: u64,
    failure: Option<Failure>,
}

impl Watch {
    fn new(notes: Notes, quiet: bool) -> Result<Self, Failure> {
        let bar = (!quiet && io::stderr().is_terminal()).then(|| {
            let template = "{spinner} {elapsed} {msg} {bar:30} {human_pos}/{human_len} {eta}";
            let style = ProgressStyle::with_template(template).expect("the template is constant");
            let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr()).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        let due = Instant::now() + NOTE_EVERY;
        let state = State { notes, due, is_noted: false, latest: None, done: 0, all: 0, failure: None };
        Ok(Self { interrupt: Interrupt::install()?, bar, state: Mutex::new(state) })
    }

    /// Notes what is not noted yet and takes the bar away.
    fn finish(self) -> State {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        let mut state = self.state.into_inner().expect("watching does not panic");
        if self.interrupt.requested() {
            state.note();
        }
        state
    }
}

impl Watcher for Watch {
    fn walking(&self, limit: &str, empties: u32, positions: usize) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{limit}: {positions} positions with {empties} empties"));
        }
    }

    fn proven(&self, leaves: u64, all: u64, progress: &Progress) {
        if let Some(bar) = &self.bar {
            bar.set_message("leaves");
            bar.set_length(all);
            bar.set_position(leaves);
        }
        let mut state = self.state.lock().expect("watching does not panic");
        (state.done, state.all) = (leaves, all);
        state.latest = Some(progress.clone());
        if Instant::now() >= state.due {
            state.note();
            state.due = Instant::now() + NOTE_EVERY;
        }
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.requested() || self.state.lock().expect("watching does not panic").failure.is_some()
    }
}

impl State {
    fn note(&mut self) {
        let Some(progress) = self.latest.take() else { return };
        let written = Draft::create(&self.notes.path, "the progress of a check")
            .and_then(|draft| draft.finish(&progress.to_bytes()));
        match written {
            Ok(()) => self.is_noted = true,
            Err(failure) if self.notes.are_wanted => self.failure = Some(failure),
            Err(_) => self.is_noted = false,
        }
    }
}
