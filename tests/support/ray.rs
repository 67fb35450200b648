//! What tests of the Ray driver share: an environment with Ray, clusters on this machine, their processes.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::hosts::Hosts;
use crate::support::{self, run, search};

const REQUIREMENTS: &str = include_str!("../../scripts/campaign_ray.txt");
const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/campaign_ray.py");
/// Longer than anything here takes, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(300);
/// Cores of each machine.
pub(crate) const CORES: usize = 2;

/// One cluster at a time.
static TURN: Mutex<()> = Mutex::new(());

/// The Python of an environment with Ray; the error says why there is none.
fn python() -> Result<PathBuf, String> {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ray-venv");
    let (python, stamp) = (environment.join("bin/python"), environment.join("installed.txt"));
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == REQUIREMENTS) {
        return Ok(python);
    }
    step("python3", &["-m", "venv", "--clear", environment.to_str().expect("the target directory has a plain name")])?;
    let wanted = environment.join("wanted.txt");
    fs::write(&wanted, REQUIREMENTS).map_err(|error| error.to_string())?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
    step(python.to_str().unwrap(), &[&install[..], &[wanted.to_str().unwrap()]].concat())?;
    fs::write(&stamp, REQUIREMENTS).map_err(|error| error.to_string())?;
    Ok(python)
}

