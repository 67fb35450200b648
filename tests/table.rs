//! `solve table`, and what a search does with a table that fails.
#![cfg(unix)]

use crate::support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use solver::random::Random;
use solver::{Basis, Board, Bounds, Discs, Move, Position, ProofTable, Proven, Scoring, Square, Start, Symmetries};
use support::{Run, SMALL, program, run, search_with_table};
use tables::Tables;

/// Runs `solve table ACTION …` on the tables of a directory.
fn table(directory: &Path, arguments: &[&str]) -> Run {
    run(&[&["table"], arguments, &["--table", directory.to_str().unwrap()]].concat())
}

#[track_caller]
fn done(run: Run) -> String {
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    run.stdout
}

/// A table with some thousand entries of 4x8.
fn filled() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [&["--board", "4x8"][..], &["--board", "4x8", "--scoring", "wof"], &["--board", "4x6"]] {
        let run = search_with_table(directory.path(), &[arguments, &["--threads", "1"]].concat());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    }
    directory
}

fn records(run: Run) -> Vec<Value> {
    run.records(0)
}

#[test]
fn info_counts_what_is_there() {
    let directory = filled();
    let infos = records(table(directory.path(), &["info", "--json"]));
    let names: Vec<_> = infos.iter().map(|info| (info["board"].clone(), info["scoring"].clone())).collect();
    assert_eq!(names, [("4x6", "discs"), ("4x8", "discs"), ("4x8", "wof")].map(|(b, s)| (b.into(), s.into())));
    for info in &infos {
        let by_empties: u64 = info["entries_by_empties"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(info["entries"], by_empties);
        assert_eq!(info["corrupt"], 0);
        let searches = info["searches"].as_array().unwrap();
        assert_eq!(searches.len(), 1, "{info}");
        assert_eq!((&searches[0]["complete"], &searches[0]["runs"]), (&true.into(), &1.into()));
        assert_eq!(searches[0]["lower"], searches[0]["upper"]);
        assert!(searches[0]["nodes"].as_u64() > Some(0));
    }
    let text = done(table(directory.path(), &["info", "--board", "8x4", "--scoring", "wof"]));
    assert!(text.starts_with("4x8 wof\n  entries  ") && text.contains("answered"), "{text}");
    let none = table(directory.path(), &["info", "--board", "5x5"]);
    assert_eq!(none.status, Some(1));
    assert_eq!(none.stderr, "solve: there is no table 5x5 here; solve table info names those that are\n");
}

#[test]
fn texts_say_what_the_numbers_are() {
    let directory = tempfile::tempdir().unwrap();
    with_odd_entries(directory.path(), &[start_with(1)]);
    let info = done(table(directory.path(), &["info"]));
    assert!(
        info.starts_with("4x4 discs\n  entries  1: 1 exact, 0 win, draw or loss, 0 other bounds\n  proven here 1, "),
        "{info}"
    );
    let quick = done(table(directory.path(), &["verify", "--level", "quick"]));
    assert_eq!(quick, "4x4 discs: no fault in the checksums and the form of 1 entry; values were not checked\n");

    let (file, other) = (directory.path().join("4x4.table"), tempfile::tempdir().unwrap());
    let file = file.to_str().unwrap();
    done(table(directory.path(), &["export", "--board", "4x4", "-o", file]));
    let told = "4x4 discs: 1 entry came in: 1 new, 0 improved, 0 known; 1 entry of the table is unverified: `solve \
                table verify --table-trust own --accept` proves them\n";
    assert_eq!(done(table(other.path(), &["import", file])), told);
    done(table(other.path(), &["verify", "--table-trust", "own", "--accept"]));
    let again = "4x4 discs: 1 entry came in: 0 new, 0 improved, 1 known; no entry of the table is unverified\n";
    assert_eq!(done(table(other.path(), &["import", file])), again);

    let empty = tempfile::tempdir().unwrap();
    note(empty.path(), &Position::start("4x4".parse().unwrap(), Start::Othello), 0);
    let info = done(table(empty.path(), &["info"]));
    assert!(info.contains("\n  entries  0: ") && !info.contains("an entry\n"), "{info}");
}

/// Notes a search that has found nothing.
fn note(directory: &Path, position: &Position, nodes: u64) {
    let tables = Tables::open(directory).unwrap();
    let run = tables.begin_run(position, Scoring::Discs);
    tables.note(&run, None, nodes, Duration::ZERO, false);
    tables.flush().unwrap();
}

#[test]
fn a_search_whose_value_is_known_by_now_is_not_open() {
    let directory = tempfile::tempdir().unwrap();
    let start = Position::start("4x4".parse().unwrap(), Start::Othello);
    note(directory.path(), &start, 7);
    let info = done(table(directory.path(), &["info"]));
    assert!(info.contains(": -16 to +16, open, 7 nodes, "), "{info}");
    with_odd_entries(directory.path(), &[start_with(1)]);
    // A look-up is no search.
    note(directory.path(), &start.play(start.legal_moves()[0]).unwrap(), 0);
    let info = done(table(directory.path(), &["info"]));
    assert!(info.contains(": -8, answered, 7 nodes, ") && info.matches("search ").count() == 1, "{info}");
    let record = &records(table(directory.path(), &["info", "--json"]))[0]["searches"][0];
    assert_eq!((&record["lower"], &record["upper"], &record["complete"]), (&(-8).into(), &(-8).into(), &true.into()));
}

#[test]
fn get_looks_one_position_up() {
    let directory = filled();
    for (board, moves) in [("4x8", ""), ("8x4", "")] {
        let record = table(directory.path(), &["get", "--board", board, "--moves", moves, "--json"]).record(0);
        assert_eq!((&record["value"], &record["board"]), (&32.into(), &board.into()), "{record}");
        let best = record["best"].as_str().unwrap();
        let run = run(&["--board", board, "--moves", best, "--json", "--no-table"]);
        assert_eq!(run.record(0)["value"], -32, "the best move keeps the value");
    }
    let text = done(table(directory.path(), &["get", "--board", "4x6"]));
    assert!(text.starts_with("Value      +16 for Black (X), who is to move\nBest move  "), "{text}");
    let missing = table(directory.path(), &["get", "--board", "6x6"]);
    let message = "solve: --------------OX----XO-------------- X (6x6, discs) is not in the table\n";
    assert_eq!((missing.status, missing.stderr.as_str()), (Some(1), message));
}

#[test]
fn every_level_of_verify_passes_on_a_true_table() {
    let directory = filled();
    for (level, words) in [
        ("quick", ": no fault in the checksums and the form of "),
        ("successors", "0 contradictions"),
        ("independent", "0 refuted"),
        ("full", "0 refuted"),
    ] {
        let arguments = ["verify", "--level", level, "--sample", "20", "--max-empties", "12"];
        let text = done(table(directory.path(), &arguments));
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.lines().all(|line| format!("{line}\n").contains(words)), "{level}: {text}");
    }
    let record = &records(table(directory.path(), &["verify", "--level", "full", "--max-empties", "12", "--json"]))[0];
    assert!(record["solved_anew"].as_u64() > Some(0), "{record}");
}

