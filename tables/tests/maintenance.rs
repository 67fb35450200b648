//! Reading beside a writer; listing, exporting, importing, merging, compacting and removing tables.

mod support;

use std::fs;

use proptest::prelude::*;
use solver::{Basis, Bounds, Discs, Move, ProofTable, Proven, Scoring, Square, Symmetries};
use support::{board, claimed, entries, fill, proven};
use tables::{Portable, TableError, Tables, export};
use tempfile::TempDir;

/// A canonical position of 4x4 with few discs.
fn canonical(number: u64) -> Discs {
    let symmetries = Symmetries::new(board("4x4"));
    let player = number & 0xFF | 1;
    let opponent = (number >> 8 & 0xFFFF) & !player;
    symmetries.canonical(Discs::from_bits(player, opponent).unwrap()).0
}

fn filled() -> TempDir {
    let directory = TempDir::new().unwrap();
    fill(directory.path(), "4x6", Scoring::Discs);
    directory
}

#[test]
fn readers_see_what_was_written_before_and_disturb_nobody() {
    let directory = TempDir::new().unwrap();
    let writer = Tables::open(directory.path()).unwrap();
    let written = writer.table(board("4x4"), Scoring::Discs);
    written.record(canonical(1), proven(0, 2));
    writer.flush().unwrap();
    let readers: Vec<Tables> = (0..3).map(|_| Tables::open_read_only(directory.path()).unwrap()).collect();
    written.record(canonical(2), proven(1, 3));
    writer.flush().unwrap();
    for number in 3..3_000 {
        written.record(canonical(number * 7919), proven(-1, 3));
    }
    writer.flush().unwrap();
    writer.compact(board("4x4"), Scoring::Discs).unwrap();
    for reader in &readers {
        let table = reader.table(board("4x4"), Scoring::Discs);
        assert_eq!(table.probe(canonical(1)), Some(proven(0, 2)));
        assert_eq!(table.get(canonical(2)).unwrap(), None, "what comes later is not seen");
        assert_eq!(entries(&table).len(), 1);
        // What a reader records is forgotten.
        table.record(canonical(1), proven(1, 16));
        assert_eq!(table.probe(canonical(1)), Some(proven(0, 2)));
        reader.flush().unwrap();
        assert_eq!((reader.written(), reader.failures()), (0, 0));
    }
    drop(readers);
    assert_eq!(written.probe(canonical(1)), Some(proven(0, 2)));
}

