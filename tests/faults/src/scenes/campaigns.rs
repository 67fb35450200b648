//! Campaigns: their ledger, and what a driver and workers say to them.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::damage::{Manner, damage};
use crate::outcome::Outcome;
use crate::scene::{Scene, Trouble, make};
use crate::seal;
use crate::truth::{Footing, Truth};

/// The ledger.
struct Ledger;

/// What a driver says to `campaign serve`, and what `campaign record` is given.
struct Driver;

/// What a worker is asked.
struct Worker;

pub(super) fn scenes() -> Vec<Box<dyn Scene>> {
    vec![Box::new(Ledger), Box::new(Driver), Box::new(Worker)]
}

const RUN: [&str; 9] = ["campaign", "run", "campaign", "--workers", "1", "--memory", "1MiB", "--json", "--quiet"];

fn plan(bench: &mut Bench<'_>, scene: &'static str, folder: &str) -> Result<(), Trouble> {
    make(bench, scene, &["campaign", "plan", folder, "--board", "4x6", "--budget", "500"]).map(|_| ())
}

/// Checks what is known about the root against the truth.
fn known(truth: &Truth, text: &str) -> Result<Footing, String> {
    crate::bench::answers(truth, text.lines().last().unwrap_or("nothing"))
}

/// What each job on some lines has found; other lines are skipped.
fn found(text: &str) -> HashMap<String, String> {
    let of_line = |line: &str| {
        if let Ok(record) = serde_json::from_str::<Value>(line) {
            let record = if record["answer"].is_object() { record["answer"].clone() } else { record };
            return Some((record["job"].as_str()?.to_owned(), record["found"].as_str()?.to_owned()));
        }
        let words: Vec<&str> = line.split(' ').collect();
        let found = words.iter().position(|word| *word == "found")?;
        Some(((*words.get(1)?).to_owned(), (*words.get(found + 1)?).to_owned()))
    };
    text.lines().filter_map(of_line).collect()
}

/// Whether a text gives a job another answer than the original: a lie that no checksum can reveal, and for which
/// answers are rechecked by sample.
fn is_lie(text: &str, original: &str) -> bool {
    let known = found(original);
    let differs = |(job, answer): (&String, &String)| known.get(job).is_some_and(|known| known != answer);
    found(text).iter().any(differs)
}

/// Damages lines, resealed if told so, and tries again until no answer has become a different one.
fn damage_lines(bench: &mut Bench<'_>, name: &str, is_sealed: bool) -> io::Result<()> {
    let path = bench.folder.join(name);
    let original = fs::read(&path)?;
    let manner = Manner::ALL[(bench.number % Manner::ALL.len() as u64) as usize];
    loop {
        let mut bytes = original.clone();
        let told = damage(&mut bytes, manner, &mut bench.random);
        if is_sealed {
            seal::lines(&mut bytes);
        }
        if is_lie(&String::from_utf8_lossy(&bytes), &String::from_utf8_lossy(&original)) {
            continue;
        }
        bench.tell(format!("{name}: {told}{}", if is_sealed { ", sealed again" } else { "" }));
        return fs::write(path, bytes);
    }
}

impl Scene for Ledger {
    fn name(&self) -> &'static str {
        "ledger"
    }

    fn weight(&self) -> f64 {
        2.0
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        plan(bench, self.name(), "campaign")?;
        make(bench, self.name(), &[&RUN[..], &["--no-table"]].concat())?;
        plan(bench, self.name(), "fresh")
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "campaign")?;
        damage_lines(bench, "campaign/ledger.txt", bench.number % 3 == 1)?;
        let truth = bench.truth;
        let check = |text: &str| known(truth, text);
        match bench.random.index(5) {
            0 => drop(bench.ask(&[&RUN[..], &["--no-table"]].concat(), &check)?),
            1 => drop(bench.ask(&["campaign", "status", "campaign", "--json"], &check)?),
            2 => {
                bench.take(prepared, "fresh")?;
                bench.survive(&["campaign", "merge", "fresh", "campaign"])?;
                bench.ask(&["campaign", "report", "fresh", "--json"], &check)?;
            }
            3 => drop(bench.survive(&["campaign", "next", "campaign", "--count", "3"])?),
            _ => {}
        }
        bench.ask(&["campaign", "report", "campaign", "--json"], &check)?;
        Ok(())
    }
}

