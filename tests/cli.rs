//! What the command line prints, and with which exit status it ends.

use crate::support;

use std::process::{Command, Stdio};

use serde_json::Value;

use support::{NO_TABLE, Run, SMALL, START_4X4, check_complete, program, run, search, solve};

#[test]
fn json_has_all_fields_in_their_order() {
    let run = search(&["--board", "4x4", "--json"]);
    let record = run.record(0);
    let fields = [
        "board",
        "start",
        "position",
        "side",
        "mode",
        "scoring",
        "expected",
        "outcome",
        "value",
        "lower",
        "upper",
        "best",
        "estimate",
        "line",
        "final",
        "nodes",
        "seconds",
        "from_table",
        "from_book",
        "unverified",
        "complete",
    ];
    let places: Vec<_> = fields.iter().map(|field| run.stdout.find(&format!("\"{field}\":"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{}", run.stdout);
    assert_eq!(record.as_object().unwrap().len(), fields.len());
    check_complete(&record);
    for (field, value) in [
        ("board", Value::from("4x4")),
        ("start", "othello".into()),
        ("position", START_4X4.into()),
        ("side", "X".into()),
        ("mode", "exact".into()),
        ("scoring", "discs".into()),
        ("outcome", "loss".into()),
        ("value", (-8).into()),
        ("lower", (-8).into()),
        ("upper", (-8).into()),
        ("final", serde_json::json!({"black": 3, "white": 11})),
        ("from_table", false.into()),
        ("from_book", false.into()),
        ("unverified", false.into()),
        ("complete", true.into()),
    ] {
        assert_eq!(record[field], value, "{field}");
    }
    assert!(record["nodes"].as_u64().unwrap() > 0 && record["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_report_is_for_people() {
    let run = search(&["--board", "4x10"]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    for part in [
        "Position   --------------OX--------XO-------------- X on 4x10, othello start\n",
        "Result     Black wins by 40, ",
        " empty squares\n",
        "Value      +40 for Black (X), who is to move\n",
        "after a wipe-out the winner also gets the empty squares: scoring discs",
        "Best move  ",
        "\nLine       perfect play of both sides to the end\n",
        "\n              a b c d e f g h i j\n",
        "Nodes      ",
        " nodes/s\n",
        "Source     the search\n",
    ] {
        assert!(run.stdout.contains(part), "{part:?} in\n{}", run.stdout);
    }
}

#[test]
fn a_position_that_is_no_start_is_drawn() {
    let drawn = "\n              a b c d\n            1 - - - -\n            2 - O X -\n            3 - X X -\n            4 - - X -\n              O to move\n\nResult ";
    for asked in [["--moves", "c4"], ["--position", "-----OX--XX---X- O"]] {
        let run = search(&[&["--board", "4x4"][..], &asked].concat());
        assert!(run.stdout.contains(drawn), "{}", run.stdout);
    }
    assert!(search(&["--board", "4x4"]).stdout.contains("othello start\nResult "));
}

#[test]
fn in_wld_mode_only_the_winner_is_told() {
    let run = search(&["--board", "4x4", "--mode", "wld"]);
    assert!(run.stdout.contains("Result     White wins\n"), "{}", run.stdout);
    let record = solve(&["--board", "4x4", "--mode", "wld"]);
    check_complete(&record);
    assert_eq!((&record["outcome"], &record["mode"]), (&"loss".into(), &"wld".into()));
    assert!(record["lower"] != record["upper"] && record["value"].is_null(), "{record}");
}

#[test]
fn a_wipe_out_is_told_in_full_even_in_wld_mode() {
    let run = search(&["--board", "4x10", "--mode", "wld"]);
    assert!(run.stdout.contains("Result     Black wins by 40, "), "{}", run.stdout);
    assert!(run.stdout.contains("Line       perfect play of both sides to the end\n"), "{}", run.stdout);
}

#[test]
fn a_draw_is_worth_0_and_few_nodes_have_no_speed() {
    let run = search(&["--board", "3x3", "--position", "XXX---OOO O"]);
    assert!(run.stdout.contains("Result     draw, 3 to 3\nValue      0 for White (O), "), "{}", run.stdout);
    assert!(run.stdout.contains("\nNodes      0 in 0.0") && !run.stdout.contains("nodes/s"), "{}", run.stdout);
}

#[test]
fn values_are_for_the_side_to_move() {
    let record = solve(&["--board", "4x4", "--moves", "d3"]);
    check_complete(&record);
    assert_eq!((&record["side"], &record["value"], &record["outcome"]), (&"O".into(), &8.into(), &"win".into()));
    assert_eq!(record["start"], "othello");
    let run = search(&["--board", "4x4", "--moves", "d3"]);
    assert!(run.stdout.contains("Result     White wins by 8, 11 to 3\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Value      +8 for White (O), who is to move\n"), "{}", run.stdout);
}

#[test]
fn a_position_may_be_given_with_or_without_its_board() {
    let named = solve(&["--position", &format!("4x4 {START_4X4}")]);
    let apart = solve(&["--board", "4x4", "--position", START_4X4]);
    for record in [&named, &apart] {
        check_complete(record);
        assert_eq!((&record["start"], &record["value"]), (&Value::Null, &(-8).into()), "{record}");
    }
    assert_eq!(named["position"], apart["position"]);
}

#[test]
fn a_printed_board_is_read_as_it_stands() {
    for position in [
        "----\n-OX-\n-XO-\n----\nX",
        "----/-OX-/-XO-/---- X",
        "| - - - - | - O X - | - X O - | - - - - | X",
        "-----OX--XO-----X",
        "-----OX--XO----- X; d3:-8; c4:-8",
    ] {
        let record = solve(&["--board", "4x4", "--position", position]);
        assert_eq!((&record["position"], &record["value"]), (&START_4X4.into(), &(-8).into()), "{position}");
        let named = solve(&["--position", &format!("4x4\n{position}")]);
        assert_eq!(named["position"], START_4X4, "{position}");
    }
}

#[test]
fn options_are_read_as_they_are_printed() {
    let plain = solve(&["--board", "4x6", "--start", "reversi", "--mode", "wld", "--scoring", "wof", "--threads", "1"]);
    for board in ["4×6", "4 x 6", "4X6"] {
        let options = ["--board", board, "--start", "Reversi", "--mode", "WLD", "--scoring", "WOF", "--threads", "1"];
        let record = solve(&options);
        for field in ["board", "start", "mode", "scoring", "nodes"] {
            assert_eq!(record[field], plain[field], "{board}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for (number, claim) in ["value=−8", "Value = -8", "Loss"].into_iter().enumerate() {
        let file = folder.path().join(number.to_string());
        let run = search(&["prove", "--board", "4x4", "--claim", claim, "-o", file.to_str().unwrap()]);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{claim}");
    }
}

#[test]
fn a_game_may_leave_its_passes_out_and_part_its_moves_as_it_likes() {
    let whole = "d1 a1 a2 a3 d4 b1 a4 d3 d2 pass b4";
    let start = ["--board", "4x4", "--start", "reversi", "--moves"];
    let position = solve(&[&start[..], &[whole]].concat())["position"].clone();
    let without = whole.replace("pass ", "");
    for moves in [&without, &without.replace(' ', ""), &without.replace(' ', "-"), &whole.replace(' ', ";")] {
        assert_eq!(solve(&[&start[..], &[moves]].concat())["position"], position, "{moves}");
    }
    let long = "e1 d3 g4 g3 f4 f1 e4 d1 c4 c3 d4 b2";
    let run = run(&["perft", "--board", "4x10", "--depth", "1", "--moves", long]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_pass_is_a_move_and_a_game_that_is_over_has_none() {
    let start = ["--board", "4x4", "--start", "reversi"];
    let record = solve(&[&start[..], &["--moves", "d1a1a2a3d4b1a4d3d2"]].concat());
    check_complete(&record);
    assert_eq!((&record["best"], &record["line"][0]), (&"pass".into(), &"pass".into()), "{record}");
    assert_eq!((&record["side"], &record["value"]), (&"O".into(), &3.into()), "{record}");

    let over = ["--board", "3x3", "--position", "XX-X----- O"];
    let record = solve(&over);
    check_complete(&record);
    assert_eq!((&record["best"], &record["value"]), (&Value::Null, &(-9).into()), "{record}");
    let run = search(&over);
    assert!(run.stdout.contains("Best move  none, the game is over\n"), "{}", run.stdout);
    assert!(run.stdout.contains("Result     Black wins by 9, 3 to 0 plus 6 empty squares\n"), "{}", run.stdout);
}

#[test]
fn the_time_limit_ends_with_3_and_what_is_proven() {
    let arguments = ["--board", "6x6", "--start", "reversi", "--no-book", "--time-limit", "300ms"];
    let record = search(&[&arguments[..], &["--json"]].concat()).record(3);
    assert_eq!((&record["complete"], &record["line"]), (&false.into(), &Value::Array(Vec::new())));
    assert!(record["final"].is_null() && record["lower"].as_i64() < record["upper"].as_i64(), "{record}");
    let run = search(&arguments);
    assert_eq!((run.status, run.stderr.as_str()), (Some(3), ""));
    assert!(run.stdout.contains("nothing closer is proven"), "{}", run.stdout);
}

#[test]
fn the_moves_of_a_stopped_search_say_what_its_answer_says() {
    for board in ["4x12", "4x16", "5x6", "8x8"] {
        for limit in ["0s", "100ms", "400ms", "1s"] {
            let arguments =
                ["--board", board, "--no-book", "--no-line", "--all-moves", "--time-limit", limit, "--json"];
            let record: Value = serde_json::from_str(&search(&arguments).stdout).unwrap();
            let limits = |record: &Value| ["lower", "upper"].map(|limit| record[limit].as_i64().unwrap());
            let ([lower, upper], moves) = (limits(&record), record["moves"].as_array().unwrap());
            let best = moves.iter().find(|one| one["move"] == record["best"]);
            assert!(best.is_none_or(|best| limits(best)[0] >= lower), "{record}");
            let of_moves = moves.iter().map(limits).reduce(|a, b| [a[0].max(b[0]), a[1].max(b[1])]);
            assert_eq!(of_moves, Some([lower, upper]), "{record}");
        }
    }
}

#[test]
fn each_move_is_worth_what_a_search_behind_it_finds() {
    for board in ["4x4", "3x5", "5x4", "4x6"] {
        for start in ["othello", "reversi", "reversi-rows"] {
            for mode in ["exact", "wld"] {
                let arguments = ["--board", board, "--start", start, "--mode", mode, "--json"];
                let record = search(&[&arguments[..], &["--all-moves"]].concat()).record(0);
                let moves = record["moves"].as_array().unwrap();
                assert!(!moves.is_empty(), "{record}");
                for one in moves {
                    let behind =
                        search(&[&arguments[..], &["--moves", one["move"].as_str().unwrap()]].concat()).record(0);
                    let limits = |record: &Value| ["lower", "upper"].map(|limit| record[limit].as_i64().unwrap());
                    let ([lower, upper], [least, most]) = (limits(one), limits(&behind).map(|limit| -limit));
                    assert!(lower.max(most) <= upper.min(least), "{board} {start} {one} {behind}");
                    let sign = |lower: i64, upper: i64| (lower.signum() == upper.signum()).then_some(lower.signum());
                    assert_eq!(sign(lower, upper), sign(most, least), "{board} {start} {mode} {one} {behind}");
                    assert!(mode == "wld" || lower == upper, "{one}");
                }
            }
        }
    }
}

#[test]
fn the_largest_boards_stop_in_time_too() {
    for board in ["8x8", "7x9", "9x7", "5x12", "12x5"] {
        let record = search(&["--board", board, "--threads", "2", "--time-limit", "200ms", "--json"]).record(3);
        assert_eq!(record["complete"], false, "{record}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_and_sigterm_end_with_130_and_what_is_proven() {
    for name in ["INT", "TERM"] {
        let mut command = program();
        command.args(["--board", "6x6", "--start", "reversi", "--no-book", "--json"]).args(SMALL).args(NO_TABLE);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        support::wait_for_search(child.id());
        support::signal(name, child.id());
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!(run.stderr, "");
        let record = run.record(130);
        assert_eq!(record["complete"], false, "{record}");
    }
}

#[test]
#[cfg(unix)]
fn a_closed_terminal_does_not_end_what_ignores_it() {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_solve")]);
    command
        .args(["--board", "6x6", "--start", "reversi", "--no-book", "--time-limit", "2s", "--json"])
        .args(SMALL)
        .args(NO_TABLE);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    support::wait_for_search(child.id());
    support::signal("HUP", child.id());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.stderr, "");
    assert_eq!(run.record(3)["complete"], false);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let search = |arguments: &[&'static str]| [arguments, SMALL, NO_TABLE].concat();
    for arguments in [
        search(&["--board", "4x4"]),
        search(&["--board", "4x4", "--json"]),
        vec!["perft", "--board", "4x4", "--depth", "5"],
        vec!["completions", "bash"],
        vec!["man"],
        vec!["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run = Run::from(program().args(&arguments).stdout(writer).output().unwrap());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn nothing_but_errors_goes_to_standard_error_when_it_is_no_terminal() {
    for quiet in [&[][..], &["--quiet"]] {
        let run = search(&[&["--board", "4x8"], quiet].concat());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    }
}

#[test]
fn perft_counts_leaves() {
    let counts = |arguments: &[&str]| -> Vec<u64> {
        let run = run(&[&["perft"], arguments].concat());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        let plies = run.stdout.lines().enumerate().map(|(index, line)| {
            let (depth, leaves) = line.split_once(' ').unwrap();
            assert_eq!(depth, (index + 1).to_string());
            leaves.parse().unwrap()
        });
        plies.collect()
    };
    // Up to ply 8 nobody passes, so both ways to count agree until then.
    let plain = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
    assert_eq!(counts(&["--board", "8x8", "--depth", "9"]), plain);
    assert_eq!(counts(&["--board", "8x8", "--depth", "9", "--passes", "skip"])[8], 3_005_320);
    assert_eq!(counts(&["--board", "8x8", "--moves", "c4", "--depth", "1"]), [3]);
    let rows = counts(&["--board", "4x6", "--start", "reversi-rows", "--depth", "6"]);
    assert_eq!(rows, counts(&["--board", "6x4", "--start", "reversi", "--depth", "6"]));
    assert_eq!(run(&["perft", "--board", "4x4", "--depth", "0"]).stdout, "0 1\n");
    assert_eq!(counts(&["--board", "3x3", "--depth", "128"]).len(), 128);
}

#[test]
fn help_explains_with_examples() {
    for arguments in
        [&["--help"][..], &["-h"], &["positions", "--help"], &["perft", "-h"], &["bench", "-h"], &["help", "positions"]]
    {
        let run = run(arguments);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
        for part in ["Examples:\n", "solve ", "--board"] {
            assert!(run.stdout.contains(part), "{part} in {arguments:?}: {}", run.stdout);
        }
    }
    let (short, long) = (run(&["-h"]).stdout, run(&["--help"]).stdout);
    assert!(short.lines().count() <= 30, "{short}");
    for part in [
        "Exit status:",
        "stopped by Ctrl-C, SIGTERM",
        "power of two",
        "--time-limit <TIME>",
        "reversi-rows",
        "512MiB",
        "Notation:",
    ] {
        assert!(long.contains(part), "{part} in {long}");
    }
    assert!(run(&["--version"]).stdout.starts_with("solve "));
}

#[test]
fn every_example_of_the_help_is_understood() {
    let help = run(&["--help"]).stdout;
    let examples: Vec<&str> = help.lines().filter_map(|line| line.trim().strip_prefix("solve --board")).collect();
    let examples: Vec<&str> = examples.into_iter().filter(|rest| !rest.contains('[')).collect();
    assert!(examples.len() >= 4, "{help}");
    for example in examples {
        let words: Vec<String> = match example.split_once('\'') {
            Some((words, quoted)) => {
                let words = words.split_whitespace().map(str::to_owned);
                words.chain([quoted.trim_end_matches('\'').to_owned()]).collect()
            }
            None => example.split_whitespace().map(str::to_owned).collect(),
        };
        let mut command = program();
        command.arg("--board").args(words.iter().map(|word| word.replace("1h30m", "200ms"))).args(SMALL).args(NO_TABLE);
        if !example.contains("--time-limit") {
            command.args(["--time-limit", "200ms"]);
        }
        let run = Run::from(command.output().unwrap());
        assert!(matches!(run.status, Some(0 | 3)), "{example}: {run:?}");
    }
}

#[test]
fn completions_come_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(&["completions", shell]);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{shell}");
        for part in ["time-limit", "completions", "positions"] {
            assert!(run.stdout.contains(part), "{part} in the completions of {shell}");
        }
    }
}

#[test]
fn every_manual_page_that_a_page_names_is_there() {
    let mut waiting = vec!["solve".to_owned()];
    let mut seen = Vec::new();
    while let Some(name) = waiting.pop() {
        let run = run(&["man"].into_iter().chain(name.split('-').skip(1)).collect::<Vec<_>>());
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{name}");
        let title = format!(".TH {name} 1  \"solve {}\"", env!("CARGO_PKG_VERSION"));
        assert!(run.stdout.contains(&title), "{}", run.stdout);
        assert!(run.stdout.contains(".SH OPTIONS"), "{}", run.stdout);
        let named = run.stdout.lines().filter_map(|line| line.strip_suffix("(1)"));
        waiting.extend(named.map(|page| page.replace("\\-", "-")));
        seen.push(name);
    }
    for name in ["solve-positions", "solve-man", "solve-book", "solve-book-build"] {
        assert!(seen.iter().any(|page| page == name), "{name} of {seen:?}");
    }
    assert!(!seen.iter().any(|page| page.ends_with("-help")), "{seen:?}");
}
