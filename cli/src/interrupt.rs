//! Ctrl-C and SIGTERM: the first asks the search to stop, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, process, thread};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::{Failure, Status, complain};

/// Time between two looks at the note.
const LOOK: Duration = Duration::from_millis(50);
/// How long a command may take to come to its own end after Ctrl-C, where somebody insists.
const PATIENCE: Duration = Duration::from_secs(1);

/// Knows whether Ctrl-C was pressed or the program was asked to terminate.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on Ctrl-C and SIGTERM are noted instead of ending the program. Nothing else is: what starts the program
    /// decides what becomes of it when the terminal is closed, so that `nohup` holds.
    ///
    /// # Errors
    /// The system lets no handler be set.
    pub(crate) fn install() -> Result<Self, Failure> {
        let requested = Arc::new(AtomicBool::new(false));
        [SIGINT, SIGTERM]
            .into_iter()
            .try_for_each(|signal| listen(signal, &requested))
            .map_err(|error| Failure::Run(format!("cannot listen to Ctrl-C: {error}")))?;
        Ok(Self(requested))
    }

    /// Notes nothing.
    #[cfg(test)]
    pub(crate) fn never() -> Self {
        Self(Arc::default())
    }

    /// For commands that look at the note between long steps: from now on, a while after Ctrl-C or SIGTERM, the program says
    /// `last_words` and ends, wherever it is.
    pub(crate) fn insist(&self, last_words: String) {
        let requested = Arc::clone(&self.0);
        thread::spawn(move || {
            while !requested.load(Ordering::Relaxed) {
                thread::sleep(LOOK);
            }
            thread::sleep(PATIENCE);
            complain(&last_words);
            process::exit(i32::from(Status::Interrupted.number()));
        });
    }

    /// The note itself, for who looks at it elsewhere.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }

    /// Whether the program is to stop.
    pub(crate) fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn listen(signal: i32, requested: &Arc<AtomicBool>) -> io::Result<()> {
    // In this order: the first signal must not find its own note.
    flag::register_conditional_shutdown(signal, i32::from(Status::Interrupted.number()), Arc::clone(requested))?;
    flag::register(signal, Arc::clone(requested))?;
    Ok(())
}