impl Scene for Driver {
    fn name(&self) -> &'static str {
        "driver"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        plan(bench, self.name(), "plain")?;
        // A whole conversation, as a driver with one worker would have it.
        plan(bench, self.name(), "campaign")?;
        let (mut talk, mut answers) = (String::new(), String::new());
        for _ in 0..60 {
            let jobs = make(bench, self.name(), &["campaign", "next", "campaign", "--count", "2"])?;
            if jobs.is_empty() {
                break;
            }
            fs::write(bench.folder.join("jobs"), &jobs)?;
            let done = bench.run(&["campaign", "job", "--memory", "1MiB"], Some("jobs"))?;
            fs::write(bench.folder.join("done"), &done.stdout)?;
            make(bench, self.name(), &["campaign", "record", "campaign", "done"])?;
            talk += "{\"next\":2}\n";
            for line in done.stdout.lines() {
                let answer: Value = serde_json::from_str(line).unwrap_or_default();
                talk += &format!("{}\n", json!({"answer": answer}));
                answers += &format!("{line}\n");
            }
        }
        fs::write(bench.folder.join("talk"), talk)?;
        fs::write(bench.folder.join("answers"), answers)?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "plain")?;
        let truth = bench.truth;
        if bench.random.index(3) == 0 {
            bench.take(prepared, "answers")?;
            damage_lines(bench, "answers", false)?;
            bench.survive(&["campaign", "record", "plain", "answers"])?;
        } else {
            bench.take(prepared, "talk")?;
            damage_lines(bench, "talk", false)?;
            let ended = bench.run(&["campaign", "serve", "plain"], Some("talk"))?;
            if let Some(line) = ended.stdout.lines().find(|line| serde_json::from_str::<Value>(line).is_err()) {
                bench.note(Outcome::Wrong, &format!("no JSON: {line}"));
            }
            bench.judge(&ended, &|_| Ok(Footing::True));
        }
        bench.ask(&["campaign", "report", "plain", "--json"], &|text| known(truth, text))?;
        Ok(())
    }
}

impl Scene for Worker {
    fn name(&self) -> &'static str {
        "worker"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        plan(bench, self.name(), "campaign")?;
        let jobs = make(bench, self.name(), &["campaign", "next", "campaign", "--count", "8"])?;
        fs::write(bench.folder.join("jobs"), jobs)?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "jobs")?;
        bench.damage("jobs", None)?;
        let ended = bench.run(&["campaign", "job", "--memory", "1MiB"], Some("jobs"))?;
        let truth = bench.truth;
        for line in ended.stdout.lines() {
            if let Err(why) = record(truth, line) {
                bench.note(Outcome::Wrong, &why);
            }
        }
        bench.judge(&ended, &|_| Ok(Footing::True));
        Ok(())
    }
}

/// Checks what a worker has found against the truth.
fn record(truth: &Truth, line: &str) -> Result<Footing, String> {
    let record: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
    let Some(found) = record["found"].as_str() else {
        return if record["error"].is_string() { Ok(Footing::True) } else { Err(format!("no record: {line}")) };
    };
    let limit = found.get(2..).and_then(|score| score.parse::<i32>().ok());
    let mut told = record.clone();
    match limit {
        Some(limit) if found.starts_with(">=") => told["lower"] = limit.into(),
        Some(limit) if found.starts_with("<=") => told["upper"] = limit.into(),
        _ if found == "open" => return Ok(Footing::True),
        _ => return Err(format!("no record: {line}")),
    }
    truth.of_answer(&told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_answer_is_a_lie_and_a_changed_time_is_none() {
        let line = "job 1c3f 4x6 discs ---- X asked >=0 found >=2 nodes 5 seconds 0.1 budget 500 solver x";
        assert!(!is_lie(&line.replace("0.1", "0.2"), line));
        assert!(is_lie(&line.replace(">=2", ">=4"), line));
        let json = r#"{"answer":{"job":"1c3f","found":"<=-2"}}"#;
        assert!(is_lie(&json.replace("-2", "-3"), json) && !is_lie("{", json));
    }
}
