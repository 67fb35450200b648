//! Campaigns from the command line: killed, resumed, merged.
#![cfg(unix)]

use crate::support::{self, campaign};

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use campaign::Folder;
use serde_json::{Value, json};
use support::{NO_TABLE, Run, program, run};

/// Takes some seconds in all, in many small jobs.
const LONG: [&str; 6] = ["--board", "6x6", "--moves", "c2b4c5d2e4e3", "--budget", "20k"];
/// Takes well below a second.
const SHORT: [&str; 4] = ["--board", "4x8", "--budget", "2k"];

fn lines(path: &Path) -> usize {
    fs::read(path).unwrap().iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn a_campaign_finds_the_value_and_its_ledger_alone_tells_it() {
    for (options, value) in [
        (&["--board", "4x6", "--budget", "200"][..], 16),
        (&["--board", "6x4", "--budget", "200"], 16),
        (&["--board", "4x6", "--start", "reversi", "--scoring", "wof", "--budget", "200", "--first", "24"], 22),
        (&["--board", "3x9", "--budget", "500"], i64::MIN),
        (&SHORT, 32),
    ] {
        let campaign = Folder::plan(options);
        let record = campaign.run(&["--workers", "2"]);
        let value = if value == i64::MIN { support::solve(&options[..2])["value"].clone() } else { Value::from(value) };
        assert_eq!((&record["value"], &record["complete"]), (&value, &true.into()), "{record}");
        // Needless jobs leave no record.
        assert!(record["searched"].as_u64() >= record["nodes"].as_u64(), "{record}");
        let report = campaign.report();
        assert_eq!((&report["value"], &report["nodes"]), (&value, &record["nodes"]), "{report}");
        let told = campaign.call("report", &[]).stdout;
        let (moves, line) = (report["moves"].as_array().unwrap(), report["game"].as_array().unwrap());
        let best = moves.iter().map(|one| one["upper"].as_i64().unwrap()).max();
        assert_eq!(best, value.as_i64(), "a move is as good as the position, and none is better: {report}");
        assert!(told.contains(&format!("\nGame       {} ", line[0]["move"].as_str().unwrap())), "{told}");
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
fn a_report_tells_of_the_position_after_moves() {
    let campaign = Folder::plan(&["--board", "4x6", "--budget", "200"]);
    campaign.run(&["--workers", "1"]);
    let whole = campaign.report();
    assert_eq!((&whole["after"], &whole["position"]), (&"".into(), &whole["root"]), "{whole}");
    let game = whole["game"].as_array().unwrap();
    assert!(game.len() > 3, "{whole}");
    let mut played = String::new();
    for (place, one) in game.iter().enumerate() {
        played += one["move"].as_str().unwrap();
        let after = campaign.call("report", &["--moves", &played, "--json"]).record(0);
        let [lower, upper] = ["position_lower", "position_upper"].map(|field| -after[field].as_i64().unwrap());
        assert_eq!((one["upper"].as_i64(), one["lower"].as_i64()), (Some(lower), Some(upper)), "{after}");
        assert_eq!((&after["value"], after["game"].as_array()), (&whole["value"], Some(&game[place + 1..].to_vec())));
    }
    // White's value after Black's move is the opposite of Black's.
    let first = game[0]["move"].as_str().unwrap();
    let told = campaign.call("report", &["--moves", first]).stdout;
    let after =
        format!("\nValue      +16 for Black (X), who is to move: Black wins\nAfter      {first}: -16 for White (O)");
    assert!(told.contains(&after), "{told}");
    let illegal = campaign.call("report", &["--moves", "a1"]);
    assert_eq!((illegal.status, illegal.stderr.lines().count()), (Some(2), 1), "{illegal:?}");
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
        // Everything but the time and the checksum, which depends on it.
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
    let said = format!("{}: {} records new 3 known\n", one.ledger().display(), jobs.len() - half - 3);
    assert_eq!((merged.status, merged.stdout.replace(',', "")), (Some(0), said), "but for the commas");
    assert_eq!(one.report()["value"], 32);
    // All of it, with names of their own for the workers of the other ledger.
    let without_sum = |line: &str| line.rsplit_once(" #").unwrap().0.to_owned();
    let lines = |text: &str| text.lines().map(without_sum).collect::<Vec<_>>();
    let found = fs::read_to_string(one.ledger()).unwrap();
    let (before, _) = found.split_once(" worker other/").unwrap();
    let number = &found[before.len()..][.." worker other/01234567/".len()];
    assert_eq!(lines(&found.replace(number, " worker ")), lines(&whole));
    fs::write(one.ledger(), &whole).unwrap();

    // A torn last line is left out; a damaged one too, and it is named.
    fs::write(one.ledger(), &whole[..whole.len() - 5]).unwrap();
    assert_eq!(one.run(&["--workers", "1"])["value"], 32);
    fs::write(two.ledger(), whole.replacen("nodes 1", "nodes 2", 1)).unwrap();
    let damaged = two.call("report", &[]);
    assert_eq!(damaged.status, Some(0));
    assert!(damaged.stderr.contains("does not match: the line is damaged, or of another campaign; it is left out"));
    assert!(damaged.stdout.contains("Damaged    1 line of the ledger left out"), "{damaged:?}");

    // A line that says the opposite, with a matching checksum.
    let squares = |line: &str| line.split(' ').nth(4).map(str::to_owned);
    let is_alone = |line: &&&str| jobs.iter().filter(|other| squares(other) == squares(line)).count() == 1;
    let line = jobs.iter().filter(is_alone).find(|line| line.contains(" found >=")).unwrap();
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
    assert!(two.call("record", &[false_answers.to_str().unwrap()]).stdout.starts_with("1 record new"));
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
    let questions = status["questions"].as_array().unwrap();
    let nodes: u64 = questions.iter().map(|question| question["nodes"].as_u64().unwrap()).sum();
    assert_eq!((&questions[0]["at_least"], Some(nodes)), (&status["question"], status["nodes"].as_u64()), "{status}");
    assert!(!status["moves"].as_array().unwrap().is_empty(), "{status}");
    let text = campaign.call("status", &[]).stdout;
    for part in
        ["Question   at least ", "Numbers    to prove ", "Left       about ", "Move   To prove  To disprove  Known"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let campaign = Folder::plan(&SHORT);
    campaign.run(&[]);
    assert!(campaign.call("status", &[]).stdout.contains("\nQuestion   none: the campaign is done\n"));
}

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
    // A new campaign finds everything in the table, on the transposed board too.
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
    let message =
        format!("solve: {nowhere}: no folder of a campaign, and no ledger; solve campaign plan begins a campaign\n");
    assert_eq!((none.status, none.stderr), (Some(1), message));
    let empty = run(&["campaign", "status", folder.path().to_str().unwrap()]);
    let message = format!(
        "solve: {}: no campaign in this folder; solve campaign plan begins a campaign\n",
        folder.path().display()
    );
    assert_eq!((empty.status, empty.stderr), (Some(1), message));
    fs::write(folder.path().join("ledger.txt"), "Dear reader\n").unwrap();
    let foreign = run(&["campaign", "report", folder.path().to_str().unwrap()]);
    assert!(foreign.stderr.contains("ledger.txt:1: this is not a ledger of a campaign"), "{foreign:?}");
    let full = run(&["campaign", "plan", folder.path().to_str().unwrap(), "--board", "4x4"]);
    assert!(full.stderr.ends_with("the folder is not empty; a campaign needs one of its own\n"), "{full:?}");
    for (options, message) in [
        (&["--budget", "0"][..], "budget '0' is not a number of nodes: give one such as 5M, 200k, 1G or 1000"),
        (&["--grow-empties", "17"], "grow-empties 17 is more than board 4x4 has squares: 16"),
        (&["--grow-empties", "x"], "invalid digit found in string"),
        (&["--first", "17"], "first 17 cannot be asked on board 4x4: scores are from -15 to 16"),
    ] {
        let wrong = run(&[&["campaign", "plan", nowhere, "--board", "4x4"], options].concat());
        wrong.refuses(message);
    }
    let tiny = folder.path().join("tiny");
    assert_eq!(run(&["campaign", "plan", tiny.to_str().unwrap(), "--board", "3x3"]).status, Some(0));
    let none = run(&["campaign"]);
    assert_eq!(none.status, Some(2));
    assert!(["plan", "run", "withdraw", "simulate"].iter().all(|name| none.stderr.contains(name)), "{none:?}");
    let wrong = run(&["campaign", "job", "--board", "4x4", "--position", "-----XO--OX----- X", "--at-least", "1"]);
    assert_eq!(wrong.status, Some(2));
    assert!(wrong.stderr.contains("is not the canonical one of its images"), "{wrong:?}");
}

#[test]
fn what_a_worker_prints_can_be_recorded_even_if_a_job_was_cancelled() {
    let campaign = Folder::plan(&SHORT);
    let jobs = campaign.call("next", &["--count", "2"]).stdout;
    let answers = campaign.path.join("answers");
    fs::write(&answers, jobs).unwrap();
    let given = fs::File::open(&answers).unwrap();
    let done = program().args(["campaign", "job", "--memory", "16MiB"]).stdin(given).output().unwrap().stdout;
    let done = String::from_utf8(done).unwrap();
    let (first, second) = done.split_once('\n').unwrap();
    fs::write(&answers, format!("{first}\n{{\"job\":\"0123456789abcdef\",\"cancelled\":true}}\n{second}")).unwrap();
    let taken = campaign.call("record", &[answers.to_str().unwrap(), "--recheck", "0"]);
    assert!(taken.status == Some(0) && taken.stdout.starts_with("2 records new, 0 known"), "{taken:?}");
    // Nothing else is passed over.
    for other in
        ["{\"job\":\"0123456789abcdef\",\"cancelled\":false}", "[\"0123456789abcdef\",true]", "{\"cancelled\":true}"]
    {
        fs::write(&answers, other).unwrap();
        assert_eq!(campaign.call("record", &[answers.to_str().unwrap()]).status, Some(1), "{other}");
    }
}

#[test]
fn a_withdrawn_answer_or_worker_does_not_count_and_the_campaign_goes_on() {
    let campaign = Folder::plan(&SHORT);
    let root = campaign.call("next", &[]).record(0);
    let record = |asked: i32, found: &str| {
        let mut lie = root.clone();
        lie["at_least"] = asked.into();
        lie.as_object_mut().unwrap().remove("job");
        for (name, value) in [("found", found), ("solver", "liar"), ("worker", "here/1")] {
            lie[name] = value.into();
        }
        for name in ["nodes", "seconds"] {
            lie[name] = 1.into();
        }
        let file = campaign.path.join("lie");
        fs::write(&file, format!("{lie}\n")).unwrap();
        campaign.call("record", &[file.to_str().unwrap(), "--recheck", "0"])
    };
    assert_eq!(record(1, "<=-3").status, Some(0));
    // What excludes it stops the command, which names both lines.
    let refused = record(5, ">=5");
    let both = ["found <=-3", "found >=5"].iter().all(|found| refused.stderr.contains(found));
    assert!(refused.status == Some(1) && refused.stderr.contains("contradiction at ") && both, "{refused:?}");
    let ledger = fs::read_to_string(campaign.ledger()).unwrap();
    let job =
        ledger.lines().find_map(|line| line.strip_prefix("job ").filter(|_| line.contains("found <=-3"))).unwrap();
    let withdraw = |options: &[&str]| campaign.call("withdraw", options);
    for wrong in [&[][..], &["--answer", "1"], &["--answer", &job[..16], "--because", ""]] {
        assert_eq!(withdraw(wrong).status, Some(2), "{wrong:?}");
    }
    let none = withdraw(&["--answer", "0123456789abcdef"]);
    assert!(
        none.status == Some(1) && none.stderr.ends_with("no answer to job 0123456789abcdef that counts\n"),
        "{none:?}"
    );
    let done = withdraw(&["--answer", &job[..16], "--because", "it was a test", "--json"]).record(0);
    assert_eq!((&done["withdrawn"], &done["complete"]), (&1.into(), &false.into()), "{done}");
    let line = format!("\nwithdraw answer {} of here/1 because it was a test #", &job[..16]);
    assert!(fs::read_to_string(campaign.ledger()).unwrap().contains(&line));
    assert_eq!(withdraw(&["--answer", &job[..16]]).status, Some(1), "not twice");
    // The same machine goes on.
    let run = |worker: &str| {
        let fixed = ["--memory", "16MiB", "--quiet", "--recheck", "0", "--workers", "1", "--worker", worker];
        campaign.call("run", &[&fixed[..], NO_TABLE].concat())
    };
    assert_eq!(run("here").status, Some(0));
    assert_eq!((&campaign.report()["value"], &campaign.report()["withdrawn"]), (&32.into(), &1.into()));
    assert!(campaign.call("report", &[]).stdout.contains("\nWithdrawn  1 answer\n"));
    // All of a worker's answers, whenever given: it gets no more jobs.
    let all = withdraw(&["--worker", "here/1"]);
    assert!(all.status == Some(0) && all.stdout.ends_with(" answers withdrawn\n"), "{all:?}");
    let none = run("here");
    assert!(none.status == Some(1) && none.stderr.contains("(here/1): --worker gives another name"), "{none:?}");
    assert_eq!(run("there").status, Some(0));
    let report = campaign.report();
    assert_eq!((&report["value"], &report["withdrawn_workers"]), (&32.into(), &json!(["here/1"])));
    assert!(campaign.call("report", &[]).stdout.contains(" answers, all those of here/1\n"));
}

#[test]
fn a_campaign_with_a_long_ledger_starts_at_once() {
    let published = concat!(env!("CARGO_MANIFEST_DIR"), "/data/campaigns/6x8-othello");
    let campaign = Folder::plan(&["--board", "6x8", "--mode", "exact"]);
    assert_eq!(campaign.call("merge", &[published]).status, Some(0));
    let ledger = fs::read(campaign.ledger()).unwrap();
    let (guesses, begin) = (campaign.path.join("guesses.cache"), std::time::Instant::now());
    let told = campaign.call("status", &["--json"]).record(0);
    assert_eq!((&told["upper"], told["proof"].is_f64()), (&json!(-1), true), "{told}");
    assert!(!guesses.exists(), "it makes no guesses");
    let job = campaign.call("next", &["--recheck", "0"]).stdout;
    assert!(!job.is_empty() && begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
    let made = fs::metadata(&guesses).unwrap().len();
    assert!(made < 24 * 5000, "some thousand of 15,000: {made}");
    assert_eq!(campaign.call("next", &["--recheck", "0"]).stdout, job);
    assert_eq!(fs::metadata(&guesses).unwrap().len(), made, "they are kept");
    assert!(fs::read(campaign.ledger()).unwrap().starts_with(&ledger));
}

#[test]
fn the_environment_does_not_say_how_many_threads_there_are() {
    let campaign = Folder::plan(&SHORT);
    let mut run = program()
        .args([&["campaign", "run", campaign.name(), "--memory", "16MiB", "--quiet"], NO_TABLE].concat())
        .env("RAYON_NUM_THREADS", "99999999")
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let threads = format!("/proc/{}/task", run.id());
    while run.try_wait().unwrap().is_none() {
        if fs::read_dir(&threads).is_ok_and(|threads| threads.count() > 2000) {
            run.kill().unwrap();
            panic!("it starts thousands of threads");
        }
        thread::sleep(Duration::from_millis(1));
    }
    assert!(run.wait().unwrap().success());
}
