//! Answers that are proven again, and ledgers that were damaged: the result never rests on what is known to be false.
#![cfg(unix)]

use crate::support::{self, campaign};

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use campaign::Folder;
use serde_json::{Value, json};
use support::{Run, program, run};

/// A few dozen jobs.
const TINY: [&str; 4] = ["--board", "4x6", "--budget", "500"];

/// A process to talk to in lines.
struct Partner {
    child: Child,
    say: ChildStdin,
    hear: Lines<BufReader<ChildStdout>>,
}

impl Partner {
    fn new(arguments: &[&str]) -> Self {
        let mut command = program();
        command.arg("campaign").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (say, hear) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()).lines());
        Self { child, say, hear }
    }

    fn worker() -> Self {
        Self::new(&["job", "--memory", "1MiB"])
    }

    fn ask(&mut self, request: &Value) -> Value {
        writeln!(self.say, "{request}").unwrap();
        serde_json::from_str(&self.hear.next().unwrap().unwrap()).unwrap()
    }

    fn end(self) {
        let Self { mut child, say, hear } = self;
        drop((say, hear));
        assert!(child.wait().unwrap().success());
    }
}

/// The opposite of the finding.
fn turned(answer: &Value) -> Value {
    let (asked, found) = (answer["at_least"].as_i64().unwrap(), answer["found"].as_str().unwrap());
    let mut lie = answer.clone();
    lie["found"] = if found.starts_with(">=") { format!("<={}", asked - 1) } else { format!(">={asked}") }.into();
    lie
}

/// Drives a campaign with workers of these names; the liar reverses its answers, the dead one is killed at its third
/// job. Returns the error that ended it.
fn drive(campaign: &Folder, recheck: &str, names: &[&str]) -> Option<String> {
    let mut serve = Partner::new(&["serve", campaign.name(), "--recheck", recheck]);
    let mut workers: Vec<(&str, Option<Partner>)> = names.iter().map(|&name| (name, Some(Partner::worker()))).collect();
    let mut jobs_of_dead = 0;
    for round in 0.. {
        assert!(round < 5000, "it does not end");
        let mut tasks = Vec::new();
        let mut is_done = false;
        for (name, worker) in &mut workers {
            if worker.is_some() {
                let reply = serve.ask(&json!({"next": 1, "worker": name}));
                assert!(reply["error"].is_null(), "{reply}");
                is_done = reply["done"] == true;
                let job = reply["jobs"].as_array().unwrap().first().cloned();
                let is_withdrawn = reply["withdrawn"].as_array().is_some_and(|all| all.contains(&json!(name)));
                assert!(job.is_none() || !is_withdrawn, "{reply}");
                tasks.extend(job.map(|job| (*name, job)));
            }
        }
        if tasks.is_empty() && is_done {
            break;
        }
        for (name, job) in tasks {
            let at = workers.iter().position(|(other, _)| *other == name).unwrap();
            if name == "dead" {
                jobs_of_dead += 1;
            }
            if jobs_of_dead == 3 && name == "dead" {
                let mut dead = workers[at].1.take().unwrap();
                dead.child.kill().unwrap();
                dead.child.wait().unwrap();
                serve.ask(&json!({"lost": job["job"]}));
                continue;
            }
            let answer = workers[at].1.as_mut().unwrap().ask(&job);
            let answer = if name == "liar" { turned(&answer) } else { answer };
            let reply = serve.ask(&json!({"answer": answer, "worker": name}));
            if let Some(error) = reply["error"].as_str() {
                assert_eq!(serve.child.wait().unwrap().code(), Some(1), "{error}");
                workers.into_iter().filter_map(|(_, worker)| worker).for_each(Partner::end);
                return Some(error.to_owned());
            }
        }
    }
    serve.end();
    workers.into_iter().filter_map(|(_, worker)| worker).for_each(Partner::end);
    None
}

