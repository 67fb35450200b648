//! A true table passes; a false one is found out.

mod support;

use solver::{Bounds, Discs, ProofTable, Proven, Scoring};
use support::{board, entries, fill};
use tables::{Depth, TableError, Tables, Verified};
use tempfile::TempDir;

fn verify(tables: &Tables, shape: &str, depth: Depth) -> (Verified, Vec<TableError>) {
    let mut problems = Vec::new();
    let table = tables.table(board(shape), Scoring::Discs);
    let verified = table.verify(depth, |problem| problems.push(problem), |_| ()).unwrap();
    (verified, problems)
}

#[test]
fn a_table_made_by_searches_is_consistent() {
    for shape in ["4x4", "4x6", "3x7", "5x5"] {
        let directory = TempDir::new().unwrap();
        fill(directory.path(), shape, Scoring::Discs);
        let tables = Tables::open_read_only(directory.path()).unwrap();
        for depth in [Depth::Entries, Depth::Successors] {
            let (verified, problems) = verify(&tables, shape, depth);
            assert_eq!(problems, [], "{shape}");
            assert!(verified.census.entries() > 0 && verified.contradictions == 0);
            assert_eq!(verified.pairs > 0, depth == Depth::Successors, "{shape}");
        }
    }
}

/// Replaces the bounds of one entry of a filled table, in a separate table.
fn altered(shape: &str, change: impl Fn(Discs, Proven) -> Proven) -> (TempDir, Tables) {
    let (source, directory) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fill(source.path(), shape, Scoring::Discs);
    let original = Tables::open_read_only(source.path()).unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board(shape), Scoring::Discs);
    for (discs, proven) in entries(&original.table(board(shape), Scoring::Discs)) {
        table.record(discs, change(discs, proven));
    }
    tables.flush().unwrap();
    (directory, tables)
}

#[test]
fn an_entry_that_contradicts_its_successors_is_named() {
    // The longest-searched position of the table, which is the start, said to be better and worse than it is.
    let (directory, original) = altered("4x6", |_, proven| proven);
    let table = original.table(board("4x6"), Scoring::Discs);
    let (root, truth) = entries(&table).pop().unwrap();
    let value = truth.bounds.exact().expect("the start is solved");
    drop((table, original, directory));
    for wrong in [value.discs() + 2, value.discs() - 2] {
        let (_directory, tables) =
            altered(
                "4x6",
                |discs, proven| {
                    if discs == root { Proven { bounds: Bounds::at(wrong), ..proven } } else { proven }
                },
            );
        assert_eq!(verify(&tables, "4x6", Depth::Entries).1, []);
        let (verified, problems) = verify(&tables, "4x6", Depth::Successors);
        assert!(verified.contradictions > 0, "{wrong}");
        assert!(problems.iter().any(|problem| matches!(
            problem,
            TableError::Inconsistent { claimed, .. } if *claimed == Bounds::at(wrong)
        )));
    }
}

#[test]
fn what_no_search_can_have_found_is_named() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("4x4"), Scoring::Discs);
    // Nobody can move: 3 discs to 1.
    let over = Discs::from_bits(0b1011, 1 << 15).unwrap();
    let symmetries = solver::Symmetries::new(board("4x4"));
    let over = symmetries.canonical(over).0;
    table.record(over, support::proven(3, 16));
    tables.flush().unwrap();
    let (verified, problems) = verify(&tables, "4x4", Depth::Entries);
    assert_eq!(verified.contradictions, 1);
    assert!(problems[0].to_string().contains("the game is over with +2"), "{}", problems[0]);
}

#[test]
fn bounds_with_nothing_to_compare_are_not_guarded() {
    let source = TempDir::new().unwrap();
    fill(source.path(), "4x6", Scoring::Discs);
    let original = Tables::open_read_only(source.path()).unwrap();
    let all = entries(&original.table(board("4x6"), Scoring::Discs));
    // Entries without their successors, said to be anything.
    let alone: Vec<Discs> = all.iter().map(|(discs, _)| *discs).filter(|discs| discs.occupied().len() == 6).collect();
    assert!(!alone.is_empty());
    for bounds in
        [Bounds::at(24), Bounds::at(-24), Bounds::at(23), Bounds::at(0), Bounds::at(-23), Bounds::new(-24, 22)]
    {
        let directory = TempDir::new().unwrap();
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table(board("4x6"), Scoring::Discs);
        alone.iter().for_each(|&discs| table.record(discs, Proven { bounds, ..support::proven(0, 0) }));
        tables.flush().unwrap();
        let (verified, problems) = verify(&tables, "4x6", Depth::Successors);
        assert_eq!(problems, [], "{bounds:?}");
        assert!(verified.limits > 0);
        assert_eq!((verified.guarded, verified.pairs), (0, 0), "{bounds:?}");
    }
}
