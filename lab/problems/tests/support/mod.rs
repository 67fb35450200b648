//! Shared code for the tests of problem sets.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use problems::check::Sample;
use problems::label::Labelling;
use problems::set::checksum;
use problems::sources::{Games, SourceSpec, Span, Style};
use problems::{Format, Made, Plan, SetError, Watcher};
use rayon::ThreadPoolBuilder;
use solver::{Basis, Board, Discs, Mode, Position, Progress, ProofTable, Proven, Scoring, Start, proving_move};

/// A watcher that does nothing.
pub(crate) struct Nobody;

impl Watcher for Nobody {
    fn begin(&self, _: Option<u64>, _: (u64, u64)) {}

    fn advance(&self, _: bool) {}
}

/// A table in memory.
pub(crate) struct Kept {
    board: Board,
    scoring: Scoring,
    entries: Mutex<HashMap<Discs, Proven>>,
}

impl ProofTable for Kept {
    fn board(&self) -> Board {
        self.board
    }

    fn scoring(&self) -> Scoring {
        self.scoring
    }

    fn probe(&self, canonical: Discs) -> Option<Proven> {
        self.entries.lock().unwrap().get(&canonical).copied()
    }

    fn record(&self, canonical: Discs, proven: Proven) {
        let mut entries = self.entries.lock().unwrap();
        let entry = entries.entry(canonical).or_insert(proven);
        let best = proving_move((entry.bounds, entry.best), (proven.bounds, proven.best));
        let bounds = entry.bounds.intersect(proven.bounds);
        *entry = Proven { bounds, best, effort: entry.effort.max(proven.effort), basis: Basis::Proof };
    }
}

impl Kept {
    /// An empty table of a board and a scoring.
    pub(crate) fn new(board: Board, scoring: Scoring) -> Self {
        Self { board: board.landscape(), scoring, entries: Mutex::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.lock().unwrap().len()
    }
}

pub(crate) const EXACT: Labelling =
    Labelling { scoring: Scoring::Discs, labels: Mode::Exact, is_decisive: false, least_trap: 0 };

/// A plan for positions from random games.
pub(crate) fn plan(board: &str, empties: u32, count: u64) -> Plan {
    Plan {
        made_by: "test".into(),
        command: "none".into(),
        board: board.parse().unwrap(),
        start: Start::Othello,
        source: SourceSpec::Games(Style::Random),
        source_sha256: None,
        empties: Some(Span { least: empties, most: empties }),
        count: Some(count),
        part: None,
        parts: Vec::new(),
        share: None,
        seed: 7,
        decisive: false,
        traps: None,
        scoring: Scoring::Discs,
        labels: Mode::Exact,
        formats: Format::ALL.to_vec(),
        shard: 40,
    }
}

/// The games of a plan.
pub(crate) fn games(plan: &Plan, style: Style) -> Games {
    Games::new(plan.board, plan.start, plan.empties.unwrap(), style, plan.seed, plan.labelling())
}

/// Makes the set of a plan from random games on this many threads.
pub(crate) fn make(plan: &Plan, folder: &Path, threads: usize) -> Result<Made, SetError> {
    let source = games(plan, Style::Random);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| problems::make(plan, &source, folder, None, Sample::usual(1), &Progress::default(), &Nobody))
}

/// All files below a folder with their bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

/// A position with this many empties in which the side to move has a square, from the first random game that has one.
pub(crate) fn position(board: &str, start: Start, empties: u32, seed: u64) -> Option<Position> {
    use problems::sources::Source;
    let board = board.parse().unwrap();
    let games = Games::new(board, start, Span { least: empties, most: empties }, Style::Random, seed, EXACT);
    (0..50).find_map(|number| games.candidate(number, &Progress::default()).unwrap())
}

/// Replaces a file of a set, and its checksum in the list and the description.
pub(crate) fn forge(folder: &Path, path: &str, bytes: &[u8]) {
    let former = checksum(&fs::read(folder.join(path)).unwrap());
    fs::write(folder.join(path), bytes).unwrap();
    for name in ["croissant.json", "SHA256SUMS"] {
        let place = folder.join(name);
        let text = fs::read_to_string(&place).unwrap();
        let renewed = text.replace(&former, &checksum(bytes));
        if name != "SHA256SUMS" && renewed != text {
            forge(folder, name, renewed.as_bytes());
        } else {
            fs::write(&place, renewed).unwrap();
        }
    }
}
