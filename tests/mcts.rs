//! `solve mcts`: matches, accuracy, speed and parallel schemes, as text and as JSON.

mod support;

use solver::notation::{parse_moves, play_moves};
use solver::rules::is_over;
use solver::{Geometry, Position, Start};
use support::{Run, run};

fn mcts(arguments: &[&str]) -> Run {
    run(&[&["mcts"], arguments].concat())
}

#[test]
fn players_are_listed_with_their_parameters() {
    let run = mcts(&["players"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    for name in ["  uct+ ", "  alphabeta ", "  rave ", "    merge ", "    end "] {
        assert!(run.stdout.contains(name), "{name}: {}", run.stdout);
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads_and_its_games_are_legal() {
    let arguments =
        ["match", "uct:n=100", "alphabeta:depth=1", "--board", "4x6", "--games", "5", "--opening", "random:4"];
    let with = |more: &[&str]| mcts(&[&arguments[..], more].concat());
    let records = with(&["--json", "--records"]).records(0);
    assert_eq!(records, with(&["--json", "--records", "--threads", "3"]).records(0));
    assert_eq!(records.len(), 6);
    let board = "4x6".parse().unwrap();
    for game in &records[..5] {
        let moves = parse_moves(board, game["moves"].as_str().unwrap()).unwrap();
        let end = play_moves(Position::start(board, Start::Othello), &moves).unwrap();
        assert!(is_over(&Geometry::new(board), end.discs), "{game}");
    }
    let total = &records[5];
    let number = |field: &str| total[field].as_u64().unwrap();
    assert_eq!((number("games"), number("wins") + number("draws") + number("losses")), (5, 5));
    assert_eq!((&total["player"], &total["opponent"]), (&"uct:n=100".into(), &"alphabeta:depth=1".into()));
    let text = with(&[]);
    assert!(text.stdout.contains("Games      5 on 4x6, othello start, scoring discs, 4 random plies, seed 1\n"));
    assert!(text.stdout.lines().any(|line| line.starts_with("Elo ")), "{}", text.stdout);
}

#[test]
fn accuracy_is_told_for_every_player_and_truth_is_always_right() {
    let arguments = ["--board", "4x6", "--empties", "10", "--positions", "30"];
    let players = ["--player", "random", "--player", "exact", "--player", "uct:n=500"];
    let run = || mcts(&[&["accuracy", "--json"], &arguments[..], &players].concat());
    let records = run().records(0);
    assert_eq!(records.len(), 3);
    let accuracy = |index: usize| records[index]["accuracy"]["value"].as_f64().unwrap();
    assert_eq!((accuracy(1), records[1]["regret"]["value"].as_f64()), (1.0, Some(0.0)));
    assert!(accuracy(0) + 0.1 < accuracy(2), "{records:?}");
    let again = run().records(0);
    assert!((0..3).all(|index| again[index]["accuracy"] == records[index]["accuracy"]));
    let text = mcts(&[&["accuracy"], &arguments[..], &players[..2]].concat()).stdout;
    assert!(text.starts_with("30 positions of 4x6 with 10 empty squares, othello start, scoring discs, seed 1\n"));
    assert!(text.lines().last().unwrap().ends_with("random"), "{text}");
}

#[test]
fn speeds_and_schemes_are_told() {
    let speeds = mcts(&["speed", "--board", "4x4", "--time", "10ms", "--json"]).records(0);
    assert!(speeds.len() >= 8 && speeds.iter().all(|speed| speed["playouts_per_second"].as_f64() > Some(0.0)));
    let small = ["--board", "4x6", "--empties", "8", "--positions", "5", "--playouts", "50", "--delay", "1ms"];
    let more = ["--workers", "1,4", "--time", "1ms", "--json"];
    let rows = mcts(&[&["parallel"], &small[..], &more[..]].concat()).records(0);
    assert!(rows.iter().any(|row| row["scheme"] == "root × tree, 2 × 2"), "{rows:?}");
    assert_eq!(rows.iter().filter(|row| row["workers"] == 1).count(), 3);
}

#[test]
fn a_scale_is_fitted() {
    let arguments = ["fit", "--board", "4x6", "--empties", "9", "--positions", "60"];
    let fitted = mcts(&[&arguments[..], &["--json"]].concat()).record(0);
    let number = |field: &str| fitted[field].as_f64().unwrap();
    assert!(number("scale") > 1.0 && number("scale") < 200.0 && number("told_apart") > 0.6, "{fitted}");
    assert!(mcts(&arguments).stdout.contains(&format!("uct+:scale={:.1}\n", number("scale"))));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, expected) in [
        (&["match", "uct", "best"][..], "solve: player 'best' is unknown"),
        (&["match", "uct", "uct", "--opening", "book"], "solve: opening 'book' is not random:PLIES"),
        (
            &["accuracy", "--board", "4x4", "--empties", "13", "--player", "uct"],
            "solve: empties 13 are more than the 12",
        ),
        (&["accuracy", "--board", "4x4"], "solve: the following required arguments were not provided"),
    ] {
        let run = mcts(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
        assert!(run.stderr.starts_with(expected) && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
}
