//! Every error is one line on standard error that names the value and says what is right, with its exit status; wrong
//! arguments are told in clap's words, which quote ours.

use crate::support;

use std::fs::{self, File};
use std::process::Stdio;

use support::{NO_TABLE, Run, START_4X4, program, run, search};

/// Checks that a run without a table fails with this status and exactly this message, and prints nothing else.
#[track_caller]
fn check(arguments: &[&str], status: i32, message: &str) {
    let run = search(arguments);
    if status == 2 {
        return run.refuses(message);
    }
    assert_eq!((run.status, run.stdout.as_str()), (Some(status), ""), "{arguments:?}");
    assert_eq!(run.stderr, format!("solve: {message}\n"), "{arguments:?}");
}

#[test]
fn a_board_that_cannot_be_is_refused() {
    for (board, message) in [
        ("9x9", "board 9x9 is too large: it has 81 squares, 64 is the most"),
        ("4x17", "board 4x17 is too large: it has 68 squares, 64 is the most"),
        ("2x8", "board 2x8 is too small: each side needs at least 3 squares"),
        ("8x2", "board 8x2 is too small: each side needs at least 3 squares"),
        ("8", "board '8' is not of the form ROWSxCOLUMNS, for example 4x10"),
        ("4xten", "board '4xten' is not of the form ROWSxCOLUMNS, for example 4x10"),
    ] {
        check(&["--board", board], 2, message);
        check(&["positions", "--board", board], 2, message);
        check(&["--position", &format!("{board}x {START_4X4}")[..]], 2, &not_a_board(&format!("{board}x")));
    }
    check(&["--position", &format!("9x9 {START_4X4}")], 2, "board 9x9 is too large: it has 81 squares, 64 is the most");
}

fn not_a_board(text: &str) -> String {
    format!("board '{text}' is not of the form ROWSxCOLUMNS, for example 4x10")
}

#[test]
fn without_a_board_an_example_is_given() {
    let message = "no board given: --board ROWSxCOLUMNS is needed, for example --board 4x10; see solve --help";
    check(&[], 2, message);
    check(&["--start", "reversi"], 2, message);
    let example = "--board 4x4 --position '-----OX--XO----- X'";
    check(
        &["--position", START_4X4],
        2,
        &format!("no board given: --board ROWSxCOLUMNS is needed, for example {example}; see solve --help"),
    );
}

#[test]
fn a_position_that_cannot_be_is_refused() {
    for (position, message) in [
        ("-----OX--XO---- X", "position: 15 squares given, board 4x4 has 16"),
        ("-----OX--XO------ X", "position: 17 squares given, board 4x4 has 16"),
        ("", "position: 0 squares given, board 4x4 has 16"),
        ("-----OX?-XO----- X", "position: '?' at character 8 is none of X O - (also * B b x, W w o, .)"),
        ("-----OX--XO-----", "position: no side to move given; end it with X or O"),
        ("-----OX--XO----- Z", "position: side 'Z' is neither X nor O"),
        ("4x6 -----OX--XO----- X", "position: 16 squares given, board 4x6 has 24"),
        ("3x4 ----OX-XO--- X", "position: it is for board 3x4, not for 4x4"),
    ] {
        check(&["--board", "4x4", "--position", position], 2, message);
    }
}

