//! Campaigns whose workers fetch their jobs from a shared folder: processes are killed and stopped, lie, and leave garbage.
#![cfg(unix)]

#[path = "support/campaign.rs"]
mod campaign;
#[path = "support/desks.rs"]
mod desks;
mod support;

use std::fs;
use std::os::unix::fs::symlink;

use campaign::Folder;
use desks::{Forged, Process};
use serde_json::{Value, json};
use support::{run, wait_until};

/// A few dozen jobs; the value is 16.
const TINY: [&str; 4] = ["--board", "4x6", "--budget", "500"];
/// Some hundred jobs of some hundredths of a second; the side to move loses.
const SMALL: [&str; 8] = ["--board", "6x6", "--moves", "c2b4c5d2e4e3", "--budget", "100k", "--mode", "wld"];
/// Jobs without end.
const ENDLESS: [&str; 4] = ["--board", "6x8", "--budget", "1000G"];
/// A key for re-checks with which every share picks an answer of the liar.
const KEY: &str = "0000000000000001\n";

#[test]
fn workers_and_the_driver_are_killed_and_stopped_and_no_job_is_lost_or_counted_twice() {
    let campaign = Folder::plan(&SMALL);
    let more = |what: &str, process: &Process| {
        let before = campaign.jobs().len();
        wait_until(what, || campaign.jobs().len() >= before + 10 || process.has_ended());
        assert!(!process.has_ended(), "{what}: {}", process.said());
    };
    let lead = Process::lead(&campaign, &["--lease", "2s"]);
    let killed = Process::work(&campaign, "killed", &[]);
    more("answers of the first worker", &lead);
    killed.signal("KILL");
    lead.hear("worker killed has not been heard of for too long; its ");

    let stopped = Process::work(&campaign, "stopped", &[]);
    more("answers of the second worker", &lead);
    stopped.signal("STOP");
    lead.hear("worker stopped has not been heard of for too long; its ");
    let steady = Process::work(&campaign, "steady", &["--threads", "2"]);
    more("answers of the third worker", &lead);
    stopped.signal("CONT");
    more("answers after the second one has come back", &lead);
    let known = campaign.jobs();
    lead.signal("KILL");
    assert_eq!(lead.end().status, None);

    // The workers wait, and the next driver goes on.
    let lead = Process::lead(&campaign, &["--lease", "2s"]).end();
    assert_eq!((lead.status, lead.stderr.as_str()), (Some(0), ""), "{lead:?}");
    assert!(known.is_subset(&campaign.jobs()), "a job is lost");
    for worker in [stopped, steady] {
        let ended = worker.end();
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
        assert!(ended.stdout.ends_with("; the campaign is done\n"), "{ended:?}");
    }
    let report = campaign.report();
    assert_eq!((&report["outcome"], &report["complete"]), (&"loss".into(), &true.into()), "{report}");
    assert_eq!(desks::names(&campaign), Vec::<String>::new(), "nobody needs them any more");
    // A worker that comes too late leaves at once.
    let late = Process::work(&campaign, "late", &[]).end();
    assert_eq!((late.status, late.stdout.as_str()), (Some(0), "Worker late: 0 jobs, 0 nodes; the campaign is done\n"));
}

#[test]
fn a_worker_that_lies_is_sent_home_and_the_value_is_right() {
    let campaign = Folder::plan(&TINY);
    fs::write(campaign.ledger().with_file_name("recheck.key"), KEY).unwrap();
    let lead = Process::lead(&campaign, &["--recheck", "100%"]);
    let mut liar = Forged::set_up(&campaign, "liar");
    // Alone, it delivers some lies; then somebody is there to check them.
    let mut honest = None;
    for round in 0.. {
        assert!(round < 2000, "the liar is not found out: {}", lead.said());
        let Some(orders) = liar.orders() else { break };
        if orders["dismissed"].is_string() {
            break;
        }
        let answers: Vec<Value> = desks::done(&orders["jobs"]).iter().map(turned).collect();
        liar.answer(&answers);
        if round == 3 {
            honest = Some(Process::work(&campaign, "honest", &["--memory", "1MiB"]));
        }
    }
    let (lead, honest) = (lead.end(), honest.unwrap().end());
    assert_eq!((lead.status, honest.status), (Some(0), Some(0)), "{lead:?} {honest:?}");
    let report = campaign.report();
    assert_eq!((&report["value"], &report["complete"]), (&16.into(), &true.into()), "{report}");
    assert_eq!(report["withdrawn_workers"], json!(["liar"]), "{report}");
    assert!(lead.stderr.contains("worker liar is sent home (one of its answers was proven to be false"), "{lead:?}");
}

/// The opposite of the finding.
fn turned(answer: &Value) -> Value {
    let (asked, found) = (answer["at_least"].as_i64().unwrap(), answer["found"].as_str().unwrap());
    let mut lie = answer.clone();
    lie["found"] = if found.starts_with(">=") { format!("<={}", asked - 1) } else { format!(">={asked}") }.into();
    lie
}