fn step(program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    let said = || format!("{program} {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    if output.status.success() { Ok(()) } else { Err(said()) }
}

/// A folder for a campaign and for what Ray leaves behind, and whatever works there. Dropping it ends all of that.
pub(crate) struct Stage {
    python: PathBuf,
    folder: tempfile::TempDir,
    nodes: Vec<Child>,
    port: u16,
    /// Where nodes and driver run, if not all on this machine's own network. Dropped after what runs there.
    hosts: Option<Hosts>,
    /// Further environment variables for Ray.
    environment: &'static [(&'static str, &'static str)],
    /// The outcome that a plain search finds.
    outcome: Value,
    _turn: MutexGuard<'static, ()>,
}

impl Stage {
    /// Plans a campaign of a board after some moves; if Ray is not available, says so and returns `None`.
    pub(crate) fn plan(options: &[&str]) -> Option<Self> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let python = match python() {
            Ok(python) => python,
            Err(reason) => {
                support::skipped(&format!("Ray cannot be installed here: {reason}"));
                return None;
            }
        };
        // Names of sockets have a length limit.
        let folder = tempfile::Builder::new().prefix("r").tempdir_in("/tmp").unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        let is_position = |pair: &&[&str]| ["--board", "--moves", "--mode"].contains(&pair[0]);
        let position: Vec<&str> = options.chunks(2).filter(is_position).flatten().copied().collect();
        let outcome = search(&[&position[..], &["--quiet", "--json"]].concat()).record(0)["outcome"].clone();
        let stage =
            Self { python, folder, nodes: Vec::new(), port, hosts: None, environment: &[], outcome, _turn: turn };
        let planned = run(&[&["campaign", "plan", &stage.text("campaign")], options].concat());
        assert_eq!(planned.status, Some(0), "{planned:?}");
        Some(stage)
    }

    /// The same on two hosts: the first has the head of the cluster and the driver.
    pub(crate) fn plan_on_two_hosts(
        options: &[&str],
        environment: &'static [(&'static str, &'static str)],
    ) -> Option<Self> {
        let mut stage = Self::plan(options)?;
        stage.environment = environment;
        match Hosts::new() {
            Ok(hosts) => stage.hosts = Some(hosts),
            Err(reason) => {
                support::skipped(&format!("two network namespaces need root: {reason}"));
                return None;
            }
        }
        Some(stage)
    }

    /// The two hosts.
    pub(crate) fn hosts(&self) -> &Hosts {
        self.hosts.as_ref().expect("it was planned on two hosts")
    }

    fn address(&self, host: usize) -> String {
        self.hosts.as_ref().map_or_else(|| "127.0.0.1".to_owned(), |hosts| hosts.address(host))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("temporary directories have plain names").to_owned()
    }

    fn command(&self, host: usize) -> Command {
        let python = self.python.to_str().expect("the target directory has a plain name");
        let mut command = self.hosts.as_ref().map_or_else(|| Command::new(python), |hosts| hosts.command(host, python));
        command
            .env("RAY_TMPDIR", self.folder.path())
            .env("RAY_AUTH_MODE", "disabled")
            .env("PYTHONDONTWRITEBYTECODE", "1");
        command.env("RAY_USAGE_STATS_ENABLED", "0").envs(self.environment.iter().copied());
        command
    }

    /// Starts a node of a cluster with this home directory, and returns its number. The first node is the head.
    pub(crate) fn start_node(&mut self, home: &str) -> usize {
        self.start_node_on(0, home)
    }

    /// The same on one of two hosts.
    pub(crate) fn start_node_on(&mut self, host: usize, home: &str) -> usize {
        let (number, address) = (self.nodes.len(), format!("{}:{}", self.address(0), self.port));
        fs::create_dir_all(self.path(home)).unwrap();
        let mut command = self.command(host);
        command.args(["-m", "ray.scripts.scripts", "start", "--block"]);
        command.arg(format!("--node-ip-address={}", self.address(host)));
        command.args(["--min-worker-port=0", "--max-worker-port=0", "--object-store-memory=104857600"]);
        command.arg(format!("--num-cpus={CORES}"));
        match number {
            0 => command.args(["--head", "--include-dashboard=false"]).arg(format!("--port={}", self.port)),
            _ => command.arg(format!("--address={address}")),
        };
        let log = File::create(self.path(&format!("node{number}"))).unwrap();
        command.env("HOME", self.path(home)).stdin(Stdio::null()).stderr(log.try_clone().unwrap()).stdout(log);
        let child = command.process_group(0).spawn().expect("Python runs");
        self.nodes.push(child);
        let log = self.path(&format!("node{number}"));
        let node = &mut self.nodes[number];
        await_while(
            node,
            || "the node".to_owned(),
            || fs::read_to_string(&log).is_ok_and(|text| text.contains("Ray runtime started")),
        );
        number
    }

    /// Kills a node with all its processes at once.
    pub(crate) fn kill_node(&mut self, number: usize) {
        kill_all(&mut self.nodes[number]);
    }

    /// The next node is the head of another cluster.
    pub(crate) fn forget_nodes(&mut self) {
        self.nodes.iter_mut().for_each(kill_all);
        self.nodes.clear();
    }

    /// Whether a node has not ended by itself.
    pub(crate) fn is_up(&mut self, number: usize) -> bool {
        self.nodes[number].try_wait().is_ok_and(|ended| ended.is_none())
    }

    /// The process of a node.
    pub(crate) fn node(&self, number: usize) -> u32 {
        self.nodes[number].id()
    }

    /// Starts the driver. Its output goes to a file.
    pub(crate) fn drive(&self, options: &[&str]) -> Driver {
        // Like anything that a script starts in the background, the driver ignores Ctrl-C at first.
        let mut command = self.command(0);
        let words = self.path("words");
        let log = File::options().create(true).append(true).open(&words).unwrap();
        command.arg(DRIVER).arg(self.path("campaign")).args(["--memory", "4MiB"]).args(options);
        command.args(["--solve", env!("CARGO_BIN_EXE_solve")]).stdin(Stdio::null()).stdout(log.try_clone().unwrap());
        Driver { child: command.stderr(log).spawn().expect("Python runs"), words }
    }

    /// The same for the cluster.
    pub(crate) fn drive_cluster(&self, options: &[&str]) -> Driver {
        self.drive(&[&["--address", &format!("{}:{}", self.address(0), self.port)], options].concat())
    }

    /// Names of all jobs in the ledger; none may occur twice.
    #[track_caller]
    pub(crate) fn jobs(&self) -> HashSet<String> {
        let text = fs::read_to_string(self.path("campaign/ledger.txt")).unwrap();
        let whole = text.lines().filter_map(|line| line.strip_prefix("job "));
        let names: Vec<String> = whole.filter_map(|line| line.get(..16)).map(str::to_owned).collect();
        let different: HashSet<String> = names.iter().cloned().collect();
        assert_eq!(names.len(), different.len(), "a job is counted twice");
        different
    }

    /// Number of jobs in the ledger that a host did.
    pub(crate) fn jobs_of(&self, host: usize) -> usize {
        let text = fs::read_to_string(self.path("campaign/ledger.txt")).unwrap();
        let worker = format!(" worker {}:", self.hosts().name(host));
        text.lines().filter(|line| line.starts_with("job ") && line.contains(&worker)).count()
    }

    /// The report of the campaign, which must have the outcome that a plain search finds.
    #[track_caller]
    pub(crate) fn check_report(&self) -> Value {
        let report = run(&["campaign", "report", &self.text("campaign"), "--json"]).record(0);
        assert_eq!((&report["outcome"], &report["complete"]), (&self.outcome, &true.into()), "{report}");
        self.jobs();
        report
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.nodes.iter_mut().for_each(kill_all);
        // Ray's agents outlive their parent by minutes, and would go on writing into the folder.
        let folder = self.folder.path().as_os_str().as_encoded_bytes();
        let mine = [b"RAY_TMPDIR=", folder, b"\0"].concat();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            if environment.windows(mine.len()).any(|part| part == mine) {
                kill(&entry.file_name());
            }
        }
    }
}

