//! `solve analyse`: the loss of each move, sums, where a game turned, and what is no game.

use crate::support;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};
use solver::read::Game;
use solver::{Move, Position, Side};
use support::{NO_TABLE, Run, SMALL, START_4X4, program, search};

/// A whole game on 4x4 with passes, and one on 6x6.
const GAMES: [(&str, &str); 2] =
    [("4x4", "b1a1a2a3b4c4d4d2d3c1d1a4"), ("6x6", "d5c5b2e3c6b4f3f2a5a4e5b3a3c2d1a2a1f4d2b5a6d6f5f6e6e4b6e1f1c1b1e2")];

fn analyse(arguments: &[&str]) -> Run {
    search(&[&["analyse"], arguments].concat())
}

/// The answer about one game.
#[track_caller]
fn record(arguments: &[&str]) -> Value {
    analyse(&[arguments, &["--json"]].concat()).record(0)
}

/// Black's value of each position, by `solve positions`.
fn solved(positions: &[Position]) -> Vec<i64> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.txt");
    fs::write(
        &path,
        positions.iter().map(|one| format!("{} {}\n", one.board(), one.without_board())).collect::<String>(),
    )
    .unwrap();
    let records = search(&["positions", path.to_str().unwrap(), "--no-line", "--json"]).records(0);
    assert_eq!(records.len(), positions.len());
    let black = |(record, position): (&Value, &Position)| {
        let value = record["value"].as_i64().unwrap_or_else(|| panic!("{record}"));
        if position.side() == Side::Black { value } else { -value }
    };
    records.iter().zip(positions).map(black).collect()
}

#[test]
fn every_loss_is_a_difference_of_values_that_solve_finds() {
    for (board, text) in GAMES {
        let game = Game::set_up(board.parse().ok(), None, None, text).unwrap();
        let (positions, record) = (game.positions(), record(&[text, "--board", board]));
        let moves = record["moves"].as_array().unwrap();
        assert_eq!((moves.len(), record["complete"].as_bool()), (game.moves.len(), Some(true)));
        let best = |(position, made): (&Position, &Value)| {
            let best = Move::parse(position.board(), made["best"].as_str().unwrap()).unwrap();
            position.play(best).unwrap()
        };
        // From the last position backwards, which is faster; and what the best moves lead to.
        let asked: Vec<Position> =
            positions.iter().zip(moves).map(best).chain(positions.iter().copied()).rev().collect();
        let mut values = solved(&asked);
        values.reverse();
        let (after_best, values) = values.split_at(moves.len());
        let (mut lost, mut losses, mut turned) = ([0, 0], Vec::new(), None);
        for (ply, (made, pair)) in moves.iter().zip(values.windows(2)).enumerate() {
            let side = positions[ply].side();
            let sign = if side == Side::Black { 1 } else { -1 };
            let [best_value, value] = [sign * pair[0], sign * pair[1]];
            let chosen = game.moves[ply].display(positions[ply].board()).to_string();
            let found = ["ply", "side", "move", "best_value", "value", "loss", "estimate"].map(|name| &made[name]);
            let expected = json!([ply + 1, side.symbol(), chosen, best_value, value, best_value - value, null]);
            assert_eq!(json!(found), expected, "{text}");
            assert_eq!(after_best[ply], pair[0], "{made}");
            lost[usize::from(side == Side::White)] += best_value - value;
            losses.push(best_value - value);
            if pair[0].signum() != pair[1].signum() {
                turned = Some(ply + 1);
            }
        }
        assert_eq!(json!([record["black"]["loss"], record["white"]["loss"]]), json!(lost));
        let largest = losses.iter().position(|loss| loss == losses.iter().max().unwrap()).unwrap();
        assert_eq!(json!([record["largest_loss"], record["turned"]]), json!([largest + 1, turned]));
        assert!(lost.iter().all(|&lost| lost > 0) && turned.is_some(), "the game tests nothing: {record}");
    }
}

#[test]
fn a_person_reads_the_losses_and_a_chart() {
    let run = analyse(&[GAMES[0].1, "--board", "4x4", "--threads", "1"]);
    let expected = "\
13 moves from 4x4 othello; the column Black has Black's value after each move

ply  move     loss  best   Black  White leads | Black leads
                              -8      ========|
  1  X b1        0            -8      ========|
  2  O a1        0            -8      ========|
  3  X a2        0            -8      ========|
  4  O a3        0            -8      ========|
  5  X b4        4  d4       -12  ============|
  6  O c4       14  c1        +2              |==
  7  X d4        8  a4        -6        ======|
  8  O d2       10  c1        +4              |====
  9  X d3        0            +4              |====
 10  O c1        0            +4              |====
 11  X d1        0            +4              |====
 12  O pass      0            +4              |====
 13  X a4        0            +4              |====

End      Black 10, White 6
Black    lost 12 discs with 7 moves
White    lost 24 discs with 6 moves
Largest  6. c4 by White lost 14 discs, best was c1
Turned   8. d2: White wins before it, Black wins after it
";
    assert_eq!((run.status, run.stderr.as_str(), run.stdout.as_str()), (Some(0), "", expected));
}

