//! `solve play`: whole games through standard input, and the messages about wrong lines.

use crate::support;

use std::io::Write;
use std::process::Stdio;

use support::{Run, program, search};

/// Plays with these lines as input.
fn play(arguments: &[&str], lines: impl AsRef<[u8]>) -> Run {
    let mut child = program()
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("the input is piped");
    // A game may be over before everything is read.
    let _ = input.write_all(lines.as_ref());
    drop(input);
    child.wait_with_output().expect("the program ends").into()
}

#[test]
fn two_perfect_players_end_4x4_as_it_must_end() {
    let run = play(&["--board", "4x4", "--player", "exact", "--color", "none"], "");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.stdout.contains("White wins by 8: Black 3, White 11."), "{}", run.stdout);
    assert!(run.stdout.starts_with("Black plays "), "{}", run.stdout);
    assert!(run.stdout.contains(": -8 for Black if nobody errs\n"), "{}", run.stdout);
}

#[test]
fn a_person_sees_the_board_and_the_legal_squares() {
    let run = play(&["--board", "4x4", "--player", "random"], "");
    assert_eq!(run.status, Some(0), "{run:?}");
    let board = "\n   a b c d\n 1 - . - -\n 2 . O X -\n 3 - X O .\n 4 - - . -\nX 2, O 2, X to move\n\n";
    assert_eq!(run.stdout, format!("{board}Bye.\n"));
    let pasted = search(&["--board", "4x4", "--position", board, "--json"]);
    assert!(pasted.stdout.contains("\"-----OX--XO----- X\""), "{pasted:?}");
}

#[test]
fn wrong_lines_are_answered_and_the_game_goes_on() {
    let run = play(&["--board", "4x4", "--player", "exact"], "a1\nz9\nb1c4\n\nhelp\nundo\nhint\nmoves\nd3\nquit\n");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    for part in [
        "a1 is not legal; you may play b1 a2 d3 c4\n",
        "'z9' is neither a square of board 4x4 nor a command.\n",
        "One move at a time.\n",
        "Type a square such as b1, or: hint, undo, moves, help, quit.\n",
        "You have no move to take back.\n",
        "exact:time=4000 would play ",
        ": -8 for Black if nobody errs\n",
        "White plays ",
        ": +8 for White if nobody errs\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(run.stdout.ends_with("Bye.\n"));
}

#[test]
fn a_hint_is_exact_where_a_book_knows_the_value() {
    let run = play(&["--board", "6x6", "--moves", "c2b4"], "hint\n");
    assert!(run.stdout.contains(": -4 for Black if nobody errs\n"), "{}", run.stdout);
}

#[test]
fn a_line_that_is_no_text_or_very_long_does_not_end_the_game() {
    let (long, endless) = ("a".repeat(100_000), vec![b'a'; 64 << 20]);
    let lines = [b"\xff\xfe\n".as_slice(), long.as_bytes(), b"\nmoves\nb1\nquit\n"].concat();
    let run = play(&["--board", "4x4", "--color", "both"], &lines);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{}", run.stderr);
    let words = "Type a square such as b1, or: hint, undo, moves, help, quit.\n";
    for complaint in ["The line is not UTF-8 text.\n", "The line is longer than 256 bytes.\n"] {
        assert!(run.stdout.contains(&format!("{complaint}{words}")), "{complaint}: {}", run.stdout);
    }
    assert!(run.stdout.ends_with("Bye.\n") && run.stdout.contains("X 4, O 1"), "{}", run.stdout);
    // No person types a line that never ends.
    let run = play(&["--board", "4x4", "--color", "both"], &endless);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    assert!(run.stderr.starts_with("solve: standard input: the line is longer than "), "{}", run.stderr);
}

#[test]
fn a_move_can_be_taken_back() {
    let run = play(&["--board", "4x4", "--player", "exact"], "d3\nundo\nmoves\nb1\nmoves\n");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines.contains(&""), "the game is back at its beginning: {}", run.stdout);
    assert!(lines.iter().any(|line| line.starts_with("b1 ") && line.len() >= 5), "{}", run.stdout);
}

#[test]
fn a_person_can_play_both_sides_to_the_end_and_passes_need_not_be_typed() {
    // A perfect game of 4x4, in which nobody passes, and its last moves alone from a position.
    let game = "d3\nd4\nc4\nd2\na1\nb4\nd1\na3\na4\na2\n";
    let run = play(&["--board", "4x4", "--color", "both"], game);
    assert!(run.stdout.contains("White wins by 8: Black 3, White 11."), "{}", run.stdout);
    let moves = "\nMoves: d3 d4 c4 d2 a1 b4 d1 a3 a4 a2\n";
    let (_, review) = run.stdout.split_once(moves).unwrap_or_else(|| panic!("{}", run.stdout));
    let analysed = search(&["analyse", &game.replace('\n', ""), "--board", "4x4"]).stdout;
    assert_eq!(review, format!("\n{analysed}"));
    let given = play(&["--board", "4x4", "--moves", "d3d4c4", "--color", "both"], "d2\na1\nb4\nd1\na3\na4\na2\n");
    assert!(given.stdout.contains(&format!("{moves}{review}")), "{}", given.stdout);
    let run = play(&["--position", "3x4 XXXXOOOX-OXO O", "--color", "both"], "");
    assert!(run.stdout.contains("White must pass.\n"), "{}", run.stdout);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game =
        |seed: &str| play(&["--board", "6x6", "--color", "none", "--player", "uct:n=200", "--seed", seed], "").stdout;
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}

#[test]
fn without_a_board_it_is_8x8() {
    assert!(play(&[], "quit\n").stdout.contains("a b c d e f g h\n"));
}

#[test]
fn wrong_options_say_what_is_possible() {
    for (arguments, expected) in [
        (&["--board", "4x4", "--player", "deep"][..], "player 'deep' is unknown: it is random, mc, "),
        (&["--board", "4x4", "--player", "uct:x=1"], "player uct has no parameter 'x'; it has c, n, time, "),
        (&["--board", "4x4", "--color", "red"], "[possible values: black, white, both, none]"),
        (&["--position", "-----OX--XO----- X"], "no board given: "),
    ] {
        let run = play(arguments, "");
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}