fn kill(process: &OsStr) {
    // It may have ended by now.
    let _ = Command::new("kill").arg("-KILL").arg(process).stderr(Stdio::null()).status();
}

/// A running driver. It is killed when this is dropped.
pub(crate) struct Driver {
    child: Child,
    words: PathBuf,
}

impl Driver {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// What it has said so far.
    pub(crate) fn words(&self) -> String {
        fs::read_to_string(&self.words).unwrap_or_default()
    }

    #[track_caller]
    pub(crate) fn wait_until(&mut self, what: &str, is_so: impl FnMut() -> bool) {
        let words = self.words.clone();
        let what = || format!("{what}: {}", fs::read_to_string(&words).unwrap_or_default());
        await_while(&mut self.child, what, is_so);
    }

    #[track_caller]
    pub(crate) fn wait_for_words(&mut self, wanted: &str) {
        let words = self.words.clone();
        self.wait_until(wanted, || fs::read_to_string(&words).is_ok_and(|words| words.contains(wanted)));
    }

    /// Waits for its end, and returns its status.
    #[track_caller]
    pub(crate) fn end(&mut self) -> Option<i32> {
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < PATIENCE, "it does not end: {}", self.words());
            thread::sleep(Duration::from_millis(5));
        }
        self.child.wait().unwrap().code()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        kill_all(&mut self.child);
    }
}

/// Waits for something that comes while a process runs.
#[track_caller]
fn await_while(process: &mut Child, what: impl Fn() -> String, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(process.try_wait().unwrap().is_none(), "it ended before: {}", what());
        assert!(begin.elapsed() < PATIENCE, "not in time: {}", what());
        thread::sleep(Duration::from_millis(5));
    }
}

/// Kills a process and all below it.
fn kill_all(process: &mut Child) {
    if process.try_wait().is_ok_and(|ended| ended.is_some()) {
        return;
    }
    // A process that is killed first cannot start others.
    let below = descendants(process.id());
    let _ = process.kill();
    for each in below {
        kill(OsStr::new(&each.to_string()));
    }
    let _ = process.wait();
}

/// All processes below this one.
fn descendants(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    children.into_iter().flat_map(|child| [vec![child], descendants(child)].concat()).collect()
}

/// What a process is, by its command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `solve campaign job`.
    Solver,
    /// The actor of a machine.
    Actor,
    /// `solve campaign serve`.
    Serve,
}

/// The processes of a kind below this one.
pub(crate) fn find(kind: Kind, below: u32) -> Vec<u32> {
    let is_one = |process: &u32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        let words: Vec<_> = line.split(|&byte| byte == 0).map(String::from_utf8_lossy).collect();
        let is_solve = |command: &str| words.len() > 2 && words[1] == "campaign" && words[2] == command;
        match kind {
            Kind::Solver => is_solve("job"),
            Kind::Serve => is_solve("serve"),
            Kind::Actor => words[0].starts_with("ray::Machine"),
        }
    };
    descendants(below).into_iter().filter(is_one).collect()
}
