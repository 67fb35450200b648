//! Measures the cost of tables with millions of entries:
//! `cargo run --release -p exact-othello-tables --example volume -- ENTRIES DIRECTORY`.
//!
//! Positions are from random games of 6x6, with 8 to 24 empties, as a search would record them: proven from one side,
//! with a move and an effort. Everything read is compared with what was written before any time is printed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use solver::random::Random;
use solver::{
    Basis, Board, Bounds, Discs, Geometry, Move, Position, ProofTable, Proven, Scoring, Start, Symmetries, rules,
};
use tables::{TableError, Tables};

const SHAPE: &str = "6x6";
/// Number of look-ups to time.
const LOOK_UPS: usize = 1_000_000;

/// Different canonical positions of random games, in the order of the keys.
fn positions(count: usize) -> Vec<Discs> {
    let board: Board = SHAPE.parse().expect("it is a board");
    let (geometry, symmetries) = (Geometry::new(board), Symmetries::new(board));
    let mut random = Random::new(1, 0);
    let mut positions = Vec::with_capacity(count + count / 8);
    while positions.len() < count {
        while positions.len() < count + count / 10 + 64 {
            let mut discs = Position::start(board, Start::Othello).discs();
            loop {
                let moves = rules::moves(&geometry, discs);
                let empties = board.squares() - discs.occupied().len();
                if moves.is_empty() || empties < 8 {
                    break;
                }
                if empties <= 24 && moves != [Move::Pass] {
                    positions.push(symmetries.canonical(discs).0);
                }
                discs = rules::after(&geometry, discs, random.pick(&moves));
            }
        }
        positions.sort_unstable_by_key(|&discs| order(discs));
        positions.dedup();
    }
    // Evenly from everywhere, not only from the front.
    while positions.len() > count {
        positions.swap_remove(random.below(positions.len() as u32) as usize);
    }
    positions.sort_unstable_by_key(|&discs| order(discs));
    positions
}

fn order(discs: Discs) -> (u32, u64, u64) {
    (64 - discs.occupied().len(), discs.player().bits(), discs.opponent().bits())
}

/// What a search might have proven about a position; always the same.
fn proven(discs: Discs) -> Proven {
    let hash = Random::new(discs.player().bits(), discs.opponent().bits()).bits();
    let limit = (hash % 25) as i32 - 12;
    let bounds = if hash >> 8 & 1 == 0 { Bounds::new(limit, 36) } else { Bounds::new(-36, limit) };
    let empty = (SHAPE.parse::<Board>().expect("it is a board").all_squares() - discs.occupied()).iter().next();
    Proven { bounds, best: empty.map(Move::Place), effort: 16_384 + (hash >> 16) % 1_000_000, basis: Basis::Proof }
}

/// When something began, by the clock and by CPU time.
struct Watch(Instant, Duration);

impl Watch {
    fn start() -> Self {
        Self(Instant::now(), cpu_time())
    }

    /// How many were done per second, and per second of all threads' CPU time, which other load on the machine hardly
    /// changes.
    fn rate(&self, count: usize) -> String {
        let thousands = |time: Duration| count as f64 / time.as_secs_f64() / 1e3;
        format!("{:.0} k/s, {:.0} k/CPU s", thousands(self.0.elapsed()), thousands(cpu_time() - self.1))
    }
}

/// CPU time of all threads of this process.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("CPU time is not negative")
}

/// Bytes of all files of a directory.
fn bytes(directory: &Path) -> u64 {
    let files = fs::read_dir(directory).expect("it is there");
    files.filter_map(|file| file.ok()?.metadata().ok()).map(|metadata| metadata.len()).sum()
}

/// Looks up entries in random order, both present and absent ones.
fn look_up(tables: &Tables, positions: &[Discs]) {
    let table = tables.table(SHAPE.parse().expect("it is a board"), Scoring::Discs);
    let mut random = Random::new(7, 0);
    let hits: Vec<Discs> = (0..LOOK_UPS).map(|_| random.pick(positions)).collect();
    // Legal discs with the sides exchanged: nearly never another entry.
    let misses: Vec<Discs> = hits.iter().map(|discs| discs.passed()).collect();
    let misses: Vec<Discs> = misses
        .into_iter()
        .filter(|discs| positions.binary_search_by_key(&order(*discs), |&discs| order(discs)).is_err())
        .collect();
    for (name, discs, is_there) in [("hits", &hits, true), ("misses", &misses, false)] {
        let begin = Watch::start();
        // What was merged is a claim, and keeps no move for a lower bound that says nothing.
        let found = |discs| table.probe(discs).map(|found| found.bounds);
        let right = discs.iter().filter(|&&discs| found(discs) == is_there.then(|| proven(discs).bounds)).count();
        let rate = begin.rate(discs.len());
        assert_eq!(right, discs.len(), "{name}");
        println!("  {name:<18} {rate}");
    }
}

fn fresh(directory: &Path) -> Tables {
    let _ = fs::remove_dir_all(directory);
    Tables::open(directory).expect("a new directory can be used")
}

fn main() -> Result<(), TableError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments.first().map_or(Ok(1_000_000), |text| text.parse()).expect("a number of entries");
    let directory = arguments.get(1).map_or_else(|| std::env::temp_dir().join("solve-volume"), PathBuf::from);
    let board: Board = SHAPE.parse().expect("it is a board");
    let positions = positions(count);
    println!("{count} entries of {SHAPE}");

    let tables = fresh(&directory);
    let table = tables.table(board, Scoring::Discs);
    let begin = Watch::start();
    // A search does not record in the order of the keys.
    let step = count / 2 + 1;
    let stride = (0..).map(|k| step + k).find(|&step| gcd(step, count) == 1).expect("one is coprime");
    for index in 0..count {
        let discs = positions[index * stride % count];
        table.record(discs, proven(discs));
    }
    tables.flush()?;
    println!("  recorded           {}", begin.rate(count));
    println!("  bytes an entry     {:.1}", bytes(&directory) as f64 / count as f64);
    look_up(&tables, &positions);
    tables.compact(board, Scoring::Discs)?;
    println!("  after compaction   {:.1} bytes an entry", tables.bytes(board, Scoring::Discs)? as f64 / count as f64);
    look_up(&tables, &positions);
    drop((table, tables));

    let tables = fresh(&directory);
    let begin = Watch::start();
    let merged =
        tables.merge(board, Scoring::Discs, || Ok(positions.iter().map(|&discs| Ok((discs, proven(discs))))))?;
    tables.flush()?;
    let rate = begin.rate(count);
    assert_eq!(merged.added, count as u64);
    println!("  merged in order    {rate}");
    println!("  bytes an entry     {:.1}", tables.bytes(board, Scoring::Discs)? as f64 / count as f64);
    look_up(&tables, &positions);
    let table = tables.table(board, Scoring::Discs);
    let file = directory.join("export");
    let begin = Watch::start();
    tables::export(&file, board, Scoring::Discs, table.entries())?;
    println!("  exported           {}", begin.rate(count));
    let length = fs::metadata(&file).map_or(0, |metadata| metadata.len());
    println!("  bytes an entry     {:.1}", length as f64 / count as f64);
    drop((table, tables));
    let _ = fs::remove_dir_all(&directory);
    Ok(())
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
