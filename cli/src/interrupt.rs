//! Signals that ask the program to end: the first asks the search to stop, the second ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, process, thread};

use signal_hook::{consts, flag};

use crate::exit::{Failure, Status, complain};

/// How often the note is checked.
const LOOK: Duration = Duration::from_millis(50);
/// How long a command may take to finish after a signal before it is ended.
const PATIENCE: Duration = Duration::from_millis(700);
/// The status of a program that was ended.
const ENDED: i32 = Status::Interrupted as i32;

/// Knows whether Ctrl-C was pressed or the program was asked to end.
#[derive(Clone, Debug)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// From now on, requests to end the program are noted instead: Ctrl-C, SIGTERM, a closed terminal, the end of
    /// the processor time limit. If a parent such as `nohup` has made it ignore hang-ups, it keeps ignoring them.
    pub(crate) fn install() -> Result<Self, Failure> {
        let requested = Arc::new(AtomicBool::new(false));
        listen(&requested).map_err(|error| Failure::Run(format!("cannot listen to Ctrl-C: {error}")))?;
        Ok(Self(requested))
    }

    /// For commands that check the note between long steps: from now on, a while after a signal, the program prints
    /// `last_words` and ends, wherever it is.
    pub(crate) fn insist(&self, last_words: &str) {
        let (interrupt, last_words) = (self.clone(), last_words.to_owned());
        thread::spawn(move || {
            while !interrupt.requested() {
                thread::sleep(LOOK);
            }
            thread::sleep(PATIENCE);
            complain(&last_words);
            process::exit(ENDED);
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

#[cfg(not(unix))]
fn listen(requested: &Arc<AtomicBool>) -> io::Result<()> {
    // In this order: the first signal must not find its own note.
    flag::register_conditional_shutdown(consts::SIGINT, ENDED, Arc::clone(requested))?;
    flag::register(consts::SIGINT, Arc::clone(requested)).map(drop)
}

/// Notes signals. They are blocked meanwhile: one that came between a handler and its action would be lost.
#[cfg(unix)]
fn listen(requested: &Arc<AtomicBool>) -> io::Result<()> {
    use consts::{SIGHUP, SIGINT, SIGTERM, SIGXCPU};

    let (mut all, mut before) = (std::mem::MaybeUninit::uninit(), std::mem::MaybeUninit::uninit());
    // SAFETY: both sets are written before they are read, and only this thread's mask is changed.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_BLOCK, all.as_ptr(), before.as_mut_ptr());
    }
    let signals = [SIGINT, SIGTERM].into_iter().chain((!is_ignored(SIGHUP)).then_some(SIGHUP));
    let result = { signals }.try_for_each(|signal| note(signal, requested));
    // This one repeats every second, so it never ends the program at once; the hard limit does.
    let result = result.and_then(|()| flag::register(SIGXCPU, Arc::clone(requested)));
    // SAFETY: the previous mask was written above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut()) };
    result.map(drop)
}

/// Notes a signal, and ends the program when it comes again. One handler does both: between two, a signal would be
/// lost. `timeout` sends its signal to the program and then to its group, so one that follows at once means nothing new.
#[cfg(unix)]
fn note(signal: i32, requested: &Arc<AtomicBool>) -> io::Result<()> {
    use std::sync::LazyLock;
    use std::sync::atomic::AtomicU64;
    use std::time::Instant;

    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The first signal, and one more than the milliseconds from then until it came; 0 before that.
    static FIRST: AtomicU64 = AtomicU64::new(0);
    const KIND: u32 = 48;
    // Within so many milliseconds the same signal again is an echo of the first. Nobody presses Ctrl-C again that soon.
    let echo = if signal == consts::SIGTERM { 1000 } else { 100 };
    let (requested, begin) = (Arc::clone(requested), *BEGIN);
    let note = move || {
        let now = (signal as u64) << KIND | (begin.elapsed().as_millis() as u64 + 1);
        match FIRST.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst) {
            Ok(_) => requested.store(true, Ordering::SeqCst),
            Err(first) if first >> KIND == now >> KIND && now.saturating_sub(first) < echo => {}
            Err(_) => signal_hook::low_level::exit(ENDED),
        }
    };
    // SAFETY: it only reads a clock, changes atomic numbers and exits, all of which a handler may do.
    unsafe { signal_hook::low_level::register(signal, note) }.map(drop)
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
pub(crate) fn prepare() -> Result<(), Failure> {
    #[cfg(unix)]
    flag::register(consts::SIGXFSZ, Arc::default())
        .map_err(|error| Failure::Run(format!("cannot listen to signals: {error}")))?;
    Ok(())
}
