//! Signals to the processes of the tests.
#![cfg(unix)]

use std::os::unix::process::CommandExt;
use std::process::Command;

/// Lets a process hear the signals that `nohup`, or a shell that runs the tests in the background, has switched off.
pub(crate) fn hear(command: &mut Command) {
    // SAFETY: between fork and exec only `signal` is called, which may be called there.
    unsafe {
        command.pre_exec(|| {
            for signal in [libc::SIGHUP, libc::SIGINT] {
                libc::signal(signal, libc::SIG_DFL);
            }
            Ok(())
        });
    }
}
