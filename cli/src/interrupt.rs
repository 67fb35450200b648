//! Signals that ask the program to end: the first asks the search to stop, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, process, thread};
#[cfg(unix)]
use std::{
    sync::{LazyLock, atomic::AtomicU64},
    time::Instant,
};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
#[cfg(unix)]
use signal_hook::low_level;

use crate::exit::{Failure, Status, complain};

/// How often the note is checked.
const LOOK: Duration = Duration::from_millis(50);
/// How long a command may take to finish after a signal before it is ended.
const PATIENCE: Duration = Duration::from_millis(700);

/// Knows whether Ctrl-C was pressed or the program was asked to end.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on, requests to end the program are noted instead: Ctrl-C, SIGTERM, a closed terminal, the end of
    /// the processor time limit. If a parent such as `nohup` has made it ignore hang-ups, it keeps ignoring them.
    ///
    /// # Errors
    /// The system refuses the handler.
    pub(crate) fn install() -> Result<Self, Failure> {
        let requested = Arc::new(AtomicBool::new(false));
        let listen = || [SIGINT, SIGTERM].into_iter().try_for_each(|signal| listen(signal, &requested));
        undisturbed(|| listen().and_then(|()| further(&requested)))
            .map_err(|error| Failure::Run(format!("cannot listen to Ctrl-C: {error}")))?;
        Ok(Self(requested))
    }

    /// Notes nothing.
    #[cfg(test)]
    pub(crate) fn never() -> Self {
        Self(Arc::default())
    }

    /// For commands that check the note between long steps: from now on, a while after a signal, the program prints
    /// `last_words` and ends, wherever it is.
    pub(crate) fn insist(&self, last_words: &str) {
        let (requested, last_words) = (Arc::clone(&self.0), last_words.to_owned());
        thread::spawn(move || {
            while !requested.load(Ordering::Relaxed) {
                thread::sleep(LOOK);
            }
            thread::sleep(PATIENCE);
            complain(&last_words);
            process::exit(i32::from(Status::Interrupted.number()));
        });
    }

    /// The note itself, for code that checks it elsewhere.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.0
    }

    /// Whether the program should stop.
    pub(crate) fn requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Notes a signal, and ends the program when it comes again. One handler does both: between two, a signal would be
/// lost. `timeout` sends its signal to the program and then to its group, so one that follows at once means nothing new.
#[cfg(unix)]
fn listen(signal: i32, requested: &Arc<AtomicBool>) -> io::Result<()> {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The first signal, and one more than the milliseconds from then until it came; 0 before that.
    static FIRST: AtomicU64 = AtomicU64::new(0);
    const KIND: u32 = 48;
    let (requested, begin) = (Arc::clone(requested), *BEGIN);
    let note = move || {
        let now = (signal as u64) << KIND | (begin.elapsed().as_millis() as u64 + 1);
        match FIRST.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => requested.store(true, Ordering::SeqCst),
            Err(first) if first >> KIND == now >> KIND && now.saturating_sub(first) < echo(signal) => {}
            Err(_) => low_level::exit(i32::from(Status::Interrupted.number())),
        }
    };
    // SAFETY: it only reads a clock, changes atomic numbers and exits, all of which a handler may do.
    unsafe { low_level::register(signal, note) }.map(drop)
}

/// Within this many milliseconds the same signal again is an echo of the first. Nobody presses Ctrl-C again that soon.
#[cfg(unix)]
fn echo(signal: i32) -> u64 {
    if signal == SIGTERM { 1000 } else { 100 }
}

#[cfg(not(unix))]
fn listen(signal: i32, requested: &Arc<AtomicBool>) -> io::Result<()> {
    // In this order: the first signal must not find its own note.
    flag::register_conditional_shutdown(signal, i32::from(Status::Interrupted.number()), Arc::clone(requested))?;
    flag::register(signal, Arc::clone(requested)).map(drop)
}

/// Sets handlers while signals are blocked: one that came between a handler and its action would be lost.
#[cfg(unix)]
fn undisturbed<T>(set: impl FnOnce() -> T) -> T {
    let (mut all, mut before) = (std::mem::MaybeUninit::uninit(), std::mem::MaybeUninit::uninit());
    // SAFETY: both sets are written before they are read, and only this thread's mask is changed.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_BLOCK, all.as_ptr(), before.as_mut_ptr());
    }
    let result = set();
    // SAFETY: the previous mask was written above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut()) };
    result
}

#[cfg(not(unix))]
fn undisturbed<T>(set: impl FnOnce() -> T) -> T {
    set()
}

/// The part for Unix.
#[cfg(unix)]
fn further(requested: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGXCPU};

    if !is_ignored(SIGHUP) {
        listen(SIGHUP, requested)?;
    }
    // This signal repeats every second, so it never ends the program at once; the hard limit does.
    flag::register(SIGXCPU, Arc::clone(requested)).map(drop)
}

#[cfg(not(unix))]
fn further(_: &Arc<AtomicBool>) -> io::Result<()> {
    Ok(())
}

/// Whether the program began with this signal ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the call sets nothing, and writes the whole present action if it succeeds.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// For every command, from the start: a write beyond the limit of file sizes is an error of the file instead of the end of
/// the program.
///
/// # Errors
/// The system refuses the handler.
#[cfg(unix)]
pub(crate) fn prepare() -> Result<(), Failure> {
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default())
        .map(drop)
        .map_err(|error| Failure::Run(format!("cannot listen to signals: {error}")))
}

/// Other systems need nothing of the kind.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub(crate) fn prepare() -> Result<(), Failure> {
    Ok(())
}
