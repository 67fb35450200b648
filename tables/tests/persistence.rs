//! What users of the tables rely on.
#![allow(clippy::disallowed_methods, reason = "a test may end with a panic")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use solver::{Basis, Board, Bounds, Discs, Guess, Move, ProofTable, Proven, Score, Scoring, Square};
use tables::{TableError, Tables};
use tempfile::TempDir;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn proven(lower: i32, upper: i32) -> Proven {
    Proven { bounds: Bounds::new(lower, upper), best: None, effort: 0, basis: Basis::Proof }
}

fn discs(player: u64) -> Discs {
    Discs::from_bits(player, 0).unwrap()
}

fn refused(directory: &Path) -> TableError {
    Tables::open(directory).expect_err("it is refused")
}

#[test]
fn a_record_is_seen_at_once_and_after_a_flush() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("6x6"), Scoring::Discs);
    assert_eq!(table.probe(discs(1)), None);
    let first = Proven {
        bounds: Bounds::new(-4, 36),
        best: Some(Move::Place(Square::new(7).unwrap())),
        effort: 77,
        basis: Basis::Proof,
    };
    table.record(discs(1), first);
    assert_eq!(table.probe(discs(1)), Some(first));
    tables.flush().unwrap();
    assert_eq!((table.probe(discs(1)), tables.written()), (Some(first), 1));
    table.record(discs(1), Proven { bounds: Bounds::new(-36, -4), best: None, effort: 5, basis: Basis::Proof });
    let both = Some(Proven { bounds: Bounds::at(-4), ..first });
    assert_eq!(table.probe(discs(1)), both);
    tables.flush().unwrap();
    assert_eq!((table.probe(discs(1)), tables.written()), (both, 2));
    table.record(discs(1), proven(-10, 10));
    tables.flush().unwrap();
    assert_eq!((table.probe(discs(1)), tables.written()), (both, 2), "what is known already is not written again");
}

#[test]
fn guesses_are_kept_apart_from_proofs_and_go_with_their_table() {
    let directory = TempDir::new().unwrap();
    let guess = |level, square| Guess { level, bounds: Bounds::new(-2, 4), best: Square::new(square).map(Move::Place) };
    {
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table(board("6x6"), Scoring::Discs);
        assert_eq!(table.guess(discs(1)), None);
        table.keep_guess(discs(1), guess(1, 7));
        assert_eq!(table.guess(discs(1)), Some(guess(1, 7)));
        table.keep_guess(discs(1), guess(2, 8));
        assert_eq!(table.guess(discs(1)), Some(guess(2, 8)));
        assert_eq!((table.probe(discs(1)), tables.table(board("6x6"), Scoring::Wof).guess(discs(1))), (None, None));
        tables.flush().unwrap();
    }
    {
        let tables = Tables::open_read_only(directory.path()).unwrap();
        let table = tables.table(board("6x6"), Scoring::Discs);
        table.keep_guess(discs(2), guess(1, 7));
        assert_eq!([1, 2].map(|player| table.guess(discs(player))), [Some(guess(2, 8)), None]);
    }
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("6x6"), Scoring::Discs);
    assert_eq!([1, 2].map(|player| table.guess(discs(player))), [Some(guess(2, 8)), None]);
    assert_eq!((table.probe(discs(1)), table.entries().count(), tables.written()), (None, 0, 0));
    tables.drop_table(board("6x6"), Scoring::Discs).unwrap();
    assert_eq!(tables.table(board("6x6"), Scoring::Discs).guess(discs(1)), None);
}

#[test]
fn bounds_beyond_the_board_are_cut_to_it() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("3x3"), Scoring::Discs);
    table.record(discs(1), proven(3, 64));
    assert_eq!(table.probe(discs(1)), Some(proven(3, 9)));
}

#[test]
fn entries_outlive_the_process_that_wrote_them() {
    let directory = TempDir::new().unwrap();
    let directory = directory.path().join("made").join("on the way");
    let games = [("4x10", Scoring::Discs), ("4x10", Scoring::Wof), ("8x8", Scoring::Discs), ("3x21", Scoring::Wof)];
    for round in 0..3 {
        let tables = Tables::open(&directory).unwrap();
        for (index, (shape, scoring)) in games.into_iter().enumerate() {
            let table = tables.table(board(shape), scoring);
            for earlier in 0..round {
                assert_eq!(table.probe(discs(1 << earlier)), Some(proven(-3, index as i32)), "{shape} {scoring}");
            }
            assert_eq!(table.probe(discs(1 << round)), None, "{shape} {scoring}");
            table.record(discs(1 << round), proven(-3, index as i32));
        }
    }
}

#[test]
fn a_board_and_its_transpose_share_a_table_and_scorings_do_not() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let wide = tables.table(board("4x10"), Scoring::Discs);
    let tall = tables.table(board("10x4"), Scoring::Discs);
    let other = tables.table(board("4x10"), Scoring::Wof);
    wide.record(discs(1), proven(1, 40));
    assert_eq!(tall.probe(discs(1)), Some(proven(1, 40)));
    assert_eq!(other.probe(discs(1)), None);
    tables.flush().unwrap();
    assert_eq!(other.probe(discs(1)), None);
}

