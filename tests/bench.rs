//! `solve bench`: values are checked, costs are reported, and the signature shows whether the search has changed.

use crate::support;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use solver::Technique;
use solver::simd::Level;
use tempfile::TempDir;

use support::{Run, SMALL, START_4X4, program, run};

/// 8 positions whose scores are known.
const ENDGAMES: &str = include_str!("data/endgames.obf");
/// 6x6 as the game begins, which takes longer than any time limit here.
const START_6X6: &str = "6x6 --------------OX----XO-------------- X";

/// A file that is removed when this is dropped.
struct Positions {
    _directory: TempDir,
    path: PathBuf,
}

impl Positions {
    fn new(text: impl AsRef<[u8]>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("positions.obf");
        fs::write(&path, text).unwrap();
        Self { _directory: directory, path }
    }

    fn name(&self) -> &str {
        self.path.to_str().unwrap()
    }

    fn bench(&self, arguments: &[&str]) -> Run {
        run(&[&["bench", "--positions", self.name()], SMALL, arguments].concat())
    }

    /// The positions' objects and the last one, of a run that ended with `status`.
    #[track_caller]
    fn measured(&self, arguments: &[&str], status: i32) -> (Vec<Value>, Value) {
        let mut records = self.bench(&[&["--json"], arguments].concat()).records(status);
        let totals = records.pop().expect("there is a last object");
        (records, totals)
    }
}

#[test]
fn the_values_are_the_same_without_any_technique() {
    let positions = Positions::new(ENDGAMES);
    let nodes = |without: &[&str]| {
        let (_, totals) = positions.measured(without, 0);
        assert_eq!((&totals["completed"], &totals["wrong"]), (&8.into(), &0.into()), "{without:?}");
        totals["nodes"].as_u64().unwrap()
    };
    let names = Technique::ALL.map(Technique::name);
    let all = nodes(&[]);
    assert_ne!(nodes(&["--without", "fastest-first"]), all, "it is really off");
    for name in names {
        nodes(&["--without", name]);
    }
    assert_ne!(nodes(&["--without", &names.join(",")]), all);
    let run = positions.bench(&["--without", "luck"]);
    assert!(run.stderr.contains("luck") && run.stderr.contains("parity"), "{}", run.stderr);
}

#[test]
fn values_of_a_file_are_checked_and_costs_told() {
    let (records, totals) = Positions::new(ENDGAMES).measured(&[], 0);
    let given: Vec<_> = records.iter().map(|record| (record["line"].as_u64(), record["value"].as_i64())).collect();
    let expected = [(3, -8), (4, 46), (5, 28), (6, -44), (8, 6), (9, 22), (10, 30), (11, 31)];
    assert_eq!(given, expected.map(|(line, value)| (Some(line), Some(value))));
    let sum = |field: &str| records.iter().map(|record| record[field].as_u64().unwrap()).sum::<u64>();
    for record in &records {
        assert_eq!(record["expected"], record["value"], "{record}");
        assert_eq!((&record["agrees"], &record["complete"]), (&true.into(), &true.into()), "{record}");
        assert_eq!((&record["mode"], &record["scoring"]), (&"exact".into(), &"wof".into()), "{record}");
        assert!(record["name"].is_null() && record["nodes"].as_u64().unwrap() > 0, "{record}");
        assert!(record["cpu_seconds"].is_f64() && record["wall_seconds"].is_f64(), "{record}");
    }
    assert_eq!(totals["nodes"], sum("nodes"));
    for (field, value) in [("positions", 8), ("completed", 8), ("wrong", 0), ("bad_lines", 0), ("threads", 1)] {
        assert_eq!(totals[field], value, "{field}");
    }
    assert_eq!(totals["memory_bytes"], 64 << 20);
    let signature = totals["signature"].as_str().unwrap();
    assert!(signature.len() == 16 && u64::from_str_radix(signature, 16).is_ok(), "{signature}");
}

