//! What the system may refuse: an output, a large stack, room in files. Each refusal ends with one line and a status, never
//! with a panic or a signal; and signals are heard.
#![cfg(target_os = "linux")]

use crate::support;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

use support::{NO_TABLE, Run, SMALL, program, signal, wait_until};

#[cfg(feature = "whole")]
fn words(command: &str, folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    command.split_whitespace().map(|word| word.replace("DIR", folder)).collect()
}

/// The program under a shell that does something first.
fn after(first: &str, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new("sh");
    command.env_remove("SOLVE_TABLE").env("HOME", "/dev/null/home").env("XDG_DATA_HOME", "/dev/null/data");
    command.args(["-c", &format!("{first}exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_solve")]).args(arguments);
    command.stdin(Stdio::null());
    command
}

/// Checks that a run ended as it should when something was missing: by itself, with the answer or with one line that
/// says why there is none; warnings may come before.
#[track_caller]
#[cfg(feature = "whole")]
fn check_end(what: &str, output: std::process::Output) -> Run {
    assert_eq!(output.status.signal(), None, "{what}: {output:?}");
    let run = Run::from(output);
    assert!(matches!(run.status, Some(0 | 1)), "{what}: {run:?}");
    let complaints = run.stderr.lines().filter(|line| !line.starts_with("solve: warning: ")).count();
    assert!(run.stderr.lines().all(|line| line.starts_with("solve: ")), "{what}: {run:?}");
    assert_eq!(complaints, usize::from(run.status == Some(1)), "{what}: {run:?}");
    run
}

#[test]
fn an_output_to_nowhere_or_without_errors_is_none() {
    let arguments = [&["--board", "4x4"], SMALL, NO_TABLE].concat();
    for first in ["exec >/dev/null; ", "exec 1<>/dev/null; ", "exec 2>&-; ", "exec <&-; "] {
        assert_eq!(after(first, &arguments).output().unwrap().status.code(), Some(0), "{first}");
    }
    let full = Run::from(after("exec >/dev/full; ", &arguments).output().unwrap());
    assert_eq!(full.status, Some(1));
    assert!(full.stderr.starts_with("solve: standard output cannot be written: No space left"), "{full:?}");
}

#[test]
fn an_output_that_does_not_wait_gets_everything() {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let descriptor = std::os::fd::AsRawFd::as_raw_fd(&writer);
    // SAFETY: the pipe is open; only its flags and its size are set.
    unsafe {
        assert_eq!(libc::fcntl(descriptor, libc::F_SETFL, libc::O_NONBLOCK), 0);
        assert!(libc::fcntl(descriptor, libc::F_SETPIPE_SZ, 4096) > 0);
    }
    let mut child = program().args(["completions", "bash"]).stdout(writer).spawn().unwrap();
    support::wait_until("it waits", || state(child.id()) == Some('S'));
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(text, support::run(&["completions", "bash"]).stdout);
}

/// What a process is doing: S for sleeping.
fn state(process: u32) -> Option<char> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    status.rsplit_once(") ")?.1.chars().next()
}

#[test]
fn a_small_stack_is_no_hindrance() {
    let arguments =
        ["--board", "8x8", "--no-table", "--memory", "16MiB", "--time-limit", "300ms", "--threads", "2", "--quiet"];
    let run = Run::from(after("ulimit -s 100; ", &arguments).output().unwrap());
    assert_eq!((run.status, run.stderr.as_str()), (Some(3), ""), "{run:?}");
}

#[test]
#[cfg(feature = "whole")]
fn a_limit_of_file_sizes_is_an_error_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "exhaust --board 3x5 -o DIR/tables",
        "--board 4x5 --table DIR/table --memory 1MiB",
        "problems --board 4x4 --empties 8 --count 500 -o DIR/set --no-table",
    ] {
        // Blocks of 512 bytes: POSIX counts in these.
        let run = after("ulimit -f 4; ", &words(command, folder.path())).output().unwrap();
        let run = check_end(command, run);
        assert_eq!(run.status, Some(1), "{command}: {run:?}");
        assert!(run.stderr.contains("File too large"), "{command}: {run:?}");
    }
}

#[test]
#[cfg(feature = "whole")]
fn few_open_files_are_enough() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["--board 4x4 --table DIR/table --memory 1MiB", "exhaust --board 4x4 -o DIR/tables"] {
        let run = Run::from(after("ulimit -n 24; ", &words(command, folder.path())).output().unwrap());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{command}: {run:?}");
    }
}

