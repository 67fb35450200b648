//! `solve positions`: one position a line, one answer a line.
#![allow(clippy::disallowed_methods, reason = "a test may end with a panic")]

use crate::support;

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::thread;

use serde_json::Value;
use solver::random::Random;
use solver::{Position, Start};
use support::{NO_TABLE, Run, SMALL, START_4X4, check_complete, program, run, search};

/// Starts `solve positions` on standard input.
fn start(arguments: &[&str]) -> Child {
    program()
        .arg("positions")
        .args(arguments)
        .args(SMALL)
        .args(NO_TABLE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs `solve positions` on a text given as standard input.
fn positions(arguments: &[&str], text: &str) -> Run {
    let mut child = start(arguments);
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    let writer = thread::spawn(move || input.write_all(text.as_bytes()));
    let run = child.wait_with_output().unwrap().into();
    writer.join().unwrap().unwrap();
    run
}

#[test]
fn answers_come_in_the_order_of_the_input() {
    let text = "\
# a comment, then an empty line

4x4 -----OX--XO----- X
-----XO--XO----- X; d3:-3
4x6 --------OX----XO-------- X;; more # and more
  6x4 .........w*..*O.........  b
-----OX--XO-----\tX\r
3x3 XXXXXXXXX O   # a game that is over
";
    let run = positions(&["--board", "4x4", "--json", "-"], text);
    let records = run.records(0);
    assert_eq!(run.stderr, "");
    let given: Vec<_> = records.iter().map(|record| (&record["board"], &record["value"])).collect();
    let expected = [("4x4", -8), ("4x4", -3), ("4x6", 16), ("6x4", 16), ("4x4", -8), ("3x3", -9)];
    for (given, (board, value)) in given.iter().zip(expected) {
        assert_eq!(*given, (&board.into(), &value.into()));
    }
    assert_eq!(records.len(), expected.len());
    for record in &records {
        check_complete(record);
        assert_eq!((&record["start"], &record["from_table"]), (&serde_json::Value::Null, &false.into()), "{record}");
    }
}

#[test]
fn a_file_is_read_like_standard_input() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("positions.txt");
    fs::write(&path, format!("4x4 {START_4X4}\n4x4 {START_4X4}")).unwrap();
    let run = search(&["positions", path.to_str().unwrap(), "--mode", "wld", "--threads", "1"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout.lines().count(), 2);
    for line in run.stdout.lines() {
        assert!(line.starts_with("4x4 -----OX--XO----- X; White wins; value -1"), "{line}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let run = positions(&["--json"], &format!("\u{feff}4x4 {START_4X4}\n4x4 {START_4X4}\n"));
    assert_eq!((run.records(0).len(), run.stderr.as_str()), (2, ""));
    let later = positions(&["--json"], &format!("4x4 {START_4X4}\n\u{feff}4x4 {START_4X4}\n"));
    assert_eq!(later.records(1)[1]["input_line"], 2);
    assert!(later.stderr.starts_with("solve: standard input:2: "), "{}", later.stderr);
}

#[test]
fn an_answer_for_people_can_be_read_as_a_position_again() {
    let first = positions(&["--board", "4x4"], START_4X4);
    let second = positions(&[], &first.stdout);
    assert_eq!((first.status, second.status), (Some(0), Some(0)));
    let beginning = "4x4 -----OX--XO----- X; White wins by 8, 11 to 3; value -8 (discs); best ";
    assert!(first.stdout.starts_with(beginning), "{}", first.stdout);
    assert!(second.stdout.starts_with(beginning), "{}", second.stdout);
}

#[test]
fn a_bad_line_is_reported_with_its_number_and_the_rest_is_solved() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("positions.txt");
    let name = path.to_str().unwrap();
    let mut text = format!("{START_4X4}\n\n4x4 -----OX--XO----- X\n4x4 -----OX--XO---- X\n9x9 - X\n4x4 {START_4X4}\n")
        .into_bytes();
    text.extend(b"4x4 \xff X\n");
    text.extend(b"-".repeat(100_000));
    text.extend(b"\n4x4 -----OX--XO----- Q");
    fs::write(&path, text).unwrap();
    let run = search(&["positions", name, "--json"]);
    let records = run.records(1);
    let (bad, good): (Vec<_>, Vec<_>) = records.iter().partition(|record| record["error"].is_string());
    good.iter().for_each(|record| assert_eq!(check_complete(record).board().squares(), 16));
    let numbers =
        |records: &[&Value]| records.iter().map(|record| record["input_line"].as_u64().unwrap()).collect::<Vec<_>>();
    assert_eq!((numbers(&good), numbers(&bad)), (vec![3, 6], vec![1, 4, 5, 7, 8, 9]));
    assert!(numbers(&records.iter().collect::<Vec<_>>()).is_sorted());
    let expected = [
        "1: no board: begin with ROWSxCOLUMNS, or give --board",
        "4: position: 15 squares given, board 4x4 has 16",
        "5: board 9x9 is too large: it has 81 squares, 64 is the most",
        "7: the line is not UTF-8 text",
        "8: no board: begin with ROWSxCOLUMNS, or give --board",
        "9: position: side 'Q' is neither X nor O",
    ];
    let expected: Vec<String> = expected.iter().map(|message| format!("solve: {name}:{message}")).collect();
    assert_eq!(run.stderr.lines().collect::<Vec<_>>(), expected);
    let told =
        |record: &&Value| format!("solve: {name}:{}: {}", record["input_line"], record["error"].as_str().unwrap());
    assert_eq!(bad.iter().map(told).collect::<Vec<_>>(), expected);
    assert_eq!(search(&["positions", name]).stdout.lines().count(), 2);
}

#[test]
fn moves_behind_a_bad_position_are_refused_wherever_they_stand() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("positions.txt");
    for bad in ["4x4 -----OX--XO---- X".to_owned(), "-".repeat(100_000)] {
        let text = format!("4x4 -X---XX--XO----- O\n{bad}\na1\n");
        fs::write(&path, &text).unwrap();
        let options = ["--board", "4x4", "--json"];
        let listed = search(&[&["positions", path.to_str().unwrap()], &options[..]].concat());
        for run in [listed, positions(&options, &text)] {
            let records = run.records(1);
            let is_bad: Vec<bool> = records.iter().map(|record| record["error"].is_string()).collect();
            assert_eq!(is_bad, [false, true, true], "{run:?}");
        }
    }
}

#[test]
fn wthor_is_read_that_no_line_feed_parts() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.wtb");
    let games: u16 = 1500;
    let mut bytes = vec![0; 16 + 68 * usize::from(games)];
    bytes[4..6].copy_from_slice(&games.to_le_bytes());
    // The first move of each is no square.
    bytes[16..].chunks_mut(68).for_each(|game| game[8] = 99);
    fs::write(&path, bytes).unwrap();
    let run = search(&["positions", path.to_str().unwrap()]);
    assert_eq!((run.status, run.stderr.lines().count()), (Some(1), usize::from(games)));
    assert!(run.stderr.lines().all(|line| line.ends_with(": 99 is not a square")), "{}", run.stderr);
}

#[test]
fn each_answer_is_written_before_the_next_position_is_there() {
    let mut child = start(&["--json", "--board", "4x4"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(input, "{START_4X4}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains("\"value\":-8"), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_time_limit_holds_for_each_position() {
    let start_6x6 = "6x6 --------------XO----XO-------------- X";
    let run = positions(&["--json", "--no-book", "--time-limit", "300ms"], &format!("{start_6x6}\n4x4 {START_4X4}\n"));
    let records = run.records(3);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["complete"], false);
    check_complete(&records[1]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start(&[]);
    drop(child.stdout.take());
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(format!("4x4 {START_4X4}\n").repeat(100).as_bytes());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_it_while_it_waits_for_a_line() {
    let mut child = start(&["--json", "--board", "4x4"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    writeln!(input, "{START_4X4}").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    support::signal("INT", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(input);
}

#[test]
#[cfg(unix)]
fn a_second_signal_ends_it_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("positions.txt");
    // Nobody reads the answers, which fill the pipe: after the first signal the program waits to write more.
    fs::write(&path, "3x3 XXXXXXXXX O\n".repeat(20_000)).unwrap();
    let mut child = start(&["--json", path.to_str().unwrap()]);
    support::wait_for_search(child.id());
    support::wait_for_a_full_pipe(child.id());
    support::signal("INT", child.id());
    support::wait_for_taken_signals(child.id());
    assert!(child.try_wait().unwrap().is_none(), "the pipe is not full");
    support::signal("TERM", child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_what_is_proven_of_the_position_under_work() {
    let mut child = start(&["--json", "-"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let long = "6x6 --------------XO----XO-------------- X\n";
    input.write_all(format!("4x4 {START_4X4}\n{long}{long}").as_bytes()).unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    support::signal("INT", child.id());
    line.clear();
    // If the signal comes between two positions, there is nothing to print.
    if output.read_line(&mut line).unwrap() > 0 {
        assert!(line.contains("\"board\":\"6x6\"") && line.ends_with("\"complete\":false}\n"), "{line}");
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(output.lines().count(), 0);
    drop(input);
}

#[test]
fn what_is_no_text_ends_it_with_one_line() {
    let run = positions(&["--board", "4x4", "-"], &format!("{START_4X4}\nELF\0\x01\n{START_4X4}\n"));
    assert_eq!((run.status, run.stdout.lines().count()), (Some(1), 1), "{run:?}");
    let message = "solve: standard input:2: a zero byte: this is no text with a position on each line\n";
    assert_eq!(run.stderr, message);
}

#[test]
fn each_move_has_its_value_in_text_too() {
    let run = positions(&["--board", "4x4", "--all-moves", "--no-line", "-"], "-X---XX--XO----- O");
    assert!(run.stdout.contains("; best a1; each move a1 +8, c1 -8, a3 -9; "), "{run:?}");
    let over = positions(&["--all-moves", "--json", "-"], "3x3 XXXXXXXX- X");
    assert_eq!(over.records(0)[0]["moves"], serde_json::json!([]));
}

/// Positions after random moves, with at most seven empty squares.
fn late_positions(board: &str, count: usize, random: &mut Random) -> String {
    let mut text = String::new();
    for place in 0..count {
        let mut position = Position::start(board.parse().unwrap(), Start::ALL[place % 3]);
        let empties = 1 + random.below(7);
        while position.board().squares() - position.discs().occupied().len() > empties {
            let Some(chosen) = random.legal_move(&position) else { break };
            position = position.play(chosen).unwrap();
        }
        text += &format!("{board} {position}\n", position = position.without_board());
    }
    text
}

#[test]
fn limits_of_moves_are_true_whoever_asks_for_the_winner_only() {
    let mut random = Random::new(24, 11);
    let mut open = 0;
    for board in ["4x4", "4x5", "3x5", "3x3"] {
        let text = late_positions(board, 50, &mut random);
        for (scoring, line) in [("discs", &["--no-line"][..]), ("wof", &[])] {
            let ask = |mode| {
                let asked = ["--json", "--all-moves", "--mode", mode, "--scoring", scoring, "-"];
                positions(&[&asked[..], line].concat(), &text).records(0)
            };
            for (exact, wld) in ask("exact").iter().zip(&ask("wld")) {
                let moves = |record: &Value| record["moves"].as_array().cloned().unwrap_or_default();
                let values: HashMap<String, i64> = moves(exact)
                    .iter()
                    .map(|one| (one["move"].to_string(), one["value"].as_i64().expect("it is exact")))
                    .collect();
                assert_eq!(
                    values.values().max().copied().unwrap_or_else(|| exact["value"].as_i64().unwrap()),
                    exact["value"]
                );
                assert_eq!(moves(wld).len(), values.len());
                for one in moves(wld) {
                    let value = values[&one["move"].to_string()];
                    let limits = ["lower", "upper"].map(|limit| one[limit].as_i64().unwrap());
                    assert!(limits[0] <= value && value <= limits[1], "{value} is not within {one}: {wld}");
                    open += usize::from(limits[0] < limits[1]);
                }
            }
        }
    }
    assert!(open > 100, "{open}");
}

#[test]
fn one_time_limit_holds_for_a_position_with_all_its_moves() {
    // 20 empty squares; every move alone takes far less time than a third of all together.
    let position = "-OOO--O-XXXXXO--X-OOO-XOXXXOXXOOXXOOOOOO-OXXO-O-OXX-OOO-X------- X";
    let options =
        ["--board", "8x8", "--no-table", "--no-line", "--all-moves", "--threads", "1", "--memory", "64MiB", "--json"];
    let alone = [&["--position", position][..], &options].concat();
    let whole = run(&alone).record(0);
    let third = format!("{}ms", (whole["seconds"].as_f64().unwrap() * 1e3 / 3.0) as u64);
    let limited = run(&[&alone[..], &["--time-limit", &third]].concat()).record(3);
    assert_eq!(limited["complete"], false, "{limited}");
    assert_eq!(limited["moves"].as_array().unwrap().len(), whole["moves"].as_array().unwrap().len());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.txt");
    fs::write(&file, position).unwrap();
    let listed = [&["positions", file.to_str().unwrap()][..], &options, &["--time-limit", &third]].concat();
    assert_eq!(run(&listed).record(3)["complete"], false);
}
