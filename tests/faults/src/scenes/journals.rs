//! Journals of long runs: labels of a problem set, matches, and surveys of players.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::bench::Bench;
use crate::scene::{Scene, Trouble, make, make_half};
use crate::scenes::sets::{MAKE, bytes_of};
use crate::seal;
use crate::truth::Footing;

/// Results of a match or of a survey, which the same command resumes.
struct Results {
    name: &'static str,
    arguments: &'static [&'static str],
}

/// The labels that a killed run has left.
struct Labels;

pub(super) fn scenes() -> Vec<Box<dyn Scene>> {
    let results = |name, arguments| -> Box<dyn Scene> { Box::new(Results { name, arguments }) };
    let contest = &["mcts", "match", "uct:n=20", "uct:n=10", "--board", "4x4", "--games", "8", "--opening", "random:2"];
    let survey = &["mcts", "accuracy", "--set", "set", "--player", "uct:n=20"];
    vec![Box::new(Labels), results("match", contest), results("survey", survey)]
}

/// What an experiment has found, without what differs from run to run.
fn result(text: &str) -> Vec<Value> {
    let record = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap_or_default();
        strip(&mut record);
        record
    };
    text.lines().map(record).collect()
}

/// Removes times and what depends on them.
fn strip(record: &mut Value) {
    match record {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                !["second", "time", "speed", "resumed", "per_"].iter().any(|word| name.contains(word))
            });
            fields.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

impl Scene for Results {
    fn name(&self) -> &'static str {
        self.name
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        make(bench, self.name, &[&["problems", "-o", "set"][..], &MAKE, &["--format", "parquet"]].concat())?;
        let told = make(bench, self.name, &[self.arguments, &["--results", "results", "--json"]].concat())?;
        fs::write(bench.folder.join("told.json"), told)?;
        Ok(())
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "results")?;
        bench.take(prepared, "set")?;
        let arguments = [self.arguments, &["--results", "results", "--json"]].concat();
        if bench.number % 4 == 3 {
            // Lines with correct checksums are believed: these are the user's own results.
            bench.damage("results", Some(seal::lines))?;
            bench.survive(&arguments)?;
            return Ok(());
        }
        bench.damage("results", None)?;
        let expected = result(&fs::read_to_string(prepared.join("told.json"))?);
        let same = |text: &str| {
            if result(text) == expected { Ok(Footing::True) } else { Err(format!("not what it was: {text}")) }
        };
        bench.ask(&arguments, &same)?;
        // And again, with what the first run mended or added.
        bench.ask(&arguments, &same)?;
        Ok(())
    }
}

impl Scene for Labels {
    fn name(&self) -> &'static str {
        "labels"
    }

    fn prepare(&self, bench: &mut Bench<'_>) -> Result<(), Trouble> {
        make(bench, self.name(), &[&["problems", "-o", "whole"][..], &MAKE].concat())?;
        let arguments = [&["problems", "-o", "half"][..], &MAKE].concat();
        for _ in 0..50 {
            let journal = Path::new("half.partial/journal.jsonl");
            let is_there = |folder: &Path| fs::metadata(folder.join(journal)).is_ok_and(|data| data.len() > 1500);
            make_half(bench, &arguments, &is_there)?;
            if bench.folder.join(journal).is_file() {
                return Ok(());
            }
            fs::remove_dir_all(bench.folder.join("half"))?;
        }
        Err(Trouble::Unprepared { scene: self.name(), why: "the set was always made before it was killed".to_owned() })
    }

    fn meet(&self, bench: &mut Bench<'_>, prepared: &Path) -> io::Result<()> {
        bench.take(prepared, "half.partial")?;
        let arguments = [&["problems", "-o", "half"][..], &MAKE].concat();
        if bench.number % 4 == 3 {
            bench.damage("half.partial/journal.jsonl", Some(seal::lines))?;
            bench.survive(&arguments)?;
            return Ok(());
        }
        bench.damage("half.partial/journal.jsonl", None)?;
        let (folder, whole) = (bench.folder.join("half"), bytes_of(&prepared.join("whole"))?);
        bench.ask(&arguments, &|_| match bytes_of(&folder) {
            Ok(made) if made == whole => Ok(Footing::True),
            Ok(_) => Err("the set is another one".to_owned()),
            Err(error) => Err(error.to_string()),
        })?;
        Ok(())
    }
}
