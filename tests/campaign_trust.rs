//! Campaigns whose workers lie, and ledgers that were damaged: the result never rests on what is false.
#![cfg(unix)]

#[path = "support/campaign.rs"]
mod campaign;
mod support;

use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use campaign::Folder;
use serde_json::{Value, json};
use support::{Run, program, run};

/// A few dozen jobs.
const TINY: [&str; 4] = ["--board", "4x6", "--budget", "500"];

/// A key for re-checks with which every share picks an answer of the liar.
const KEY: &str = "0000000000000001\n";

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
/// job.
fn drive(campaign: &Folder, recheck: &str, names: &[&str]) {
    let mut serve = Partner::new(&["serve", campaign.name(), "--recheck", recheck, "--memory", "1MiB"]);
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
            serve.ask(&json!({"answer": answer, "worker": name}));
        }
    }
    serve.end();
    workers.into_iter().filter_map(|(_, worker)| worker).for_each(Partner::end);
}

#[test]
fn a_lying_process_is_withdrawn_and_the_value_is_right() {
    for (recheck, names) in [
        ("100%", &["honest", "liar", "dead"][..]),
        ("100%", &["liar", "honest"]),
        ("100%", &["a", "liar", "b", "dead"]),
    ] {
        let campaign = Folder::plan(&TINY);
        // Of so few answers, a random key might pick none that is a lie.
        fs::write(campaign.ledger().with_file_name("recheck.key"), KEY).unwrap();
        drive(&campaign, recheck, names);
        let report = campaign.report();
        assert_eq!((&report["value"], &report["complete"]), (&16.into(), &true.into()), "{report}");
        assert_eq!(report["withdrawn_workers"], json!(["liar"]), "{report}");
        assert!(report["withdrawn"].as_u64() > Some(0) || report["rechecked"].as_u64() > Some(0), "{report}");
        assert!(!report["rechecked_by"].as_object().unwrap().contains_key("liar"), "{report}");
        let text = campaign.call("report", &[]).stdout;
        assert!(text.contains("Withdrawn  ") && text.contains(" of liar"), "{text}");
        let status = campaign.call("status", &["--json"]).record(0);
        assert_eq!((&status["value"], &status["withdrawn_workers"]), (&16.into(), &json!(["liar"])));
        // A later run on the ledger no longer trusts the liar.
        assert_eq!(campaign.run(&["--workers", "2"])["value"], 16);
        assert_eq!(campaign.run(&["--workers", "1", "--worker", "liar"])["value"], 16);
    }
}

#[test]
fn honest_workers_are_re_checked_and_nothing_is_withdrawn() {
    for (names, rechecked) in [(&["a", "b"][..], true), (&["alone"], false)] {
        let campaign = Folder::plan(&TINY);
        drive(&campaign, "50%", names);
        let report = campaign.report();
        assert_eq!((&report["value"], &report["withdrawn"]), (&16.into(), &0.into()), "{report}");
        assert_eq!(report["rechecked"].as_u64() > Some(0), rechecked, "{report}");
        assert_eq!(report["rechecked"], report["confirmed"]);
        let text = campaign.call("report", &[]).stdout;
        assert_eq!(text.contains("Checks     none: they need a second worker"), !rechecked, "{text}");
    }
    // Threads of one machine check each other's answers, with memory of their own.
    let campaign = Folder::plan(&TINY);
    let run = campaign.run(&["--workers", "3", "--recheck", "100%", "--worker", "host"]);
    assert_eq!((&run["value"], &run["withdrawn"]), (&16.into(), &0.into()), "{run}");
    assert!(run["rechecked"].as_u64() > Some(3), "{run}");
    let none = Folder::plan(&TINY);
    assert_eq!(none.run(&["--workers", "3", "--recheck", "0"])["rechecked"], 0);
    assert!(!fs::read_to_string(none.ledger()).unwrap().contains("\ncheck "));
    assert!(!none.path.join("recheck.key").exists());
    let wrong = none.call("run", &["--recheck", "120%"]);
    let message = "solve: recheck '120%' is not a share of answers: give one such as 1%, 0.5% or 0, at most 100%\n";
    assert_eq!((wrong.status, wrong.stderr.as_str()), (Some(2), message));
}

