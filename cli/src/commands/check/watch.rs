//! What a person sees of a check, and how it is stopped.

use std::sync::Mutex;

use checker::certificate::{Found, Limit, Watcher};
use files::FileError;
use solver::Observer;

use crate::exit::complain;
use crate::interrupt::Interrupt;
use crate::output::certificates::Level;
use crate::output::numbers::counted;
use crate::steps::Steps;

/// Shows the progress of the check, remembers how large the proofs are, and listens for Ctrl-C.
pub(super) struct Watch<'a> {
    steps: Steps<'a>,
    /// Leaves that are known to be proven.
    leaves: Mutex<u64>,
    levels: Mutex<Vec<Level>>,
}

impl<'a> Watch<'a> {
    /// Shows nothing yet.
    pub(super) fn new(interrupt: &'a Interrupt, quiet: bool) -> Self {
        Self { steps: Steps::new(interrupt, quiet), leaves: Mutex::new(0), levels: Mutex::default() }
    }

    /// The positions of the proofs above their leaves, in the order in which they were walked.
    pub(super) fn levels(self) -> Vec<Level> {
        self.levels.into_inner().expect("watching does not panic")
    }
}

impl Watcher for Watch<'_> {
    fn walking(&self, limit: Limit, empties: u32, positions: usize) {
        let counts = [counted(positions as u64, "position", "positions"), counted(empties.into(), "empty", "empties")];
        self.steps.begin(&format!("{limit}: {}", counts.join(" with ")), 0);
        let level = Level { limit: limit.to_string(), empties, positions };
        self.levels.lock().expect("watching does not panic").push(level);
    }

    fn searching(&self, leaves: u64, all: u64) {
        self.steps.begin("leaves", all);
        self.steps.resume(leaves);
        *self.leaves.lock().expect("watching does not panic") = leaves;
    }

    fn proven(&self, _: usize, _: &Found, leaves: u64, _: u64) {
        let before = std::mem::replace(&mut *self.leaves.lock().expect("watching does not panic"), leaves);
        self.steps.advance(leaves.saturating_sub(before));
    }

    fn keeps_no_notes(&self, error: &FileError) {
        let message = format!("{error}; this check keeps no notes; --progress-file puts them elsewhere");
        self.steps.hidden(|| complain(&message));
    }

    fn is_stopped(&self) -> bool {
        self.steps.is_stopped()
    }
}
