//! Proven values outlive a run, however it ends.
#![cfg(unix)]

use crate::support;

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use solver::notation::parse_moves;
use solver::{Basis, Bounds, Position, ProofTable, Proven, Scoring, Start, Symmetries};
use tables::Tables;

use support::{Run, SMALL, START_4X4, check_complete, program, run, search_with_table};

/// Takes several seconds on one thread.
const LONG: [&str; 7] = ["--board", "6x6", "--moves", "c2b4c5d2", "--threads", "1", "--no-book"];

/// Starts a search with a table.
fn start(table: &Path, arguments: &[&str]) -> Child {
    let mut command = program();
    command.args(arguments).args(SMALL).arg("--json").arg("--table").arg(table);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a running search has written some of what it has proven.
fn wait_for_records(child: &mut Child, table: &Path, bytes: u64) {
    while support::log_bytes(table) < bytes {
        assert!(child.try_wait().unwrap().is_none(), "the search ended too soon: a longer one is needed here");
        thread::sleep(Duration::from_millis(5));
    }
}

#[track_caller]
fn solve_with_table(table: &Path, arguments: &[&str]) -> Value {
    let run = search_with_table(table, &[arguments, &["--json"]].concat());
    let record = run.record(0);
    check_complete(&record);
    assert_eq!(run.stderr, "");
    record
}

#[test]
fn a_second_run_answers_from_the_table() {
    let table = tempfile::tempdir().unwrap();
    for board in ["4x8", "8x4", "4x4"] {
        let question = ["--board", board, "--start", "reversi"];
        let first = solve_with_table(table.path(), &question);
        let second = solve_with_table(table.path(), &question);
        assert_eq!((&first["from_table"], &second["from_table"]), (&false.into(), &true.into()), "{board}");
        for field in ["value", "outcome", "lower", "upper", "start", "position"] {
            assert_eq!(first[field], second[field], "{field}");
        }
    }
    // An exact value answers the weaker question too, and the mirror image is the same position.
    let wld = solve_with_table(table.path(), &["--board", "4x8", "--start", "reversi", "--mode", "wld"]);
    assert_eq!(wld["from_table"], true);
    let turned = solve_with_table(table.path(), &["--board", "8x4", "--start", "reversi-rows"]);
    assert_eq!((&turned["from_table"], &turned["value"]), (&true.into(), &32.into()));
    let report = search_with_table(table.path(), &["--board", "4x8", "--start", "reversi"]);
    assert!(report.stdout.ends_with("Source     the table: the value was known before\n"), "{}", report.stdout);
}

#[test]
fn scorings_do_not_mix_in_a_table() {
    let table = tempfile::tempdir().unwrap();
    for (scoring, value) in [("discs", -8), ("wof", -10), ("discs", -8), ("wof", -10)] {
        let record = solve_with_table(table.path(), &["--board", "4x4", "--scoring", scoring]);
        assert_eq!((&record["scoring"], &record["value"]), (&scoring.into(), &value.into()));
    }
}

#[test]
fn positions_are_answered_from_the_table_too() {
    let directory = tempfile::tempdir().unwrap();
    let (table, file) = (directory.path().join("new/table"), directory.path().join("positions.txt"));
    fs::write(&file, format!("4x4 {START_4X4}\n4x6 --------OX----XO-------- X\n4x4 {START_4X4}\n")).unwrap();
    let arguments = ["positions", file.to_str().unwrap(), "--json"];
    let first = search_with_table(&table, &arguments).records(0);
    let second = search_with_table(&table, &arguments).records(0);
    assert_eq!((first.len(), second.len()), (3, 3));
    for (first, second) in first.iter().zip(&second) {
        check_complete(first);
        check_complete(second);
        assert_eq!(first["value"], second["value"]);
        assert_eq!(second["from_table"], true, "{second}");
    }
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("table");
    let mut child = start(&table, &LONG);
    wait_for_records(&mut child, &table, 50_000);
    child.kill().unwrap();
    let killed = child.wait_with_output().unwrap();
    assert_eq!((killed.status.code(), killed.stdout.as_slice()), (None, &b""[..]), "it ended before it was killed");

    let resumed = solve_with_table(&table, &LONG);
    let undisturbed = solve_with_table(&directory.path().join("another"), &LONG);
    check_complete(&undisturbed);
    assert_eq!((&resumed["value"], &resumed["outcome"]), (&undisturbed["value"], &undisturbed["outcome"]));
    assert!(resumed["nodes"].as_u64() < undisturbed["nodes"].as_u64(), "{resumed} {undisturbed}");
    assert_eq!(solve_with_table(&table, &LONG)["from_table"], true);
}

#[test]
fn ctrl_c_leaves_a_table_that_can_be_used() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("table");
    let question = ["--board", "6x6", "--start", "reversi", "--no-book"];
    let mut child = start(&table, &question);
    wait_for_records(&mut child, &table, 1);
    support::signal("INT", child.id());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.stderr, "");
    let first = run.record(130);
    assert_eq!(first["complete"], false, "{first}");

    let second = search_with_table(&table, &[&question[..], &["--json", "--time-limit", "300ms"]].concat());
    assert_eq!(second.stderr, "");
    let second = second.record(3);
    assert!(second["lower"].as_i64() >= first["lower"].as_i64(), "{first} {second}");
    assert!(second["upper"].as_i64() <= first["upper"].as_i64(), "{first} {second}");
}

