//! `--weights`: evaluations from files.

use crate::support;

use std::fs;
use std::path::{Path, PathBuf};

use solver::evaluation::{Layout, Stage, Weights};
use solver::random::Random;
use support::{NO_TABLE, SMALL, run};

fn shipped(board: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("solver/weights/{board}.weights"))
}

/// A file with random weights of a board that has none of its own.
fn random(folder: &Path, board: &str) -> PathBuf {
    let board: solver::Board = board.parse().unwrap();
    let mut random = Random::new(5, 0);
    let weights = (0..Layout::of_board(board).parameters()).map(|_| random.below(9) as i16 - 4).collect();
    let stages = vec![Stage { max_empties: board.squares() as u8, weights }];
    let weights = Weights { board: Some(board), seed: 5, positions: 0, stages, outline: Vec::new() };
    let path = folder.join(format!("{board}.weights"));
    fs::write(&path, weights.to_bytes()).unwrap();
    path
}

/// The arguments with `--weights FILE` after them.
fn with<'a>(arguments: &[&'a str], file: &'a Path) -> Vec<&'a str> {
    [arguments, &["--weights", file.to_str().expect("temporary directories have plain names")]].concat()
}

#[test]
fn the_weights_that_come_with_the_program_give_the_same_nodes() {
    let moves =
        ["--board", "6x6", "--moves", "c2b4c5d2e4e3d1c1b1d5", "--threads", "1", "--no-book", "--json", "--no-line"];
    let question = [&moves[..], NO_TABLE, SMALL].concat();
    let plain = run(&question).record(0);
    let loaded = run(&with(&question, &shipped("6x6"))).record(0);
    assert_eq!((&loaded["value"], &loaded["nodes"]), (&plain["value"], &plain["nodes"]));
    assert!(plain["nodes"].as_u64() > Some(1000), "{plain}");
}

#[test]
fn other_weights_give_the_same_value_with_other_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let file = random(folder.path(), "4x7");
    for command in [&[][..], &["bench", "--positions"]] {
        let line = folder.path().join("line");
        fs::write(&line, format!("{}\n", solver::Position::start("7x4".parse().unwrap(), solver::Start::Othello)))
            .unwrap();
        let start = ["--board", "7x4", "--threads", "1", "--json"];
        let named = if command.is_empty() { vec![] } else { vec![line.to_str().unwrap()] };
        let rest: &[&str] = if command.is_empty() { &["--no-table", "--no-line"] } else { &[] };
        let question = [command, &named, &start[..], rest, SMALL].concat();
        let (plain, loaded) = (run(&question), run(&with(&question, &file)));
        let (plain, loaded) = (&plain.records(0)[0], &loaded.records(0)[0]);
        assert_eq!(loaded["value"], plain["value"], "{question:?}");
        assert_ne!(loaded["nodes"], plain["nodes"], "{question:?}");
        assert!(plain["nodes"].is_u64(), "{plain}");
    }
}

#[test]
fn what_is_no_weights_of_one_board_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.weights");
    let bytes = fs::read(shipped("4x8")).unwrap();
    fs::write(&cut, &bytes[..bytes.len() - 1]).unwrap();
    let one = random(folder.path(), "3x5");
    let missing = folder.path().join("missing");
    let common = shipped("common");
    let solve = |file: &Path| run(&with(&["--board", "3x5", "--no-table", "--quiet"], file));
    assert_eq!(solve(&one).status, Some(0));
    for (file, why) in [(&cut, "checksum"), (&missing, "No such file"), (&common, "common to all boards")] {
        let refused = solve(file);
        assert_eq!(
            (refused.status, refused.stderr.lines().count(), refused.stdout.as_str()),
            (Some(1), 1, ""),
            "{refused:?}"
        );
        assert!(refused.stderr.contains(why) && refused.stderr.contains(&*file.to_string_lossy()), "{refused:?}");
    }
    let twice = run(&with(&with(&["--board", "3x5", "--no-table"], &one), &one));
    assert!(twice.status == Some(1) && twice.stderr.contains("3x5 is already chosen"), "{twice:?}");
}
