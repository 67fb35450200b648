//! `docs/examples/table`: a program that opens a table with the crate `tables`.

use crate::support;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{Run, search_with_table, solve};

/// The program. A build of all tests includes it; a single test builds it here.
fn example() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let folder = test.ancestors().nth(2).expect("tests lie in target/release/deps");
    let example = folder.join("examples").join(format!("table{}", env::consts::EXE_SUFFIX));
    if !example.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--release", "--example", "table"]);
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).env("CARGO_TARGET_DIR", folder.parent().expect("target"));
        assert!(cargo.status().expect("cargo runs").success());
    }
    example
}

/// What it says about a position.
#[track_caller]
fn told(table: &Path, board: &str, position: &str) -> Run {
    Command::new(example()).arg(table).args([board, position]).output().expect("the example runs").into()
}

#[test]
fn a_position_is_looked_up_as_it_stands() {
    let table = tempfile::tempdir().unwrap();
    let made = search_with_table(table.path(), &["--board", "4x6", "--json"]).record(0);
    let value = made["value"].as_i64().unwrap();
    for (board, position) in [
        ("4x6", "--------OX----XO-------- X"),
        ("6x4", "---------OX--XO--------- X"),
        ("6x4", "---------XO--OX--------- O"),
    ] {
        let run = told(table.path(), board, position);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
        let head = format!("value from {value:+} to {value:+}, best move ");
        let rest = run.stdout.strip_prefix(&head).unwrap_or_else(|| panic!("{board}: {run:?}"));
        assert!(rest.contains(", found with ") && rest.ends_with(" nodes\n"), "{rest}");
        // The move is legal in the position as given, and keeps the value.
        let best = rest.split(',').next().unwrap();
        let after = solve(&["--board", board, "--position", position, "--moves", best]);
        assert_eq!(after["value"], -value, "{board} {best}");
    }
    let run = told(table.path(), "6x6", "--------------OX----XO-------------- X");
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "nothing is known of this position\n"));
    let run = told(&table.path().join("missing"), "4x4", "-----OX--XO----- X");
    assert!(run.status == Some(1) && run.stderr.contains("NoTable"), "{run:?}");
}
