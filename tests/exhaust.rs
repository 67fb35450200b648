//! `solve exhaust`: makes, resumes, shows and queries tables.

use crate::support;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use solver::random::Random;
use solver::{Position, Question, Solver, Start};
use support::{START_4X4, program, run};

/// Runs `solve exhaust` with a directory.
fn exhaust(directory: &Path, arguments: &[&str]) -> support::Run {
    let directory = directory.to_str().expect("temporary directories have plain names");
    run(&[&["exhaust", "-o", directory], arguments].concat())
}

#[test]
fn a_table_is_made_once_and_then_answers_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("tables");
    let board = ["--board", "4x4", "--json"];
    let first = exhaust(&directory, &[&board[..], &["--raw", "--threads", "1"]].concat()).record(0);
    let count = |record: &Value, name: &str| record[name].as_u64().unwrap_or_else(|| panic!("{name} in {record}"));
    assert_eq!((count(&first, "positions"), count(&first, "unreduced")), (12_351, 58_533));
    assert_eq!((&first["value"], &first["scoring"]), (&(-8).into(), &"discs".into()));
    let layers = first["layers"].as_array().unwrap();
    for name in ["positions", "unreduced", "wins", "draws", "losses", "passes", "finished", "moves", "right_guesses"] {
        let sum: u64 = layers.iter().map(|layer| count(layer, name)).sum();
        assert_eq!(sum, count(&first["total"], name), "{name}");
    }
    let total = &first["total"];
    assert_eq!(count(total, "wins") + count(total, "draws") + count(total, "losses"), 12_351);
    assert!(first["seconds"].is_number(), "{first}");
    assert!(!std::fs::read_dir(&directory).unwrap().any(|entry| entry.unwrap().path().is_dir()), "nothing remains");

    // As if a kill had left it behind.
    std::fs::create_dir(directory.join("4x4 discs othello exhaustive.work")).unwrap();
    let records = exhaust(&directory, &[&board[..], &["--verify"]].concat()).records(0);
    assert!(!std::fs::read_dir(&directory).unwrap().any(|entry| entry.unwrap().path().is_dir()), "nothing remains");
    assert_eq!(records[0]["seconds"], Value::Null);
    assert_eq!(records[0]["checksum"], first["checksum"]);
    assert_eq!((&records[1]["verified"], &records[1]["look_ups"]), (&true.into(), &12_351.into()));
}

#[test]
fn positions_are_counted_without_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--board", "5x4", "--count", "--raw"];
    let counted = exhaust(folder.path(), &[&arguments[..], &["--json"]].concat()).record(0);
    assert_eq!((&counted["positions"], &counted["unreduced"]), (&2_426_921.into(), &4_452_883.into()));
    let layers = counted["layers"].as_array().unwrap();
    assert_eq!((layers.len(), &layers[1]["discs"], &layers[1]["positions"]), (17, &5.into(), &4.into()));
    assert_eq!(counted["unverified"], false);
    // Again, from the kept counts; no layer was kept.
    let again = exhaust(folder.path(), &arguments);
    assert_eq!(again.status, Some(0), "{again:?}");
    assert!(again.stdout.contains("\n  all          2,426,921          4,452,883\n"), "{}", again.stdout);
    assert!(again.stdout.contains("\nUnverified an earlier run left some of these counts"), "{}", again.stdout);
    let files =
        std::fs::read_dir(folder.path()).unwrap().flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
    assert!(files.map(|file| file.unwrap().metadata().unwrap().len()).sum::<u64>() < 2000);
    let refused = exhaust(folder.path(), &["--board", "5x6", "--count"]);
    assert_eq!(refused.status, Some(2), "{refused:?}");
}

#[test]
fn counts_and_a_table_share_a_directory_in_any_order_and_under_any_scoring() {
    let folder = tempfile::tempdir().unwrap();
    let board = ["--board", "3x4", "--json"];
    let with = |more: &[&str]| exhaust(folder.path(), &[&board[..], more].concat()).record(0)["positions"].clone();
    let counted = with(&["--count", "--raw"]);
    assert_eq!(with(&["--count", "--raw", "--scoring", "wof"]), counted);
    let missing = exhaust(folder.path(), &["--board", "3x4", "--moves", ""]);
    assert!(missing.stderr.contains("holds no finished table"), "{missing:?}");
    assert_eq!(with(&[]), counted);
    assert_eq!(with(&["--count"]), counted);
}