#[test]
fn a_table_travels_as_a_file_and_by_merging() {
    let (directory, other) = (filled(), tempfile::tempdir().unwrap());
    let file = other.path().join("4x8.table");
    let file = file.to_str().unwrap();
    done(table(directory.path(), &["export", "--board", "8x4", "-o", file]));
    let again = table(directory.path(), &["export", "--board", "8x4", "-o", file]);
    assert!(again.status == Some(1) && again.stderr.contains("is there already"), "{again:?}");

    let (imported, merged) = (other.path().join("imported"), other.path().join("merged"));
    let text = done(table(&imported, &["import", file]));
    assert!(text.starts_with("4x8 discs: ") && text.contains(" new, 0 improved, 0 known; "), "{text}");
    let text = done(table(&merged, &["merge", directory.path().to_str().unwrap(), "--board", "4x8"]));
    assert_eq!(text.lines().count(), 2, "{text}");
    for path in [&imported, &merged] {
        let answer = search_with_table(path, &["--board", "4x8", "--json"]).record(0);
        assert_eq!((&answer["value"], &answer["from_table"]), (&32.into(), &true.into()));
        done(table(path, &["compact"]));
        done(table(path, &["verify"]));
    }
    done(table(&merged, &["drop", "--board", "4x8", "--scoring", "wof", "--yes"]));
    let run = table(&merged, &["drop", "--board", "4x8", "--scoring", "discs"]);
    assert!(run.status == Some(2) && run.stderr.contains("add --yes"), "{run:?}");
    assert_eq!(records(table(&merged, &["info", "--json"])).len(), 1);
}