#[test]
fn a_lie_stops_the_campaign_and_without_the_liar_it_ends_with_the_right_value() {
    for names in [&["honest", "liar", "dead"][..], &["liar", "honest"], &["a", "liar", "b", "dead"]] {
        let campaign = Folder::plan(&TINY);
        let error = drive(&campaign, "100%", names).expect("a re-check contradicts it");
        assert!(error.starts_with("contradiction at ") && error.contains("worker liar"), "{error}");
        assert_eq!(campaign.call("withdraw", &["--worker", "liar", "--json"]).status, Some(0));
        let others: Vec<&str> = names.iter().copied().filter(|name| *name != "liar").collect();
        assert_eq!(drive(&campaign, "100%", &others), None);
        let report = campaign.report();
        assert_eq!((&report["value"], &report["complete"]), (&16.into(), &true.into()), "{report}");
        assert_eq!(report["withdrawn_workers"], json!(["liar"]), "{report}");
        assert!(!report["rechecked_by"].as_object().unwrap().contains_key("liar"), "{report}");
        let text = campaign.call("report", &[]).stdout;
        assert!(text.contains("Withdrawn  ") && text.contains(" of liar"), "{text}");
        let status = campaign.call("status", &["--json"]).record(0);
        assert_eq!((&status["value"], &status["withdrawn_workers"]), (&16.into(), &json!(["liar"])));
        assert_eq!(campaign.run(&["--workers", "2"])["value"], 16);
    }
}

#[test]
fn honest_workers_are_re_checked_and_nothing_is_withdrawn() {
    for (names, rechecked) in [(&["a", "b"][..], true), (&["alone"], false)] {
        let campaign = Folder::plan(&TINY);
        assert_eq!(drive(&campaign, "50%", names), None);
        let report = campaign.report();
        assert_eq!((&report["value"], &report["withdrawn"]), (&16.into(), &0.into()), "{report}");
        assert_eq!(report["rechecked"].as_u64() > Some(0), rechecked, "{report}");
        assert_eq!(report["rechecked"], report["confirmed"]);
        let text = campaign.call("report", &[]).stdout;
        assert_eq!(text.contains(" confirmed by the same worker only"), !rechecked, "{text}");
    }
    // Threads of one machine check each other's answers, with memory of their own.
    let campaign = Folder::plan(&TINY);
    let run = campaign.run(&["--workers", "3", "--recheck", "100%", "--worker", "host"]);
    assert_eq!((&run["value"], &run["withdrawn"]), (&16.into(), &0.into()), "{run}");
    assert!(run["rechecked"].as_u64() > Some(3), "{run}");
    let none = Folder::plan(&TINY);
    assert_eq!(none.run(&["--workers", "3", "--recheck", "0"])["rechecked"], 0);
    assert!(!fs::read_to_string(none.ledger()).unwrap().contains("\ncheck "));
    let wrong = none.call("run", &["--recheck", "120%"]);
    let message = "'120%' is not a share of answers: give one such as 1%, 0.5% or 0, at most 100%";
    wrong.refuses(message);
}

#[test]
fn whatever_becomes_of_a_ledger_its_campaign_ends_with_the_same_value() {
    let campaign = Folder::plan(&["--board", "4x4", "--budget", "50"]);
    let expected = campaign.run(&["--workers", "1"])["value"].clone();
    let whole = fs::read(campaign.ledger()).unwrap();
    let text = String::from_utf8(whole.clone()).unwrap();
    let goes_on = |bytes: &[u8], what: &str| {
        fs::write(campaign.ledger(), bytes).unwrap();
        let ran = campaign.call("run", &["--workers", "1", "--memory", "1MiB", "--json", "--quiet", "--no-table"]);
        match ran.status {
            Some(0) => {
                assert_eq!((&ran.record(0)["value"], &campaign.report()["value"]), (&expected, &expected), "{what}")
            }
            Some(1) => {
                assert!(ran.stdout.is_empty() && ran.stderr.lines().count() == 1, "{what}: {ran:?}");
                assert!(ran.stderr.contains("ledger.txt:"), "{what}: {ran:?}");
            }
            _ => panic!("{what}: {ran:?}"),
        }
        ran
    };
    for bit in (0..8 * whole.len()).step_by(61) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        goes_on(&bytes, &format!("bit {bit}"));
    }
    for cut in [3, 60, 250, 400] {
        goes_on(&whole[..whole.len().saturating_sub(cut)], &format!("cut {cut}"));
    }
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.starts_with("job ")).unwrap();
    let (first, rest) = lines.split_at(head);
    let turned: Vec<&str> = rest.iter().rev().copied().collect();
    let sound = |lines: &[&str], end: &str, what: &str| {
        let ran = goes_on((lines.join(end) + end).as_bytes(), what);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{what}");
    };
    sound(&[first, &turned].concat(), "\n", "another order");
    sound(&[first, rest, rest].concat(), "\n", "again");
    sound(&[first, &rest[rest.len() / 2..]].concat(), "\n", "removed");
    sound(&lines, "\r\n", "carriage returns");

    // Lines of the same board and another root are not lines of this campaign, whatever they say.
    let other = Folder::plan(&["--board", "4x4", "--moves", "b1", "--budget", "50"]);
    other.run(&["--workers", "1"]);
    let others = fs::read_to_string(other.ledger()).unwrap();
    let foreign: Vec<&str> = others.lines().filter(|line| line.starts_with("job ")).collect();
    let ran = goes_on((([first, &foreign[..], rest].concat()).join("\n") + "\n").as_bytes(), "foreign lines");
    let said = format!("{}:{}: the checksum #", campaign.ledger().display(), head + 1);
    assert!(ran.status == Some(0) && ran.stderr.contains(&said), "{ran:?}");
    assert!(ran.stderr.contains(" does not match: the line is damaged, or of another campaign; it is left out"));
    assert_eq!(campaign.report()["left_out"], foreign.len());
    let merged = campaign.call("merge", &[campaign.name()]);
    assert!(merged.stdout.contains(&format!(", {} damaged lines left out\n", 2 * foreign.len())), "{merged:?}");
    assert_eq!(campaign.report()["left_out"], 0, "merged, they are gone");
}

