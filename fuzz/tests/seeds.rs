//! Each target on files of the repository and on damaged copies of them, with any compiler: `cargo test --manifest-path
//! fuzz/Cargo.toml`. A longer search is cargo-fuzz's affair.

use std::fs;
use std::path::Path;

use files::sealed;
use problems::Format;
use prover::{Claim, Request, SILENT, prove};
use solver::random::Random;
use solver::{Position, Progress, Resources, Score, Scoring, Solver, Start};

/// How many damaged copies of a seed are tried.
const DAMAGED: u64 = 400;

/// A file of the repository.
fn file(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A copy with one fault: bits flipped, a piece cut out, doubled or moved, or a number of this kind that parsers stumble over.
fn damaged(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    if bytes.is_empty() {
        return vec![random.bits() as u8];
    }
    let at = random.index(bytes.len());
    let end = (at + 1 + random.index(40)).min(bytes.len());
    match random.below(6) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes.truncate(at),
        2 => drop(bytes.drain(at..end)),
        3 => drop(bytes.splice(at..at, seed[at..end].iter().copied())),
        4 => bytes[at] = random.pick(&[0, 0xff, 0x7f, 0x80, b'\n', b' ', b'-', b'9']),
        _ => bytes[at..end].iter_mut().for_each(|byte| *byte = random.bits() as u8),
    }
    bytes
}

/// Tries a target on seeds and on copies with one to three faults.
fn try_all(target: fn(&[u8]), seeds: &[Vec<u8>]) {
    for (number, seed) in seeds.iter().enumerate() {
        target(seed);
        for case in 0..DAMAGED {
            let mut random = Random::new(case, number as u64);
            let mut bytes = damaged(seed, &mut random);
            for _ in 0..random.below(3) {
                bytes = damaged(&bytes, &mut random);
            }
            target(&bytes);
        }
    }
}

/// Texts as seeds.
fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// A certificate of the value of the first position of a board.
fn certificate(board: &str, value: i32) -> Vec<u8> {
    let position = Position::start(board.parse().unwrap(), Start::Othello);
    let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    let claim = Claim::Exactly(Score::new(value));
    let request = Request { position, scoring: Scoring::Discs, claim, cut: Some(prover::Cut::Empties(4)) };
    prove(&mut solver, &request, None, &Progress::default(), SILENT).unwrap().bytes
}

#[test]
fn texts_of_people() {
    let positions = ["4x4 -----OX--XO----- X", "6x6", "othello", "\x44c1 b3, pass", "\x66f5d6c3d3c4"];
    try_all(fuzz::notation, &texts(&positions));
    try_all(fuzz::amounts, &texts(&["16GiB", "90s", "1h30m", "250ms", "1.5G"]));
    let names =
        ["uct+:n=30000,graph=yes,prove=yes,end=12", "greedy:0.1", "lines:4", "value=-4", "1/8", "wof", "worker-7"];
    try_all(fuzz::names, &texts(&names));
    try_all(
        fuzz::chart,
        &[br#"{"title":"t","x":{"label":"x"},"y":{"label":"y"},"series":[{"name":"a","points":[[1,2]]}]}"#.to_vec()],
    );
}

#[test]
fn positions_and_games() {
    let ends = file("tests/data/endgames.obf");
    let of_8x8 = [&[0x88][..], &ends].concat();
    try_all(fuzz::games, &[of_8x8]);
    let lines: Vec<Vec<u8>> =
        ends.split(|&byte| byte == b'\n').take(3).map(|line| [&[0x88][..], line].concat()).collect();
    try_all(fuzz::readers_agree, &lines);
    let game = "\x44(;GM[Othello]PB[a]PW[b]TY[4]BO[4 -----O*--*O----- *]B[b1]W[a1];)";
    try_all(fuzz::games, &texts(&[game]));
}

#[test]
fn certificates() {
    // What the checker accepts of a small board is compared with its plain search.
    let (small, large) = (certificate("3x4", solved("3x4")), certificate("4x4", -8));
    assert!(checker::Certificate::from_bytes(&small).is_ok());
    try_all(fuzz::certificate, &[small, large]);
    let line = "part 1/2 of 0123456789abcdef: 3 of 9 leaves hold, 0 of them by notes; 77 positions searched, results 00; the claim: x";
    let newer = &line.replace("searched,", "searched by search 2,");
    try_all(fuzz::part_line, &texts(&[line, &sealed(line), newer, &sealed(newer)]));
}

/// The value of the first position of a board, by the plain search.
fn solved(board: &str) -> i32 {
    let position = Position::start(board.parse().unwrap(), Start::Othello);
    let (rows, cols) = (position.board().rows() as usize, position.board().cols() as usize);
    let mailbox = checker::Position::parse(rows, cols, &position.without_board().to_string()).unwrap();
    checker::value(&mailbox, checker::Scoring::Discs)
}

#[test]
fn weights_and_books() {
    let weights = file("solver/weights/4x8.weights");
    assert!(solver::evaluation::Weights::from_bytes(&weights).is_ok());
    try_all(fuzz::weights, &[weights]);
    let book = file("data/books/6x6-reversi-discs.book");
    assert!(books::Book::from_bytes(&book).is_ok());
    try_all(fuzz::book, &[book]);
}

#[test]
fn problem_sets() {
    let parquet = file("data/sets/6x6-s16/parquet/validation-00000-of-00001.parquet");
    let records = Format::Parquet.import(&parquet).unwrap();
    let jsonl = Format::Jsonl.export(&records[..3], &Progress::default()).unwrap();
    let arrays = Format::Openspiel.export(&records[..3], &Progress::default()).unwrap();
    try_all(fuzz::set_parquet, &[parquet]);
    try_all(fuzz::set_jsonl, &[jsonl]);
    try_all(fuzz::set_arrays, &[arrays]);
}

#[test]
fn campaigns() {
    let ledger = file("data/campaigns/6x7-othello/ledger.txt");
    assert!(campaign::Ledger::parse(&ledger, Path::new("ledger.txt")).is_ok());
    try_all(fuzz::ledger, &[ledger]);
    let position = Position::start("4x4".parse().unwrap(), Start::Othello);
    let board = position.board();
    let job = campaign::Job::parse(board, Scoring::Discs, &position.without_board().to_string(), 1, 1000).unwrap();
    assert_eq!(campaign::Job::from_json(&job.to_json()).unwrap(), job);
    try_all(fuzz::job, &texts(&[&job.to_json()]));
}

#[test]
fn lines_and_journals() {
    try_all(fuzz::sealed_line, &texts(&["a text", &sealed("a text")]));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let header = files::Header { name: "fuzz", version: 2, subject: "of bytes", short: Some(1), former: Some("old") };
    let (journal, _) = files::Journal::open(&path, &header).unwrap();
    for number in 0..5 {
        journal.append(&format!("record {number}")).unwrap();
    }
    drop(journal);
    try_all(fuzz::journal, &[fs::read(&path).unwrap(), b"old\nrecord\n".to_vec()]);
}
