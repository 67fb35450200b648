//! What the end-to-end tests share: the program, cut off from the user's data, and its answers.
#![allow(dead_code, reason = "both test programs use a part of it")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use solver::notation::{parse_moves, parse_position, play_moves};
use solver::{Board, Discs, Mode, Position, Scoring, Side};

#[cfg(unix)]
pub(crate) mod campaign;
#[cfg(unix)]
pub(crate) mod cluster;
#[cfg(unix)]
pub(crate) mod executable;
pub(crate) mod forged;
#[cfg(target_os = "linux")]
pub(crate) mod hosts;
#[cfg(target_os = "linux")]
pub(crate) mod ray;
#[cfg(unix)]
pub(crate) mod signals;

/// The option that keeps nothing.
pub(crate) const NO_TABLE: &[&str] = &["--no-table"];
/// A small table in memory, so that many tests can run at once.
pub(crate) const SMALL: &[&str] = &["--memory", "64MiB"];
/// 4x4 as the game begins, `BOARD SIDE`.
pub(crate) const START_4X4: &str = "-----OX--XO----- X";

/// The program. A test that forgets to name a table fails: no home directory can be made there.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    command.env_remove("SOLVE_TABLE").env("HOME", "/dev/null/home").env("XDG_DATA_HOME", "/dev/null/data");
    command.stdin(Stdio::null());
    #[cfg(unix)]
    signals::hear(&mut command);
    command
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

impl Run {
    /// Checks that the arguments were refused: by this line, or by clap for this reason.
    #[track_caller]
    pub(crate) fn refuses(&self, message: &str) {
        assert_eq!((self.status, self.stdout.as_str()), (Some(2), ""), "{self:?}");
        let is_ours = self.stderr == format!("solve: {message}\n");
        assert!(is_ours || self.stderr.starts_with("error: ") && self.stderr.contains(message), "{message}: {self:?}");
    }

    /// The answers, one JSON object a line, of a run that ended with `status`.
    #[track_caller]
    pub(crate) fn records(&self, status: i32) -> Vec<Value> {
        assert_eq!(self.status, Some(status), "{self:?}");
        let record = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout.lines().map(record).collect()
    }

    /// The only answer of a run that ended with `status`.
    #[track_caller]
    pub(crate) fn record(&self, status: i32) -> Value {
        let mut records = self.records(status);
        assert_eq!(records.len(), 1, "{self:?}");
        records.remove(0)
    }
}

/// Runs the program with just these arguments.
pub(crate) fn run(arguments: &[&str]) -> Run {
    program().args(arguments).output().expect("the program runs").into()
}

/// Runs a search without a table on disk.
pub(crate) fn search(arguments: &[&str]) -> Run {
    run(&[arguments, SMALL, NO_TABLE].concat())
}

/// Solves without a table on disk, and returns the JSON answer.
#[track_caller]
pub(crate) fn solve(arguments: &[&str]) -> Value {
    search(&[arguments, &["--json"]].concat()).record(0)
}

/// Runs a search with a table on disk.
pub(crate) fn search_with_table(table: &Path, arguments: &[&str]) -> Run {
    let table = table.to_str().expect("temporary directories have plain names");
    run(&[arguments, SMALL, &["--table", table]].concat())
}

/// Checks that an answer is complete and that its parts agree: the line is a whole game by the rules, ends with the
/// discs that are named, and is worth what the answer says. Returns the position that was solved.
#[track_caller]
pub(crate) fn check_complete(record: &Value) -> Position {
    let text = |field: &str| record[field].as_str().unwrap_or_else(|| panic!("{field} in {record}"));
    let board: Board = text("board").parse().unwrap();
    let position = parse_position(board, text("position")).unwrap();
    assert_eq!(position.to_string(), text("position"));
    assert_eq!(record["side"], position.side().symbol().to_string(), "{record}");
    assert_eq!(record["complete"], true, "{record}");

    let line: Vec<&str> = record["line"].as_array().unwrap().iter().map(|chosen| chosen.as_str().unwrap()).collect();
    let moves = parse_moves(board, &line.join(" ")).unwrap();
    let end = play_moves(position, &moves).unwrap_or_else(|error| panic!("{error}: {record}"));
    assert!(end.is_over(), "the line does not end the game: {record}");
    assert_eq!(record["best"].as_str(), line.first().copied(), "{record}");
    assert_eq!(record["best"].as_str(), moves.first().map(|&chosen| chosen.display(board).to_string()).as_deref());
    let discs = serde_json::json!({"black": end.black().len(), "white": end.white().len()});
    assert_eq!(record["final"], discs, "{record}");

    let scoring: Scoring = text("scoring").parse().unwrap();
    let mover = match position.side() {
        Side::Black => Discs::new(end.black(), end.white()).unwrap(),
        Side::White => Discs::new(end.white(), end.black()).unwrap(),
    };
    check_value(record, i64::from(scoring.final_score(mover, board.squares()).discs()));
    position
}

