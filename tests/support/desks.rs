//! Drivers and workers of a shared folder, and desks that no worker has written.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use files::Seal;
use serde_json::{Value, json};

use crate::campaign::Folder;
use crate::support::{Run, program, signal, wait_until};

/// A process whose messages can be read while it runs. Dropping it kills it.
pub(crate) struct Process {
    child: RefCell<Child>,
    folder: tempfile::TempDir,
}

impl Process {
    pub(crate) fn lead(campaign: &Folder, options: &[&str]) -> Self {
        Self::start(campaign, &[&["lead", campaign.name(), "--memory", "16MiB"], options].concat())
    }

    pub(crate) fn work(campaign: &Folder, name: &str, options: &[&str]) -> Self {
        let threads: &[&str] = if options.contains(&"--threads") { &[] } else { &["--threads", "1"] };
        let memory: &[&str] = if options.contains(&"--memory") { &[] } else { &["--memory", "16MiB"] };
        Self::start(campaign, &[&["work", campaign.name(), "--worker", name], threads, memory, options].concat())
    }

    fn start(_: &Folder, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = |name| Stdio::from(File::create(folder.path().join(name)).unwrap());
        let mut command = program();
        command.arg("campaign").args(arguments).stdout(file("stdout")).stderr(file("stderr"));
        Self { child: RefCell::new(command.spawn().unwrap()), folder }
    }

    /// What it has said on standard error.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(self.folder.path().join("stderr")).unwrap()
    }

    /// Waits until it has said this.
    #[track_caller]
    pub(crate) fn hear(&self, what: &str) {
        wait_until(what, || self.said().contains(what) || self.has_ended());
        assert!(self.said().contains(what), "it ended without '{what}': {}", self.said());
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.child.borrow_mut().try_wait().unwrap().is_some()
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(name, self.child.borrow().id());
    }

    /// Waits for its end.
    pub(crate) fn end(self) -> Run {
        let begin = Instant::now();
        while !self.has_ended() {
            assert!(begin.elapsed() < Duration::from_secs(300), "it does not end: {}", self.said());
            thread::sleep(Duration::from_millis(20));
        }
        let status = self.child.borrow_mut().wait().unwrap().code();
        let stdout = fs::read_to_string(self.folder.path().join("stdout")).unwrap();
        Run { status, stdout, stderr: self.said() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = self.child.borrow_mut();
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The names of all desks.
pub(crate) fn names(campaign: &Folder) -> Vec<String> {
    let entries = fs::read_dir(campaign.path.join("desks")).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| name.len() == 16).collect()
}

/// The desk of a worker.
pub(crate) fn find(campaign: &Folder, worker: &str) -> Option<PathBuf> {
    let desks = names(campaign).into_iter().map(|name| campaign.path.join("desks").join(name));
    desks.into_iter().find(|desk| read(desk, "report").is_some_and(|report| report["worker"] == worker))
}

/// Waits for the desk of a worker.
#[track_caller]
pub(crate) fn of_worker(campaign: &Folder, worker: &str) -> PathBuf {
    wait_until("the desk", || find(campaign, worker).is_some());
    find(campaign, worker).unwrap()
}

/// What a letter says, if it is there and whole.
pub(crate) fn read(desk: &Path, letter: &str) -> Option<Value> {
    let path = desk.join(letter);
    // Garbage may have no end.
    path.metadata().ok().filter(|found| found.is_file() && found.len() < 1 << 20)?;
    let text = fs::read_to_string(path).ok()?;
    serde_json::from_str(text.rsplit_once(" #")?.0).ok()
}

/// Writes a letter with its seal; the driver's note belongs to no desk, so its `desk` is empty.
pub(crate) fn write(folder: &Path, desk: &str, letter: &str, said: &Value) {
    let text = Seal::of(&format!("solve-campaign {desk} {letter}")).seal(&said.to_string());
    let draft = folder.join("forged.new");
    fs::write(&draft, text + "\n").unwrap();
    fs::rename(draft, folder.join(letter)).unwrap();
}

/// Jobs done as a worker does them.
pub(crate) fn done(jobs: &Value) -> Vec<Value> {
    let lines: String = jobs.as_array().unwrap().iter().map(|job| format!("{job}\n")).collect();
    let mut command = program();
    command.args(["campaign", "job", "--memory", "1MiB"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A desk that a test occupies.
pub(crate) struct Forged {
    path: PathBuf,
    worker: String,
    beat: u64,
    number: u64,
    answers: Vec<Value>,
}

impl Forged {
    /// Sets up a desk.
    pub(crate) fn set_up(campaign: &Folder, worker: &str) -> Self {
        Self::at(&campaign.path.join("desks/fedcba9876543210"), worker)
    }

    pub(crate) fn at(path: &Path, worker: &str) -> Self {
        fs::create_dir_all(path).unwrap();
        let forged = Self { path: path.to_owned(), worker: worker.to_owned(), beat: 0, number: 0, answers: Vec::new() };
        let mut forged = forged;
        forged.report();
        forged
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn report(&mut self) {
        self.beat += 1;
        let desk = self.path.file_name().unwrap().to_str().unwrap().to_owned();
        let report = json!({
            "format": 1, "worker": self.worker, "threads": 2, "wants": 3, "beat": self.beat,
            "in_hand": [], "answers": self.answers, "left": false,
        });
        write(&self.path, &desk, "report", &report);
    }

    /// Waits for new orders with jobs, or the driver's last word; `None` if the desk was removed.
    pub(crate) fn orders(&mut self) -> Option<Value> {
        let mut found = None;
        wait_until("orders", || {
            if !self.path.exists() {
                return true;
            }
            if self.path.join("report").exists() {
                self.report();
            }
            thread::sleep(Duration::from_millis(50));
            found = read(&self.path, "orders").filter(|orders| {
                let is_new = orders["number"].as_u64() > Some(self.number);
                is_new && (orders["jobs"][0].is_object() || orders["dismissed"].is_string())
            });
            found.is_some()
        });
        self.number = found.as_ref()?["number"].as_u64().unwrap();
        found
    }

    /// Brings records.
    pub(crate) fn answer(&mut self, records: &[Value]) {
        self.bring(records.iter().map(|record| (record["job"].clone(), record.clone())).collect());
    }

    /// Reports these findings for jobs, true or not.
    pub(crate) fn bring(&mut self, found: Vec<(Value, Value)>) {
        for (job, record) in found {
            let serial = self.answers.len() + 1;
            self.answers.push(json!({"serial": serial, "job": job, "record": record}));
        }
        if self.path.exists() {
            self.report();
        }
    }
}