#[test]
fn people_get_columns() {
    let run = Positions::new(ENDGAMES).bench(&[]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 11, "{}", run.stdout);
    assert_eq!(lines[0], "     value           nodes      CPU s     wall s  nodes/s  position");
    assert!(lines[5].trim().starts_with("+6 "), "{}", lines[5]);
    assert!(lines[5].ends_with("  6x6 XO--X-OOXX-X-OXXX-OOOOXOX-X-OX-OOO-O X"), "{}", lines[5]);
    assert!(lines[9].ends_with("  8 positions"), "{}", lines[9]);
    assert!(lines[10].starts_with("Signature  ") && !lines[10].contains("none"), "{}", lines[10]);
}

#[test]
fn the_signature_stays_as_long_as_the_search_does() {
    let signature = |text: &str, arguments: &[&str]| {
        let (_, totals) = Positions::new(text).measured(arguments, 0);
        totals["signature"].as_str().map(str::to_owned)
    };
    let first = signature(ENDGAMES, &[]);
    assert!(first.is_some());
    assert_eq!(signature(ENDGAMES, &[]), first);
    assert_eq!(signature(ENDGAMES, &["--threads", "1", "--quiet"]), first);
    let fewer: String = ENDGAMES.lines().take(10).map(|line| format!("{line}\n")).collect();
    assert_ne!(signature(&fewer, &[]), first);
    assert_ne!(signature(ENDGAMES, &["--mode", "wld"]), first);
    assert_eq!(signature(ENDGAMES, &["--threads", "2"]), None);
    let run = Positions::new(ENDGAMES).bench(&["--threads", "2"]);
    assert!(run.stdout.ends_with("\nSignature  none: only one thread takes the same way each time\n"), "{run:?}");
}

#[test]
fn each_position_is_solved_as_if_it_were_the_only_one() {
    let line = ENDGAMES.lines().nth(2).unwrap();
    let (records, _) = Positions::new([line; 3].join("\n")).measured(&[], 0);
    assert_eq!(records.len(), 3);
    assert!(records.iter().all(|record| record["nodes"] == records[0]["nodes"]), "{records:?}");
}

#[test]
fn no_table_on_disk_is_made_even_where_one_is_named() {
    let (file, directory) = (Positions::new(ENDGAMES), tempfile::tempdir().unwrap());
    let table = directory.path().join("table");
    let mut command = program();
    command.args(["bench", "--positions", file.name()]).args(SMALL).env("SOLVE_TABLE", &table);
    let run = Run::from(command.output().unwrap());
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert!(!table.exists());
}

#[test]
fn a_wrong_value_is_reported_with_its_line_after_which_the_rest_is_solved() {
    let text = format!("# 4x4\n4x4 {START_4X4}; D3:-10\n4x4 {START_4X4}; B1:-12; D3:-8;\n4x4 {START_4X4}; A2:-10\n");
    let file = Positions::new(text);
    let run = file.bench(&["--json"]);
    let records = run.records(1);
    assert_eq!(run.stderr, format!("solve: {}:3: the value is -10, expected was -8\n", file.name()));
    let agrees: Vec<_> = records[..3].iter().map(|record| &record["agrees"]).collect();
    assert_eq!(agrees, [true, false, true]);
    assert_eq!((&records[3]["wrong"], &records[3]["completed"]), (&1.into(), &3.into()));
    let people = file.bench(&[]);
    assert_eq!((people.status, &people.stderr), (Some(1), &run.stderr));
    assert!(people.stdout.contains(" X; wrong, -8 is expected\n"), "{}", people.stdout);
    assert_eq!(people.stdout.matches("wrong").count(), 1, "{}", people.stdout);
}

#[test]
fn scoring_and_board_are_options() {
    let file = Positions::new(format!("{START_4X4}; D3:-8\n3x3 XXXXXXXXX X\n"));
    let (records, _) = file.measured(&["--board", "4x4", "--scoring", "discs"], 0);
    assert_eq!((&records[0]["value"], &records[0]["scoring"]), (&(-8).into(), &"discs".into()));
    let (value, expected) = (&records[1]["value"], &records[1]["expected"]);
    assert_eq!((value, expected, &records[1]["agrees"]), (&9.into(), &Value::Null, &Value::Null));
}

