//! What the tests share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use retrograde::{Exhausted, Plan};
use solver::{Board, Scoring, Start, Unobserved};

pub(crate) fn board(name: &str) -> Board {
    name.parse().unwrap()
}

pub(crate) fn plan(name: &str, start: Start) -> Plan {
    Plan { board: board(name), start, scoring: Scoring::Discs, threads: 2 }
}

pub(crate) fn exhausted(plan: Plan, folder: &Path) -> Exhausted {
    retrograde::run(&plan, folder, &Unobserved).unwrap_or_else(|error| panic!("{plan}: {error}"))
}

/// The same start on the checker's board.
pub(crate) fn checker_start(name: &str, start: Start) -> checker::Position {
    let start = match start {
        Start::Othello => checker::Start::Othello,
        Start::Reversi => checker::Start::Reversi,
        Start::ReversiRows => checker::Start::ReversiRows,
    };
    checker::Position::start(board(name).rows() as usize, board(name).cols() as usize, start)
}

/// Names and contents of a folder's files.
pub(crate) fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())).collect()
}

/// Makes a folder with these files.
pub(crate) fn restore(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    fs::create_dir_all(folder).unwrap();
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).unwrap();
    }
}