#[test]
fn what_is_not_proven_in_the_time_is_an_estimate_and_in_no_exact_sum() {
    let moves = "f5d6c3d3c4f4c5b3c2b4e3e6";
    let arguments = [moves, "--board", "8x8", "--time-limit", "0s"];
    let record = analyse(&[&arguments[..], &["--json"]].concat()).record(3);
    let mut sums = [0.0, 0.0];
    for made in record["moves"].as_array().unwrap() {
        assert_eq!(
            json!([made["value"], made["best_value"], made["best"], made["loss"]]),
            json!([null, null, null, null])
        );
        let number = |name: &str| made["estimate"][name].as_f64().unwrap();
        assert!(number("loss") >= 0.0 && number("loss") == number("best_value") - number("value"), "{made}");
        sums[usize::from(made["side"] == "O")] += number("loss");
    }
    let side = |estimate: f64| json!({"moves": 6, "proven": 0, "loss": 0, "estimated_loss": estimate});
    assert_eq!(json!([record["black"], record["white"]]), json!([side(sums[0]), side(sums[1])]));
    assert_eq!(json!([record["largest_loss"], record["turned"], record["complete"]]), json!([null, null, false]));
    let text = analyse(&arguments);
    assert_eq!(text.status, Some(3));
    let [black, white] = sums.map(|sum| format!("    lost ~{sum:.1} with 6 moves (estimate)\n"));
    assert!(text.stdout.ends_with(&format!("\nBlack{black}White{white}")), "{}", text.stdout);
    assert!(text.stdout.lines().next().unwrap().ends_with("; ~ marks estimates, which prove nothing"));
}

#[test]
fn a_bad_game_in_a_file_loses_only_that_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    fs::write(&path, format!("b1a1a2 # the first\nb1b1\n{START_4X4}\n\nnonsense\n{}\n", GAMES[0].1)).unwrap();
    let path = path.to_str().unwrap();
    let errors = [
        (2, "moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3"),
        (3, "a position, but no moves to analyse"),
        (5, "'nonsense' is neither a list of moves, such as c4e3, nor a position of X, O and -, nor GGF or OBF"),
    ];
    let messages = errors.map(|(line, error)| format!("solve: {path}:{line}: {error}\n")).concat();
    let run = analyse(&[path, "--board", "4x4"]);
    let table = [
        " line  plies   result       X lost       O lost  largest      turned   players\n",
        "    1      3                     0            0\n",
        "    6     13     10-6           12           24  6. c4 14     8. d2\n",
    ];
    assert_eq!((run.status, run.stderr, run.stdout.as_str()), (Some(1), messages, table.concat().as_str()));
    let records = analyse(&[path, "--board", "4x4", "--json"]).records(1);
    let lines: Vec<_> = records.iter().map(|record| (&record["input_line"], &record["error"])).collect();
    let expected = [json!(null), json!(errors[0].1), json!(errors[1].1), json!(errors[2].1), json!(null)];
    let expected: Vec<_> = [1, 2, 3, 5, 6].map(Value::from).into_iter().zip(expected).collect();
    assert_eq!(json!(lines), json!(expected));
}

#[test]
fn every_form_of_games_is_read_and_the_players_are_named() {
    let sgf = "(;GM[2]SZ[4]PB[Ann]PW[Bob];B[b1];W[a1])(;GM[2]SZ[4];B[a1])\n(;GM[2]SZ[4];B[d3];W[d4])";
    let mut command = program();
    command.args(["analyse", "-"]).args(SMALL).args(NO_TABLE);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    child.stdin.take().unwrap().write_all(sgf.as_bytes()).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stderr.starts_with("solve: standard input:1: game 2: moves: a1 at ply 1 is illegal in "), "{run:?}");
    let expected = [
        " line  plies   result       X lost       O lost  largest      turned   players",
        "    1      2                     0            0                        Ann - Bob",
        "    2      2                     0            0",
    ];
    assert_eq!(run.stdout.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_picture_shows_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let [games, picture] = ["games.txt", "game.svg"].map(|name| folder.path().join(name));
    fs::write(&games, "b1a1\n\nd3d4\n").unwrap();
    let [games, path] = [&games, &picture].map(|path| path.to_str().unwrap());
    let run = analyse(&["b1a1a2", "--board", "4x4", "--svg", path]);
    assert_eq!(run.status, Some(0), "{run:?}");
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("A game on 4x4") && svg.contains("exact"), "{svg}");
    assert!(!svg.contains("estimate"), "{svg}");
    fs::remove_file(&picture).unwrap();
    analyse(&[games, "--board", "4x4", "--svg", path])
        .refuses(&format!("--svg {path}: {games} holds 2 games; a picture shows one"));
    assert!(!picture.exists());
    analyse(&[games, "--board", "4x4", "--svg", games])
        .refuses(&format!("--svg {games}: the picture would overwrite the game"));
    analyse(&["b1", "--board", "4x4", "--svg", "-"])
        .refuses("-: a picture cannot go to standard output; give a file, or ./- for one of this name");
}

#[test]
fn nonsense_is_refused_in_one_line() {
    let board = "no board given: --board ROWSxCOLUMNS is needed, for example --board 4x10; see solve --help";
    analyse(&["b1a1"]).refuses(board);
    analyse(&["b1b1", "--board", "4x4"])
        .refuses("moves: b1 at ply 2 is illegal in -X---XX--XO----- O; legal: a1 c1 a3");
    analyse(&["b1z9", "--board", "4x4"]).refuses("moves: 'z9' at ply 2 is neither a square of board 4x4 nor a pass");
    analyse(&["b1", "--start", "reversi"]).refuses("--board <RxC>");
    let run = analyse(&["nonsense", "--board", "4x4"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""));
    assert_eq!(run.stderr, "solve: nonsense: neither a file nor moves such as c4e3f6\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bytes");
    fs::write(&path, b"\xff\xfe\n\x1b[2J\n").unwrap();
    let run = analyse(&[path.to_str().unwrap(), "--board", "4x4"]);
    assert_eq!((run.status, run.stdout.lines().count(), run.stderr.lines().count()), (Some(1), 1, 2), "{run:?}");
    assert!(!run.stderr.contains('\x1b'), "{run:?}");
}