#[test]
fn a_search_may_read_beside_another_that_writes() {
    let directory = filled();
    let mut writer = program();
    writer.args(["--board", "6x6", "--threads", "1", "--no-book"]).args(SMALL).arg("--table").arg(directory.path());
    let names = || {
        let files = fs::read_dir(directory.path()).unwrap();
        files.map(|file| file.unwrap().file_name()).collect::<BTreeSet<_>>()
    };
    let before = names();
    let mut writer = writer.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Opening a table begins a new log, once no other process has it open.
    support::wait_until("the table is open", || !names().is_subset(&before));
    let refused = search_with_table(directory.path(), &["--board", "4x8"]);
    assert!(refused.status == Some(1) && refused.stderr.contains("is in use by another process"), "{refused:?}");
    let answer = search_with_table(directory.path(), &["--board", "4x8", "--json", "--table-read-only"]).record(0);
    assert_eq!((&answer["value"], &answer["from_table"]), (&32.into(), &true.into()));
    let optional = search_with_table(directory.path(), &["--board", "4x8", "--json", "--table-optional"]);
    assert!(optional.stderr.contains("is in use by another process") && optional.stderr.contains("going on without"));
    assert_eq!(optional.record(0)["from_table"], false);
    done(table(directory.path(), &["info"]));
    writer.kill().unwrap();
    writer.wait().unwrap();
}

/// Whoever has two terminals and no wish to know about tables gets two answers.
#[test]
fn a_second_run_on_the_usual_directory_looks_values_up() {
    let home = tempfile::tempdir().unwrap();
    let usual = |arguments: &[&str]| {
        let mut command = program();
        command.args(arguments).args(SMALL).env("XDG_DATA_HOME", home.path()).env_remove("SOLVE_TABLE");
        command
    };
    let table = home.path().join("solve").join("table");
    assert_eq!(Run::from(usual(&["--board", "4x8", "--json"]).output().unwrap()).record(0)["value"], 32);
    let names = || {
        let files = fs::read_dir(&table).unwrap();
        files.map(|file| file.unwrap().file_name()).collect::<BTreeSet<_>>()
    };
    let before = names();
    let mut writer = usual(&["--board", "6x6", "--threads", "1", "--no-book"]);
    let mut writer = writer.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    support::wait_until("the table is open", || !names().is_subset(&before));
    let second = Run::from(usual(&["--board", "4x8", "--json"]).output().unwrap());
    let told =
        format!("another process uses the table in {}; this run looks values up there and keeps none", table.display());
    assert!(second.stderr.contains(&told), "{second:?}");
    assert_eq!(second.record(0)["from_table"], true);
    // Named, the same directory is an error.
    let named = Run::from(usual(&["--board", "4x8"]).env("SOLVE_TABLE", &table).output().unwrap());
    assert!(named.status == Some(1) && named.stderr.contains("is in use by another process"), "{named:?}");
    writer.kill().unwrap();
    writer.wait().unwrap();
}

