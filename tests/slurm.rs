//! `scripts/campaign_slurm.sh` on a real Slurm: one controller and two nodes, all on this machine. This takes a minute
//! or two, so only `scripts/test --all` runs it (`cargo test --test slurm -- --ignored`).
#![cfg(unix)]

#[path = "support/campaign.rs"]
mod campaign;
#[path = "support/cluster.rs"]
mod cluster;
mod support;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use campaign::Folder;
use cluster::Cluster;

/// Some thousand jobs of some hundredths of a second; the side to move wins.
const PLAN: [&str; 8] = ["--board", "6x6", "--moves", "c2b4c5", "--budget", "100k", "--mode", "wld"];
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/campaign_slurm.sh");
/// Weights that each task uses.
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/solver/weights/6x6.weights");
/// Longer than anything here takes, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Starts the script; each of its two tasks takes a node.
fn drive(cluster: &Cluster, campaign: &Folder, options: &[&str]) -> Child {
    let mut command = Command::new(SCRIPT);
    command.args([campaign.name(), "2"]).args(options).args(["--cpus-per-task=2", "--time=60"]);
    command.env("SOLVE_WEIGHTS", WEIGHTS);
    cluster.know(&mut command);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("there is a shell")
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "not in time: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Waits for more answers.
fn more(campaign: &Folder, what: &str, count: usize) {
    let before = campaign.jobs().len();
    wait_until(what, || campaign.jobs().len() >= before + count);
}

#[test]
#[ignore = "it takes a minute or two: scripts/test --all"]
fn tasks_a_node_and_the_driver_die_and_the_campaign_goes_on() {
    let mut cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(reason) => return support::skipped(&format!("Slurm cannot be started here: {reason}")),
    };
    let campaign = Folder::plan(&PLAN);
    let mut script = drive(&cluster, &campaign, &[]);
    more(&campaign, "answers", 20);
    let with_weights = ["campaign", "work", campaign.name(), "--weights", WEIGHTS];
    wait_until("a task with weights", || !cluster::processes(&with_weights).is_empty());

    // A task is cancelled, and another one comes.
    wait_until("both tasks", || cluster.tasks().len() == 2);
    let first = cluster.tasks().remove(0);
    cluster.call("scancel", &[&first]);
    wait_until("another task", || cluster.tasks().len() == 2 && !cluster.tasks().contains(&first));
    more(&campaign, "answers after a task was cancelled", 20);

    // A node dies with everything on it, and comes back.
    wait_until("a worker on the second node", || !cluster.processes_of("n2").is_empty());
    cluster.kill("n2");
    more(&campaign, "answers after a node has died", 20);
    cluster.restart("n2");

    // The script and the driver are killed; the tasks wait for the next one.
    let known = campaign.jobs();
    script.kill().unwrap();
    script.wait().unwrap();
    for lead in cluster::processes(&["campaign", "lead", campaign.name()]) {
        support::signal("KILL", lead);
    }
    let script = drive(&cluster, &campaign, &[]);
    let ended = script.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(ended.status.success(), "{said}");
    assert!(known.is_subset(&campaign.jobs()), "a job is lost");
    let report = campaign.report();
    assert_eq!((&report["outcome"], &report["complete"]), (&"win".into(), &true.into()), "{report}");
    wait_until("the tasks end", || cluster.tasks().is_empty());
    let logs = fs::read_dir(campaign.path.join("slurm")).unwrap().flatten();
    let texts: Vec<String> = logs.filter_map(|log| fs::read_to_string(log.path()).ok()).collect();
    assert!(texts.iter().any(|text| text.contains("; it was told to stop")), "the cancelled one: {texts:?}");
    assert!(texts.iter().any(|text| text.contains("; the campaign is done")), "{texts:?}");

    // A driver in a job of its own works too.
    let other = Folder::plan(&["--board", "4x6", "--budget", "500"]);
    let ended = drive(&cluster, &other, &["--lead-as-job"]).wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let is_complete = || other.call("report", &["--json"]).stdout.contains("\"complete\":true");
    wait_until("the driver's job", || is_complete() && cluster.tasks().is_empty());
    assert_eq!(other.report()["value"], 16);
    other.jobs();
}