#[test]
fn a_reader_beside_a_writer_reads_all_that_stays_or_is_told_that_the_table_changes() {
    let directory = TempDir::new().unwrap();
    let (stays, goes) = (board("4x4"), board("4x5"));
    Tables::open(directory.path()).unwrap().table(stays, Scoring::Discs).record(canonical(1), proven(0, 2));
    let is_written = std::sync::atomic::AtomicBool::new(false);
    let read = || {
        let (mut read, mut changed) = (0, 0);
        while !is_written.load(std::sync::atomic::Ordering::Relaxed) {
            match Tables::open_read_only(directory.path()) {
                Ok(tables) => {
                    read += 1;
                    assert_eq!(entries(&tables.table(stays, Scoring::Discs)), [(canonical(1), proven(0, 2))]);
                    entries(&tables.table(goes, Scoring::Discs));
                }
                Err(TableError::Changed { .. }) => changed += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(read > 0, "{changed} times it changed");
    };
    std::thread::scope(|scope| {
        let readers = [(); 2].map(|()| std::thread::Builder::new().spawn_scoped(scope, read).unwrap());
        for _ in 0..10 {
            let tables = Tables::open(directory.path()).unwrap();
            let table = tables.table(goes, Scoring::Discs);
            let discs = |number| Symmetries::new(goes).canonical(Discs::from_bits(number, 0).unwrap()).0;
            (0..2_000).for_each(|number| table.record(discs(number), proven(0, 2)));
            tables.compact(goes, Scoring::Discs).unwrap();
            drop(table);
            tables.drop_table(goes, Scoring::Discs).unwrap();
        }
        is_written.store(true, std::sync::atomic::Ordering::Relaxed);
        readers.into_iter().for_each(|reader| reader.join().unwrap());
    });
}

#[test]
fn where_there_is_no_table_nothing_is_made_by_reading() {
    let directory = TempDir::new().unwrap();
    let missing = directory.path().join("missing");
    for path in [&missing, &directory.path().to_owned()] {
        let failure = Tables::open_read_only(path).expect_err("there is nothing to read");
        assert_eq!(failure, TableError::NoTable { directory: path.clone() });
    }
    assert!(!missing.exists());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn tables_are_listed_and_removed() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    assert_eq!(tables.list(), []);
    for (shape, scoring) in [("8x4", Scoring::Wof), ("4x4", Scoring::Discs), ("4x8", Scoring::Discs)] {
        tables.table(board(shape), scoring).record(Discs::from_bits(1, 0).unwrap(), proven(0, 1));
    }
    let (four, eight) = (board("4x4"), board("4x8"));
    assert_eq!(tables.list(), [(four, Scoring::Discs), (eight, Scoring::Discs), (eight, Scoring::Wof)]);
    tables.drop_table(board("8x4"), Scoring::Discs).unwrap();
    assert_eq!(tables.list(), [(four, Scoring::Discs), (eight, Scoring::Wof)]);
    let failure = tables.drop_table(eight, Scoring::Discs).expect_err("it is gone");
    assert!(matches!(failure, TableError::Missing { .. }), "{failure}");
    assert!(tables.has(four, Scoring::Discs) && !tables.has(four, Scoring::Wof));
}

#[test]
fn an_export_and_its_import_give_the_same_table_and_the_same_file() {
    let (here, there) = (filled(), TempDir::new().unwrap());
    let tables = Tables::open_read_only(here.path()).unwrap();
    let table = tables.table(board("4x6"), Scoring::Discs);
    let (first, second) = (there.path().join("first"), there.path().join("second"));
    let count = export(&first, board("4x6"), Scoring::Discs, table.entries()).unwrap();
    assert!(count > 10, "{count}");
    let open = || Portable::open(&first);
    let file = open().unwrap();
    assert_eq!((file.board(), file.scoring()), (board("4x6"), Scoring::Discs));

    let copies = Tables::open(&there.path().join("table")).unwrap();
    let merged = copies.merge(board("6x4"), Scoring::Discs, open).unwrap();
    assert_eq!((merged.added, merged.improved, merged.known), (count, 0, 0));
    let copy = copies.table(board("4x6"), Scoring::Discs);
    let expected: Vec<_> = entries(&table).into_iter().map(|(discs, proven)| (discs, claimed(proven))).collect();
    assert_eq!(entries(&copy), expected);
    export(&second, board("4x6"), Scoring::Discs, copy.entries()).unwrap();
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    let again = copies.merge(board("4x6"), Scoring::Discs, || Portable::open(&second)).unwrap();
    assert_eq!((again.added, again.improved, again.known), (0, 0, count));
    copies.compact(board("4x6"), Scoring::Discs).unwrap();
    assert_eq!(entries(&copy), expected);
}

#[test]
fn an_export_is_whole_or_not_there() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("file");
    let failing = vec![Ok((canonical(1), proven(0, 1))), Err(TableError::NoTable { directory: "x".into() })];
    assert!(export(&path, board("4x4"), Scoring::Discs, failing.into_iter()).is_err());
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_damaged_export_is_refused_and_nothing_of_it_is_merged() {
    let (here, there) = (filled(), TempDir::new().unwrap());
    let tables = Tables::open_read_only(here.path()).unwrap();
    let table = tables.table(board("4x6"), Scoring::Discs);
    let path = there.path().join("file");
    export(&path, board("4x6"), Scoring::Discs, table.entries()).unwrap();
    let whole = fs::read(&path).unwrap();
    let target = Tables::open(&there.path().join("table")).unwrap();
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        let result = Portable::open(&path)
            .and_then(|file| target.merge(file.board(), file.scoring(), || Portable::open(&path)).map(|_| ()));
        let failure = result.expect_err(what).to_string();
        assert!(failure.contains(path.to_str().unwrap()) && failure.lines().count() == 1, "{failure}");
        for (board, scoring) in target.list() {
            assert_eq!(entries(&target.table(board, scoring)), [], "{what}");
        }
    };
    // Each bit of the head and the tail, and some bits in between.
    let (bits, step) = (8 * whole.len(), (whole.len() / 200).max(1) * 8 + 3);
    for bit in (0..200).chain((200..bits - 200).step_by(step)).chain(bits - 200..bits) {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        refused(&bytes, &format!("bit {bit}"));
    }
    for length in [0, 5, 13, 20, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..length], &format!("{length} bytes"));
    }
    refused(&[&whole[..], b"!"].concat(), "one byte more");
}

