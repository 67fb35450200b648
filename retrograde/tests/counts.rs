//! Which positions there are: published counts, and a plain enumeration on the checker's board.

mod support;

use std::collections::HashSet;

use checker::Position as Plain;
use retrograde::count_without_symmetry;
use solver::{Start, Unobserved};
use support::{board, checker_start, exhausted, plan};
use tempfile::TempDir;

/// The squares in row order: 1 the side to move's, -1 the other's, 0 empty.
type Cells = Vec<i8>;

fn cells(position: &Plain, at: impl Fn(usize, usize) -> (usize, usize), rows: usize, cols: usize) -> Cells {
    let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    places.map(|(row, col)| at(row, col)).map(|(row, col)| position.disc(row, col) * position.side()).collect()
}

/// The least image of a position.
fn least(position: &Plain) -> Cells {
    let (rows, cols) = (position.rows(), position.cols());
    let mut images = Vec::new();
    for (turn_rows, turn_cols) in [(false, false), (false, true), (true, false), (true, true)] {
        let image = move |row: usize, col: usize| {
            (if turn_rows { rows - 1 - row } else { row }, if turn_cols { cols - 1 - col } else { col })
        };
        images.push(cells(position, image, rows, cols));
        if rows == cols {
            images.push(cells(position, |row, col| image(col, row), rows, cols));
        }
    }
    images.into_iter().min().expect("there is the position itself")
}

/// Numbers of positions, all and up to symmetry, whichever colour is to move.
fn plain_counts(start: Plain) -> (u64, u64) {
    let (rows, cols) = (start.rows(), start.cols());
    let own = |position: &Plain| cells(position, |row, col| (row, col), rows, cols);
    let (mut all, mut reduced) = (HashSet::from([own(&start)]), HashSet::from([least(&start)]));
    let mut left = vec![start];
    while let Some(position) = left.pop() {
        for next in position.legal_moves().into_iter().filter_map(|chosen| position.play(chosen)) {
            if all.insert(own(&next)) {
                reduced.insert(least(&next));
                left.push(next);
            }
        }
    }
    (all.len() as u64, reduced.len() as u64)
}

fn counts(name: &str, start: Start) -> (u64, u64) {
    let folder = TempDir::new().unwrap();
    let raw = count_without_symmetry(board(name), start, 2, &Unobserved).unwrap();
    let census = exhausted(plan(name, start), folder.path());
    assert!(raw.iter().map(|&(discs, _)| discs).eq(census.census().layers.iter().map(|layer| layer.discs)));
    (raw.iter().map(|&(_, count)| count).sum(), census.census().positions())
}

#[test]
fn published_counts() {
    // Positions of the othello start, counted by others with side to move and forced passes.
    assert_eq!(counts("4x4", Start::Othello), (58_533, 12_351));
    assert_eq!(counts("4x5", Start::Othello), (4_452_883, 2_426_921));
}

#[test]
fn a_plain_enumeration_has_the_same_counts() {
    for name in ["3x3", "3x4", "4x3", "3x5", "5x3", "4x4"] {
        for start in Start::ALL {
            assert_eq!(counts(name, start), plain_counts(checker_start(name, start)), "{name} {start}");
        }
    }
}
