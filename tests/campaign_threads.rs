//! `solve campaign job --threads`: one process does several jobs at a time.
#![cfg(unix)]

use crate::support::{self, campaign};

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use campaign::Folder;
use serde_json::{Value, json};
use support::{Run, program, run};

fn command(threads: &str) -> Command {
    let mut command = program();
    command.args(["campaign", "job", "--memory", "4MiB", "--threads", threads]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Lets this many threads work on the lines. The input ends while jobs are under way.
fn work(threads: &str, lines: &str) -> Run {
    let mut child = command(threads).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// The first job of a campaign, with these budgets.
fn jobs(board: &str, budgets: &[u64]) -> Vec<Value> {
    let first = parse(&run(&["campaign", "next", Folder::plan(&["--board", board]).name()]).stdout);
    let with_budget = |&budget: &u64| {
        let mut job = first.clone();
        job.as_object_mut().unwrap().remove("job");
        job["budget"] = budget.into();
        job
    };
    budgets.iter().map(with_budget).collect()
}

/// What a record claims: least and most.
fn claim(record: &Value) -> (i64, i64) {
    let found = record["found"].as_str().unwrap_or_else(|| panic!("{record}"));
    match (found.strip_prefix(">="), found.strip_prefix("<=")) {
        (Some(least), _) => (least.parse().unwrap(), i64::MAX),
        (_, Some(most)) => (i64::MIN, most.parse().unwrap()),
        _ => (i64::MIN, i64::MAX),
    }
}

#[test]
fn answers_of_four_threads_and_of_one_are_all_true_and_none_is_missing() {
    let campaign = Folder::plan(&["--board", "4x6", "--budget", "500"]);
    let file = campaign.path.join("answers.jsonl");
    for round in 0.. {
        assert!(round < 2000, "it does not end");
        let jobs = campaign.call("next", &["--count", "8"]).stdout;
        if jobs.is_empty() {
            break;
        }
        let (one, four) = (work("1", &jobs), work("4", &jobs));
        assert_eq!((one.status, one.stderr.as_str(), four.status, four.stderr.as_str()), (Some(0), "", Some(0), ""));
        let in_order: Vec<Value> = one.stdout.lines().map(parse).collect();
        let names = |lines: &str| lines.lines().map(|line| parse(line)["job"].to_string()).collect::<Vec<_>>();
        assert_eq!(names(&one.stdout), names(&jobs), "one thread keeps the order");
        let answers: Vec<Value> = four.stdout.lines().map(parse).collect();
        assert_eq!(answers.len(), in_order.len());
        for mine in &in_order {
            let other = answers.iter().find(|other| other["job"] == mine["job"]).expect("each job is answered");
            let (mine_claims, others) = (claim(mine), claim(other));
            assert!(mine_claims.0.max(others.0) <= mine_claims.1.min(others.1), "{mine} {other}");
        }
        fs::write(&file, &four.stdout).unwrap();
        campaign.call("record", &[file.to_str().unwrap()]);
    }
    assert_eq!(campaign.report()["value"], 16);
}

#[test]
fn a_job_of_another_board_waits_and_goes_on_with_a_memory_of_its_own() {
    let (small, wide) = (jobs("4x4", &[1 << 40, 1 << 41]), jobs("4x6", &[1 << 40, 1 << 41]));
    let lines: String =
        [&small[0], &small[1], &wide[0], &wide[1], &small[0]].map(|job| format!("{job}\n")).into_iter().collect();
    let done = work("3", &lines);
    assert_eq!((done.status, done.stderr.as_str()), (Some(0), ""));
    let boards: Vec<Value> = done.stdout.lines().map(|line| parse(line)["board"].clone()).collect();
    assert_eq!(boards, ["4x4", "4x4", "4x6", "4x6", "4x4"], "in the order of the boards");
    assert!(done.stdout.lines().all(|line| parse(line)["found"] != "open"), "{done:?}");
}

/// A process to talk to.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Worker {
    fn new(threads: &str) -> Self {
        let mut child = command(threads).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn say(&mut self, line: &Value) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        parse(&line)
    }
}

/// Three jobs that nobody finishes, and one that is over at once, all about the same: who wins 8x8 from the start.
fn long_jobs() -> (Vec<Value>, Value) {
    let mut all = jobs("8x8", &[1 << 60, 1 << 59, 1 << 58, 1000]);
    for job in &mut all {
        job["position"] = "---------------------------OX------XO--------------------------- X".into();
        // A wrong name gets an error with the right one.
        job["job"] = "0000000000000000".into();
        let told = work("1", &job.to_string()).stderr;
        let name = told.trim().rsplit(' ').next().unwrap_or_default();
        assert_eq!(name.len(), 16, "{told}");
        job["job"] = name.into();
    }
    let short = all.pop().unwrap();
    (all, short)
}

#[test]
fn waiting_and_running_jobs_are_taken_back_one_by_one() {
    let (long, short) = long_jobs();
    let cancel = |job: &Value| json!({"cancel": job["job"]});
    let cancelled = |job: &Value| json!({"job": job["job"], "cancelled": true});
    let mut worker = Worker::new("2");
    long.iter().for_each(|job| worker.say(job));
    worker.say(&cancel(&long[2]));
    worker.say(&cancel(&long[0]));
    worker.say(&short);
    assert_eq!(worker.hear(), cancelled(&long[0]), "it ran");
    assert_eq!(worker.hear(), cancelled(&long[2]), "it waited");
    assert_eq!(worker.hear()["found"], "open", "the one behind them");
    worker.say(&cancel(&long[1]));
    assert_eq!(worker.hear(), cancelled(&long[1]), "it ran all the time");
    drop(worker.input);
    assert!(worker.child.wait().unwrap().success());
}

#[test]
fn a_signal_ends_all_jobs_under_way() {
    let (long, short) = long_jobs();
    let mut worker = Worker::new("3");
    long[..2].iter().for_each(|job| worker.say(job));
    worker.say(&short);
    assert_eq!(worker.hear()["found"], "open", "all three are under way");
    support::signal("TERM", worker.child.id());
    let ended = [worker.hear(), worker.hear()];
    assert!(ended.iter().all(|answer| answer["cancelled"] == true), "{ended:?}");
    assert_eq!(worker.child.wait().unwrap().code(), Some(130));
}

#[test]
fn after_a_wrong_line_what_came_before_it_is_done() {
    let all = jobs("4x6", &[1 << 40, 1 << 41, 1 << 42]);
    let done = work("4", &format!("{}\n{}\nno job\n{}\n", all[0], all[1], all[2]));
    assert_eq!((done.status, done.stdout.lines().count()), (Some(1), 2), "{done:?}");
    assert!(done.stderr.contains("standard input:3: not JSON: expected "), "{done:?}");
}