#[test]
fn in_wld_mode_only_the_sign_is_checked() {
    let file = Positions::new(format!("4x4 {START_4X4}; D3:-2\n4x4 {START_4X4}; D3:+0\n"));
    let run = file.bench(&["--json", "--mode", "wld"]);
    let records = run.records(1);
    assert!(run.stderr.starts_with(&format!("solve: {}:2: the value is -14 to ", file.name())), "{}", run.stderr);
    assert!(run.stderr.ends_with(", expected was 0\n"), "{}", run.stderr);
    assert_eq!((&records[0]["agrees"], &records[1]["agrees"]), (&true.into(), &false.into()));
    assert!(records[0]["value"].is_null() && records[0]["upper"].as_i64() < Some(0), "{}", records[0]);
}

#[test]
fn a_bad_line_is_reported_with_its_number_and_the_rest_is_solved() {
    let mut text = format!("{START_4X4}\n\n4x4 {START_4X4}; D3:-10\n4x4 {START_4X4}; D3\n").into_bytes();
    text.extend(format!("4x4 {START_4X4}; A1:+4\n4x4 {START_4X4}; D3:+40\n9x9 - X\n").as_bytes());
    text.extend(b"4x4 \xff X\n");
    let file = Positions::new(text);
    let run = file.bench(&["--json"]);
    let records = run.records(1);
    let expected = [
        "1: position: 16 squares given, board 8x8 has 64",
        "4: 'D3' is not MOVE:SCORE, for example F5:+4",
        "5: moves: a1 at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4",
        "6: score '+40' of D3 is not a number from -16 to +16",
        "7: board 9x9 is too large: it has 81 squares, 64 is the most",
        "8: the line is not UTF-8 text",
    ];
    let expected: Vec<String> = expected.iter().map(|message| format!("solve: {}:{message}", file.name())).collect();
    assert_eq!(run.stderr.lines().collect::<Vec<_>>(), expected);
    assert_eq!(records.len(), 2);
    assert_eq!((&records[0]["line"], &records[0]["agrees"]), (&3.into(), &true.into()));
    assert_eq!((&records[1]["bad_lines"], &records[1]["signature"]), (&6.into(), &Value::Null));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let file = Positions::new(format!("\u{feff}4x4 {START_4X4}; D3:-10\n4x4 {START_4X4}; D3:-10\n"));
    let (records, totals) = file.measured(&[], 0);
    assert_eq!((records.len(), &records[0]["agrees"], &totals["bad_lines"]), (2, &true.into(), &0.into()));
}

#[test]
fn positions_may_come_from_standard_input() {
    let file = Positions::new(format!("4x4 {START_4X4}; D3:-10\n"));
    let mut command = program();
    command.args(["bench", "--json", "--positions", "-"]).args(SMALL).stdin(fs::File::open(&file.path).unwrap());
    let records = Run::from(command.output().unwrap()).records(0);
    assert_eq!((records.len(), &records[0]["agrees"]), (2, &true.into()));
}

#[test]
fn a_file_without_positions_is_an_error() {
    for text in ["", "# nothing\n\n% at all\n"] {
        let file = Positions::new(text);
        let run = file.bench(&[]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""));
        assert_eq!(run.stderr, format!("solve: {}: no position in it\n", file.name()));
    }
    let run = run(&["bench", "--positions", "/nowhere/positions.obf"]);
    assert_eq!(run.status, Some(1));
    assert_eq!(run.stderr, "solve: /nowhere/positions.obf: No such file or directory (os error 2)\n");
}

