//! A campaign on a real Ray cluster on this machine: workers and the driver are killed, and nothing is lost.
//!
//! Ray is installed once, in the version of `scripts/campaign_ray.txt`, into a virtual environment in the target directory.
//! Where that cannot be done (no Python 3 with `venv`, no wheel for it, no way to PyPI), the test says so and is skipped.
#![cfg(target_os = "linux")]

mod support;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use support::run;

const REQUIREMENTS: &str = include_str!("../scripts/campaign_ray.txt");
const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/campaign_ray.py");
/// Some hundred jobs of a few hundredths of a second.
const PLAN: [&str; 8] = ["--board", "6x6", "--moves", "c2b4c5d2e4e3", "--budget", "100k", "--mode", "wld"];
/// Longer than anything here takes, on a slow machine too.
const PATIENCE: Duration = Duration::from_secs(300);

/// The Python of an environment that has Ray; an error says why there is none.
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

/// Names of all jobs in a ledger. None stands there twice.
#[track_caller]
fn jobs(campaign: &Path) -> HashSet<String> {
    let text = fs::read_to_string(campaign.join("ledger.txt")).unwrap();
    let whole = text.lines().filter_map(|line| line.strip_prefix("job "));
    let names: Vec<String> = whole.filter_map(|line| line.get(..16)).map(str::to_owned).collect();
    let different: HashSet<String> = names.iter().cloned().collect();
    assert_eq!(names.len(), different.len(), "a job is counted twice");
    different
}

/// Starts the driver with a cluster of four workers of its own.
fn drive(python: &Path, campaign: &Path, folder: &Path) -> Child {
    // As what a script starts in the background, the driver ignores Ctrl-C, by which Ray's workers cancel their tasks.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' INT; exec \"$0\" \"$@\""]).arg(python);
    command.arg(DRIVER).arg(campaign).args(["--workers", "4", "--memory", "4MiB", "--quiet"]);
    command.arg("--solve").arg(env!("CARGO_BIN_EXE_solve")).env("RAY_TMPDIR", folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("Python runs")
}

/// Processes that do jobs for a driver, by the Ray worker that started them.
fn workers(driver: u32) -> HashMap<u32, u32> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let does_jobs = |process: &u32| {
        let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        line.starts_with(concat!(env!("CARGO_BIN_EXE_solve"), "\0campaign\0job\0").as_bytes())
    };
    let jobs: Vec<u32> = processes.filter(does_jobs).collect();
    let of_driver = jobs.into_iter().filter(|&job| ancestors(job).contains(&driver));
    of_driver.filter_map(|job| Some((parent(job)?, job))).collect()
}

fn parent(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
}

fn ancestors(process: u32) -> Vec<u32> {
    std::iter::successors(parent(process), |&above| parent(above).filter(|&above| above > 1)).collect()
}

/// Whether a process is using a processor at this moment.
fn is_busy(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('R'))
}

fn wait_until(what: &str, driver: &mut Child, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(driver.try_wait().unwrap().is_none(), "the driver ended before: {what}");
        assert!(begin.elapsed() < PATIENCE, "not in time: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn two_workers_and_the_driver_are_killed_and_no_job_is_lost_or_counted_twice() {
    let python = match python() {
        Ok(python) => python,
        Err(reason) => return support::skipped(&format!("Ray cannot be installed here: {reason}")),
    };
    let folder = tempfile::Builder::new().prefix("r").tempdir_in("/tmp").unwrap();
    let (alone, campaign) = (folder.path().join("alone"), folder.path().join("campaign"));
    for path in [&alone, &campaign] {
        let planned = run(&[&["campaign", "plan", path.to_str().unwrap()], &PLAN[..]].concat());
        assert_eq!(planned.status, Some(0), "{planned:?}");
    }
    let undisturbed = run(&["campaign", "run", alone.to_str().unwrap(), "--no-table", "--memory", "16MiB", "--json"]);
    let value = undisturbed.record(0)["outcome"].clone();
    assert!(value.is_string());

    let mut driver = drive(&python, &campaign, folder.path());
    let id = driver.id();
    wait_until("the first answers", &mut driver, || jobs(&campaign).len() >= 10);
    let mut killed = HashSet::new();
    while killed.len() < 2 {
        let mut at_work = None;
        wait_until("a worker at work", &mut driver, || {
            at_work = workers(id).into_iter().find(|&(worker, job)| !killed.contains(&worker) && is_busy(job));
            at_work.is_some()
        });
        let (worker, _) = at_work.unwrap();
        support::signal("KILL", worker);
        killed.insert(worker);
    }
    let before = jobs(&campaign);
    wait_until("more answers", &mut driver, || jobs(&campaign).len() >= before.len() + 20);
    let survivors = workers(id).into_keys().filter(|worker| killed.contains(worker)).count();
    assert_eq!(survivors, 0, "they were killed");
    driver.kill().unwrap();
    let ended = driver.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), None, "it ended before it was killed: {ended:?}");

    let known = jobs(&campaign);
    assert!(before.is_subset(&known), "a job is lost");
    let go_on = || drive(&python, &campaign, folder.path()).wait_with_output().unwrap();
    let mut second = go_on();
    // Ray's own processes may abort with a failed check of theirs. Then, too, the same command goes on.
    for _ in 0..2 {
        if String::from_utf8_lossy(&second.stderr).contains("a bug in Ray") {
            second = go_on();
        }
    }
    assert!(second.status.success(), "{second:?}");
    assert!(known.is_subset(&jobs(&campaign)), "a job is lost");
    let report = run(&["campaign", "report", campaign.to_str().unwrap(), "--json"]).record(0);
    assert_eq!((&report["outcome"], &report["complete"]), (&value, &true.into()), "{report}");
}
