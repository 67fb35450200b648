//! Tablebases are made, gone through and sampled.

mod support;

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use retrograde::Plan;
use solver::{Board, Discs, Observer, Score, Scoring, Start, Unobserved};
use support::board;
use tables::{ExhaustiveTable, Tables};
use tempfile::TempDir;

fn plan(shape: &str) -> Plan {
    Plan { board: board(shape), start: Start::Othello, scoring: Scoring::Discs, threads: 2 }
}

fn positions(table: &ExhaustiveTable, board: Board, empties: std::ops::RangeInclusive<u32>) -> Vec<Discs> {
    let mut positions = Vec::new();
    let all = |discs| {
        positions.push(discs);
        ControlFlow::Continue(())
    };
    assert!(table.visit(board, empties, all).unwrap().is_continue());
    positions
}

#[test]
fn a_table_is_made_once_and_its_positions_lie_as_they_are_wanted() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.make_exhaustive(&plan("4x3"), &Unobserved).unwrap();
    let again = tables.make_exhaustive(&plan("3x4"), &Unobserved).unwrap();
    assert_eq!((table.checksum(), table.board()), (again.checksum(), board("3x4")));
    let by_empties = table.by_empties();
    assert_eq!(by_empties.iter().sum::<u64>(), table.len());
    let all = positions(&table, board("3x4"), 0..=8);
    assert_eq!(all.len() as u64, table.len());
    for (empties, &count) in (0..).zip(&by_empties) {
        let wide = positions(&table, board("3x4"), empties..=empties);
        let tall = positions(&table, board("4x3"), empties..=empties);
        assert_eq!((wide.len() as u64, tall.len() as u64), (count, count));
        assert!(wide.iter().all(|discs| 12 - discs.occupied().len() == empties));
        // Transposed, and no two alike.
        assert!(tall.iter().zip(&wide).all(|(tall, wide)| tall.occupied().len() == wide.occupied().len()));
        assert_eq!(tall.iter().collect::<HashSet<_>>().len(), tall.len());
    }
    let mut left = 7;
    let few = |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert!(table.visit(board("3x4"), 0..=8, few).unwrap().is_break() && left == 0);
    for count in [1, 10, 1_000_000] {
        let sample = table.sample(count).unwrap();
        assert!(sample.len() as u64 >= count.min(table.len()) && sample.len() as u64 <= table.len());
        assert!(sample.iter().all(|(position, value)| table.value(position) == Ok(Some(*value))));
        let different: HashSet<_> = sample.iter().map(|(position, _)| position.discs()).collect();
        assert_eq!(different.len(), sample.len());
    }
}

/// Stops after this many looks.
struct Impatient(AtomicU64);

impl Observer for Impatient {
    fn begin(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) > 20
    }
}

#[test]
fn a_table_whose_making_was_stopped_is_made_from_there_and_nothing_is_left_over() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let left = || {
        let names = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".work")).count()
    };
    assert!(tables.make_exhaustive(&plan("4x4"), &Impatient(0.into())).is_err());
    assert_eq!(left(), 1);
    let table = tables.make_exhaustive(&plan("4x4"), &Unobserved).unwrap();
    assert_eq!((table.value_of_start(), left()), (Score::new(-8), 0));
}
