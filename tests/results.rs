//! Known values, found again from the command line.

use crate::support;

use serde_json::Value;

use support::{check_complete, solve};

/// Solves a board for the exact value and for the outcome only, and checks that both agree.
#[track_caller]
fn solve_both_ways(board: &str, start: &str, scoring: &str) -> Value {
    let question = ["--board", board, "--start", start, "--scoring", scoring];
    let exact = solve(&question);
    check_complete(&exact);
    assert_eq!(exact["start"], start);
    let wld = solve(&[&question[..], &["--mode", "wld"]].concat());
    check_complete(&wld);
    assert_eq!(wld["outcome"], exact["outcome"], "{wld} {exact}");
    let (lower, upper, value) = (wld["lower"].as_i64(), wld["upper"].as_i64(), exact["value"].as_i64());
    assert!(lower <= value && value <= upper, "{wld} {exact}");
    exact
}

/// Values of Takeshita & Ikeda 2015, and what follows from them for the third start: its mirror image along the
/// diagonal is the reversi start of the transposed board.
#[track_caller]
fn check_board(board: &str, transposed: &str, othello: i64, reversi: i64) {
    assert_eq!(solve_both_ways(board, "othello", "discs")["value"], othello);
    assert_eq!(solve_both_ways(board, "reversi", "discs")["value"], reversi);
    assert_eq!(solve_both_ways(transposed, "othello", "discs")["value"], othello);
    let rows = solve_both_ways(board, "reversi-rows", "discs");
    let columns = solve_both_ways(transposed, "reversi", "discs");
    assert_eq!(rows["value"], columns["value"], "{rows} {columns}");
}

#[test]
fn a_board_of_4x4_is_worth_what_the_paper_says() {
    check_board("4x4", "4x4", -8, -3);
    assert_eq!(solve_both_ways("4x4", "reversi-rows", "discs")["value"], -3);
}

#[test]
fn a_board_of_4x6_is_worth_what_the_paper_says() {
    check_board("4x6", "6x4", 16, 18);
}

#[test]
fn a_board_of_4x8_is_worth_what_the_paper_says() {
    check_board("4x8", "8x4", 32, 32);
}

#[test]
fn a_board_of_4x10_is_worth_what_the_paper_says() {
    check_board("4x10", "10x4", 40, 40);
}

#[test]
fn the_first_moves_of_4x6_fall_into_two_classes() {
    for (first, value) in [("c1", 16), ("d4", 16), ("b2", 4), ("e3", 4)] {
        let answer = solve(&["--board", "4x6", "--moves", first]);
        check_complete(&answer);
        assert_eq!(answer["value"], -value, "{answer}");
    }
}

#[test]
fn under_wof_the_winner_always_gets_the_empties() {
    for (board, start, value) in [("4x4", "othello", -10), ("4x4", "reversi", -4), ("4x6", "reversi", 22)] {
        assert_eq!(solve_both_ways(board, start, "wof")["value"], value);
    }
}

#[test]
fn odd_boards_are_solved_too() {
    for board in ["3x3", "3x4", "3x8", "8x3", "4x5", "5x4", "5x5", "3x9"] {
        for start in ["othello", "reversi", "reversi-rows"] {
            solve_both_ways(board, start, "discs");
        }
    }
}

#[test]
fn one_thread_takes_the_same_number_of_nodes_each_time() {
    let question = ["--board", "4x8", "--threads", "1"];
    let (first, second) = (solve(&question), solve(&question));
    assert_eq!(first["nodes"], second["nodes"]);
    assert_eq!(first["line"], second["line"]);
    let many = solve(&["--board", "4x8", "--threads", "4"]);
    check_complete(&many);
    assert_eq!(first["value"], many["value"]);
}