/// Runs a search whose files may not grow beyond this many KiB, as on a full disk.
fn on_a_small_disk(directory: &Path, arguments: &[&str]) -> Run {
    let script = "trap '' XFSZ; ulimit -f 24; exec \"$@\"";
    let mut command = Command::new("bash");
    command.args(["-c", script, "bash", env!("CARGO_BIN_EXE_solve")]).args(arguments).args(SMALL);
    command.args(["--threads", "1", "--table", directory.to_str().unwrap()]).stdin(Stdio::null());
    command.output().expect("bash is there").into()
}

#[test]
fn a_full_disk_ends_the_search_and_what_is_written_stays() {
    let directory = tempfile::tempdir().unwrap();
    let question = ["--board", "4x10", "--start", "reversi-rows"];
    let full = on_a_small_disk(directory.path(), &question);
    assert_eq!(full.status, Some(1), "{full:?}");
    assert!(full.stderr.contains("cannot be written to") && full.stderr.lines().count() == 1, "{full:?}");
    let optional = on_a_small_disk(directory.path(), &[&question[..], &["--table-optional", "--json"]].concat());
    assert!(optional.stderr.starts_with("solve: warning: "), "{optional:?}");
    assert_eq!(optional.record(0)["value"], 29);
    done(table(directory.path(), &["verify"]));
    let answer = search_with_table(directory.path(), &[&question[..], &["--json"]].concat()).record(0);
    assert_eq!(answer["value"], 29);
}

#[test]
fn a_table_for_which_there_is_no_room_is_told_with_what_to_do() {
    let directory = tempfile::tempdir().unwrap();
    for (limit, advice) in [("-f 1", "(ulimit -f)"), ("-n 8", "(ulimit -n)")] {
        let script = format!("trap '' XFSZ; ulimit {limit}; exec \"$@\"");
        let path = directory.path().join("table");
        let mut command = Command::new("bash");
        command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_solve"), "--board", "4x4", "--threads", "1"]);
        let run = Run::from(command.args(SMALL).arg("--table").arg(&path).stdin(Stdio::null()).output().unwrap());
        assert_eq!((run.status, run.stderr.lines().count()), (Some(1), 1), "{run:?}");
        assert!(run.stderr.contains(path.to_str().unwrap()) && run.stderr.contains(advice), "{run:?}");
        assert!(!run.stderr.contains("give yourself access"), "{run:?}");
    }
}

#[test]
fn a_directory_that_is_removed_ends_the_search() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    let mut command = program();
    command.args(["--board", "6x6", "--threads", "1", "--no-book"]).args(SMALL).arg("--table").arg(&path);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    support::wait_until("something is recorded", || {
        assert!(child.try_wait().unwrap().is_none(), "the search ended too soon: a longer one is needed here");
        support::log_bytes(&path) > 0
    });
    // The program may make another file meanwhile; then the directory is not empty at the first attempt.
    support::wait_until("the directory is removed", || fs::remove_dir_all(&path).is_ok());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.status, Some(1), "{run:?}");
    let message = format!("table directory {} was removed while it was in use", path.display());
    assert!(run.stderr.contains(&message) && run.stderr.lines().count() == 1, "{run:?}");
}

#[test]
fn a_directory_that_may_not_be_written_is_an_error_unless_it_is_optional() {
    // Root may write everywhere; a file where the directory's parent should be stops everybody.
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let below = file.join("table");
    let refused = search_with_table(&below, &["--board", "4x4"]);
    assert_eq!(refused.status, Some(1));
    let optional = search_with_table(&below, &["--board", "4x4", "--json", "--table-optional"]);
    assert!(optional.stderr.starts_with("solve: warning: table directory ") && optional.stderr.lines().count() == 1);
    assert_eq!(optional.record(0)["value"], -8);
}

