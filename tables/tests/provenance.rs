//! What came from elsewhere stays a claim however it travels, and never harms what is proven here.

mod support;

use std::fs;
use std::path::Path;

use solver::{
    Basis, Bounds, Discs, Mode, Move, Position, ProofTable, Proven, Question, Resources, Scoring, Solver, Square,
    Start, Symmetries,
};
use support::{board, claimed, entries, fill, proven};
use tables::{Portable, Table, TableError, Tables, Trust, export};
use tempfile::TempDir;

const SHAPE: &str = "4x6";

fn open(directory: &Path, trust: Trust) -> (Tables, Table) {
    let tables = Tables::open(directory).unwrap().with_trust(trust);
    let table = tables.table(board(SHAPE), Scoring::Discs);
    (tables, table)
}

/// A canonical position of 4x6 with a disc or two.
fn somewhere(player: u64, opponent: u64) -> Discs {
    Symmetries::new(board(SHAPE)).canonical(Discs::from_bits(player, opponent).unwrap()).0
}

fn merge(tables: &Tables, entries: &[(Discs, Proven)]) -> Result<tables::Merged, TableError> {
    tables.merge(board(SHAPE), Scoring::Discs, || Ok(entries.iter().copied().map(Ok)))
}

fn start() -> Question {
    Question::new(Position::start(board(SHAPE), Start::Othello), Mode::Exact, Scoring::Discs)
}

fn solver() -> Solver {
    Solver::new(Resources { memory_bytes: 16 << 20, ..Resources::default() })
}

#[test]
fn an_import_stands_beside_what_is_proven_and_changes_nothing_of_it() {
    let directory = TempDir::new().unwrap();
    let (tables, all) = open(directory.path(), Trust::All);
    let discs = somewhere(1, 2);
    let best = Some(Move::Place(Square::new(9).unwrap()));
    let own = Proven { bounds: Bounds::new(2, 10), best, effort: 7, basis: Basis::Proof };
    all.record(discs, own);
    tables.flush().unwrap();

    // The same bounds with another move say nothing new.
    let other_move = Proven { best: Some(Move::Place(Square::new(8).unwrap())), ..own };
    let merged = merge(&tables, &[(discs, other_move)]).unwrap();
    assert_eq!((merged.added, merged.improved, merged.known), (0, 0, 1));
    let closer = Proven { bounds: Bounds::new(4, 6), ..other_move };
    assert_eq!(merge(&tables, &[(discs, closer)]).unwrap().improved, 1);
    assert_eq!(all.probe(discs), Some(claimed(closer)));
    let census = all.census(|error| panic!("{error}"), || true).unwrap().unwrap();
    assert_eq!((census.entries(), census.unverified, census.of_unknown_origin), (1, 1, 0));
    drop((all, tables));

    let (tables, trusting) = open(directory.path(), Trust::Own);
    assert_eq!(trusting.probe(discs), Some(own));
    assert_eq!(entries(&trusting), [(discs, own)]);
    // A proof made here that reaches the claim makes it vanish.
    trusting.record(discs, Proven { bounds: Bounds::new(4, 6), best, effort: 9, basis: Basis::Proof });
    tables.flush().unwrap();
    let census = trusting.census(|error| panic!("{error}"), || true).unwrap().unwrap();
    assert_eq!((census.entries(), census.unverified), (1, 0));
    assert_eq!(tables.refuted().1, 0);
}

#[test]
fn a_claim_that_contradicts_a_proof_is_refused_and_one_that_a_proof_contradicts_is_removed() {
    let directory = TempDir::new().unwrap();
    let (tables, table) = open(directory.path(), Trust::Own);
    let (here, there) = (somewhere(1, 2), somewhere(4, 8));
    table.record(here, proven(2, 10));
    let failure = merge(&tables, &[(here, proven(12, 12))]).expect_err("it contradicts");
    assert!(matches!(failure, TableError::Contradiction { .. }), "{failure}");
    merge(&tables, &[(there, proven(12, 12))]).unwrap();
    assert_eq!(table.probe(there), None, "nothing is proven of it");
    table.record(there, proven(-24, 12));
    tables.flush().unwrap();
    assert_eq!(tables.refuted().1, 0, "that fits");
    table.record(there, proven(-24, 2));
    tables.flush().unwrap();
    assert_eq!(table.probe(there), Some(proven(-24, 2)));
    let (refuted, count) = tables.refuted();
    assert_eq!(count, 1);
    let TableError::Refuted { claimed, proven, .. } = &refuted[0] else { panic!("{refuted:?}") };
    assert_eq!((*claimed, *proven), (Bounds::at(12), Bounds::new(-24, 2)));
    let census = table.census(|error| panic!("{error}"), || true).unwrap().unwrap();
    assert_eq!((census.entries(), census.unverified), (2, 0));
}

