//! What each fuzz target asks: bytes that come from outside are read or refused, never a panic, and what is read says the same
//! when it is written and read again.
//!
//! Formats with a checksum are tried twice: as the bytes are, and with a checksum that fits, so that what lies behind it is
//! reached. RocksDB's tables and their exports are not here, since each build for a sanitizer would compile RocksDB; the scenes of
//! `tests/faults` damage them, as they do every other format from outside the program.

use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

use files::{Header, Journal, sealed, unsealed};
use problems::Format;
use solver::notation::{line_text, parse_moves, read_position};
use solver::{Board, Position, Progress, Start, read};
use xxhash_rust::xxh3::xxh3_64;

/// The most memory that a certificate may ask for here.
const CERTIFICATE_MEMORY: u64 = 64 << 20;
/// Boards of at most this many squares are small enough to check what a certificate claims.
const CHECKABLE: usize = 12;

/// What is read must be what is written of it.
fn comes_back<T: FromStr + Display + PartialEq + Debug>(text: &str)
where
    T::Err: Debug,
{
    if let Ok(value) = text.parse::<T>() {
        let again = value.to_string().parse::<T>();
        assert_eq!(again.expect("what was written is read"), value, "{text:?}");
    }
}

/// The same bytes with the checksum that fits: XXH3 of all before it, in the last eight.
fn with_checksum(data: &[u8]) -> Vec<u8> {
    let body = &data[..data.len().saturating_sub(8)];
    [body, &xxh3_64(body).to_le_bytes()].concat()
}

/// A board that the first byte chooses, and the rest.
fn board(data: &[u8]) -> Option<(Board, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((Board::new(u32::from(first >> 4), u32::from(first & 15)).ok()?, rest))
}

/// Boards, positions and moves as people write them.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    comes_back::<Board>(text);
    comes_back::<Start>(text);
    if let Ok(position) = read_position(text, None) {
        let again = position.to_string().parse::<Position>();
        assert_eq!(again.expect("what was written is read"), position, "{text:?}");
    }
    let Some((board, rest)) = board(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if let Ok(moves) = parse_moves(board, text) {
        let again = parse_moves(board, &line_text(board, &moves));
        assert_eq!(again.expect("what was written is read"), moves, "{text:?} on {board}");
    }
}

/// Sizes of memory and spans of time.
pub fn amounts(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = solver::amounts::parse_memory(text);
    let _ = solver::amounts::parse_duration(text);
}

/// Names of players, sources, claims, workers and jobs.
pub fn names(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = text.parse::<othello::players::Spec>();
    let _ = text.parse::<prover::Claim>();
    let _ = text.parse::<solver::Scoring>();
    comes_back::<problems::sources::SourceSpec>(text);
    comes_back::<campaign::JobId>(text);
    comes_back::<campaign::WorkerName>(text);
    comes_back::<campaign::Finding>(text);
    comes_back::<checker::certificate::Part>(text);
}

