//! `solve train`: files of weights, what is printed, and what is refused.

use crate::support;

use std::path::Path;

use solver::evaluation::{Evaluation, Weights};
use support::{program, run};

/// Trains 3x4 on a few games, into a file.
fn train(file: &Path, arguments: &[&str]) -> support::Run {
    let file = file.to_str().expect("temporary directories have plain names");
    run(&[&["train", "--board", "3x4", "--positions", "500", "--output", file], arguments].concat())
}

#[test]
fn a_file_of_weights_is_written_and_errors_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.weights");
    let run = train(&file, &["--report"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let bytes = std::fs::read(&file).unwrap();
    let weights = Weights::from_bytes(&bytes).unwrap();
    assert_eq!((weights.board, weights.seed, weights.positions), ("3x4".parse().ok(), 1, 500));
    assert!(Evaluation::from_bytes("4x3".parse().unwrap(), &bytes).is_ok());
    let first = run.stdout.lines().next().unwrap();
    assert_eq!(first, "Board      3x4");
    assert!(
        run.stdout.contains("small.weights")
            && run.stdout.contains("\nempties  positions   mean    rms  of zero  best moves   loss\n      4 "),
        "{}",
        run.stdout
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else remains");
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |name: &str, arguments: &[&str]| {
        let file = folder.path().join(name);
        let run = train(&file, arguments);
        assert_eq!(run.status, Some(0), "{run:?}");
        std::fs::read(&file).unwrap()
    };
    let one = bytes("one", &["--threads", "1"]);
    assert_eq!(one, bytes("three", &["--threads", "3"]));
    assert_ne!(one, bytes("other", &["--seed", "2"]));
}

#[test]
fn json_is_one_object_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let records = train(&folder.path().join("w"), &["--report", "--json"]).records(0);
    assert_eq!((&records[0]["board"], &records[0]["games"]), (&"3x4".into(), &500.into()));
    assert!(records.len() > 1 && records[1]["empties"] == 4, "{records:?}");
}

#[test]
fn what_is_shipped_can_be_looked_at_without_training() {
    let run = run(&["train", "--shipped", "--board", "4x3", "--json", "--seed", "9"]);
    let records = run.records(0);
    assert!(records.iter().all(|record| record["board"] == "3x4" && record["mean_absolute"].is_f64()), "{records:?}");
    let wrong = self::run(&["train", "--shipped"]);
    assert_eq!(wrong.status, Some(2), "{wrong:?}");
}

#[test]
fn no_file_is_written_unless_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let train = |arguments: &[&str]| {
        let mut command = program();
        command.args(["train", "--board", "4x3", "--positions", "50"]).args(arguments).current_dir(folder.path());
        support::Run::from(command.output().unwrap())
    };
    assert_eq!(train(&["--report", "--json"]).records(0)[0]["file"], serde_json::Value::Null);
    assert!(train(&["--report"]).stdout.contains("\nWeights    not kept, "));
    assert_eq!(train(&[]).status, Some(2));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(train(&["-o", "small.weights"]).status, Some(0));
    assert!(folder.path().join("small.weights").is_file());
}

#[test]
fn what_cannot_be_written_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = train(folder.path(), &[]);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stderr.contains("a directory, not a file for weights"), "{run:?}");
    let run = train(&folder.path().join("missing/w"), &[]);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
}

#[test]
fn wrong_numbers_are_wrong_usage() {
    for arguments in [&["train", "--board", "2x3"][..], &["train", "--board", "4x4", "--positions", "0"]] {
        let run = run(arguments);
        assert!(run.status == Some(2) && run.stdout.is_empty(), "{run:?}");
    }
}
