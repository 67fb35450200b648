//! Counts of leaves against published numbers and against the mailbox board.

mod support;

use std::fs;
use std::path::Path;

use rules::perft::{Counter, Passes, perft};
use rules::random::Random;
use rules::{Board, Geometry, Position, Start};
use support::{check_data, mailbox, mailbox_start, scattered, shapes, shown};

const PASSES: [(Passes, checker::Passes, &str); 2] =
    [(Passes::Count, checker::Passes::Count, "count"), (Passes::Skip, checker::Passes::Skip, "skip")];

#[test]
fn counts_of_the_data_file() {
    check_data("perft.txt", |[board, start, passes, depth, count]| {
        let board = board.parse().map_err(|error| format!("{error}"))?;
        let position = Position::start(board, start.parse().map_err(|error| format!("{error}"))?);
        let (passes, ..) = PASSES.into_iter().find(|(.., name)| *name == passes).ok_or("unknown pass rule")?;
        let depth: u32 = depth.parse().map_err(|error| format!("{error}"))?;
        let found = perft(&Geometry::new(board), position.discs(), depth, passes);
        if found.to_string() == count { Ok(()) } else { Err(format!("found {found}")) }
    });
}

#[test]
fn counts_of_the_mailbox_from_every_start() {
    for board in shapes() {
        let geometry = Geometry::new(board);
        for start in Start::ALL {
            let ours = Position::start(board, start);
            let theirs = checker::Position::start(board.rows() as usize, board.cols() as usize, mailbox_start(start));
            for (passes, mailbox_passes, name) in PASSES {
                for depth in 0..=6 {
                    let found = perft(&geometry, ours.discs(), depth, passes);
                    let expected = checker::perft(&theirs, depth, mailbox_passes);
                    assert_eq!(found, expected, "{board} {start} passes {name} depth {depth}");
                }
            }
        }
    }
}

/// Scattered discs leave lonely squares, so that passes and early ends occur at once.
#[test]
fn counts_of_the_mailbox_from_scattered_discs() {
    let mut random = Random::new(1, 0);
    for board in shapes() {
        let geometry = Geometry::new(board);
        for empties in [2, 5, 8] {
            let position = scattered(board, empties, &mut random);
            for (passes, mailbox_passes, name) in PASSES {
                for depth in [1, 2, 3, 4, 20] {
                    let depth = if empties == 8 { depth.min(5) } else { depth };
                    let found = perft(&geometry, position.discs(), depth, passes);
                    let expected = checker::perft(&mailbox(&position), depth, mailbox_passes);
                    assert_eq!(found, expected, "{} passes {name} depth {depth}", shown(&position));
                }
            }
        }
    }
}

/// The counter with much memory, with a little, and with next to none, so that it counts move by move from the
/// beginning.
#[test]
fn merged_counts_are_the_plain_ones() {
    let mut random = Random::new(2, 0);
    for board in shapes() {
        let geometry = Geometry::new(board);
        let scattered = [3, 7].map(|empties| scattered(board, empties, &mut random));
        for position in Start::ALL.map(|start| Position::start(board, start)).into_iter().chain(scattered) {
            for (passes, _, name) in PASSES {
                for memory_bytes in [1 << 24, 40_000, 0] {
                    let mut counter = Counter::new(board, position.discs(), passes, memory_bytes);
                    for depth in 0..=7 {
                        let expected = u128::from(perft(&geometry, position.discs(), depth, passes));
                        let found = counter.next_ply();
                        assert_eq!((found.depth, found.leaves), (depth, expected), "{} {name}", shown(&position));
                        match (memory_bytes, depth) {
                            (0, 1..) => assert!(found.positions.is_none() || expected == 1),
                            // It depends on the board.
                            (40_000, _) => {}
                            _ => assert!(found.positions.is_some()),
                        }
                    }
                }
            }
        }
    }
}

/// Source: Aart Bik, "Perft for Reversi", <https://www.aartbik.com/MISC/reversi.html>
#[test]
fn the_counter_reaches_further() {
    let board = "8x8".parse().unwrap();
    let start = Position::start(board, Start::Othello).discs();
    let mut counter = Counter::new(board, start, Passes::Count, 1 << 26);
    let leaves: Vec<u128> = (0..=12).map(|_| counter.next_ply().leaves).collect();
    assert_eq!(leaves[11..], [212_258_800, 1_939_886_636]);
}

/// The files that `scripts/reproduce counts` writes: their first plies match the mailbox board, and the number of games
/// is the same however passes count.
#[test]
fn counts_for_the_record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/counts");
    let numbers = |name: String| -> Vec<u64> {
        let text = fs::read_to_string(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect()
    };
    let mut games = 0;
    for board in Board::all().filter(|board| board.is_landscape() && board.squares() <= 24) {
        for start in Start::ALL.into_iter().filter(|start| !board.is_square() || *start != Start::ReversiRows) {
            let theirs = checker::Position::start(board.rows() as usize, board.cols() as usize, mailbox_start(start));
            let [counted, skipped] = PASSES.map(|(_, mailbox_passes, name)| {
                let leaves = numbers(format!("{board}-{start}-perft-{name}.txt"));
                for (depth, &leaves) in (0..).zip(leaves.iter().take(7)) {
                    assert_eq!(
                        leaves,
                        checker::perft(&theirs, depth, mailbox_passes),
                        "{board} {start} {name} {depth}"
                    );
                }
                assert_eq!(
                    leaves.last(),
                    numbers(format!("{board}-{start}-games-{name}.txt")).last(),
                    "{board} {start}"
                );
                leaves
            });
            assert_eq!(counted.last(), skipped.last(), "{board} {start}");
            games += 1;
        }
    }
    assert_eq!(games, 25);
}
