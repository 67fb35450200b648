//! The program as a process: its limits of time and memory, and what it used.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take; one that takes longer hangs.
pub const MOST_TIME: Duration = Duration::from_secs(10);
/// The most resident memory, in bytes.
pub const MOST_BYTES: u64 = 256 << 20;
/// A process with twice as many is ended at once, before it starves the others.
const END_AT_BYTES: u64 = 2 * MOST_BYTES;
/// The system's count of resident bytes is only this exact for a process with threads.
const BLUR: u64 = 4 << 20;
/// The most bytes that are read of what a process writes.
const MOST_OUTPUT: u64 = 16 << 20;

/// The program under test.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
}

/// How a process ended.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// Its status; none if a signal ended it.
    pub status: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// What it wrote on standard output.
    pub stdout: String,
    /// What it wrote on standard error.
    pub stderr: String,
    /// Time from its start to its end.
    pub time: Duration,
    /// Processor time, of user and system.
    pub cpu: Duration,
    /// The most bytes that were seen resident; 0 if it ended before anybody looked.
    pub peak_bytes: u64,
    /// Whether it was ended because it took too long.
    pub was_too_slow: bool,
    /// Whether it was ended because it took too much memory.
    pub was_too_large: bool,
}

impl Program {
    /// The program at this path.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The version it prints.
    ///
    /// # Errors
    /// It cannot be run.
    pub fn version(&self) -> io::Result<String> {
        let output = Command::new(&self.path).arg("--version").output()?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// A command in a folder, cut off from the user's data, in a process group of its own: Ctrl-C reaches only the
    /// caller.
    pub fn command<S: AsRef<OsStr>>(&self, folder: &Path, arguments: &[S]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(arguments).current_dir(folder).process_group(0).stdin(Stdio::null());
        command.env_remove("SOLVE_TABLE").env("RUST_BACKTRACE", "0");
        command.env("HOME", "/dev/null/home").env("XDG_DATA_HOME", "/dev/null/data");
        command
    }

    /// Runs a command to its end. Its standard input is a file in the folder, or empty; it is killed after the time
    /// `kill`, if one is given.
    ///
    /// # Errors
    /// The process cannot be started, or its files cannot be made.
    pub fn run(
        &self,
        folder: &Path,
        arguments: &[&str],
        input: Option<&str>,
        kill: Option<Duration>,
    ) -> io::Result<Ended> {
        let (out, err) = (folder.join(".stdout"), folder.join(".stderr"));
        let mut command = self.command(folder, arguments);
        command.stdout(File::create(&out)?).stderr(File::create(&err)?);
        if let Some(name) = input {
            command.stdin(File::open(folder.join(name))?);
        }
        let child = command.spawn()?;
        let mut ended = wait(&child, MOST_TIME, kill)?;
        (ended.stdout, ended.stderr) = (text_of(&out)?, text_of(&err)?);
        fs::remove_file(&out)?;
        fs::remove_file(&err)?;
        Ok(ended)
    }
}

fn text_of(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_OUTPUT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Sends a signal to a process that has not been waited for.
pub(crate) fn signal(child: &Child, number: i32) {
    // SAFETY: no memory is involved, and a child that was not waited for keeps its number.
    unsafe { libc::kill(child.id() as libc::pid_t, number) };
}

/// Waits for a child, which nobody else waits for; ends it if it takes too long or too much.
///
/// # Errors
/// The system cannot tell what became of it.
pub(crate) fn wait(child: &Child, most_time: Duration, kill: Option<Duration>) -> io::Result<Ended> {
    let begin = Instant::now();
    let mut ended = Ended::default();
    let mut pause = Duration::from_micros(200);
    let mut has_begun = false;
    loop {
        if reap(child, &mut ended)? {
            ended.time = begin.elapsed();
            return Ok(ended);
        }
        has_begun = has_begun || is_another_program(child.id());
        if has_begun {
            ended.peak_bytes = ended.peak_bytes.max(peak_so_far(child.id()));
        }
        let elapsed = begin.elapsed();
        if elapsed > most_time {
            ended.was_too_slow = true;
        } else if ended.peak_bytes > END_AT_BYTES {
            ended.was_too_large = true;
        }
        if ended.was_too_slow || ended.was_too_large || kill.is_some_and(|kill| elapsed >= kill) {
            signal(child, libc::SIGKILL);
        }
        let until_kill = kill.map_or(pause, |kill| kill.saturating_sub(elapsed));
        thread::sleep(pause.min(until_kill).max(Duration::from_micros(50)));
        pause = (pause * 3 / 2).min(Duration::from_millis(5));
    }
}

/// Checks whether a child has ended, and takes its status and usage.
fn reap(child: &Child, ended: &mut Ended) -> io::Result<bool> {
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
    // SAFETY: both places live as long as the call, and all bytes zero are a valid `rusage`.
    let (found, usage) = unsafe {
        let found = libc::wait4(child.id() as libc::pid_t, &raw mut status, libc::WNOHANG, usage.as_mut_ptr());
        (found, usage.assume_init())
    };
    if found == -1 {
        let error = io::Error::last_os_error();
        return if error.kind() == io::ErrorKind::Interrupted { Ok(false) } else { Err(error) };
    }
    if found == 0 {
        return Ok(false);
    }
    ended.status = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    ended.signal = libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status));
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    ended.cpu = time(usage.ru_utime) + time(usage.ru_stime);
    // The system's count of a child starts at this process's own peak; below that, only the last look tells anything.
    let counted = bytes_of_peak(&usage);
    if counted > own_peak() + BLUR {
        ended.peak_bytes = counted;
    }
    Ok(true)
}

