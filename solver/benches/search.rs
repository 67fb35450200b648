//! How long the last squares of a game take, and accesses to the table in memory.
//!
//! `cargo bench --package solver --bench search`. The timed results are first compared with plain search.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use solver::random::Random;
use solver::search::transposition_table::{Entry, TranspositionTable};
use solver::{Bounds, Discs, Mode, Move, Position, Question, Resources, Score, Scoring, Solver, Square, Start};
use support::{board, random_game};

/// Positions for each number of empties.
const POSITIONS: usize = 64;
/// Entries of the table, many more than a cache near the core holds.
const ENTRIES: usize = 1 << 20;

fn main() {
    divan::main();
}

/// Positions of random games of 8x8 with this many empties and a legal move.
fn positions(empties: u32) -> Vec<Position> {
    let mut random = Random::new(u64::from(empties), 0);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let game = random_game(board("8x8"), Start::Othello, &mut random);
        let geometry = solver::Geometry::new(board("8x8"));
        let is_wanted = |position: &&Position| {
            position.empties() == empties && solver::rules::mobility(&geometry, position.discs()) != 0
        };
        positions.extend(game.iter().find(is_wanted));
    }
    positions
}

/// Exact values with so few empties that nothing is remembered; includes all overhead around a search.
#[divan::bench(args = [2, 3, 4, 5, 6])]
fn last_squares(bencher: Bencher<'_, '_>, empties: u32) {
    let positions = positions(empties);
    let mut solver = Solver::new(Resources { memory_bytes: 1 << 20, ..Resources::default() });
    let mut value = move |position: Position| {
        let question = Question::new(position, Mode::Exact, Scoring::Wof);
        solver.value(&question).unwrap().bounds.exact().expect("nothing stops it")
    };
    for position in &positions {
        let plain = checker::Position::parse(8, 8, &position.without_board().to_string()).expect("it is one");
        assert_eq!(value(*position), Score::new(checker::value(&plain, checker::Scoring::Wof)), "{position:?}");
    }
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for &position in &positions {
            black_box(value(black_box(position)));
        }
    });
}

/// The kinds of access to the table.
#[derive(Clone, Copy, Debug)]
enum Access {
    Hit,
    Miss,
    Record,
}

/// Accesses in random order to a table that no cache holds.
#[divan::bench(args = [Access::Hit, Access::Miss, Access::Record])]
fn transposition_table(bencher: Bencher<'_, '_>, access: Access) {
    let mut random = Random::new(3, 0);
    let mut discs = || {
        let player = random.bits();
        Discs::from_bits(player, random.bits() & !player).unwrap()
    };
    let present: Vec<Discs> = (0..ENTRIES).map(|_| discs()).collect();
    let absent: Vec<Discs> = (0..ENTRIES).map(|_| discs()).collect();
    let entry = Entry { bounds: Bounds::new(-4, 6), best: Some(Move::Place(Square::new(9).unwrap())), effort_log2: 12 };
    let table = TranspositionTable::new(ENTRIES * 64).expect("it is small").unfolded();
    for &discs in &present {
        table.record(discs, entry);
    }
    let found = present.iter().filter(|&&discs| table.probe(discs) == Some(entry)).count();
    assert!(found > ENTRIES * 9 / 10, "{found} of {ENTRIES}");
    assert_eq!(absent.iter().filter(|&&discs| table.probe(discs).is_some()).count(), 0);
    bencher.counter(ItemsCount::new(ENTRIES)).bench_local(|| match access {
        Access::Hit => present.iter().for_each(|&discs| {
            black_box(table.probe(black_box(discs)));
        }),
        Access::Miss => absent.iter().for_each(|&discs| {
            black_box(table.probe(black_box(discs)));
        }),
        Access::Record => present.iter().for_each(|&discs| table.record(black_box(discs), entry)),
    });
}