/// Work is counted in nodes over all runs, as the table notes it.
#[test]
fn a_search_killed_again_and_again_arrives_with_little_done_twice() {
    const QUESTION: [&str; 7] = ["--board", "6x6", "--moves", "c2b4c5d2", "--threads", "1", "--no-book"];
    let (undisturbed, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let truth = search_with_table(undisturbed.path(), &[&QUESTION[..], &["--json"]].concat()).record(0);
    let mut random = 12_345u64;
    let mut kills = 0;
    let answer = loop {
        let mut command = program();
        command.args(QUESTION).args(SMALL).arg("--json").arg("--table").arg(killed.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        thread::sleep(Duration::from_millis(200 + (random >> 33) % 800));
        if child.try_wait().unwrap().is_some() {
            break Run::from(child.wait_with_output().unwrap()).record(0);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        assert!(kills < 1000, "it never arrives");
    };
    assert!(kills >= 3, "{kills} kills: a longer search is needed here");
    assert_eq!(answer["value"], truth["value"]);
    let info = &records(table(killed.path(), &["info", "--json"]))[0];
    let nodes = |info: &Value| info["searches"][0]["nodes"].as_u64().unwrap();
    let alone = nodes(&records(table(undisturbed.path(), &["info", "--json"]))[0]);
    assert!(nodes(info) < 3 * alone / 2, "{} nodes in {kills} runs, {alone} in one", nodes(info));
    done(table(killed.path(), &["verify"]));
}

/// Records entries of 4x4 that no program would.
fn with_odd_entries(directory: &Path, entries: &[(Discs, Proven)]) {
    let tables = Tables::open(directory).unwrap();
    let board = "4x4".parse().unwrap();
    // A merge makes a table even of nothing.
    tables.merge(board, Scoring::Discs, || Ok(std::iter::empty())).unwrap();
    let table = tables.table(board, Scoring::Discs);
    entries.iter().for_each(|&(discs, proven)| table.record(discs, proven));
    tables.flush().unwrap();
}

/// The start of 4x4 with some best move.
fn start_with(best: u8) -> (Discs, Proven) {
    let best = Square::new(best).map(Move::Place);
    (Discs::from_bits(0x240, 0x420).unwrap(), Proven { bounds: Bounds::at(-8), best, effort: 9, basis: Basis::Proof })
}

#[test]
fn an_illegal_best_move_is_not_shown_and_can_be_removed() {
    let directory = tempfile::tempdir().unwrap();
    with_odd_entries(directory.path(), &[start_with(0)]);
    let shown = table(directory.path(), &["get", "--board", "4x4"]);
    assert!(shown.status == Some(1) && shown.stderr.contains("names the illegal move a1; solve table verify --accept"));
    for level in ["independent", "full"] {
        let verified = table(directory.path(), &["verify", "--level", level]);
        assert!(verified.status == Some(1) && verified.stderr.contains("its best move"), "{verified:?}");
    }
    let removed = table(directory.path(), &["verify", "--accept", "--table-trust", "own"]);
    assert!(
        removed.status == Some(1) && removed.stdout.contains("removed, too: 1 entry that made no sense"),
        "{removed:?}"
    );
    let left = table(directory.path(), &["info", "--json"]).record(0);
    assert_eq!(left["entries"], 0);
}

#[test]
fn an_entry_that_is_turned_is_not_exported_and_can_be_removed() {
    let directory = tempfile::tempdir().unwrap();
    let (_, proven) = start_with(1);
    // A mirror image of the start, which no look-up finds.
    with_odd_entries(
        directory.path(),
        &[start_with(1), (Discs::from_bits(0x420, 0x240).unwrap(), Proven { best: None, ..proven })],
    );
    let file = directory.path().join("exported");
    let export = || table(directory.path(), &["export", "--board", "4x4", "-o", file.to_str().unwrap()]);
    let refused = export();
    assert!(refused.status == Some(1) && refused.stderr.contains("not in canonical form"), "{refused:?}");
    assert!(refused.stderr.ends_with("solve table verify --accept removes it\n") && !file.exists(), "{refused:?}");
    assert_eq!(table(directory.path(), &["verify", "--accept"]).status, Some(1));
    done(export());
    done(table(&directory.path().join("other"), &["import", file.to_str().unwrap()]));
}

#[test]
fn what_is_wrong_with_a_file_is_not_said_of_the_table() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("twisted");
    let entry = (Discs::from_bits(0x420, 0x240).unwrap(), start_with(1).1);
    tables::export(&file, "4x4".parse().unwrap(), Scoring::Discs, [Ok(entry)].into_iter()).unwrap();
    let refused = table(&directory.path().join("table"), &["import", file.to_str().unwrap()]);
    let message = format!("solve: {}: -----XO--OX----- X cannot be taken into table 4x4 discs: ", file.display());
    assert!(refused.status == Some(1) && refused.stderr.starts_with(&message), "{refused:?}");
    assert!(!refused.stderr.contains("corrupt"), "{refused:?}");
}

#[test]
fn nobody_can_know_the_sample_and_everybody_can_repeat_it() {
    let directory = filled();
    let verify = |more: &[&str]| {
        let arguments =
            ["verify", "--level", "independent", "--sample", "3", "--max-empties", "12", "--board", "4x8", "--json"];
        let record = records(table(directory.path(), &[&arguments, more].concat())).swap_remove(0);
        assert_eq!(record["sampled"], 3, "{record}");
        let missed = solver::random::miss_chance(3, record["drawn_from"].as_u64().unwrap());
        assert_eq!(record["miss_chance"].as_f64(), Some(missed), "{record}");
        (record["seed"].as_u64().unwrap(), record["nodes"].as_u64().unwrap())
    };
    let [first, second] = [verify(&[]), verify(&[])];
    assert_ne!(first.0, second.0);
    assert_eq!(verify(&["--seed", &first.0.to_string()]), first);
    let text = done(table(directory.path(), &["verify", "--level", "independent", "--sample", "3", "--board", "4x6"]));
    assert!(
        text.contains(" drawn at random (--seed ") && text.contains("; one false in a hundred of these would"),
        "{text}"
    );
}

#[test]
fn tablebases_are_not_passed_over_in_silence() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().to_str().unwrap();
    done(run(&["exhaust", "--board", "3x4", "-o", place, "--quiet"]));
    let text = done(table(directory.path(), &["verify"]));
    let command = format!("solve exhaust --board 3x4 --start othello --scoring discs -o '{place}' --verify");
    assert_eq!(
        text,
        format!("3x4 discs othello: a tablebase, left out; --level full proves it, and so does {command}\n")
    );
    let left = table(directory.path(), &["verify", "--json"]).record(0);
    assert_eq!((&left["tablebase"], &left["verified"]), (&"3x4 discs othello".into(), &Value::Null));
    let text = done(table(directory.path(), &["verify", "--level", "full"]));
    assert_eq!(
        text,
        "3x4 discs othello: a tablebase, proven: all positions are there and no others, and every value\n"
    );
    let none = table(directory.path(), &["verify", "--board", "5x5"]);
    assert_eq!(none.status, Some(1), "{none:?}");
}

#[test]
fn compacting_on_a_full_disk_is_no_success() {
    let directory = tempfile::tempdir().unwrap();
    let board: Board = "6x6".parse().unwrap();
    let symmetries = Symmetries::new(board);
    {
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table(board, Scoring::Discs);
        let mut random = Random::new(3, 0);
        let mut bits = || u64::from(random.below(1 << 18)) << 18 | u64::from(random.below(1 << 18));
        for effort in 0..30_000 {
            let player = bits();
            let discs = symmetries.canonical(Discs::from_bits(player, bits() & !player).unwrap()).0;
            let proven = Proven { bounds: Bounds::new(-2, 36), best: None, effort, basis: Basis::Proof };
            table.record(discs, proven);
        }
        tables.flush().unwrap();
    }
    // No file may become as large as these entries are, but what opening writes fits.
    let program = program();
    let command = format!(
        "ulimit -f 100; exec '{}' table compact --table '{}'",
        program.get_program().to_str().unwrap(),
        directory.path().display()
    );
    let run: Run = Command::new("bash").args(["-c", &command]).output().unwrap().into();
    assert!(run.status == Some(1) && run.stderr.contains("cannot be written to"), "{run:?}");
    done(table(directory.path(), &["compact"]));
}