#[test]
fn a_move_that_cannot_be_is_named_with_its_ply_and_position() {
    for (moves, message) in [
        ("a1", "moves: a1 at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
        ("b1b1", "moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3"),
        ("pass", "moves: pass at ply 1 is illegal in -----OX--XO----- X; legal: b1 a2 d3 c4"),
        ("b1 e1", "moves: 'e1' at ply 2 is neither a square of board 4x4 nor a pass"),
        ("b1 a9", "moves: 'a9' at ply 2 is neither a square of board 4x4 nor a pass"),
        ("b", "moves: 'b' at ply 1 is neither a square of board 4x4 nor a pass"),
    ] {
        check(&["--board", "4x4", "--moves", moves], 2, message);
    }
    check(
        &["--board", "3x3", "--position", "XXXXXXXXX X", "--moves", "a1"],
        2,
        "moves: a1 at ply 1 is illegal in XXXXXXXXX X; legal: none, the game is over",
    );
}

#[test]
fn an_option_with_a_wrong_value_is_refused() {
    for (option, value, message) in [
        ("--start", "chess", "[possible values: othello, reversi, reversi-rows]"),
        ("--mode", "fast", "[possible values: wld, exact]"),
        ("--scoring", "go", "[possible values: discs, wof]"),
        ("--threads", "0", "threads '0' is not a number from 1 to 1024"),
        ("--threads", "-1", "threads '-1' is not a number from 1 to 1024"),
        ("--threads", "1025", "threads '1025' is not a number from 1 to 1024"),
        ("--threads", "many", "threads 'many' is not a number from 1 to 1024"),
        ("--time-limit", "soon", "time limit 'soon' is not a time span: give one such as 90s, 2m, 1h30m, 500ms or 90"),
    ] {
        check(&["--board", "4x4", option, value], 2, message);
    }
    for (size, message) in [
        ("lots", "memory 'lots' is not a size: give one such as 512MiB, 2GiB, 64M or 1073741824"),
        ("1K", "memory '1K' is too little: 1MiB is the least"),
        ("99999999T", "memory '99999999T' is more than this machine can address"),
    ] {
        let run = run(&["--board", "4x4", "--memory", size]);
        run.refuses(message);
    }
}

#[test]
#[cfg(feature = "whole")]
fn a_number_out_of_range_is_refused() {
    for (arguments, message) in [
        (&["mcts", "tds", "search", "--ranks", "0"][..], "ranks '0' is not a number from 1 to 1024"),
        (&["mcts", "tds", "accuracy", "--set", ".", "--ranks", "1,x"], "ranks 'x' is not a number from 1 to 1024"),
        (&["mcts", "tds", "search", "--in-flight", "0"], "0 is not in 1..=65536"),
        (&["explore", "--port", "99999"], "99999 is not in 0..=65535"),
        (&["explore", "--searches", "0"], "searches '0' is not a number from 1 to 1024"),
    ] {
        let run = run(arguments);
        run.refuses(message);
    }
}

#[test]
#[cfg(unix)]
fn text_that_is_no_utf_8_is_named_with_its_option() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for option in ["position", "moves"] {
        let mut command = program();
        command.args(["--board", "4x4", &format!("--{option}")]).arg(OsStr::from_bytes(b"X\xffO"));
        let run = Run::from(command.output().unwrap());
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{option}");
        run.refuses(&format!("{option} 'X\u{fffd}O' is not UTF-8 text"));
    }
}

#[test]
#[cfg(not(feature = "whole"))]
fn a_table_is_refused_where_the_program_has_none() {
    for command in [&["--board", "4x4"][..], &["positions"], &["explore", "--port", "0"]] {
        let run = run(&[command, &["--table", "some/where"]].concat());
        let beginning = "solve: built without tables; nothing can be kept in 'some/where': ";
        assert!(run.stderr.starts_with(beginning) && run.stderr.lines().count() == 1, "{}", run.stderr);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
    }
}

#[test]
fn memory_that_the_system_does_not_give_is_an_error() {
    let run = run(&[&["--board", "4x4", "--memory", "4000000T"], NO_TABLE].concat());
    assert_eq!(run.status, Some(1), "{run:?}");
    assert_eq!(run.stderr, "solve: memory: the system does not give 4194304000000 MiB; choose less\n");
}

#[test]
fn arguments_that_do_not_fit_together_are_refused_with_the_usage() {
    for (arguments, help) in [
        (&["--bord", "4x4"][..], "solve"),
        (&["tabel"], "solve"),
        (&["--board", "6x6", "c2b4"], "solve"),
        (&["--board", "4x4", "--start", "othello", "--position", START_4X4], "solve"),
        (&["--board", "4x4", "positions"], "solve"),
        (&["--board"], "solve"),
        (&["perft", "--board", "4x4"], "solve perft"),
        (&["completions"], "solve completions"),
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{arguments:?}: {}", run.stderr);
        let told = [&format!("Usage: {help}")[..], "try '--help'"];
        assert!(told.iter().any(|words| run.stderr.contains(words)), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stderr.contains("--moves c2b4"), arguments.contains(&"c2b4"), "{}", run.stderr);
    }
}

