//! Jobs of a campaign that are done elsewhere: by workers, a driver that speaks JSON, the tasks of a job array.
#![cfg(unix)]

use crate::support::{self, campaign, executable};

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use campaign::Folder;
use serde_json::Value;
use support::{Run, program, run};

/// A few dozen jobs.
const TINY: [&str; 4] = ["--board", "4x6", "--budget", "500"];

/// Runs `solve campaign job` on lines of standard input.
fn work(jobs: &str) -> Run {
    let mut child = program()
        .args(["campaign", "job", "--memory", "1MiB"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(jobs.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

#[test]
fn workers_elsewhere_may_lose_jobs_and_do_them_twice() {
    let campaign = Folder::plan(&TINY);
    for round in 0.. {
        let jobs = campaign.call("next", &["--count", "6", "--recheck", "0"]);
        assert_eq!((jobs.status, jobs.stderr.as_str()), (Some(0), ""));
        if jobs.stdout.is_empty() {
            break;
        }
        assert!(round < 2000, "it does not end");
        // The first job of every third round is lost; the last one is done twice.
        let all: Vec<&str> = jobs.stdout.lines().collect();
        let lost = usize::from(round % 3 == 0 && all.len() > 1);
        let mut wanted = all[lost..].join("\n") + "\n";
        wanted += &format!("{}\n", all[all.len() - 1]);
        let answers = work(&wanted);
        assert_eq!((answers.status, answers.stderr.as_str()), (Some(0), ""));
        let file = campaign.path.join("answers.jsonl");
        fs::write(&file, &answers.stdout).unwrap();
        let taken = campaign.call("record", &[file.to_str().unwrap(), "--recheck", "0"]);
        assert!(taken.stdout.starts_with(&format!("{} records new, 1 known", all.len() - lost)), "{taken:?}");
        let again = campaign.call("record", &[file.to_str().unwrap(), "--recheck", "0"]);
        assert!(again.stdout.starts_with("0 records new"), "{again:?}");
    }
    campaign.jobs();
    assert_eq!(campaign.report()["value"], 16);
}

/// Brings an answer for the root of 4x6. A campaign of larger jobs begins with it; here so large a budget is refused.
fn answer_for_the_root(ask: &mut impl FnMut(&str) -> Value) -> Value {
    let root = Folder::plan(&["--board", "4x6", "--budget", "100M"]).call("next", &[]).stdout;
    let mut answer: Value = serde_json::from_str(&work(&root).stdout).unwrap();
    let refused = ask(&format!(r#"{{"answer":{answer}}}"#));
    let limit = "budget 100000000 is more than this campaign gives such a position: 4000 is the most";
    assert_eq!(refused["error"], limit);
    (answer["budget"], answer["job"]) = (4000.into(), Value::Null);
    ask(&format!(r#"{{"answer":{answer}}}"#))
}

#[test]
fn a_driver_talks_with_it_in_json() {
    let campaign = Folder::plan(&TINY);
    let mut child = program()
        .args(["campaign", "serve", campaign.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut say, mut hear) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut ask = |request: &str| -> Value {
        writeln!(say, "{request}").unwrap();
        let mut line = String::new();
        hear.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    };
    let first = ask(r#"{"next":3}"#);
    let jobs = first["jobs"].as_array().unwrap();
    assert_eq!((&first["in_flight"], &first["done"]), (&jobs.len().into(), &false.into()));
    let lost = ask(&format!(r#"{{"lost":{}}}"#, jobs[0]["job"]));
    assert_eq!((&lost["new"], &lost["in_flight"]), (&true.into(), &(jobs.len() - 1).into()));
    assert_eq!(ask(r#"{"next":1}"#)["jobs"][0], jobs[0], "it is handed out again");
    assert!(ask(r#"{"answer":{"job":"none"}}"#)["error"].is_string());
    assert_eq!(first["needless"], serde_json::json!([]));
    let answer = work(&jobs[0].to_string()).stdout;
    assert_eq!(ask(&format!(r#"{{"answer":{}}}"#, answer.trim()))["new"], true);
    assert_eq!(ask(&format!(r#"{{"answer":{}}}"#, answer.trim()))["new"], false);
    // Once the root is answered, nothing needs the jobs in flight any more.
    let flying = ask(r#"{"next":3}"#)["jobs"].as_array().unwrap().clone();
    assert!(!flying.is_empty());
    let answered = answer_for_the_root(&mut ask);
    let mut names: Vec<&str> = jobs[1..].iter().chain(&flying).filter_map(|job| job["job"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(answered["needless"], serde_json::json!(names), "{answered}");
    for name in names {
        assert_eq!(ask(&format!(r#"{{"lost":"{name}"}}"#))["new"], true);
    }
    // No other process works on it now; others may read it.
    let second = campaign.call("next", &[]);
    assert_eq!(second.status, Some(1));
    assert!(second.stderr.contains("another process works on this campaign"), "{second:?}");
    assert_eq!(campaign.call("status", &["--json"]).record(0)["answered"], 2);
    loop {
        let reply = ask(r#"{"next":2}"#);
        if reply["done"] == true {
            assert_eq!((&reply["lower"], &reply["upper"]), (&16.into(), &16.into()));
            break;
        }
        let text: String = reply["jobs"].as_array().unwrap().iter().map(|job| format!("{job}\n")).collect();
        for answer in work(&text).stdout.lines() {
            ask(&format!(r#"{{"answer":{answer}}}"#));
        }
        for job in jobs {
            ask(&format!(r#"{{"lost":{}}}"#, job["job"]));
        }
    }
    drop(say);
    assert!(child.wait().unwrap().success());
    campaign.jobs();
}

/// The whole conversation of `solve campaign serve` for these lines.
fn serve(campaign: &Folder, lines: &[u8]) -> Run {
    let mut child = program()
        .args(["campaign", "serve", campaign.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines).unwrap();
    child.wait_with_output().unwrap().into()
}

#[test]
fn a_wrong_request_is_answered_and_the_conversation_goes_on() {
    let campaign = Folder::plan(&TINY);
    let wrong: [&[u8]; 10] = [
        b"bad",
        b"",
        br#"{"foo":1}"#,
        br#"{"next":-1}"#,
        br#"{"next":1,"lost":"x"}"#,
        b"{\xff}",
        br#"{"lost":"x"}"#,
        br#"{"lost":7}"#,
        br#"{"answer":7}"#,
        br#"{"answer":{"board":"4x8","scoring":"discs","position":"-----------OX------XO----------- X","at_least":1,"budget":1,"found":">=1","nodes":1,"seconds":0,"solver":"test"}}"#,
    ];
    let said = serve(&campaign, &[&wrong.join(&b'\n')[..], b"\n{\"next\":1}\n"].concat());
    assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""));
    let answers: Vec<Value> = said.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), wrong.len() + 1, "{answers:?}");
    for answer in &answers[..wrong.len()] {
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(!error.contains('\n') && answer["done"] == false && answer["jobs"].is_null(), "{answer}");
    }
    assert!(answers[0]["error"].as_str().unwrap().starts_with("this is not a request ("), "{}", answers[0]);
    assert_eq!(answers[wrong.len()]["jobs"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_known_job_that_is_answered_otherwise_is_a_contradiction_for_every_command() {
    let campaign = Folder::plan(&["--board", "4x4", "--budget", "1G"]);
    let truth = work(&campaign.call("next", &[]).stdout).stdout;
    let mut lie: Value = serde_json::from_str(&truth).unwrap();
    let asked = lie["at_least"].as_i64().unwrap();
    let is_more = lie["found"].as_str().unwrap().starts_with(">=");
    lie["found"] = if is_more { format!("<={}", asked - 1) } else { format!(">={asked}") }.into();
    lie["solver"] = "liar".into();
    let position = lie["position"].as_str().unwrap();
    let is_named = |run: &Run| {
        let named =
            run.stderr.contains(&format!("contradiction at {position}: ")) && run.stderr.contains(" solver liar");
        assert_eq!((run.status, run.stderr.lines().count(), named), (Some(1), 1, true), "{run:?}");
    };
    let file = campaign.path.join("answers.jsonl");
    let record = |text: &str| {
        fs::write(&file, text).unwrap();
        campaign.call("record", &[file.to_str().unwrap()])
    };
    assert!(record(&truth).stdout.starts_with("1 record new, 0 known"));
    assert!(record(&truth).stdout.starts_with("0 records new, 1 known"));
    let before = fs::read_to_string(campaign.ledger()).unwrap();
    is_named(&record(&lie.to_string()));
    let said = serve(&campaign, format!("{{\"answer\":{lie}}}\n{{\"next\":1}}\n").as_bytes());
    is_named(&said);
    let answers: Vec<Value> = said.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((answers.len(), answers[0]["error"].is_string()), (1, true), "{answers:?}");
    assert_eq!(fs::read_to_string(campaign.ledger()).unwrap(), before, "it counts for nothing");

    // Both lines in one ledger, in both orders.
    let other = Folder::plan(&["--board", "4x4", "--budget", "1G"]);
    fs::write(&file, lie.to_string()).unwrap();
    other.call("record", &[file.to_str().unwrap()]);
    let lines = |folder: &Folder| fs::read_to_string(folder.ledger()).unwrap();
    let (mine, theirs) = (lines(&campaign), lines(&other));
    let jobs = |text: &str| {
        text.lines().filter(|line| line.starts_with("job ")).map(|line| format!("{line}\n")).collect::<String>()
    };
    for (first, second) in [(&mine, &theirs), (&theirs, &mine)] {
        fs::write(campaign.ledger(), format!("{first}{}", jobs(second))).unwrap();
        is_named(&campaign.call("report", &[]));
        is_named(&campaign.call("status", &[]));
        is_named(&campaign.call("run", &["--quiet", "--memory", "1MiB", "--no-table"]));
        is_named(&campaign.call("next", &[]));
        is_named(&campaign.call("merge", &[other.name()]));
    }
    // A repeated line is no contradiction, and counts once.
    fs::write(campaign.ledger(), &mine).unwrap();
    let once = (campaign.call("status", &["--json"]).stdout, campaign.call("report", &["--json"]).stdout);
    fs::write(campaign.ledger(), format!("{mine}{}", jobs(&mine))).unwrap();
    assert_eq!((campaign.call("status", &["--json"]).stdout, campaign.call("report", &["--json"]).stdout), once);
}

#[test]
fn a_job_that_is_taken_back_is_stopped_and_the_next_one_done() {
    let root = run(&["campaign", "next", Folder::plan(&["--board", "6x8", "--budget", "1000G"]).name()]).stdout;
    let campaign = Folder::plan(&TINY);
    let small = campaign.call("next", &[]).stdout;
    let name = |job: &str| serde_json::from_str::<Value>(job).unwrap()["job"].as_str().unwrap().to_owned();
    let cancel = |job: &str| format!("{{\"cancel\":\"{}\"}}\n", name(job));
    // A job not read yet, one under way, one that is done, and one that does not exist.
    let lines = [cancel(&small), root.clone(), cancel(&root), small.clone()].concat();
    let done = work(&lines);
    assert_eq!((done.status, done.stderr.as_str()), (Some(0), ""));
    let answers: Vec<Value> = done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0], serde_json::json!({"job": name(&root), "cancelled": true}));
    assert_eq!((&answers[1]["job"], answers[1]["found"].is_string()), (&name(&small).into(), true));
    assert_eq!(answers.len(), 2);
    let wrong = work("{\"cancel\":\"everything\"}\n");
    assert_eq!(wrong.status, Some(1));
    assert!(wrong.stderr.contains("standard input:1: job 'everything' is not a name"), "{wrong:?}");
}

#[test]
fn a_slurm_that_takes_no_tasks_ends_the_script_with_the_reason() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/campaign_slurm.sh");
    let campaign = Folder::plan(&TINY);
    let folder = campaign.path.parent().unwrap();
    for (name, text) in [
        ("sbatch", "#!/bin/sh\necho called >>\"$0.calls\"\necho 'sbatch: error: invalid partition' >&2\nexit 7\n"),
        ("squeue", "#!/bin/sh\n"),
        ("scancel", "#!/bin/sh\n"),
    ] {
        executable::write(&folder.join(name), text.as_bytes());
    }
    let mut command = Command::new("timeout");
    command.args(["120", script, campaign.name(), "2"]).env("SOLVE", env!("CARGO_BIN_EXE_solve"));
    command.env("PATH", format!("{}:{}", folder.display(), std::env::var("PATH").unwrap()));
    let failed: Run = command.output().expect("there is a shell").into();
    let calls = fs::read_to_string(folder.join("sbatch.calls")).unwrap().lines().count();
    assert_eq!((failed.status, calls), (Some(1), 3), "{failed:?}");
    assert_eq!(failed.stderr.matches("sbatch: error: invalid partition\n").count(), calls, "{failed:?}");
    assert!(failed.stderr.contains("three rounds have brought no answer"), "{failed:?}");
}