/// A position is the same where one is expected, on a line that is read alone, in a file, and in a source of problems.
pub fn readers_agree(data: &[u8]) {
    let Some((board, rest)) = board(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Ok(position) = read_position(text, Some(board)) else { return };
    let first = Some(Position::start(board, Start::Othello));
    let file = read::games(rest, first);
    let line = if text.contains('\n') { Vec::new() } else { read::next(rest, first, &mut None) };
    for found in file.iter().chain(&line).flatten() {
        assert_eq!((found.start, found.moves.len()), (position, 0), "{text:?} on {board}");
    }
    for found in problems::readers::read(rest, board, Start::Othello).iter().flatten() {
        assert_eq!(found.start, position, "{text:?} on {board}");
    }
}

/// Files of positions or games. What is read is legal from the start to the end.
pub fn games(data: &[u8]) {
    let Some((board, rest)) = board(data) else { return };
    for game in read::games(rest, Some(Position::start(board, Start::Othello))).iter().flatten() {
        assert_eq!(game.positions().last(), Some(&game.end()));
    }
}

/// A certificate. One of a small board that the checker accepts is true.
pub fn certificate(data: &[u8]) {
    for bytes in [data.to_vec(), with_checksum(data)] {
        let Ok(certificate) = checker::Certificate::from_bytes_within(&bytes, Some(CERTIFICATE_MEMORY)) else {
            continue;
        };
        if certificate.root.squares() > CHECKABLE {
            continue;
        }
        if checker::check(&certificate, 1, None, &()).is_ok() {
            let value = checker::value(&certificate.root, certificate.scoring);
            let statement = certificate.statement();
            assert!(statement.lower.is_none_or(|lower| lower <= value), "{statement:?}, is {value}");
            assert!(statement.upper.is_none_or(|upper| value <= upper), "{statement:?}, is {value}");
        }
    }
}

/// The line that says what a part of a check found.
pub fn part_line(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    comes_back::<checker::certificate::PartLine>(text);
    comes_back::<checker::certificate::PartLine>(&sealed(text));
}

/// The weights of an evaluation.
pub fn weights(data: &[u8]) {
    for bytes in [data.to_vec(), with_checksum(data)] {
        let _ = solver::evaluation::Weights::from_bytes(&bytes);
    }
}

/// An opening book.
pub fn book(data: &[u8]) {
    for bytes in [data.to_vec(), with_checksum(data)] {
        if let Ok(book) = books::Book::from_bytes(&bytes) {
            let written = book.to_bytes();
            assert_eq!(books::Book::from_bytes(&written).expect("what was written is read").to_bytes(), written);
        }
    }
}

/// A problem set in Parquet.
pub fn set_parquet(data: &[u8]) {
    import(Format::Parquet, data);
}

/// A problem set in JSON Lines.
pub fn set_jsonl(data: &[u8]) {
    import(Format::Jsonl, data);
}

/// Records that are read are what a file of them has again.
fn import(format: Format, data: &[u8]) {
    let Ok(records) = format.import(data) else { return };
    if !records.is_empty() {
        let bytes = format.export(&records, &Progress::default()).expect("what was read is written");
        assert_eq!(format.import(&bytes).expect("what was written is read"), records);
    }
}

/// Arrays of a problem set.
pub fn set_arrays(data: &[u8]) {
    for format in [Format::Openspiel, Format::Pgx] {
        let _ = format.agrees(data, &[], &Progress::default());
    }
}

/// The ledger of a campaign.
pub fn ledger(data: &[u8]) {
    let _ = campaign::Ledger::parse(data, Path::new("ledger.txt"));
}

/// Jobs and their answers, as drivers and workers exchange them.
pub fn job(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(job) = campaign::Job::from_json(text) {
        assert_eq!(campaign::Job::from_json(&job.to_json()).expect("what was written is read"), job);
    }
    if let Ok(record) = campaign::Record::from_json(text) {
        let again = campaign::Record::from_json(&record.to_json()).expect("what was written is read");
        assert_eq!((&again.job, &again.finding), (&record.job, &record.finding));
    }
}

/// A line with its checksum.
pub fn sealed_line(data: &[u8]) {
    if let Ok(text) = unsealed(data) {
        assert_eq!(unsealed(sealed(text).as_bytes()), Ok(text));
    }
    if let Ok(text) = std::str::from_utf8(data) {
        // A line has no end within it.
        if !text.contains(['\n', '\r']) {
            assert_eq!(unsealed(sealed(text).as_bytes()), Ok(text));
        }
    }
}

/// A journal: what is left of a damaged one can be gone on with.
pub fn journal(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("journal");
    std::fs::write(&path, data).expect("a file can be written");
    let header = Header { name: "fuzz", version: 2, subject: "of bytes", short: Some(1), former: Some("old") };
    let Ok((journal, records)) = Journal::open(&path, &header) else { return };
    let Ok((before, _)) = records.read_all(|record| Ok::<_, String>(record.text.clone())) else { return };
    journal.append("more").expect("a line is added");
    drop(journal);
    let (_journal, records) = Journal::open(&path, &header).expect("it opens again");
    let (after, _) = records.read_all(|record| Ok::<_, String>(record.text.clone())).expect("it is read again");
    assert_eq!(after.split_last(), Some((&"more".to_owned(), &before[..])));
}

/// The description of a chart.
pub fn chart(data: &[u8]) {
    let _ = serde_json::from_slice::<charts::Chart>(data);
}