#[test]
fn people_get_columns() {
    let folder = tempfile::tempdir().unwrap();
    let run = exhaust(folder.path(), &["--board", "3x3", "--start", "reversi", "--verify"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "Board      3x3, reversi start, discs scoring");
    let widths: Vec<usize> =
        lines.iter().skip_while(|line| !line.starts_with("discs")).take(7).map(|line| line.len()).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{}", run.stdout);
    for start in ["Value", "Positions", "Table", "Time", "Verified", "Look-up"] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}: {}", run.stdout);
    }
}

#[test]
fn moves_are_looked_up_with_their_values() {
    let folder = tempfile::tempdir().unwrap();
    let missing = exhaust(folder.path(), &["--board", "4x4", "--moves", ""]);
    assert_eq!(missing.status, Some(1), "{missing:?}");
    assert!(missing.stderr.contains("holds no finished table of 4x4 discs othello"), "{missing:?}");
    assert_eq!(exhaust(folder.path(), &["--board", "4x4"]).status, Some(0));

    let info =
        run(&["table", "info", "--board", "4x4", "--json", "--table", folder.path().to_str().unwrap()]).record(0);
    assert_eq!((&info["positions"], &info["start"]), (&12_351.into(), &"othello".into()));

    let start = exhaust(folder.path(), &["--board", "4x4", "--position", START_4X4, "--json"]).record(0);
    let expected: Vec<Value> =
        ["b1", "a2", "d3", "c4"].map(|name| serde_json::json!({"move": name, "value": -8})).into();
    assert_eq!((&start["value"], &start["moves"]), (&(-8).into(), &expected.into()));
    let next = exhaust(folder.path(), &["--board", "4x4", "--moves", "b1"]);
    let text = "Position   -X---XX--XO----- O on 4x4 discs othello\nValue      +8 for White (O)\nBest moves a1\n\
                Moves      a1 +8  c1 -8  a3 -9\n";
    assert_eq!((next.stdout.as_str(), next.status), (text, Some(0)), "{next:?}");

    let nowhere = exhaust(folder.path(), &["--board", "4x4", "--position", "X--------------O X"]);
    assert_eq!(nowhere.status, Some(2), "{nowhere:?}");
    assert_eq!(nowhere.stderr, "solve: position: no game of 4x4 discs othello leads to it\n");
}

#[test]
fn a_board_that_is_too_large_is_refused_and_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().join("none");
    let run = exhaust(&directory, &["--board", "6x6"]);
    let text = "solve: board 6x6 has 36 squares; a tablebase is made of boards of at most 28\n";
    assert_eq!((run.status, run.stderr.as_str()), (Some(2), text));
    assert!(!directory.exists());
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_or_killed_goes_on_and_gives_the_same_table() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    let whole = tempfile::tempdir().unwrap();
    let board = ["--board", "4x5", "--json"];
    let expected = exhaust(whole.path(), &board).record(0);
    for (signal, status) in [("INT", Some(130)), ("KILL", None)] {
        let folder = tempfile::tempdir().unwrap();
        let work = folder.path().join("4x5 discs othello exhaustive.work");
        let mut command = program();
        command.args(["exhaust", "--threads", "1", "-o"]).arg(folder.path()).args(board);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // This layer exists long before the end.
        while !work.join("10.masks").exists() {
            assert!(child.try_wait().unwrap().is_none(), "it ended too soon: a larger board is needed here");
            sleep(Duration::from_millis(1));
        }
        support::signal(signal, child.id());
        let ended: support::Run = child.wait_with_output().unwrap().into();
        assert_eq!((ended.status, ended.stdout.as_str()), (status, ""), "{ended:?}");
        assert!(work.join("10.masks").exists());
        let resumed = exhaust(folder.path(), &board).record(0);
        assert_eq!(resumed["checksum"], expected["checksum"], "{signal}");
        assert_eq!(resumed["layers"], expected["layers"], "{signal}");
    }
}