/// The most bytes that were resident in this process. A child's count starts there.
pub(crate) fn own_peak() -> u64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the place lives as long as the call, and all bytes zero are a valid `rusage`.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    bytes_of_peak(&usage)
}

/// macOS counts bytes, others KiB.
fn bytes_of_peak(usage: &libc::rusage) -> u64 {
    usage.ru_maxrss as u64 * if cfg!(target_os = "macos") { 1 } else { 1024 }
}

/// Whether a child runs another program than this one. Just after its start, and for longer on a busy machine, it still
/// has this process's memory, and the system tells how large that is.
fn is_another_program(process: u32) -> bool {
    static OWN: LazyLock<Option<PathBuf>> = LazyLock::new(|| fs::read_link("/proc/self/exe").ok());
    fs::read_link(format!("/proc/{process}/exe")).ok() != *OWN
}

/// The most bytes of a running process that were resident so far; 0 if the system does not tell.
fn peak_so_far(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, kill: Option<Duration>) -> Ended {
        let folder = tempfile::tempdir().unwrap();
        Program::new(Path::new("/bin/sh")).run(folder.path(), &["-c", script], None, kill).unwrap()
    }

    #[test]
    fn statuses_signals_and_words_are_told_apart() {
        let ended = shell("echo out; echo err >&2; exit 3", None);
        assert_eq!((ended.status, ended.signal), (Some(3), None));
        assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(shell("kill -ABRT $$", None).signal, Some(libc::SIGABRT));
    }

    #[test]
    fn a_child_is_told_from_this_process() {
        let mut child =
            Program::new(Path::new("/bin/sh")).command(Path::new("/"), &["-c", "sleep 60"]).spawn().unwrap();
        let begin = Instant::now();
        while cfg!(target_os = "linux") && !is_another_program(child.id()) {
            assert!(begin.elapsed() < MOST_TIME);
        }
        assert!(!is_another_program(std::process::id()));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn a_process_is_killed_when_it_is_due_or_takes_too_long() {
        let ended = shell("sleep 60", Some(Duration::from_millis(20)));
        assert_eq!((ended.signal, ended.was_too_slow), (Some(libc::SIGKILL), false));
        let ended = shell("sleep 60", None);
        assert!(ended.was_too_slow && ended.time >= MOST_TIME, "{ended:?}");
    }

    #[test]
    fn memory_and_processor_time_are_measured() {
        let ended = shell("i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done", None);
        assert!(ended.cpu > Duration::ZERO && ended.peak_bytes > 100_000, "{ended:?}");
        if cfg!(target_os = "linux") {
            let ended = shell("exec awk 'BEGIN { s = \"memory\"; while (1) s = s s }'", None);
            assert!(ended.was_too_large, "{ended:?}");
        }
    }
}
