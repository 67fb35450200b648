//! Ctrl-C: the first asks the search to stop, the second ends the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::{Failure, Status};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Knows whether Ctrl-C was pressed or the program was asked to terminate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupt(());

impl Interrupt {
    /// From now on Ctrl-C, SIGTERM and SIGHUP are noted instead of ending the program.
    ///
    /// # Errors
    /// The system lets no handler be set.
    pub(crate) fn install() -> Result<Self, Failure> {
        ctrlc::set_handler(|| {
            if REQUESTED.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Status::Interrupted.number()));
            }
        })
        .map_err(|error| Failure::Run(format!("cannot listen to Ctrl-C: {error}")))?;
        Ok(Self(()))
    }

    /// Whether the program is to stop.
    pub(crate) fn requested(self) -> bool {
        REQUESTED.load(Ordering::Relaxed)
    }
}
