//! The place where one fault is tried: a folder of its own, random numbers of its own, and the results so far.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use solver::random::Random;

use crate::damage::{Manner, damage};
use crate::outcome::Outcome;
use crate::process::{Ended, MOST_BYTES, Program};
use crate::seal::Seal;
use crate::truth::{Footing, Truth};

#[cfg(test)]
#[path = "../../support/executable.rs"]
mod executable;

/// The status of a Rust program that has panicked.
const PANICKED: i32 = 101;

/// The result of a fault.
#[derive(Clone, Debug)]
pub struct Report {
    /// The worst of all that happened.
    pub outcome: Outcome,
    /// What was damaged and asked, and what was said, a line each.
    pub story: Vec<String>,
    /// The longest time that a process took.
    pub slowest: Duration,
    /// The most memory that a process had, in bytes.
    pub peak_bytes: u64,
    /// Number of processes that were run.
    pub processes: u32,
}

/// What must hold for the answer of a process that ended with status 0.
pub type Check<'a> = &'a dyn Fn(&str) -> Result<Footing, String>;

/// The place where one fault is tried.
pub struct Bench<'a> {
    /// The program under test.
    pub program: &'a Program,
    /// The true values.
    pub truth: &'a Truth,
    /// A folder for this fault alone, in which all commands run.
    pub folder: PathBuf,
    /// The number of the fault, from 0.
    pub number: u64,
    /// Random numbers that depend only on the run's seed, the scene and the number.
    pub random: Random,
    /// The result so far.
    pub report: Report,
}

impl<'a> Bench<'a> {
    /// A place where nothing has happened yet.
    pub fn new(program: &'a Program, truth: &'a Truth, folder: &Path, number: u64, random: Random) -> Self {
        let report =
            Report { outcome: Outcome::Right, story: Vec::new(), slowest: Duration::ZERO, peak_bytes: 0, processes: 0 };
        Self { program, truth, folder: folder.to_owned(), number, random, report }
    }

    /// Notes a step.
    pub fn tell(&mut self, line: impl Into<String>) {
        self.report.story.push(line.into());
    }

    /// Notes an outcome; the worst one counts.
    pub fn note(&mut self, outcome: Outcome, why: &str) {
        if outcome != Outcome::Right {
            self.tell(format!("{outcome}: {why}"));
        }
        self.report.outcome = self.report.outcome.max(outcome);
    }

    /// Copies a prepared file or folder to this place, except for what RocksDB only writes.
    ///
    /// # Errors
    /// It cannot be copied.
    pub fn take(&self, prepared: &Path, name: &str) -> io::Result<()> {
        self.take_as(&prepared.join(name), name)
    }

    /// The same under another name.
    ///
    /// # Errors
    /// It cannot be copied.
    pub fn take_as(&self, prepared: &Path, name: &str) -> io::Result<()> {
        copy(prepared, &self.folder.join(name))
    }

    /// The names of all files in a folder of this place, in order, with the folder's name.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn files(&self, folder: &str) -> io::Result<Vec<String>> {
        let mut found = Vec::new();
        list(&self.folder, Path::new(folder), &mut found)?;
        found.sort();
        Ok(found)
    }

    /// Damages a file in a manner that depends on the fault's number, then corrects its checksums if told how.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn damage(&mut self, name: &str, seal: Option<Seal>) -> io::Result<()> {
        let manner = Manner::ALL[(self.number % Manner::ALL.len() as u64) as usize];
        let path = self.folder.join(name);
        let mut bytes = fs::read(&path)?;
        let told = damage(&mut bytes, manner, &mut self.random);
        if let Some(seal) = seal {
            seal(&mut bytes);
        }
        self.tell(format!("{name}: {told}{}", if seal.is_some() { ", sealed again" } else { "" }));
        fs::write(path, bytes)
    }

    /// Runs a command, and notes whether it ended as a program should.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn run(&mut self, arguments: &[&str], input: Option<&str>) -> io::Result<Ended> {
        let shown: Vec<String> = arguments
            .iter()
            .map(|word| if word.contains(' ') { format!("'{word}'") } else { (*word).to_owned() })
            .collect();
        let input_shown = input.map_or(String::new(), |name| format!(" <{name}"));
        self.tell(format!("$ solve {}{input_shown}", shown.join(" ")));
        let ended = self.program.run(&self.folder, arguments, input, None)?;
        self.measure(&ended);
        Ok(ended)
    }

    /// Notes whether a process ended as a program should.
    pub fn measure(&mut self, ended: &Ended) {
        self.report.slowest = self.report.slowest.max(ended.time);
        self.report.peak_bytes = self.report.peak_bytes.max(ended.peak_bytes);
        self.report.processes += 1;
        let last = ended.stderr.lines().last().unwrap_or_default().to_owned();
        if ended.was_too_slow {
            self.note(Outcome::Hang, &format!("{} s", ended.time.as_secs()));
        } else if ended.was_too_large || ended.peak_bytes > MOST_BYTES {
            self.note(Outcome::Memory, &format!("{} MiB", ended.peak_bytes >> 20));
        } else if let Some(signal) = ended.signal {
            self.note(Outcome::Panic, &format!("signal {signal}: {last}"));
        } else if ended.status == Some(PANICKED) || ended.stderr.contains("panicked at") {
            self.note(Outcome::Panic, ended.stderr.lines().next().unwrap_or("status 101"));
        }
    }

    /// Runs a command whose answer is known: with status 0 it must pass the check, with another it must say in one line
    /// why.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn ask(&mut self, arguments: &[&str], check: Check<'_>) -> io::Result<Ended> {
        let ended = self.run(arguments, None)?;
        self.judge(&ended, check);
        Ok(ended)
    }

    /// Judges a process that has been measured already.
    pub fn judge(&mut self, ended: &Ended, check: Check<'_>) {
        if !self.report.outcome.is_good() && ended.status.is_none() {
            return;
        }
        match ended.status {
            Some(0) => match check(&ended.stdout) {
                Ok(Footing::True) => {}
                Ok(Footing::Unverified) => {
                    self.note(Outcome::Said, "an answer says that it rests on unverified entries")
                }
                Err(why) => self.note(Outcome::Wrong, &why),
            },
            Some(status) => {
                let said = ended.stderr.trim_end();
                // A line that says why, and perhaps remarks before it.
                let is_clear = !said.is_empty() && said.lines().all(|line| line.starts_with("solve: "));
                // `problems check` and the like say what is wrong on standard output.
                let is_clear = is_clear || said.is_empty() && !ended.stdout.trim().is_empty();
                let outcome = if is_clear { Outcome::Refused } else { Outcome::Unclear };
                self.note(outcome, &format!("status {status}: {}", if said.is_empty() { &ended.stdout } else { said }));
            }
            None => {}
        }
    }

    /// Runs a command and judges only how it ends: its answer rests on resealed data.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn survive(&mut self, arguments: &[&str]) -> io::Result<Ended> {
        self.ask(arguments, &|_| Ok(Footing::True))
    }

    /// Checks every line of an output, an answer in JSON, against the truth.
    ///
    /// # Errors
    /// What is false.
    pub fn answers(&self, text: &str) -> Result<Footing, String> {
        answers(self.truth, text)
    }
}

