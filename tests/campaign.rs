//! Campaigns from the command line: killed, resumed, merged, done by workers elsewhere.
#![cfg(unix)]

mod support;

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use support::{NO_TABLE, Run, program, run};

/// A campaign in a folder of its own.
struct Folder {
    _parent: tempfile::TempDir,
    path: PathBuf,
}

impl Folder {
    fn plan(options: &[&str]) -> Self {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("campaign");
        let planned = run(&[&["campaign", "plan", path.to_str().unwrap()], options].concat());
        assert_eq!((planned.status, planned.stderr.as_str()), (Some(0), ""), "{planned:?}");
        Self { _parent: parent, path }
    }

    fn name(&self) -> &str {
        self.path.to_str().expect("temporary directories have plain names")
    }

    fn ledger(&self) -> PathBuf {
        self.path.join("ledger.txt")
    }

    fn call(&self, command: &str, options: &[&str]) -> Run {
        run(&[&["campaign", command, self.name()], options].concat())
    }

    fn run(&self, options: &[&str]) -> Value {
        self.call("run", &[&["--memory", "16MiB", "--json", "--quiet"], NO_TABLE, options].concat()).record(0)
    }

    fn report(&self) -> Value {
        self.call("report", &["--json"]).record(0)
    }

    /// Names of all jobs in the ledger. None stands there twice.
    #[track_caller]
    fn jobs(&self) -> HashSet<String> {
        let text = fs::read_to_string(self.ledger()).unwrap();
        let names: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("job ")).map(|line| line[..16].to_owned()).collect();
        let different: HashSet<String> = names.iter().cloned().collect();
        assert_eq!(names.len(), different.len(), "a job is counted twice");
        different
    }
}

/// Takes some seconds in all, in many small jobs.
const LONG: [&str; 6] = ["--board", "6x6", "--moves", "c2b4c5d2e4e3", "--budget", "20k"];
/// Takes well below a second.
const SHORT: [&str; 4] = ["--board", "4x8", "--budget", "2k"];

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

