//! A campaign on real Ray clusters on this machine: whatever can die is killed, and nothing is lost.
//!
//! Ray is installed once, in the version of `scripts/campaign_ray.txt`, into a virtual environment in the target directory.
//! If that fails (no Python 3 with `venv`, no wheel for it, no access to PyPI), the tests say so and are skipped.
#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use support::executable;
use support::ray::{self, CORES, Kind, Stage, find};
use support::signal;

/// Seven thousand jobs of a few milliseconds; twice as many; six times as many; two thirds of them.
const PLAN: [&str; 8] = ["--board", "6x6", "--moves", "c2b4c5d2e4", "--budget", "20k", "--mode", "wld"];
const LONG_PLAN: [&str; 8] = ["--board", "6x6", "--moves", "c2b4c5d2", "--budget", "20k", "--mode", "wld"];
const LONGEST_PLAN: [&str; 8] = ["--board", "6x6", "--moves", "c2b4", "--budget", "20k", "--mode", "wld"];
const SHORT_PLAN: [&str; 8] = ["--board", "6x6", "--moves", "c2b4c5d2e4e3", "--budget", "20k", "--mode", "wld"];

/// Waits for a process of this kind and for more answers, and kills it.
fn kill_one(stage: &Stage, driver: &mut ray::Driver, kind: Kind) {
    let before = stage.jobs().len();
    let id = driver.id();
    driver.wait_until(&format!("more answers before a {kind:?} is killed"), || {
        stage.jobs().len() >= before + 50 && !find(kind, id).is_empty()
    });
    signal("KILL", find(kind, id)[0]);
}

/// Weights that the driver brings to the machines.
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/solver/weights/6x6.weights");
/// Options of a cluster of two cores on this machine.
const WORKERS: [&str; 6] = ["--workers", "2", "--recheck", "5%", "--weights", WEIGHTS];

/// Whether a solver was started with weights of its own, a copy of those.
fn has_weights(solver: u32) -> bool {
    let command = fs::read_to_string(format!("/proc/{solver}/cmdline")).unwrap_or_default();
    let mut words = command.split('\0').skip_while(|&word| word != "--weights");
    words.nth(1).is_some_and(|path| path != WEIGHTS && fs::read(path).ok() == fs::read(WEIGHTS).ok())
}

/// Starts a campaign and kills what the driver has started. Returns the driver.
fn kill_all_kinds(stage: &Stage, kinds: &[Kind]) -> ray::Driver {
    let mut driver = stage.drive(&WORKERS);
    let mut before = stage.jobs();
    for &kind in kinds {
        kill_one(stage, &mut driver, kind);
        let id = driver.id();
        driver.wait_until("more answers", || stage.jobs().len() >= before.len() + 100 && !find(kind, id).is_empty());
        assert!(before.is_subset(&stage.jobs()), "a job is lost");
        before = stage.jobs();
    }
    let id = driver.id();
    driver.wait_until("a solver with weights", || find(Kind::Solver, id).into_iter().any(has_weights));
    driver
}

/// Stops a driver by a signal; it must say how to go on.
fn stop(driver: &mut ray::Driver, signal_name: &str, status: i32) {
    signal(signal_name, driver.id());
    assert_eq!(driver.end(), Some(status), "{}", driver.words());
    let words = driver.words();
    // Words of Ray's own may come later.
    let wanted = "campaign_ray.py: stopped; the ledger has everything that is known, the same command goes on";
    assert!(words.lines().any(|line| line == wanted), "{words}");
}

/// Continues a campaign to its end.
fn finish(stage: &Stage) {
    let known = stage.jobs();
    let mut driver = stage.drive(&WORKERS);
    assert_eq!(driver.end(), Some(0), "{}", driver.words());
    assert!(known.is_subset(&stage.jobs()), "a job is lost");
    stage.check_report();
}