fn work(jobs: &str, worker: &str) -> String {
    let mut child = program();
    child.args(["campaign", "job", "--memory", "1MiB", "--worker", worker]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(jobs.as_bytes()).unwrap();
    Run::from(child.wait_with_output().unwrap()).stdout
}

#[test]
fn rounds_without_a_conversation_find_the_liar_as_well() {
    let campaign = Folder::plan(&TINY);
    let file = campaign.path.join("answers.jsonl");
    let mut said = String::new();
    for round in 0.. {
        assert!(round < 2000, "it does not end");
        let jobs = campaign.call("next", &["--count", "6", "--recheck", "30%"]);
        assert_eq!((jobs.status, jobs.stderr.as_str()), (Some(0), ""));
        if jobs.stdout.is_empty() {
            break;
        }
        let mut answers = String::new();
        for (number, job) in jobs.stdout.lines().enumerate() {
            let name = ["node1", "liar", "node2"][(number + round) % 3];
            let answer: Value = serde_json::from_str(&work(&format!("{job}\n"), name)).unwrap();
            assert_eq!(answer["worker"], name);
            let answer = if name == "liar" { turned(&answer) } else { answer };
            answers += &format!("{answer}\n");
        }
        fs::write(&file, answers).unwrap();
        let taken = campaign.call("record", &["--recheck", "30%", "--memory", "1MiB", file.to_str().unwrap()]);
        assert_eq!((taken.status, taken.stderr.as_str()), (Some(0), ""));
        said += &taken.stdout;
    }
    assert!(said.contains("; worker liar was proven wrong, its answers do not count"), "{said}");
    let report = campaign.report();
    assert_eq!((&report["value"], &report["withdrawn_workers"]), (&16.into(), &json!(["liar"])), "{report}");
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
fn ledgers_of_version_1_are_read_and_go_on_in_version_2() {
    let campaign = Folder::plan(&TINY);
    campaign.run(&["--workers", "1"]);
    let text = fs::read_to_string(campaign.ledger()).unwrap();
    let seal = |line: &str| format!("{line} #{:08x}\n", xxhash_rust::xxh3::xxh3_64(line.as_bytes()) as u32);
    let former: String = text
        .lines()
        .map(|line| line.rsplit_once(" #").unwrap().0.replace("othello-campaign 2", "othello-campaign 1"))
        .map(|line| seal(line.split(" worker ").next().unwrap()))
        .collect();
    let half: String = former.split_inclusive('\n').take(20).collect();
    fs::write(campaign.ledger(), &half).unwrap();
    assert_eq!(campaign.report()["complete"], false);
    assert_eq!(fs::read_to_string(campaign.ledger()).unwrap(), half, "it was only read");
    assert_eq!(campaign.run(&["--workers", "1", "--recheck", "0"])["value"], 16);
    let renewed = fs::read_to_string(campaign.ledger()).unwrap();
    assert!(renewed.starts_with("othello-campaign 2 #"), "{renewed}");
    let of_unknown = renewed.lines().filter(|line| line.starts_with("job ") && !line.contains(" worker ")).count();
    assert!(of_unknown >= 10, "{renewed}");
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

/// Answers of a ledger that exclude each other are proven before the first job is done, which may take long.
#[test]
fn a_signal_is_heard_while_answers_of_the_ledger_are_proven() {
    use ::campaign::{Finding, Job, Ledger, Record};

    let campaign = Folder::plan(&["--board", "8x8"]);
    let Ledger { plan, .. } = Ledger::read(campaign.ledger().as_ref()).unwrap();
    let (board, scoring) = (plan.root.board(), plan.scoring);
    let (discs, _) = solver::Symmetries::new(board).canonical(plan.root.discs());
    let job = Job { board, scoring, discs, at_least: 1, budget: 1 << 40 };
    let record = |finding, worker: &str| Record {
        job,
        finding,
        nodes: 1,
        micros: 1,
        solver: "test".to_owned(),
        worker: worker.parse().unwrap(),
    };
    let records = vec![record(Finding::AtLeast(1), "a"), record(Finding::AtMost(0), "b")];
    fs::write(campaign.ledger(), Ledger::new(plan, records).text()).unwrap();
    for (more, status) in [(&[][..], 130), (&["--time-limit", "1s"], 3)] {
        let mut command = program();
        command
            .args(["campaign", "run", campaign.name(), "--workers", "1", "--no-table", "--memory", "1MiB"])
            .args(more);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        support::wait_for_search(child.id());
        if more.is_empty() {
            support::signal("TERM", child.id());
        }
        let begin = std::time::Instant::now();
        let stopped = Run::from(child.wait_with_output().unwrap());
        assert!(begin.elapsed().as_secs() < 10, "{:?}", begin.elapsed());
        let words = "solve: stopped while answers of the ledger that exclude each other were proven\n";
        assert_eq!((stopped.status, stopped.stderr.as_str()), (Some(status), words), "{stopped:?}");
    }
}