#[test]
fn exports_merges_and_a_merge_into_itself_turn_no_claim_into_a_proof() {
    let (source, first, second) = (TempDir::new().unwrap(), TempDir::new().unwrap(), TempDir::new().unwrap());
    fill(source.path(), SHAPE, Scoring::Discs);
    let unverified = |directory: &Path| {
        let tables = Tables::open_read_only(directory).unwrap();
        let table = tables.table(board(SHAPE), Scoring::Discs);
        let census = table.census(|error| panic!("{error}"), || true).unwrap().unwrap();
        (census.entries() - census.unverified, census.unverified)
    };
    let (own, none) = unverified(source.path());
    assert!(own > 10 && none == 0, "{own} {none}");

    // Into a new table, and from there back, and into itself.
    let merge = |from: &Path, to: &Path| {
        let other = Tables::open_read_only(from).unwrap();
        Tables::open(to).unwrap().merge_from(&other, &[(board(SHAPE), Scoring::Discs)]).unwrap();
    };
    merge(source.path(), first.path());
    assert_eq!(unverified(first.path()), (0, own));
    merge(first.path(), source.path());
    assert_eq!(unverified(source.path()), (own, 0));
    for directory in [first.path(), source.path()] {
        let before = unverified(directory);
        let tables = Tables::open(directory).unwrap();
        let reader = Tables::open_read_only(directory).unwrap();
        tables.merge_from(&reader, &[(board(SHAPE), Scoring::Discs)]).unwrap();
        tables.compact(board(SHAPE), Scoring::Discs).unwrap();
        drop((tables, reader));
        assert_eq!(unverified(directory), before);
    }

    let file = second.path().join("file");
    let tables = Tables::open_read_only(first.path()).unwrap();
    let table = tables.table(board(SHAPE), Scoring::Discs);
    export(&file, board(SHAPE), Scoring::Discs, table.entries()).unwrap();
    let copy = second.path().join("table");
    Tables::open(&copy).unwrap().merge(board(SHAPE), Scoring::Discs, || Portable::open(&file)).unwrap();
    assert_eq!(unverified(&copy), (0, own));
    let own_only = Tables::open_read_only(first.path()).unwrap().with_trust(Trust::Own);
    let table = own_only.table(board(SHAPE), Scoring::Discs);
    assert_eq!(entries(&table), []);
}

#[test]
fn what_is_proven_with_the_help_of_a_claim_is_one() {
    let directory = TempDir::new().unwrap();
    let root = start().position;
    {
        // A lie: black's first move wins nothing.
        let (tables, _) = open(directory.path(), Trust::All);
        let next = root.play(root.legal_moves()[0]).unwrap();
        let discs = Symmetries::new(board(SHAPE)).canonical(next.discs()).0;
        merge(&tables, &[(discs, proven(24, 24))]).unwrap();
    }
    // A second run, and a solver that is given another table while its memory still holds the first one's knowledge.
    let other = TempDir::new().unwrap();
    for _ in 0..2 {
        let mut solver = solver();
        let (tables, table) = open(directory.path(), Trust::All);
        let answer = solver.with_table(&table).solve(&start()).unwrap();
        assert_eq!((answer.basis, solver.basis()), (Basis::Claim, Basis::Claim));
        assert_ne!(answer.bounds, Bounds::at(16), "the lie is believed");
        tables.flush().unwrap();
        let proofs = entries(&table).into_iter().filter(|(_, proven)| !proven.basis.is_claim()).count();
        assert_eq!(proofs, 0);
        let tables = Tables::open(other.path()).unwrap();
        let table = tables.table(board(SHAPE), Scoring::Discs);
        solver.with_table(&table).solve(&start()).unwrap();
        tables.flush().unwrap();
        assert!(entries(&table).into_iter().all(|(_, proven)| proven.basis.is_claim()));
        // A companion shares the memory, and so the doubt.
        let mut companion = solver.companion(board(SHAPE), Scoring::Discs).unwrap();
        assert_eq!(companion.value(&start()).unwrap().basis, Basis::Claim);
        drop(companion);
        solver.forget();
        assert_eq!(solver.basis(), Basis::Proof);
    }
    // Whoever trusts only proofs finds the truth, and removes what it refutes.
    let (tables, table) = open(directory.path(), Trust::Own);
    let answer = solver().with_table(&table).solve(&start()).unwrap();
    assert_eq!((answer.bounds, answer.basis), (Bounds::at(16), Basis::Proof));
    tables.flush().unwrap();
    assert!(tables.refuted().1 > 0);
    let answer = solver().with_table(&table).solve(&start()).unwrap();
    assert_eq!((answer.bounds, answer.basis, answer.from_table), (Bounds::at(16), Basis::Proof, true));
}

/// A table of 3x7 made by the last program of format 1: its files except RocksDB's reports.
const FORMAT_1: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/format-1");

#[test]
fn a_table_of_format_1_is_read_as_claims_of_unknown_origin() {
    let directory = TempDir::new().unwrap();
    let copy = || {
        for file in fs::read_dir(FORMAT_1).unwrap().map(Result::unwrap) {
            fs::copy(file.path(), directory.path().join(file.file_name())).unwrap();
        }
    };
    copy();
    let names = || {
        let mut names: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = names();
    let root = Position::start(board("3x7"), Start::Othello);
    {
        let tables = Tables::open_read_only(directory.path()).unwrap();
        let table = tables.table(board("3x7"), Scoring::Discs);
        let census = table.census(|error| panic!("{error}"), || true).unwrap().unwrap();
        assert_eq!((census.entries(), census.unverified, census.of_unknown_origin), (7, 7, 7));
        let known = table.look_up(&root).unwrap().unwrap();
        assert_eq!((known.bounds, known.basis), (Bounds::at(21), Basis::Claim));
    }
    assert_eq!(names(), before, "reading changes nothing");
    {
        let tables = Tables::open(directory.path()).unwrap().with_trust(Trust::Own);
        let table = tables.table(board("3x7"), Scoring::Discs);
        assert_eq!(table.look_up(&root).unwrap(), None);
        table.keep(&root, Proven { bounds: Bounds::at(21), best: None, effort: 1, basis: Basis::Proof });
        tables.flush().unwrap();
        let census = table.census(|error| panic!("{error}"), || true).unwrap().unwrap();
        assert_eq!((census.entries(), census.unverified, census.of_unknown_origin), (7, 6, 6));
    }
    // It has the new format now: a program of the old one refuses it.
    let tables = Tables::open_read_only(directory.path()).unwrap();
    let known = tables.look_up(&root, Scoring::Discs).unwrap().unwrap();
    assert_eq!((known.bounds, known.basis), (Bounds::at(21), Basis::Proof));
}