/// Checks an answer's value, bounds and outcome against the score at the end of its line.
#[track_caller]
fn check_value(record: &Value, score: i64) {
    let (lower, upper) = (record["lower"].as_i64().unwrap(), record["upper"].as_i64().unwrap());
    assert!(lower <= upper, "{record}");
    assert_eq!(record["value"].as_i64(), (lower == upper).then_some(lower), "{record}");
    let outcome = match score.signum() {
        1 => "win",
        0 => "draw",
        _ => "loss",
    };
    assert_eq!(record["outcome"], outcome, "{record}");
    assert!(if score > 0 { lower > 0 } else { upper <= 0 && (score < 0 || lower == 0) }, "{record}");
    if record["mode"] == Mode::Exact.name() {
        assert_eq!(record["value"], score, "{record}");
    }
}

/// Reports that the running test could not run here: on standard error, which is shown only for tests that fail, and in
/// the file that SOLVE_SKIPPED names, which `scripts/test` shows at its end.
pub(crate) fn skipped(reason: &str) {
    let thread = std::thread::current();
    let line = format!("{}: {reason}\n", thread.name().unwrap_or("a test"));
    eprint!("skipped: {line}");
    if let Some(list) = std::env::var_os("SOLVE_SKIPPED") {
        let file = std::fs::OpenOptions::new().append(true).create(true).open(list);
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("the list of skipped tests can be written");
    }
}

/// Sends a signal, by its name, to a process.
#[cfg(unix)]
pub(crate) fn signal(name: &str, process: u32) {
    let status = Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status();
    assert!(status.expect("there is a shell").success(), "{name} to {process}");
}

/// Waits until something is so, a minute at most; if it does not come, the test fails and says what it waited for.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = std::time::Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < std::time::Duration::from_secs(60), "not in time: {what}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Waits until a program blocks on a pipe that nobody reads (on Linux, if it tells; elsewhere for a second).
#[cfg(unix)]
pub(crate) fn wait_for_a_full_pipe(process: u32) {
    let place = |path: &str| std::fs::read_to_string(path).unwrap_or_else(|_| "0".to_owned());
    // This process's first thread waits for its tests, so it is somewhere, unless the system hides where.
    if place("/proc/self/wchan") == "0" {
        return std::thread::sleep(std::time::Duration::from_secs(1));
    }
    wait_until("the pipe is full", || {
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("the process is running");
        threads.flatten().any(|thread| place(&format!("{}/wchan", thread.path().display())).contains("pipe_write"))
    });
}

/// Waits until a program has taken every signal sent to it (on Linux; elsewhere for half a second).
#[cfg(unix)]
pub(crate) fn wait_for_taken_signals(process: u32) {
    if !cfg!(target_os = "linux") {
        return std::thread::sleep(std::time::Duration::from_millis(500));
    }
    wait_until("the signal is taken", || {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process is running");
        let pending = status.lines().find_map(|line| line.strip_prefix("ShdPnd:"));
        pending.is_some_and(|signals| signals.trim().bytes().all(|digit| digit == b'0'))
    });
}

/// Size of a table's log, to which every batch is written first.
pub(crate) fn log_bytes(table: &Path) -> u64 {
    let Ok(files) = std::fs::read_dir(table) else { return 0 };
    let logs = files.filter_map(Result::ok).filter(|file| file.path().extension().is_some_and(|end| end == "log"));
    logs.filter_map(|log| log.metadata().ok()).map(|log| log.len()).sum()
}

/// Waits until the program searches: it then has a second thread, and handles Ctrl-C itself.
#[cfg(unix)]
pub(crate) fn wait_for_search(process: u32) {
    if !cfg!(target_os = "linux") {
        return std::thread::sleep(std::time::Duration::from_secs(2));
    }
    let threads = || std::fs::read_dir(format!("/proc/{process}/task")).map(Iterator::count);
    while threads().expect("the process is running") < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