#[test]
fn ledgers_of_version_1_are_refused_with_advice() {
    let campaign = Folder::plan(&TINY);
    let first = "othello-campaign 1";
    let text = format!("{first} #{:08x}\n", xxhash_rust::xxh3::xxh3_64(first.as_bytes()) as u32);
    fs::write(campaign.ledger(), &text).unwrap();
    let advice =
        ":1: 'othello-campaign 1': this program reads 'othello-campaign 2'; use the program that wrote this one\n";
    for command in ["report", "run"] {
        let ran = run(&["campaign", command, campaign.name()]);
        assert!(ran.status == Some(1) && ran.stderr.ends_with(advice), "{ran:?}");
    }
    assert_eq!(fs::read_to_string(campaign.ledger()).unwrap(), text);
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/data/campaigns/6x8-othello");
    let report = run(&["campaign", "report", published, "--json"]).record(0);
    assert_eq!((&report["answered"], &report["left_out"]), (&json!(report["answered"].as_u64().unwrap()), &0.into()));
}

/// Runs the program with so little memory and time that it cannot read endless input.
fn confined(arguments: &[&str]) -> Run {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -v 262144; exec timeout 10 \"$0\" \"$@\"", env!("CARGO_BIN_EXE_solve")]).args(arguments);
    shell.env("HOME", "/dev/null/home").stdin(Stdio::null()).output().unwrap().into()
}

#[test]
fn ledgers_and_answers_without_an_end_are_refused() {
    let campaign = Folder::plan(&TINY);
    let head = fs::read(campaign.ledger()).unwrap();
    let fifo = campaign.path.join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let refused = |arguments: &[&str], expected: &str| {
        let run = confined(&[&["campaign"], arguments].concat());
        assert_eq!((run.status, run.stderr.lines().count()), (Some(1), 1), "{arguments:?}: {run:?}");
        assert!(run.stderr.contains(expected), "{arguments:?}: {run:?}");
    };
    for (bytes, expected) in
        [(&head[..], ":10: the line is longer than 1048576 bytes"), (b"", ":1: the line is longer")]
    {
        fs::write(campaign.ledger(), bytes).unwrap();
        fs::OpenOptions::new().write(true).open(campaign.ledger()).unwrap().set_len(10 << 30).unwrap();
        for command in ["report", "status", "next"] {
            refused(&[command, campaign.name()], expected);
        }
        refused(&["merge", campaign.name(), campaign.name()], expected);
    }
    fs::write(campaign.ledger(), [&head[..], &b"\n".repeat(5_000_000)].concat()).unwrap();
    refused(&["report", campaign.name()], "more than 1000 lines are damaged");
    fs::write(campaign.ledger(), &head).unwrap();
    refused(&["record", campaign.name(), "/dev/zero"], "/dev/zero:1: the line is longer than 1048576 bytes");
    let deep = campaign.path.join("deep");
    fs::write(&deep, "[".repeat(1_000_000)).unwrap();
    refused(
        &["record", campaign.name(), deep.to_str().unwrap()],
        "deep:1: not JSON: recursion limit exceeded at character ",
    );
    let other = campaign.path.join("other");
    fs::create_dir(&other).unwrap();
    std::os::unix::fs::symlink(&fifo, other.join("ledger.txt")).unwrap();
    for command in ["report", "status", "next"] {
        refused(&[command, other.to_str().unwrap()], "ledger.txt: not a file");
    }
    refused(&["merge", campaign.name(), other.to_str().unwrap()], "ledger.txt: not a file");
}