#[test]
fn contradicting_bounds_are_reported_and_never_stored() {
    for flush_between in [false, true] {
        let directory = TempDir::new().unwrap();
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table(board("4x4"), Scoring::Discs);
        table.record(discs(3), proven(-2, 4));
        if flush_between {
            tables.flush().unwrap();
        }
        table.record(discs(3), proven(6, 8));
        assert_eq!(table.probe(discs(3)), Some(proven(-2, 4)));
        let failure = tables.flush().expect_err("bounds contradict each other");
        let TableError::Contradiction { table: name, position, known, new, .. } = &failure else { panic!("{failure}") };
        assert_eq!((&name[..], &position[..]), ("4x4 discs", "XX-------------- X"));
        assert_eq!((*known, *new), (Bounds::new(-2, 4), Bounds::new(6, 8)));
        assert_eq!((tables.failure(), tables.failures()), (Some(failure), 1));
        drop((table, tables));
        let tables = Tables::open(directory.path()).unwrap();
        let table = tables.table(board("4x4"), Scoring::Discs);
        assert_eq!(table.probe(discs(3)), Some(proven(-2, 4)));
        table.record(discs(1), proven(5, 4));
        assert_eq!((table.probe(discs(1)), tables.failures()), (None, 1));
    }
}

#[test]
fn an_open_table_is_in_use() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let failure = refused(directory.path());
    assert_eq!(failure, TableError::InUse { directory: directory.path().to_owned() });
    assert!(failure.to_string().contains(directory.path().to_str().unwrap()), "{failure}");
    drop(tables);
    Tables::open(directory.path()).unwrap();
}

/// The variable by which the test below tells its second process which directory to hold.
const HELD: &str = "TABLES_TEST_HELD_DIRECTORY";

#[test]
fn a_table_held_by_another_process_is_in_use() {
    let directory = TempDir::new().unwrap();
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "holds_a_table_until_its_input_ends"])
        .env(HELD, directory.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(holder.stdout.take().unwrap());
    let mut lines = output.lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("held")), "the second process opens the table");
    assert_eq!(refused(directory.path()), TableError::InUse { directory: directory.path().to_owned() });
    drop(holder.stdin.take());
    lines.for_each(drop);
    assert!(holder.wait().unwrap().success());
    Tables::open(directory.path()).unwrap();
}

#[test]
#[ignore = "the second process of the test above"]
fn holds_a_table_until_its_input_ends() {
    let Some(directory) = std::env::var_os(HELD) else { return };
    let _tables = Tables::open(Path::new(&directory)).unwrap();
    println!("held");
    std::io::stdin().lines().for_each(drop);
}

#[test]
fn what_is_no_table_directory_is_refused_and_left_alone() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("notes.txt");
    fs::write(&file, "mine").unwrap();
    let failure = refused(directory.path());
    assert!(matches!(failure, TableError::Foreign { .. }), "{failure}");
    assert!(failure.to_string().contains("'notes.txt'"), "{failure}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    assert_eq!(refused(&file), TableError::NotADirectory { path: file.clone() });
    let below = refused(&file.join("below"));
    assert!(matches!(below, TableError::Create { .. }), "{below}");
}

#[test]
fn errors_are_one_line_that_names_the_directory() {
    let directory = TempDir::new().unwrap();
    drop(Tables::open(directory.path()).unwrap());
    fs::write(directory.path().join("CURRENT"), "MANIFEST-999999\n").unwrap();
    let message = refused(directory.path()).to_string();
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.contains(directory.path().to_str().unwrap()), "{message}");
}

#[test]
fn many_threads_record_and_probe_at_once() {
    const THREADS: u64 = 4;
    const POSITIONS: u64 = 3_000;
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("5x5"), Scoring::Discs);
    std::thread::scope(|scope| {
        for thread in 0..THREADS as i32 {
            let (table, tables) = (&table, &tables);
            scope.spawn(move || {
                for position in 1..=POSITIONS {
                    table.record(discs(position), proven(thread - 20, 20 - thread));
                    let seen = table.probe(discs(position)).expect("it was just recorded").bounds;
                    assert!(
                        seen.lower >= Score::new(thread - 20) && seen.upper <= Score::new(20 - thread),
                        "{position}: {seen}"
                    );
                    if position % 1_000 == 0 {
                        tables.flush().unwrap();
                    }
                }
            });
        }
    });
    tables.flush().unwrap();
    drop((table, tables));
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("5x5"), Scoring::Discs);
    let narrowest = THREADS as i32 - 21;
    for position in 1..=POSITIONS {
        assert_eq!(table.probe(discs(position)), Some(proven(narrowest, -narrowest)), "{position}");
    }
}