#[test]
fn a_second_process_on_the_same_table_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("table");
    let mut child = start(&table, &["--board", "6x6", "--start", "reversi", "--no-book"]);
    wait_for_records(&mut child, &table, 1);
    let second = search_with_table(&table, &["--board", "4x4"]);
    child.kill().unwrap();
    child.wait().unwrap();
    let message = format!(
        "solve: table directory {} is in use by another process; wait for its end, or name another directory; --table-read-only \
         reads it meanwhile, --table-optional goes on without it\n",
        table.display()
    );
    assert_eq!((second.status, second.stdout, second.stderr), (Some(1), String::new(), message));
    assert_eq!(solve_with_table(&table, &["--board", "4x4"])["value"], -8);
}

#[test]
fn a_table_directory_that_cannot_be_used_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let (foreign, file) = (directory.path().join("foreign"), directory.path().join("file"));
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("letter.txt"), "Dear reader").unwrap();
    fs::write(&file, "").unwrap();
    let below = file.join("table");
    for (path, message) in [
        (&foreign, "is foreign: it holds 'letter.txt' and no table; name an empty or a new directory"),
        (&file, "is a file; name a directory"),
        (&below, "cannot be created: Not a directory (os error 20); name a directory you may write to"),
    ] {
        let run = search_with_table(path, &["--board", "4x4"]);
        let options = "--table DIR names another, --no-table uses none";
        let message = format!("solve: table directory {} {message}; {options}\n", path.display());
        assert_eq!((run.status, run.stdout, run.stderr), (Some(1), String::new(), message));
    }
    assert_eq!(fs::read_dir(&foreign).unwrap().count(), 1, "a foreign directory is left as it is");
    // The directory that nobody has named cannot be made.
    let homeless = run(&["--board", "4x4"]);
    assert!(
        homeless.stderr.contains("/dev/null/data") && homeless.stderr.contains("--no-table uses none"),
        "{homeless:?}"
    );
    let warned = search_with_table(&foreign, &["--board", "4x4", "--table-optional"]);
    assert!(warned.stderr.ends_with("name an empty or a new directory; going on without it\n"), "{warned:?}");
}

