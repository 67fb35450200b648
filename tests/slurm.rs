//! `scripts/campaign_slurm.sh` on a real Slurm: one controller and two nodes, all on this machine. This takes a minute
//! or two, so only `scripts/test --all` runs it (`cargo test --test slurm -- --ignored`).
#![cfg(unix)]

use crate::support::{self, campaign, cluster};

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

/// Starts the script with rounds of short tasks.
fn drive(cluster: &Cluster, campaign: &Folder) -> Child {
    let mut command = Command::new(SCRIPT);
    command.args([campaign.name(), "2", "--cpus-per-task=2", "--time=60"]).env("SOLVE_JOBS", "40");
    command.env("SOLVE_OPTIONS", format!("--memory 16MiB --weights {WEIGHTS}"));
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
fn tasks_a_node_and_the_script_die_and_the_campaign_goes_on() {
    let mut cluster = match Cluster::start() {
        Ok(cluster) => cluster,
        Err(reason) => return support::skipped(&format!("Slurm cannot be started here: {reason}")),
    };
    let campaign = Folder::plan(&PLAN);
    let mut script = drive(&cluster, &campaign);
    more(&campaign, "answers", 20);

    // A task is cancelled in the middle of a round.
    wait_until("a task", || !cluster.tasks().is_empty());
    let first = cluster.tasks().remove(0);
    cluster.call("scancel", &[&first]);
    more(&campaign, "answers after a task was cancelled", 20);

    // A node dies with everything on it, and comes back.
    wait_until("a worker on the second node", || !cluster.processes_of("n2").is_empty());
    cluster.kill("n2");
    cluster.restart("n2");
    more(&campaign, "answers after a node has died", 20);

    // The script is killed; the same command goes on.
    let known = campaign.jobs();
    script.kill().unwrap();
    script.wait().unwrap();
    let ended = drive(&cluster, &campaign).wait_with_output().unwrap();
    assert!(ended.status.success(), "{ended:?}");
    assert!(String::from_utf8_lossy(&ended.stdout).contains("; the campaign is done"), "{ended:?}");
    assert!(known.is_subset(&campaign.jobs()), "a job is lost");
    let report = campaign.report();
    assert_eq!((&report["outcome"], &report["complete"]), (&"win".into(), &true.into()), "{report}");
    assert!(cluster.tasks().is_empty());
}