#[test]
fn the_time_limit_holds_for_each_position() {
    let file = Positions::new(format!("{START_6X6}\n4x4 {START_4X4}; D3:-10\n"));
    let (records, totals) = file.measured(&["--time-limit", "200ms"], 3);
    assert_eq!((&records[0]["complete"], &records[0]["value"]), (&false.into(), &Value::Null));
    assert_eq!((&records[1]["complete"], &records[1]["agrees"]), (&true.into(), &true.into()));
    assert_eq!((&totals["completed"], &totals["signature"]), (&1.into(), &Value::Null));
    let run = file.bench(&["--time-limit", "200ms"]);
    assert!(run.stdout.contains("-- X; stopped\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("Signature  none: not every position is solved\n"), "{}", run.stdout);
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_it_with_what_is_measured() {
    let file = Positions::new(format!("{START_6X6}\n").repeat(3));
    let mut command = program();
    command.args(["bench", "--json", "--positions", file.name()]).args(SMALL);
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    support::wait_for_search(child.id());
    support::signal("INT", child.id());
    let records = Run::from(child.wait_with_output().unwrap()).records(130);
    assert_eq!(records.len(), 2);
    assert_eq!((&records[0]["complete"], &records[1]["positions"]), (&false.into(), &1.into()));
}

#[test]
fn every_instruction_set_takes_the_same_way_or_is_refused() {
    let (file, mut signatures) = (Positions::new(ENDGAMES), Vec::new());
    for level in Level::ALL {
        let arguments = ["--simd", level.name()];
        if level.is_available() {
            let (_, totals) = file.measured(&arguments, 0);
            assert_eq!(totals["simd"], level.name());
            signatures.push(totals["signature"].clone());
        } else {
            let run = file.bench(&arguments);
            assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{run:?}");
            let beginning = format!("solve: simd '{}' is not available: this processor has portable", level.name());
            assert!(run.stderr.starts_with(&beginning), "{}", run.stderr);
        }
    }
    assert!(signatures.iter().all(|signature| !signature.is_null() && *signature == signatures[0]), "{signatures:?}");
}

#[test]
fn the_quick_suite_has_the_values_that_are_known() {
    let mut records = run(&["bench", "--json"]).records(0);
    let totals = records.pop().unwrap();
    assert!(records.iter().all(|record| record["agrees"] == true && record["scoring"] == "discs"), "{records:?}");
    assert_eq!((&records[0]["name"], &records[0]["line"]), (&"4x6 othello".into(), &Value::Null));
    assert_eq!((&totals["positions"], &totals["completed"]), (&records.len().into(), &records.len().into()));
    assert!(totals["signature"].is_string(), "{totals}");
}

#[test]
fn other_suites_begin_with_what_is_known_too() {
    let suites = [
        ("paper", "4x4 othello"),
        ("long", "4x10 reversi-rows"),
        ("6x6-12", "6x6 ----------O---OO---XXO----XXO--X--OO X"),
        ("odd", "5x7 ---------OX----XXXXO---OXOO---X--O- O"),
    ];
    for (suite, first) in suites {
        let run =
            run(&[&["bench", "--suite", suite, "--mode", "wld", "--time-limit", "1ms", "--json"], SMALL].concat());
        let records = run.records(3);
        assert_eq!((&records[0]["name"], &records[0]["mode"]), (&first.into(), &"wld".into()));
        assert_eq!(records[records.len() - 1]["wrong"], 0);
    }
}

#[test]
fn questions_of_a_ledger_are_whether_a_score_is_reached() {
    let run = run(&[&["bench", "--suite", "6x8-32", "--time-limit", "1ms", "--json"], SMALL].concat());
    let mut records = run.records(3);
    let totals = records.pop().unwrap();
    assert_eq!((records.len(), &totals["wrong"], &totals["completed"]), (40, &0.into(), &0.into()));
    for record in &records {
        assert_eq!((&record["board"], &record["mode"]), (&"6x8".into(), &"at-least".into()), "{record}");
        assert!(record["at_least"].is_i64() && record["expected"].is_boolean(), "{record}");
        assert_eq!((&record["reached"], &record["agrees"]), (&Value::Null, &Value::Null), "{record}");
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let refused = |arguments: &[&str], message: &str| {
        let run = run(&[&["bench"], arguments].concat());
        run.refuses(message);
    };
    refused(&["--suite", "slow"], "[possible values: quick, paper, long, 6x6-12, odd, middle, 6x8-32]");
    refused(&["--simd", "sse2"], "[possible values: portable, avx2, avx512]");
    refused(&["--threads", "0"], "threads '0' is not a number from 1 to 1024");
    refused(&["--scoring", "wof"], "scoring: the values of the suites are known for discs, not for wof");
    refused(&["--suite", "6x8-32", "--mode", "wld"], "mode: the suite 6x8-32 asks whether scores are reached");
    refused(&["--board", "6x6"], "the following required arguments were not provided:\n  --positions <FILE>");
    refused(&["--suite", "quick", "--positions", "x"], "the argument '--suite <NAME>' cannot be used with");
    refused(&["--table", "x"], "unexpected argument '--table' found");
}
