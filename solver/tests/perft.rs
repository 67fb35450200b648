//! Counts of leaves against published numbers and against the mailbox.

mod support;

use solver::perft::{Passes, perft};
use solver::random::Random;
use solver::{Geometry, Position, Start};
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

/// Scattered discs leave lonely squares, so that passes and early ends come at once.
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