/// A correctly sealed file of one block, whose header announces these amounts.
fn bomb(entries: u32, raw: u32, compressed: u32, block: &[u8]) -> Vec<u8> {
    let mut bytes = b"OTHELLOB\x01\x00\x04\x06\x00".to_vec();
    let seal = |bytes: &mut Vec<u8>| bytes.extend(xxhash_rust::xxh3::xxh3_64(bytes).to_le_bytes());
    seal(&mut bytes);
    for number in [entries, raw, compressed] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(block);
    seal(&mut bytes);
    bytes
}

#[test]
fn an_export_that_promises_more_than_its_board_can_have_is_refused_before_anything_is_made_of_it() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("file");
    let zeros = |length: usize| {
        let mut packed = vec![0; 1 << 16];
        let packed_bytes = zstd_safe::compress(&mut packed[..], &vec![0; length], 9).unwrap();
        packed.truncate(packed_bytes);
        packed
    };
    let inflated = zeros(2_000_000);
    for (entries, raw, compressed) in [
        (u32::MAX, u32::MAX, u32::MAX),
        (65_537, 500_000, 10),
        (1, 2_000_000, 10),
        (65_536, 100, 10),
        (10, 100, 1 << 30),
    ] {
        fs::write(&path, bomb(entries, raw, compressed, &inflated)).unwrap();
        let failure = Portable::open(&path).unwrap().next().unwrap().unwrap_err().to_string();
        assert!(failure.contains("another size than its entries"), "{failure}");
    }
    // More is decompressed than announced, or less.
    for raw in [21_u32, 100] {
        let packed = zeros(1_999_999);
        fs::write(&path, bomb(1 + raw / 21, raw, packed.len() as u32, &packed)).unwrap();
        let failure = Portable::open(&path).unwrap().next().unwrap().unwrap_err().to_string();
        assert!(failure.contains("another size") || failure.contains("a block is damaged"), "{failure}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_no_export() {
    let directory = TempDir::new().unwrap();
    let pipe = directory.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&pipe, directory.path(), std::path::Path::new("/dev/zero")] {
        let failure = Portable::open(path).err().expect("it is refused").to_string();
        assert!(failure.contains("no regular file") && failure.lines().count() == 1, "{failure}");
    }
}

#[test]
fn a_contradiction_stops_a_merge_and_is_named() {
    let directory = TempDir::new().unwrap();
    let tables = Tables::open(directory.path()).unwrap();
    let table = tables.table(board("4x4"), Scoring::Discs);
    let mut positions = [canonical(1), canonical(0x0201), canonical(0x4001)];
    positions.sort_by_key(|discs| (std::cmp::Reverse(discs.occupied().len()), *discs));
    let [first, second, third] = positions;
    table.record(
        second,
        Proven {
            bounds: Bounds::new(2, 6),
            best: Some(Move::Place(Square::new(15).unwrap())),
            effort: 4,
            basis: Basis::Proof,
        },
    );
    tables.flush().unwrap();
    let before = entries(&table);
    let others = |bounds: Bounds| {
        [
            (first, proven(0, 0)),
            (second, Proven { bounds, best: None, effort: 9, basis: Basis::Proof }),
            (third, proven(1, 1)),
        ]
        .map(Ok)
    };
    let merge = |bounds| tables.merge(board("4x4"), Scoring::Discs, || Ok(others(bounds).into_iter()));
    let failure = merge(Bounds::new(-4, 1)).expect_err("they contradict");
    let TableError::Contradiction { known, new, .. } = &failure else { panic!("{failure}") };
    assert_eq!((*known, *new), (Bounds::new(2, 6), Bounds::new(-4, 1)));
    assert_eq!(entries(&table), before, "nothing was merged");
    let merged = merge(Bounds::new(-4, 4)).unwrap();
    assert_eq!((merged.added, merged.improved, merged.known), (2, 1, 0));
    let both = Proven {
        bounds: Bounds::new(2, 4),
        best: Some(Move::Place(Square::new(15).unwrap())),
        // What our own proof took; the effort of a claim is not ours.
        effort: 4,
        basis: Basis::Proof,
    };
    assert_eq!(table.probe(second), Some(claimed(both)));

    let unordered = [(third, proven(1, 1)), (first, proven(0, 0))].map(Ok);
    let failure =
        tables.merge(board("4x4"), Scoring::Discs, || Ok(unordered.iter().cloned())).expect_err("out of order");
    assert!(failure.to_string().contains("not in order"), "{failure}");
    let twisted = Discs::from_bits(1 << 15, 0).unwrap();
    let failure = tables.merge(board("4x4"), Scoring::Discs, || Ok([Ok((twisted, proven(0, 1)))].into_iter()));
    assert!(failure.expect_err("it is not canonical").to_string().contains("canonical"));
}