/// The program in Python shares nothing with this one but the description of the files; the search knows nothing of tables.
#[test]
fn an_exported_table_can_be_read_by_another_program() {
    const LOOK_UP: &str = "import sys; sys.path.insert(0, 'docs/examples'); from tablebase import Table; \
        table = Table(sys.argv[1], *map(int, sys.argv[2].split('x'))); \
        [print(table.value(*line.split())) for line in sys.stdin]";
    let folder = tempfile::tempdir().unwrap();
    for (board, start) in [("4x4", Start::Reversi), ("3x5", Start::Othello), ("4x5", Start::ReversiRows)] {
        let files = folder.path().join(board);
        let files = files.to_str().unwrap();
        let made = exhaust(folder.path(), &["--board", board, "--start", start.name(), "--export", files]);
        assert_eq!(made.status, Some(0), "{made:?}");
        let (mut random, mut solver) = (Random::new(5, 0), Solver::default());
        let (mut lines, mut expected) = (String::new(), Vec::new());
        for _ in 0..20 {
            let mut position = Position::start(board.parse().unwrap(), start);
            while let Some(chosen) = random.legal_move(&position) {
                position = position.play(chosen).unwrap();
                lines += &format!("{}\n", position.without_board());
                expected.push(
                    solver.value(&Question::exact(position)).unwrap().bounds.exact().unwrap().discs().to_string(),
                );
            }
        }
        lines +=
            &format!("{} X\n", "-".repeat(Position::start(board.parse().unwrap(), start).board().squares() as usize));
        let python = ["-B", "-c", LOOK_UP, files, board];
        let mut reader = Command::new("python3");
        reader.args(python).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut reader = reader.spawn().unwrap();
        reader.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let told = String::from_utf8(reader.wait_with_output().unwrap().stdout).unwrap();
        let values: Vec<&str> = told.lines().collect();
        let (last, values) = values.split_last().unwrap();
        assert_eq!((*last, values.len()), ("None", expected.len()), "{board}");
        assert_eq!(values, expected, "{board}");
    }
}

#[test]
fn files_of_another_run_are_not_believed_and_a_look_up_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let board = ["--board", "3x4", "--json"];
    let made = exhaust(folder.path(), &board).record(0);
    assert_eq!((&made["unverified"], &made["unverified_runs"]), (&false.into(), &false.into()));
    let names = || {
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let looked = exhaust(folder.path(), &["--board", "3x4", "--moves", "", "--json"]).record(0);
    assert_eq!((&looked["unverified"], names()), (&false.into(), before));

    // A tablebase without a note that this program made it, as earlier versions wrote them.
    let old = tempfile::tempdir().unwrap();
    let plan = retrograde::Plan {
        board: "3x4".parse().unwrap(),
        start: Start::Othello,
        scoring: solver::Scoring::Discs,
        threads: 1,
    };
    let work = old.path().join("work");
    retrograde::run(&plan, &work, &solver::Unobserved).unwrap();
    let resumed = retrograde::run(&plan, &work, &solver::Unobserved).unwrap();
    let directory = old.path().join("tables");
    let tables = tables::Tables::open(&directory).unwrap();
    drop(tables.store_exhaustive(&resumed, &work, &solver::Unobserved).unwrap());
    drop(tables);
    assert_eq!(exhaust(&directory, &board).record(0)["unverified"], true);
    let text = exhaust(&directory, &["--board", "3x4", "--moves", ""]).stdout;
    assert!(
        text.ends_with(
            "\nUnverified an earlier version made the table, or it came from elsewhere; --verify proves it\n"
        ),
        "{text}"
    );
    let warning = "warning: an earlier version made the tablebase, or it came from elsewhere; positions may be missing";
    let warns_of_set = |name: &str| {
        let set = old.path().join(name);
        let place = ["--table", directory.to_str().unwrap(), "-o", set.to_str().unwrap(), "--quiet"];
        let set = "problems --board 3x4 --source table --empties 4".split(' ').chain(place);
        let made = run(&set.collect::<Vec<_>>());
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        made.stderr.contains(warning)
    };
    assert!(warns_of_set("claimed"));
    let verified = exhaust(&directory, &[&board[..], &["--verify"]].concat()).records(0);
    assert_eq!((&verified[0]["unverified"], &verified[1]["verified"]), (&false.into(), &true.into()));
    let proven = exhaust(&directory, &board).record(0);
    assert_eq!((&proven["unverified"], &proven["unverified_runs"]), (&false.into(), &true.into()));
    let text = exhaust(&directory, &["--board", "3x4"]).stdout;
    assert!(text.contains("\nUnverified the column run: it rests on files of an earlier run"), "{text}");
    assert!(!warns_of_set("proven"));
}