/// Checks every line against the truth; answers that say they are unverified may be anything, and an error is no answer.
///
/// # Errors
/// What is false.
pub fn answers(truth: &Truth, text: &str) -> Result<Footing, String> {
    let mut footing = Footing::True;
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
        if !record["error"].is_string() && truth.of_answer(&record)? == Footing::Unverified {
            footing = Footing::Unverified;
        }
    }
    Ok(footing)
}

fn is_noise(name: &str) -> bool {
    name == "LOCK" || name == "LOG" || name.starts_with("LOG.old")
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        return fs::copy(from, to).map(|_| ());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if !is_noise(&entry.file_name().to_string_lossy()) {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn list(place: &Path, folder: &Path, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(place.join(folder))? {
        let entry = entry?;
        let name = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(place, &name, found)?;
        } else if !is_noise(&entry.file_name().to_string_lossy()) {
            found.push(name.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome for a program that is this shell script.
    fn outcome(script: &str) -> Outcome {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("liar");
        executable::write(&path, format!("#!/bin/sh\n{script}\n").as_bytes());
        let (program, truth) = (Program::new(&path), Truth::default());
        let mut bench = Bench::new(&program, &truth, folder.path(), 0, Random::new(1, 1));
        bench.ask(&[], &|text| answers(&truth, text)).unwrap();
        bench.report.outcome
    }

    fn answer(value: i32, more: &str) -> String {
        format!(
            "echo '{{\"board\":\"4x4\",\"position\":\"-----OX--XO----- X\",\"mode\":\"exact\",\"scoring\":\"discs\",\
             \"value\":{value},\"lower\":{value},\"upper\":{value},\"complete\":true{more}}}'"
        )
    }

    #[test]
    fn a_program_that_tells_the_truth_is_right() {
        assert_eq!(outcome(&answer(-8, "")), Outcome::Right);
    }

    #[test]
    fn a_program_that_lies_is_found_out() {
        assert_eq!(outcome(&answer(4, "")), Outcome::Wrong);
        assert_eq!(outcome("echo fine"), Outcome::Wrong);
        assert_eq!(outcome(&format!("{}; {}", answer(-8, ""), answer(-7, ""))), Outcome::Wrong);
    }

    #[test]
    fn a_lie_that_says_what_it_rests_on_is_said() {
        assert_eq!(outcome(&answer(4, ",\"unverified\":true")), Outcome::Said);
    }

    #[test]
    fn ends_are_told_apart() {
        for (script, expected) in [
            ("echo 'solve: damaged' >&2; exit 1", Outcome::Refused),
            ("exit 1", Outcome::Unclear),
            ("echo 'thread main panicked at src' >&2; exit 1", Outcome::Panic),
            ("echo 'solve: one' >&2; echo two >&2; exit 1", Outcome::Unclear),
            ("echo 'solve: a remark' >&2; echo 'solve: damaged' >&2; exit 1", Outcome::Refused),
            ("exit 101", Outcome::Panic),
            ("kill -ABRT $$", Outcome::Panic),
            ("kill -SEGV $$", Outcome::Panic),
        ] {
            assert_eq!(outcome(script), expected, "{script}");
        }
    }

    #[test]
    fn a_program_that_takes_too_much_is_found_out() {
        if cfg!(target_os = "linux") {
            assert_eq!(outcome("exec awk 'BEGIN { s = \"memory\"; while (1) s = s s }'"), Outcome::Memory);
        }
        assert_eq!(outcome("exec sleep 60"), Outcome::Hang);
    }
}