/// RocksDB calls options incompatible if it could not open them.
#[test]
#[cfg(feature = "whole")]
fn a_table_is_not_called_foreign_or_damaged_where_files_cannot_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let question = words("--board 4x4 --table DIR/table --memory 1MiB", folder.path());
    assert!(program().args(&question).output().unwrap().status.success());
    let look = words("table get --board 4x4 --table DIR/table", folder.path());
    for (command, files) in
        [&question, &look].into_iter().flat_map(|command| (4..12).map(move |files| (command, files)))
    {
        let run = Run::from(after(&format!("ulimit -n {files}; "), command).output().unwrap());
        // With the lowest limit, not even the system's libraries can be opened.
        let is_refused = run.status == Some(127) || run.stderr.contains("raise the limit of open files");
        assert!(run.status == Some(0) || is_refused, "{files}: {run:?}");
    }
}

#[test]
fn the_limit_of_processor_time_ends_a_search_like_ctrl_c() {
    let arguments = [&["--board", "8x8", "--threads", "1", "--json"], SMALL, NO_TABLE].concat();
    let run = Run::from(after("ulimit -S -t 1; ", &arguments).output().unwrap());
    assert_eq!(run.record(130)["complete"], false);
}

#[test]
fn a_closed_terminal_ends_a_search_like_ctrl_c() {
    let mut command = program();
    command.args(["--board", "8x8", "--json", "--quiet"]).args(SMALL).args(NO_TABLE);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    support::wait_for_search(child.id());
    signal("HUP", child.id());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.stderr, "");
    assert_eq!(run.record(130)["complete"], false);
}

#[test]
fn what_is_proven_is_told_although_timeout_signals_twice() {
    for name in ["TERM", "TERM", "INT", "INT", "HUP"] {
        let mut command = program();
        command.args(["--board", "8x8", "--json"]).args(SMALL).args(NO_TABLE);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        support::wait_for_search(child.id());
        signal(name, child.id());
        signal(name, child.id());
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!(run.record(130)["complete"], false);
    }
}

/// Whether a process handles SIGTERM.
fn listens(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|signals| {
        u64::from_str_radix(signals.trim(), 16).is_ok_and(|set| set >> (libc::SIGTERM - 1) & 1 == 1)
    })
}

#[test]
#[cfg(feature = "whole")]
fn long_measurements_are_ended_by_a_signal() {
    for command in [
        "mcts fit --board 8x8 --empties 30",
        "mcts parallel --board 8x8 --empties 30 --time 100s --positions 1",
        "mcts tds scaling --ranks 1,2 --time 100s",
        "mcts match uct:n=900000000 random --board 8x8 --games 1",
        "mcts accuracy --board 8x8 --empties 30 --positions 2 --player uct:n=900000000",
        "mcts tds search --board 8x8 --ranks 2 --player uct:n=900000000",
    ] {
        for name in ["TERM", "HUP"] {
            let output = File::create("/dev/null").unwrap();
            let mut child =
                program().args(command.split_whitespace()).stdout(output).stderr(Stdio::piped()).spawn().unwrap();
            wait_until("it listens", || listens(child.id()));
            signal(name, child.id());
            let mut status = None;
            wait_until(&format!("{command} ends by {name}"), || {
                status = child.try_wait().unwrap();
                status.is_some()
            });
            assert_eq!(status.unwrap().code(), Some(130), "{command} {name}");
        }
    }
}

#[test]
#[cfg(feature = "whole")]
fn a_worker_that_waits_is_ended_by_a_signal() {
    let mut child = program().args(["campaign", "job", "--memory", "1MiB"]).stdin(Stdio::piped()).spawn().unwrap();
    wait_until("it listens", || listens(child.id()));
    signal("TERM", child.id());
    // Its input stays open meanwhile.
    let mut status = None;
    wait_until("it ends", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    assert_eq!(status.unwrap().code(), Some(130));
}

#[test]
fn no_signal_is_lost_between_the_handlers() {
    let output = || File::create("/dev/null").unwrap();
    for _ in 0..40 {
        let mut command = program();
        command.args(["--board", "8x8"]).args(SMALL).args(NO_TABLE).stdout(output());
        let mut child = command.spawn().unwrap();
        wait_until("it listens", || listens(child.id()));
        signal("TERM", child.id());
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}