#[test]
fn solver_actor_serve_and_driver_are_killed_and_no_job_is_lost() {
    let Some(stage) = Stage::plan(&PLAN) else { return };
    let mut driver = kill_all_kinds(&stage, &[Kind::Solver, Kind::Actor, Kind::Serve]);
    let words = driver.words();
    assert!(words.contains("serve was ended by SIGKILL; it is started again"), "{words}");
    // A solver that dies between two jobs has lost none, and nothing is said.
    for _ in 0..20 {
        if driver.words().contains("the program was ended by SIGKILL") {
            break;
        }
        kill_one(&stage, &mut driver, Kind::Solver);
    }
    assert!(driver.words().contains("the program was ended by SIGKILL"), "{}", driver.words());
    // The driver itself: the same command goes on.
    let known = stage.jobs();
    signal("KILL", driver.id());
    assert_eq!(driver.end(), None);
    drop(driver);
    let mut driver = stage.drive(&WORKERS);
    // Answers may have come between the last look and the end; a solver of its own shows that this driver works.
    let id = driver.id();
    driver.wait_until("more answers", || !find(Kind::Solver, id).is_empty() && stage.jobs().len() > known.len());
    stop(&mut driver, "TERM", 143);
    finish(&stage);
}

#[test]
#[ignore = "takes minutes: scripts/test --all"]
fn everything_is_killed_again_and_again() {
    let Some(stage) = Stage::plan(&LONGEST_PLAN) else { return };
    let round = [Kind::Solver, Kind::Serve, Kind::Actor, Kind::Solver];
    let mut driver = kill_all_kinds(&stage, &round.repeat(2));
    stop(&mut driver, "INT", 130);
    finish(&stage);
}

#[test]
fn the_head_of_the_cluster_is_killed_and_the_same_command_goes_on_with_another() {
    let Some(mut stage) = Stage::plan(&SHORT_PLAN) else { return };
    let head = stage.start_node("head");
    let mut driver = stage.drive_cluster(&[]);
    driver.wait_until("answers", || stage.jobs().len() > 100);
    stage.kill_node(head);
    assert_ne!(driver.end(), Some(0), "{}", driver.words());
    drop(driver);
    let known = stage.jobs();
    stage.forget_nodes();
    stage.start_node("another");
    let mut driver = stage.drive_cluster(&[]);
    assert_eq!(driver.end(), Some(0), "{}", driver.words());
    assert!(known.is_subset(&stage.jobs()), "a job is lost");
    stage.check_report();
}

/// Puts an executable program into a home directory.
fn install(home: &Path, program: &[u8]) {
    fs::create_dir_all(home).unwrap();
    executable::write(&home.join("solve"), program);
}

fn solve() -> Vec<u8> {
    fs::read(env!("CARGO_BIN_EXE_solve")).unwrap()
}

#[test]
fn one_node_cannot_run_the_program_another_comes_later_and_is_lost() {
    let Some(mut stage) = Stage::plan(&SHORT_PLAN) else { return };
    install(&stage.path("good"), &solve());
    // It looks like a program for another kind of machine.
    install(&stage.path("bad"), b"\x7fELF for a machine of another kind");
    stage.start_node("bad");
    let mut driver = stage.drive_cluster(&["--solve-on-nodes", "~/solve", "--weights", WEIGHTS]);
    driver.wait_for_words("Exec format error");
    driver.wait_for_words("it is tried again in");
    let ledger = fs::read_to_string(stage.path("campaign/ledger.txt")).unwrap();
    assert!(
        !ledger.lines().any(|line| line.starts_with("job ") && !line.contains(" budget 0 ")),
        "nothing was searched"
    );
    let late = stage.start_node("good");
    driver.wait_until("a node that comes later works", || stage.jobs().len() > 100);
    let solvers = find(Kind::Solver, stage.node(late));
    assert_eq!(solvers.len(), 1, "one process for {CORES} cores");
    assert!(has_weights(solvers[0]));
    stage.kill_node(late);
    let again = stage.start_node("good");
    driver.wait_until("yet another node goes on", || !find(Kind::Solver, stage.node(again)).is_empty());
    assert_eq!(driver.end(), Some(0), "{}", driver.words());
    stage.check_report();
}