#[test]
#[cfg(feature = "whole")]
fn other_commands_refuse_wrong_values_too() {
    let check = |arguments: &[&str], message: &str| {
        let run = run(arguments);
        run.refuses(message);
    };
    for depth in ["deep", "-1", "+1", "é"] {
        let message = format!("depth '{depth}' is not a number of plies, for example 9");
        check(&["perft", "--board", "4x4", "--depth", depth], &message);
    }
    check(
        &["perft", "--board", "4x4", "--depth", "4000000000"],
        "depth '4000000000' is too large: 128 is the most; every game, with its passes, is over before",
    );
    check(&["perft", "--board", "4x4", "--depth", "3", "--passes", "maybe"], "[possible values: count, skip]");
    check(
        &["perft", "--depth", "3"],
        "no board given: --board ROWSxCOLUMNS is needed, for example --board 4x10; see solve --help",
    );
    check(
        &["mcts", "match", "uct", "random", "--board", "4x4", "--threads", "-3"],
        "threads '-3' is not a number from 1 to 1024",
    );
    check(&["completions", "dos"], "[possible values: bash, elvish, fish, powershell, zsh]");
    let commands = match cfg!(feature = "whole") {
        true => {
            "positions, analyse, perft, bench, book, prove, check, verify, known, explore, play, gtp, nboard, train, \
             problems, mcts, chart, campaign, exhaust, table, completions, man"
        }
        false => {
            "positions, analyse, perft, bench, book, prove, check, verify, known, explore, play, gtp, nboard, completions, \
             man"
        }
    };
    check(&["man", "women"], &format!("command 'women' is unknown: it is one of {commands}"));
    check(&["man", "book", "burn"], "command 'burn' is unknown: it is one of build, show, check");
    check(&["man", "bench", "quick"], "'quick' is unknown: solve bench has no commands of its own");
}

#[test]
#[cfg(feature = "whole")]
fn a_number_beyond_a_range_is_told_both_ends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.cert");
    for claim in ["value<=-163", "value=200", "value>=17"] {
        let run = run(&["prove", "--board", "4x4", "--claim", claim, "--no-table", "-o", file.to_str().unwrap()]);
        let message = format!("solve: claim '{claim}': on this board a value is from -16 to +16\n");
        assert_eq!((run.status, run.stderr.as_str()), (Some(2), message.as_str()));
    }
    let run = run(&["problems", "--board", "4x4", "--traps", "99", "-o", folder.path().to_str().unwrap()]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("99 is not in 1..64"), "{}", run.stderr);
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    check(&["positions", path], 1, &format!("{path}: Is a directory (os error 21)"));
    let missing = format!("{path}/missing.txt");
    check(&["positions", &missing], 1, &format!("{missing}: No such file or directory (os error 2)"));
    fs::write(&missing, "").unwrap();
    let run = search(&["positions", &missing]);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    for arguments in [&["perft", "--board", "4x4", "--depth", "3"][..], &["completions", "bash"], &["man"]] {
        let output = program().args(arguments).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message, "solve: standard output cannot be written: No space left on device (os error 28)\n");
    }
}

/// Control characters, marks of direction and what else a terminal obeys or hides, in names, arguments and files.
#[test]
fn nothing_from_outside_steers_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for symbol in
        ['\u{1b}', '\u{9b}', '\u{61c}', '\u{200b}', '\u{2028}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{e0041}']
    {
        let name = format!("a{symbol}b");
        let (text, proof) = (folder.path().join(&name), folder.path().join(format!("{name}.cert")));
        fs::write(&text, format!("4x4 {name} X\n")).unwrap();
        let [text, proof] = [&text, &proof].map(|path| path.to_str().unwrap());
        let calls: &[&[&str]] = &[
            &["positions", text],
            &["positions", text, "--json"],
            &["analyse", text, "--no-table"],
            &["analyse", &name, "--no-table"],
            &["bench", "--positions", text],
            &["check", text],
            &["book", "show", text],
            &["--board", &name],
            &["--board", "4x4", "--position", &name],
            &["--board", "4x4", "--moves", &name],
            &["--board", "4x4", "--scoring", &name],
            &["--board", "4x4", "--no-table", "--weights", text],
            &[&name],
            &["prove", "--board", "4x4", "--claim", "value=-8", "--no-table", "-o", proof],
            &["check", proof],
            &["check", proof, "--json"],
        ];
        for call in calls {
            let run = run(call);
            assert!(!run.stdout.is_empty() || !run.stderr.is_empty(), "{call:?}");
            assert!(![run.stdout, run.stderr].concat().contains(symbol), "{call:?}");
        }
        assert!(run(&["check", proof, "--json"]).record(0).is_object());
    }
}
