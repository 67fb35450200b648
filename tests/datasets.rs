//! Problem sets as others load them: pyarrow, pandas, polars, Hugging Face `datasets` and NumPy read every format of a set
//! and must see the same values, and JSON Lines must have those of the solver.
//!
//! The tools are installed once, in the pinned versions of `tests/problems/requirements.txt`, into a virtual environment in
//! the target directory. Without Python 3, or without access to its packages, the test fails and says so.

use crate::support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;
use support::{run, solve};

const REQUIREMENTS: &str = include_str!("problems/requirements.txt");

/// The Python of an environment with the pinned tools, which the first test that needs it creates.
fn python() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(make_environment)
}

fn make_environment() -> PathBuf {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join("datasets-venv");
    let (python, stamp) = (environment.join("bin/python"), environment.join("requirements.txt"));
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == REQUIREMENTS) {
        return python;
    }
    let arguments = ["-m", "venv", "--clear", environment.to_str().expect("the target directory has a plain name")];
    step("making a virtual environment, which needs Python 3 with venv (Debian: python3-venv)", "python3", &arguments);
    let requirements = environment.join("wanted.txt");
    fs::write(&requirements, REQUIREMENTS).unwrap();
    let install =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements.to_str().unwrap()];
    step("installing the tools from PyPI", python.to_str().unwrap(), &install);
    fs::write(&stamp, REQUIREMENTS).unwrap();
    python
}

#[track_caller]
fn step(what: &str, program: &str, arguments: &[&str]) {
    let output =
        Command::new(program).args(arguments).output().unwrap_or_else(|error| panic!("{what}: {program}: {error}"));
    assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Makes a set with these options, loads it with every tool, and returns its JSON Lines.
fn load(arguments: &str, formats: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let set = folder.path().join("set");
    let mut all: Vec<&str> = vec!["problems", "--no-table", "--format", formats, "-o", set.to_str().unwrap()];
    all.extend(arguments.split_whitespace());
    let made = run(&all);
    assert_eq!(made.status, Some(0), "{made:?}");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems/load.py");
    let mut command = Command::new(python());
    command.arg(script).arg(&set).env("HF_HOME", folder.path().join("cache"));
    let output = command.output().expect("Python runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    let lines = |path: PathBuf| fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
    let files = fs::read_dir(set.join("jsonl")).unwrap().flat_map(|entry| lines(entry.unwrap().path()));
    let records: Vec<Value> = files.map(|line| serde_json::from_str(&line).unwrap()).collect();
    assert!(said.contains(&format!("{} records agree in every tool", records.len())), "{said}");
    records
}

#[test]
fn every_tool_reads_the_values_of_the_solver() {
    let everything = "parquet,jsonl,csv,obf,openspiel,pgx";
    // Two boards and both scorings; on 8x8 bitboards have all 64 bits.
    for arguments in
        ["--board 8x8 --empties 8-9 --count 60 --scoring wof --shard 25", "--board 4x5 --empties 5 --count 40"]
    {
        let records = load(arguments, everything);
        for record in records.iter().step_by(7) {
            let text = |field: &str| record[field].as_str().unwrap();
            let board = format!("{}x{}", record["rows"], record["cols"]);
            let answer = solve(&["--board", &board, "--position", text("position"), "--scoring", text("scoring")]);
            assert_eq!(record["value"], answer["value"], "{record}");
            assert_eq!(record["outcome"], answer["outcome"], "{record}");
        }
    }
}

#[test]
fn outcomes_alone_are_read_as_well() {
    let records = load("--board 6x6 --empties 7 --count 40 --labels wld --decisive", "parquet,jsonl,csv,openspiel,pgx");
    assert_eq!(records.len(), 40);
    assert!(records.iter().all(|record| record["value"].is_null() && record["outcome"] == "win"));
}