#[test]
#[ignore = "takes half a minute: scripts/test --all"]
fn machines_that_are_asked_for_are_waited_for() {
    let Some(mut stage) = Stage::plan(&PLAN) else { return };
    install(&stage.path("good"), &solve());
    stage.start_node("good");
    let cores = CORES.to_string();
    let asked = ["--solve-on-nodes", "~/solve", "--nodes", "2", "--cpus-per-node", &cores, "--recheck", "20%"];
    let mut driver = stage.drive_cluster(&asked);
    driver.wait_until("the first machine works", || !find(Kind::Solver, stage.node(0)).is_empty());
    let second = stage.start_node("good");
    driver.wait_until("the second machine works", || !find(Kind::Solver, stage.node(second)).is_empty());
    assert_eq!(driver.end(), Some(0), "{}", driver.words());
    stage.check_report();
}

#[test]
#[ignore = "takes a minute: scripts/test --all"]
fn the_program_is_brought_to_every_node_and_what_one_had_in_hand_is_done_by_the_other() {
    let Some(mut stage) = Stage::plan(&PLAN) else { return };
    let first = stage.start_node("one");
    let second = stage.start_node("two");
    let mut driver = stage.drive_cluster(&["--recheck", "20%"]);
    for node in [first, second] {
        driver.wait_until("both nodes work", || !find(Kind::Solver, stage.node(node)).is_empty());
    }
    let known = stage.jobs().len();
    driver.wait_until("more answers", || stage.jobs().len() >= known + 200);
    stage.kill_node(second);
    assert_eq!(driver.end(), Some(0), "{}", driver.words());
    let report = stage.check_report();
    assert!(
        report["confirmed"].as_u64().is_some_and(|checks| checks > 0),
        "each looks at the other's answers: {report}"
    );
}

/// Two hosts do a campaign. In the middle, the cable between them is cut for this long. Returns whether the second host
/// had to be restarted.
fn cut_the_cable(stage: &mut Stage, seconds: u64) -> bool {
    stage.start_node_on(0, "one");
    let mut second = stage.start_node_on(1, "two");
    let mut driver = stage.drive_cluster(&["--recheck", "5%"]);
    for host in [0, 1] {
        driver.wait_until("both hosts do jobs", || stage.jobs_of(host) > 100);
    }
    stage.hosts().plug(false);
    // What was on its way may still come.
    thread::sleep(Duration::from_secs(1));
    let (known, cut) = (stage.jobs(), stage.jobs_of(1));
    thread::sleep(Duration::from_secs(seconds));
    assert_eq!(stage.jobs_of(1), cut, "nothing goes through a cable that is not there");
    stage.hosts().plug(true);
    // Ray may give the node up for dead, and then it ends.
    let mut is_anew = false;
    driver.wait_until("the second host does jobs again", || {
        if !stage.is_up(second) {
            second = stage.start_node_on(1, "two");
            is_anew = true;
        }
        stage.jobs_of(1) > cut
    });
    assert_eq!(driver.end(), Some(0), "{}", driver.words());
    assert!(known.is_subset(&stage.jobs()), "a job is lost");
    stage.check_report();
    is_anew
}

#[test]
#[ignore = "takes a minute: scripts/test --all"]
fn two_hosts_share_the_jobs_and_go_on_when_the_cable_between_them_was_cut() {
    if let Some(mut stage) = Stage::plan_on_two_hosts(&LONG_PLAN, &[]) {
        cut_the_cable(&mut stage, 8);
    }
}

#[test]
#[ignore = "takes a minute: scripts/test --all"]
fn a_host_that_is_taken_for_dead_because_the_cable_is_cut_is_started_anew() {
    // Ray checks its nodes every second, instead of waiting for half a minute.
    let impatient = &[
        ("RAY_health_check_initial_delay_ms", "1000"),
        ("RAY_health_check_period_ms", "1000"),
        ("RAY_health_check_timeout_ms", "1000"),
        ("RAY_health_check_failure_threshold", "3"),
    ];
    if let Some(mut stage) = Stage::plan_on_two_hosts(&LONG_PLAN, impatient) {
        assert!(cut_the_cable(&mut stage, 12), "the node did not end");
    }
}