#[test]
fn garbage_is_told_once_and_ends_nothing() {
    let campaign = Folder::plan(&TINY);
    let desks = campaign.path.join("desks");
    let desk = |number: u64| desks.join(format!("{number:016x}"));
    for number in 1..=5 {
        fs::create_dir_all(desk(number)).unwrap();
    }
    fs::write(desks.join("notes.txt"), "mine").unwrap();
    symlink("/", desks.join("link")).unwrap();
    fs::write(desk(1).join("report"), "\u{0}garbage").unwrap();
    fs::File::create(desk(2).join("report")).unwrap().set_len(1 << 40).unwrap();
    fs::create_dir(desk(3).join("report")).unwrap();
    let foreign = Forged::at(&desk(9), "foreign");
    fs::copy(foreign.path().join("report"), desk(4).join("report")).unwrap();
    fs::remove_dir_all(foreign.path()).unwrap();
    symlink("/dev/zero", desk(5).join("report")).unwrap();
    let driver = Forged::at(&desk(6), "driver");
    let nobody = Forged::at(&desk(7), "unknown");

    // A worker hears nonsense before it hears the driver.
    let worker = Process::work(&campaign, "worker", &["--memory", "1MiB"]);
    let orders = desks::of_worker(&campaign, "worker").join("orders");
    fs::write(&orders, "{}\n").unwrap();
    worker.hear("these orders are ignored");
    let mut broken = Forged::set_up(&campaign, "broken");
    let lead = Process::lead(&campaign, &[]);
    let mut answers = [json!(7), json!({"found": "=1"}), Value::Null];
    while let Some(orders) = broken.orders() {
        if let Some(reason) = orders["dismissed"].as_str() {
            assert!(reason.starts_with("none of its last 5 answers could be taken: "), "{reason}");
            break;
        }
        answers.rotate_left(1);
        let wrong: Vec<Value> = orders["jobs"].as_array().unwrap().iter().map(|job| job["job"].clone()).collect();
        broken.bring(wrong.into_iter().map(|job| (job, answers[0].clone())).collect());
    }
    let (lead, worker) = (lead.end(), worker.end());
    assert_eq!((lead.status, worker.status), (Some(0), Some(0)), "{lead:?} {worker:?}");
    assert_eq!(worker.stderr.lines().count(), 1, "{worker:?}");
    for (number, said) in [
        (1, "does not end with a line feed"),
        (2, "such a file has at most"),
        (3, "not a file"),
        (4, "does not match"),
        (5, "not a file"),
        (6, "worker 'driver' is not a name"),
        (7, "a worker needs a name of its own"),
    ] {
        let lines: Vec<&str> = lead.stderr.lines().filter(|line| line.contains(&format!("{number:016x}"))).collect();
        assert!(lines.len() == 1 && lines[0].contains(said), "{number}: {lines:?} in {}", lead.stderr);
    }
    for name in ["notes.txt", "link"] {
        assert_eq!(
            lead.stderr.matches(&format!("{name}: this is not a desk; it is left alone")).count(),
            1,
            "{lead:?}"
        );
    }
    assert_eq!(fs::read_to_string(desks.join("notes.txt")).unwrap(), "mine");
    drop((driver, nobody));
    campaign.jobs();
    assert_eq!(campaign.report()["value"], 16);
}

#[test]
fn a_worker_that_is_told_to_stop_gives_its_job_to_the_next_one() {
    let campaign = Folder::plan(&ENDLESS);
    let lead = Process::lead(&campaign, &[]);
    let job = |worker: &str| {
        let desk = desks::of_worker(&campaign, worker);
        wait_until("the job", || desks::read(&desk, "orders").is_some_and(|orders| orders["jobs"][0].is_object()));
        desks::read(&desk, "orders").unwrap()["jobs"][0]["job"].clone()
    };
    let gone = |worker: &str| wait_until("the desk is removed", || desks::find(&campaign, worker).is_none());
    let ended = Process::work(&campaign, "limited", &["--time-limit", "3s"]).end();
    assert_eq!((ended.status, ended.stderr.as_str()), (Some(3), ""), "{ended:?}");
    gone("limited");
    let mut first = None;
    for signal in ["TERM", "INT"] {
        let told = Process::work(&campaign, signal, &[]);
        let given = job(signal);
        assert_eq!(*first.get_or_insert_with(|| given.clone()), given, "the same job comes again");
        told.signal(signal);
        let ended = told.end();
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(130), ""), "{ended:?}");
        assert!(ended.stdout.ends_with("; it was told to stop\n"), "{ended:?}");
        gone(signal);
    }
    lead.signal("TERM");
    let ended = lead.end();
    assert_eq!(ended.status, Some(130), "{ended:?}");
    assert!(ended.stderr.ends_with("stopped; the ledger has everything that is known, the same command goes on\n"));
    let ledger = fs::read_to_string(campaign.ledger()).unwrap();
    assert!(ledger.lines().all(|line| !line.starts_with("job ") || line.contains(" nodes 0 ")), "{ledger}");
}

#[test]
fn only_one_driver_leads() {
    let campaign = Folder::plan(&ENDLESS);
    let lead = Process::lead(&campaign, &[]);
    wait_until("the driver leads", || campaign.path.join("desks/lead").is_file());
    let second = campaign.call("lead", &[]);
    assert_eq!(second.status, Some(1));
    assert!(second.stderr.contains("another process works on this campaign"), "{second:?}");
    // As if a driver on another machine, which does not see the lock, had begun to lead.
    let note = json!({"format": 1, "lead": "1", "host": "elsewhere", "beat": 1, "state": "leads"});
    desks::write(&campaign.path.join("desks"), "", "lead", &note);
    let ended = lead.end();
    assert_eq!(ended.status, Some(1));
    assert!(ended.stderr.contains("another driver leads this campaign, on elsewhere"), "{ended:?}");

    let nowhere = run(&["campaign", "work", campaign.path.join("nowhere").to_str().unwrap()]);
    assert!(nowhere.stderr.contains("there is no campaign here; begin one with solve campaign plan"), "{nowhere:?}");
    assert_eq!(nowhere.status, Some(1));
}
