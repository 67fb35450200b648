//! A check that notes in a file how far it is, so that the next one goes on from there.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::Certificate;
use super::check::{CheckError, Report, Watcher, check};
use super::progress::Progress;

/// How often a check notes how far it is.
const NOTE_EVERY: Duration = Duration::from_secs(5);

/// The file in which a check notes how far it is. After a check that came to its end it is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    path: PathBuf,
    /// Whether it matters that they can be written.
    are_wanted: bool,
}

/// Why a check with notes has no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotedCheckError {
    /// The notes cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Their file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is something else, which must not be lost.
    #[error("{}: not the progress of a check", .0.display())]
    Foreign(PathBuf),
    /// The watcher asked to stop.
    #[error("stopped when {done} of {all} leaves were proven")]
    Stopped {
        /// Leaves that are proven.
        done: u64,
        /// All leaves; 0 if they were not known yet.
        all: u64,
        /// Whether the next check goes on from there.
        is_noted: bool,
    },
    /// The certificate is refused.
    #[error(transparent)]
    Refused(CheckError),
}

impl Notes {
    /// Beside the certificate, in `FILE.progress`, if they can be written there.
    #[must_use]
    pub fn beside(certificate: &Path) -> Self {
        let mut path = certificate.to_path_buf();
        path.as_mut_os_string().push(".progress");
        Self { path, are_wanted: false }
    }

    /// In a file of one's choice; a check ends where they cannot be written.
    #[must_use]
    pub fn in_file(path: PathBuf) -> Self {
        Self { path, are_wanted: true }
    }

    /// Checks a certificate like [`check`], from where an earlier check has stopped, unless everything is to be done `anew`.
    ///
    /// # Errors
    /// The certificate is refused, the check was stopped, or the notes cannot be used.
    ///
    /// # Panics
    /// If the system gives no threads.
    pub fn check(
        self,
        certificate: &Certificate,
        threads: usize,
        anew: bool,
        watcher: &dyn Watcher,
    ) -> Result<Report, NotedCheckError> {
        let earlier = self.read()?.filter(|_| !anew);
        let noting = Noting { watcher, state: Mutex::new(State::new(self)) };
        let result = check(certificate, threads, earlier, &noting);
        let mut state = noting.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if matches!(result, Err(CheckError::Stopped)) {
            state.note();
        } else if state.failure.is_none() {
            // Of no more use; that there are none is the usual case.
            let _ = fs::remove_file(&state.notes.path);
        }
        match (state.failure, result) {
            (Some(error), _) => Err(NotedCheckError::Io { path: state.notes.path, error }),
            (None, Ok(report)) => Ok(report),
            (None, Err(CheckError::Stopped)) => {
                Err(NotedCheckError::Stopped { done: state.done, all: state.all, is_noted: state.is_noted })
            }
            (None, Err(error)) => Err(NotedCheckError::Refused(error)),
        }
    }

    /// What an earlier check has noted, if anything.
    fn read(&self) -> Result<Option<Progress>, NotedCheckError> {
        match fs::read(&self.path) {
            Ok(bytes) => {
                Progress::from_bytes(&bytes).map(Some).ok_or_else(|| NotedCheckError::Foreign(self.path.clone()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(NotedCheckError::Io { path: self.path.clone(), error }),
        }
    }

    /// Puts the progress in the place of an earlier one, as a whole or not at all.
    fn write(&self, progress: &Progress) -> io::Result<()> {
        let mut draft = self.path.clone();
        draft.as_mut_os_string().push(".new");
        let mut file = fs::File::create(&draft)?;
        let written = file.write_all(&progress.to_bytes()).and_then(|()| file.sync_all());
        let done = written.and_then(|()| fs::rename(&draft, &self.path));
        if done.is_err() {
            let _ = fs::remove_file(&draft);
        }
        done
    }
}

/// Notes what it is told, and passes it on.
struct Noting<'a> {
    watcher: &'a dyn Watcher,
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
    failure: Option<io::Error>,
}

impl State {
    fn new(notes: Notes) -> Self {
        let due = Instant::now() + NOTE_EVERY;
        Self { notes, due, is_noted: false, latest: None, done: 0, all: 0, failure: None }
    }

    fn note(&mut self) {
        let Some(progress) = self.latest.take() else { return };
        match self.notes.write(&progress) {
            Ok(()) => self.is_noted = true,
            Err(error) if self.notes.are_wanted => self.failure = Some(error),
            Err(_) => self.is_noted = false,
        }
    }
}

impl Noting<'_> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watcher for Noting<'_> {
    fn walking(&self, limit: &str, empties: u32, positions: usize) {
        self.watcher.walking(limit, empties, positions);
    }

    fn proven(&self, leaves: u64, all: u64, progress: &Progress) {
        self.watcher.proven(leaves, all, progress);
        let mut state = self.state();
        (state.done, state.all) = (leaves, all);
        state.latest = Some(progress.clone());
        if Instant::now() >= state.due {
            state.note();
            state.due = Instant::now() + NOTE_EVERY;
        }
    }

    fn is_stopped(&self) -> bool {
        self.watcher.is_stopped() || self.state().failure.is_some()
    }
}