#[test]
fn a_merge_that_fails_leaves_no_table_and_changes_none() {
    let (here, there) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (tables, other) = (Tables::open(here.path()).unwrap(), Tables::open(there.path()).unwrap());
    let discs = canonical(1);
    // In the order of their names, the good table comes before the contradicting one.
    let games = [(board("3x5"), Scoring::Discs), (board("4x4"), Scoring::Discs)];
    for (value, tables) in [(2, &tables), (3, &other)] {
        tables.table(board("4x4"), Scoring::Discs).record(discs, proven(value, value));
    }
    other.table(board("3x5"), Scoring::Discs).record(discs, proven(1, 1));
    other.flush().unwrap();
    let failure = tables.merge_from(&other, &games).expect_err("4x4 contradicts");
    assert!(matches!(failure, TableError::Contradiction { .. }), "{failure}");
    assert_eq!(tables.list(), [(board("4x4"), Scoring::Discs)]);

    let bad = [Ok((Discs::from_bits(1 << 15, 0).unwrap(), proven(0, 1)))];
    tables.merge(board("4x5"), Scoring::Discs, || Ok(bad.iter().cloned())).expect_err("it is not canonical");
    assert_eq!(tables.list(), [(board("4x4"), Scoring::Discs)]);
    let merged = tables.merge_from(&other, &games[..1]).unwrap();
    assert_eq!(merged.len(), 1);
    assert_eq!(tables.table(board("3x5"), Scoring::Discs).probe(discs), Some(claimed(proven(1, 1))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Merging everything at once gives the same as recording one after the other.
    #[test]
    fn merging_is_recording(
        present in proptest::collection::vec((any::<u64>(), -16..=0, 0..=16, any::<u16>()), 0..40),
        new in proptest::collection::vec((any::<u64>(), -16..=0, 0..=16, any::<u16>()), 0..40),
    ) {
        let made = |(number, lower, upper, effort): (u64, i32, i32, u16)| {
            let proven = Proven { bounds: Bounds::new(lower, upper), best: None, effort: effort.into(), basis: Basis::Proof };
            (canonical(number % 64), proven)
        };
        let (left, right) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let (merging, recording) = (Tables::open(left.path()).unwrap(), Tables::open(right.path()).unwrap());
        let merged = merging.table(board("4x4"), Scoring::Wof);
        let recorded = recording.table(board("4x4"), Scoring::Wof);
        for (discs, proven) in present.into_iter().map(made) {
            merged.record(discs, proven);
            recorded.record(discs, proven);
        }
        // The entries of another table, in order and each once.
        let other_directory = TempDir::new().unwrap();
        let other = Tables::open(other_directory.path()).unwrap();
        let from = other.table(board("4x4"), Scoring::Wof);
        for (discs, proven) in new.into_iter().map(made) {
            from.record(discs, proven);
        }
        other.flush().unwrap();
        for (discs, proven) in entries(&from) {
            recorded.record(discs, claimed(proven));
        }
        merging.merge(board("4x4"), Scoring::Wof, || Ok(from.entries())).unwrap();
        recording.flush().unwrap();
        prop_assert_eq!(entries(&merged), entries(&recorded));
    }
}