#[test]
#[cfg(unix)]
fn a_table_that_may_only_be_read_is_told_with_the_option_that_reads_it() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("table");
    solve_with_table(&table, &["--board", "4x4"]);
    let may_write = |mode| {
        for file in fs::read_dir(&table).unwrap() {
            fs::set_permissions(file.unwrap().path(), fs::Permissions::from_mode(mode & 0o666)).unwrap();
        }
        fs::set_permissions(&table, fs::Permissions::from_mode(mode)).unwrap();
    };
    may_write(0o555);
    let refused = search_with_table(&table, &["--board", "4x4"]);
    // Root may write everywhere.
    if refused.status != Some(0) {
        let advice =
            "; --table-read-only needs only the right to read, --table DIR names another, --no-table uses none\n";
        assert!(refused.status == Some(1) && refused.stderr.ends_with(advice), "{refused:?}");
        let read = search_with_table(&table, &["--board", "4x4", "--json", "--table-read-only"]).record(0);
        assert_eq!(read["from_table"], true, "{read}");
    }
    may_write(0o755);
}

/// Puts a false entry into a table: 4x4 from the start is worth -8 for Black.
fn falsify(directory: &Path, lower: i32, upper: i32) {
    let position = Position::start("4x4".parse().unwrap(), Start::Othello);
    let (canonical, symmetry) = Symmetries::new(position.board()).canonical(position.discs());
    let best = parse_moves(position.board(), "b1").unwrap()[0];
    let best = Some(Symmetries::new(position.board()).map_move(symmetry, best));
    let tables = Tables::open(directory).unwrap();
    let table = tables.table(position.board(), Scoring::Discs);
    table.record(canonical, Proven { bounds: Bounds::new(lower, upper), best, effort: 1, basis: Basis::Proof });
    tables.flush().unwrap();
}

#[test]
fn a_table_that_holds_something_false_gives_no_answer() {
    let message = "table: what it says of -----OX--XO----- X (4x4) is false; its entries cannot be trusted: give \
                   another --table, --table-trust own if it holds imported ones, or --no-table\n";
    for (lower, upper) in [(4, 4), (-6, 16)] {
        let directory = tempfile::tempdir().unwrap();
        let (table, file) = (directory.path().join("table"), directory.path().join("positions.txt"));
        falsify(&table, lower, upper);
        let run = search_with_table(&table, &["--board", "4x4"]);
        assert_eq!((run.status, run.stdout.as_str(), run.stderr), (Some(1), "", format!("solve: {message}")));

        fs::write(&file, format!("4x4 {START_4X4}\n4x6 --------OX----XO-------- X\n")).unwrap();
        let name = file.to_str().unwrap();
        let run = search_with_table(&table, &["positions", name, "--json"]);
        assert!(run.stderr.starts_with(&format!("solve: {name}:1: {message}")), "{}", run.stderr);
        let records = run.records(1);
        assert_eq!((&records[0]["input_line"], &records[0]["error"]), (&1.into(), &message.trim_end().into()));
        check_complete(&records[1]);
        assert_eq!((&records[1]["board"], &records[1]["value"]), (&"4x6".into(), &16.into()));
    }
}

#[test]
fn the_directory_comes_from_the_option_then_the_variable_then_the_platform() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let solve = |option: Option<&str>, variable: Option<&str>| {
        let mut command = program();
        command.args(["--board", "4x4"]).args(SMALL).env("HOME", path("home")).env("XDG_DATA_HOME", path("data"));
        if let Some(name) = option {
            command.arg("--table").arg(path(name));
        }
        if let Some(name) = variable {
            command.env("SOLVE_TABLE", if name.is_empty() { name.into() } else { path(name) });
        }
        let run = Run::from(command.output().unwrap());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    };
    solve(Some("option"), Some("variable"));
    assert!(path("option").exists() && !path("variable").exists());
    solve(None, Some("variable"));
    assert!(path("variable").exists() && !path("data").exists() && !path("home").exists());
    solve(None, Some(""));
    assert!(path(if cfg!(target_os = "macos") { "home" } else { "data/solve/table" }).exists());
    let run = support::search(&["--board", "4x4", "--table", "anywhere"]);
    assert!(run.stderr.contains("cannot be used with"), "{}", run.stderr);
    assert_eq!(run.status, Some(2));
}