fn lines(path: &Path) -> usize {
    fs::read(path).unwrap().iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn a_campaign_finds_the_value_and_its_ledger_alone_tells_it() {
    for (options, value) in [
        (&["--board", "4x6", "--budget", "200"][..], 16),
        (&["--board", "6x4", "--budget", "200", "--virtual", "equals"], 16),
        (&["--board", "4x6", "--start", "reversi", "--scoring", "wof", "--budget", "200", "--first", "24"], 22),
        (&["--board", "3x9", "--budget", "500"], i64::MIN),
        (&SHORT, 32),
    ] {
        let campaign = Folder::plan(options);
        let record = campaign.run(&["--workers", "2"]);
        let value = if value == i64::MIN { support::solve(&options[..2])["value"].clone() } else { Value::from(value) };
        assert_eq!((&record["value"], &record["complete"]), (&value, &true.into()), "{record}");
        // Jobs that became needless leave no record.
        assert!(record["searched"].as_u64() >= record["nodes"].as_u64(), "{record}");
        let report = campaign.report();
        assert_eq!((&report["value"], &report["nodes"]), (&value, &record["nodes"]), "{report}");
        let told = campaign.call("report", &[]).stdout;
        assert!(told.contains("by the rules alone; the campaign is done"), "{told}");
        // Another run has nothing to do and changes nothing.
        let before = fs::read(campaign.ledger()).unwrap();
        let mut again = campaign.run(&[]);
        assert_eq!(again["searched"], 0);
        again["searched"] = record["searched"].clone();
        assert_eq!(again, record);
        assert_eq!(fs::read(campaign.ledger()).unwrap(), before);
    }
}

#[test]
fn killed_again_and_again_it_finds_the_same_value_and_loses_no_job() {
    let undisturbed = Folder::plan(&LONG);
    let expected = undisturbed.run(&["--workers", "1"]);
    let campaign = Folder::plan(&LONG);
    let mut known = HashSet::new();
    let mut kills = 0;
    while kills < 5 {
        let before = lines(&campaign.ledger());
        let mut child = program()
            .args(["campaign", "run", campaign.name(), "--workers", "2", "--memory", "16MiB", "--quiet", "--no-table"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while lines(&campaign.ledger()) < before + 20 && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        let ended = child.wait().unwrap().code();
        assert_eq!(ended, None, "it ended before it was killed: a longer one is needed here");
        kills += 1;
        let now = campaign.jobs();
        assert!(known.is_subset(&now), "a job is lost");
        known = now;
    }
    let record = campaign.run(&["--workers", "2"]);
    assert_eq!((&record["value"], &record["complete"]), (&expected["value"], &true.into()));
    assert!(known.is_subset(&campaign.jobs()));
    assert_eq!(campaign.report()["value"], expected["value"]);
}

#[test]
fn ctrl_c_and_a_time_limit_stop_it_and_it_goes_on() {
    let campaign = Folder::plan(&LONG);
    let run = campaign.call("run", &["--workers", "1", "--time-limit", "300ms", "--json", "--no-table"]);
    assert!(
        run.stderr.ends_with("solve: stopped; the ledger has everything that is known, the same command goes on\n")
    );
    assert_eq!(run.record(3)["complete"], false);
    let child = program()
        .args(["campaign", "run", campaign.name(), "--workers", "1", "--quiet", "--json", "--no-table"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    support::wait_for_search(child.id());
    thread::sleep(Duration::from_millis(50));
    support::signal("INT", child.id());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.record(130)["complete"], false);
    assert_eq!(campaign.run(&[])["complete"], true);
}

#[test]
fn one_worker_does_the_same_jobs_each_time() {
    let told = || {
        let campaign = Folder::plan(&SHORT);
        campaign.run(&["--workers", "1"]);
        let text = fs::read_to_string(campaign.ledger()).unwrap();
        // All but the time and the checksum, which depends on it.
        let words = |line: &str| -> Vec<String> {
            let words: Vec<&str> = line.split(' ').collect();
            let time = words.iter().position(|&word| word == "seconds").map(|at| at + 1);
            let kept = words[..words.len() - 1].iter().enumerate().filter(|&(at, _)| Some(at) != time);
            kept.map(|(_, word)| (*word).to_owned()).collect()
        };
        text.lines().map(words).collect::<Vec<_>>()
    };
    assert_eq!(told(), told());
}

#[test]
fn workers_elsewhere_may_lose_jobs_and_do_them_twice() {
    let campaign = Folder::plan(&TINY);
    for round in 0.. {
        let jobs = campaign.call("next", &["--count", "6"]);
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
        let taken = campaign.call("record", &[file.to_str().unwrap()]);
        assert!(taken.stdout.starts_with(&format!("{} records new, 1 known", all.len() - lost)), "{taken:?}");
        let again = campaign.call("record", &[file.to_str().unwrap()]);
        assert!(again.stdout.starts_with("0 records new"), "{again:?}");
    }
    campaign.jobs();
    assert_eq!(campaign.report()["value"], 16);
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
    // With an answer for the root nothing needs the jobs in flight any more.
    let flying = ask(r#"{"next":3}"#)["jobs"].as_array().unwrap().clone();
    assert!(!flying.is_empty());
    let mut root = jobs[0].clone();
    root["budget"] = 100_000_000.into();
    root.as_object_mut().unwrap().remove("job");
    let answered = ask(&format!(r#"{{"answer":{}}}"#, work(&root.to_string()).stdout.trim()));
    let mut names: Vec<&str> = flying.iter().filter_map(|job| job["job"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(answered["needless"], serde_json::json!(names), "{answered}");
    for name in names {
        assert_eq!(ask(&format!(r#"{{"lost":"{name}"}}"#))["new"], true);
    }
    // Nobody else works on it meanwhile; others may look.
    let second = campaign.call("next", &[]);
    assert_eq!(second.status, Some(1));
    assert!(second.stderr.contains("another process works on this campaign"), "{second:?}");
    assert_eq!(campaign.call("status", &["--json"]).record(0)["answered"].as_u64().map(|jobs| jobs > 1), Some(false));
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
    assert!(answers[0]["error"].as_str().unwrap().starts_with("this is no request ("), "{}", answers[0]);
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
    assert!(record(&truth).stdout.starts_with("1 records new, 0 known"));
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
    // A line that stands there again is no contradiction, and counts once.
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
    // One that nobody has read yet, one at work, one that was done, and one that is not.
    let lines = [cancel(&small), root.clone(), cancel(&root), small.clone()].concat();
    let done = work(&lines);
    assert_eq!((done.status, done.stderr.as_str()), (Some(0), ""));
    let answers: Vec<Value> = done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0], serde_json::json!({"job": name(&root), "cancelled": true}));
    assert_eq!((&answers[1]["job"], &answers[1]["found"]), (&name(&small).into(), &"open".into()));
    assert_eq!(answers.len(), 2);
    let wrong = work("{\"cancel\":\"everything\"}\n");
    assert_eq!(wrong.status, Some(1));
    assert!(wrong.stderr.contains("standard input:1: job 'everything' is no name"), "{wrong:?}");
}

#[test]
fn the_tasks_of_a_slurm_array_do_the_jobs_and_one_that_failed_comes_again() {
    let campaign = Folder::plan(&TINY);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/campaign_slurm.sh");
    let slurm = |arguments: &[&str]| -> Run {
        let mut command = Command::new(script);
        command.args(arguments).env("SOLVE", env!("CARGO_BIN_EXE_solve")).env("SOLVE_MEMORY", "1MiB");
        command.env("SLURM_ARRAY_TASK_ID", "1").output().expect("there is a shell").into()
    };
    // A round of which one task was done before it was stopped.
    let round = campaign.path.join("round");
    fs::create_dir(&round).unwrap();
    fs::write(round.join("jobs"), campaign.call("next", &["--count", "3"]).stdout).unwrap();
    let task = slurm(&["--task", round.to_str().unwrap()]);
    assert_eq!((task.status, task.stderr.as_str()), (Some(0), ""));
    fs::write(round.join("unfinished.2"), "{").unwrap();
    let done = slurm(&[campaign.name(), "4", "--here"]);
    assert_eq!((done.status, done.stderr.as_str()), (Some(0), ""));
    assert!(done.stdout.starts_with("1 records new, 0 known\n"), "{done:?}");
    assert!(done.stdout.contains("by the rules alone; the campaign is done"), "{done:?}");
    assert!(!round.exists());
    campaign.jobs();
    assert_eq!(campaign.report()["value"], 16);
}

#[test]
fn rounds_without_an_answer_end_the_slurm_script() {
    use std::os::unix::fs::PermissionsExt;

    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/campaign_slurm.sh");
    let campaign = Folder::plan(&TINY);
    let folder = campaign.path.parent().unwrap();
    let sbatch = folder.join("sbatch");
    // Fails at once, and remembers that it was called.
    fs::write(&sbatch, "#!/bin/sh\necho called >>\"$0.calls\"\nexit 7\n").unwrap();
    fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let slurm = |arguments: &[&str], memory: &str| -> Run {
        let mut command = Command::new("timeout");
        command.args(["60", script]).args(arguments).env("SOLVE", env!("CARGO_BIN_EXE_solve"));
        command.env("PATH", &path).env("SOLVE_MEMORY", memory).output().expect("there is a shell").into()
    };
    let failed = slurm(&[campaign.name(), "2"], "1MiB");
    let message = "campaign_slurm.sh: sbatch ended with status 7, and no task left an answer\n";
    assert_eq!((failed.status, failed.stderr.as_str()), (Some(1), message));
    assert_eq!(fs::read_to_string(folder.join("sbatch.calls")).unwrap(), "called\n");

    let failed = slurm(&[campaign.name(), "2", "--here"], "lots");
    assert_eq!((failed.status, failed.stderr.lines().count()), (Some(1), 1), "{failed:?}");
    let said = "ends with: solve: memory 'lots' is no size: give one such as 512MiB, 2GiB, 64M or 1073741824\n";
    assert!(failed.stderr.starts_with("campaign_slurm.sh: no task left an answer; "), "{failed:?}");
    assert!(failed.stderr.ends_with(said), "{failed:?}");

    // A folder without a campaign stays as it was.
    let nowhere = folder.join("nowhere");
    let failed = slurm(&[nowhere.to_str().unwrap(), "2", "--here"], "1MiB");
    assert_eq!((failed.status, failed.stderr.lines().count()), (Some(1), 1), "{failed:?}");
    assert!(failed.stderr.contains("solve campaign plan begins a campaign"), "{failed:?}");
    assert!(!nowhere.exists());

    // What failed stands in nobody's way.
    assert_eq!(slurm(&[campaign.name(), "40", "--here"], "1MiB").status, Some(0));
    assert_eq!(campaign.report()["value"], 16);
}

#[test]
fn ledgers_are_merged_and_a_false_line_is_named() {
    let (one, two) = (Folder::plan(&SHORT), Folder::plan(&SHORT));
    one.run(&["--workers", "1"]);
    let whole = fs::read_to_string(one.ledger()).unwrap();
    let head: Vec<&str> = whole.lines().filter(|line| !line.starts_with("job ")).collect();
    let jobs: Vec<&str> = whole.lines().filter(|line| line.starts_with("job ")).collect();
    assert!(jobs.len() > 10, "{whole}");
    let write = |folder: &Folder, jobs: &[&str]| {
        fs::write(folder.ledger(), [&head, jobs].concat().join("\n") + "\n").unwrap();
    };
    let half = jobs.len() / 2;
    write(&one, &jobs[..half + 3]);
    write(&two, &jobs[half..]);
    assert_eq!(one.report()["complete"], false);
    let merged = one.call("merge", &[two.name()]);
    let said = format!("{}: {} records new, 3 known\n", one.ledger().display(), jobs.len() - half - 3);
    assert_eq!((merged.status, merged.stdout), (Some(0), said));
    assert_eq!(one.report()["value"], 32);
    assert_eq!(fs::read_to_string(one.ledger()).unwrap(), whole);

    // A torn last line is left out; a damaged one is an error that names it.
    fs::write(one.ledger(), &whole[..whole.len() - 5]).unwrap();
    assert_eq!(one.run(&["--workers", "1"])["value"], 32);
    fs::write(two.ledger(), whole.replacen("nodes 1", "nodes 2", 1)).unwrap();
    let damaged = two.call("report", &[]);
    assert_eq!(damaged.status, Some(1));
    assert!(damaged.stderr.contains("does not match: the line is damaged"), "{damaged:?}");

    // A line that says the opposite, with a checksum that fits.
    let line = jobs.iter().find(|line| line.contains(" found >=")).unwrap();
    let number = whole.lines().position(|other| other == *line).unwrap() + 1;
    let words: Vec<&str> = line.split(' ').collect();
    let (squares, asked) = (words[4], words[7].strip_prefix(">=").unwrap());
    let at_least = format!("{}", asked.parse::<i32>().unwrap());
    let lie = ["--board", "4x8", "--position", &format!("{squares} X"), "--at-least", &at_least, "--budget", "77"];
    let truth = run(&[&["campaign", "job", "--memory", "1MiB"][..], &lie].concat()).stdout;
    let mut lie: Value = serde_json::from_str(&truth).unwrap();
    lie["found"] = format!("<={}", asked.parse::<i32>().unwrap() - 1).into();
    let false_answers = two.path.join("lie.jsonl");
    fs::write(&false_answers, lie.to_string()).unwrap();
    write(&one, &jobs);
    let refused = one.call("record", &[false_answers.to_str().unwrap()]);
    assert_eq!(refused.status, Some(1));
    assert!(refused.stderr.contains(&format!("contradiction at {squares} X: ")), "{refused:?}");
    assert_eq!(fs::read_to_string(one.ledger()).unwrap(), whole, "it counts for nothing");
    write(&two, &[]);
    assert!(two.call("record", &[false_answers.to_str().unwrap()]).stdout.starts_with("1 records new"));
    let refused = one.call("merge", &[two.name()]);
    assert_eq!(refused.status, Some(1));
    let place = format!("{}:{number}: '", one.ledger().display());
    let other = format!("{}:{}: '", two.ledger().display(), head.len() + 1);
    assert!(refused.stderr.contains(&place) && refused.stderr.contains(&other), "{refused:?}");
    assert_eq!(fs::read_to_string(one.ledger()).unwrap(), whole);

    let foreign = Folder::plan(&["--board", "4x8", "--start", "reversi"]);
    let refused = one.call("merge", &[foreign.name()]);
    assert!(refused.stderr.contains("are of different campaigns"), "{refused:?}");
}

#[test]
fn status_tells_of_the_top_moves_and_of_what_is_left() {
    let campaign = Folder::plan(&LONG);
    let begun = campaign.call("status", &["--json"]).record(0);
    assert_eq!((&begun["complete"], &begun["left"], &begun["answered"]), (&false.into(), &Value::Null, &0.into()));
    campaign.call("run", &["--workers", "1", "--time-limit", "500ms", "--quiet", "--no-table"]);
    let status = campaign.call("status", &["--json"]).record(0);
    let left = &status["left"];
    assert!(left["low"].as_f64() <= left["median"].as_f64() && left["median"].as_f64() <= left["high"].as_f64());
    assert!(left["low"].as_f64() > Some(0.0), "{status}");
    assert!(!status["moves"].as_array().unwrap().is_empty(), "{status}");
    let text = campaign.call("status", &[]).stdout;
    for part in
        ["Question   at least ", "Numbers    to prove ", "Left       about ", "Move   To prove  To disprove  Known"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[cfg(feature = "tables")]
#[test]
fn what_is_known_goes_to_the_table_as_well() {
    let campaign = Folder::plan(&SHORT);
    let table = campaign.path.join("table");
    let table = table.to_str().unwrap();
    let run = campaign.call("run", &["--workers", "2", "--memory", "16MiB", "--json", "--quiet", "--table", table]);
    assert_eq!(run.record(0)["value"], 32);
    let get = support::run(&["table", "get", "--board", "4x8", "--table", table, "--json"]).record(0);
    assert_eq!((&get["lower"], &get["upper"]), (&32.into(), &32.into()), "{get}");
    let verified = support::run(&["table", "verify", "--table", table]);
    assert_eq!(verified.status, Some(0), "{verified:?}");
    // A campaign that begins anew finds everything there; on the transposed board too.
    for board in ["4x8", "8x4"] {
        let again = Folder::plan(&["--board", board, "--budget", "2k"]);
        let run = again.call("run", &["--workers", "1", "--json", "--quiet", "--table", table]).record(0);
        assert_eq!((&run["value"], &run["nodes"]), (&32.into(), &0.into()), "{run}");
    }
    // A ledger alone fills a table.
    let other = campaign.path.join("other");
    let other = other.to_str().unwrap();
    campaign.call("run", &["--json", "--quiet", "--table", other]).record(0);
    let get = support::run(&["table", "get", "--board", "4x8", "--table", other, "--json"]).record(0);
    assert_eq!((&get["lower"], &get["upper"]), (&32.into(), &32.into()), "{get}");
}

#[test]
fn errors_are_one_line_and_name_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere");
    let nowhere = nowhere.to_str().unwrap();
    let none = run(&["campaign", "run", nowhere]);
    let message = format!(
        "solve: {nowhere}/ledger.txt: No such file or directory (os error 2); solve campaign plan begins a campaign\n"
    );
    assert_eq!((none.status, none.stderr), (Some(1), message));
    fs::write(folder.path().join("ledger.txt"), "Dear reader\n").unwrap();
    let foreign = run(&["campaign", "report", folder.path().to_str().unwrap()]);
    assert!(foreign.stderr.contains("ledger.txt:1: this is no ledger of a campaign"), "{foreign:?}");
    let full = run(&["campaign", "plan", folder.path().to_str().unwrap(), "--board", "4x4"]);
    assert!(full.stderr.ends_with("the folder is not empty; a campaign needs one of its own\n"), "{full:?}");
    for (options, message) in [
        (&["--budget", "0"][..], "budget '0' is no number of nodes: give one such as 5M, 200k, 1G or 1000"),
        (&["--grow-empties", "17"], "grow-empties 17 is more than board 4x4 has squares: 16"),
        (&["--grow-empties", "x"], "grow-empties 'x' is no whole number, or one that is too large"),
        (&["--first", "17"], "first 17 is no question on board 4x4: it is from -15 to 16"),
    ] {
        let wrong = run(&[&["campaign", "plan", nowhere, "--board", "4x4"], options].concat());
        assert_eq!((wrong.status, wrong.stderr.as_str()), (Some(2), &format!("solve: {message}\n")[..]));
    }
    assert_eq!(
        run(&["campaign"]).stderr,
        "solve: solve campaign needs a command: plan, run, status, merge, report, job, next, record or serve; see solve campaign --help\n"
    );
    let wrong = run(&["campaign", "job", "--board", "4x4", "--position", "-----XO--OX----- X", "--at-least", "1"]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.stderr.contains("is not the canonical one of its images"), "{wrong:?}");
}
