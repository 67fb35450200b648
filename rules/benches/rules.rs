//! How long flips, mobility and stability take, by instruction set and board, and perft, which consists of the first
//! two.
//!
//! `cargo bench --package solver --bench rules`. The timed results are first compared with the plain rules.

#[path = "../tests/support/mod.rs"]
mod support;

use std::fmt;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use rules::perft::{Passes, perft};
use rules::random::Random;
#[cfg(target_arch = "x86_64")]
use rules::simd::{Avx2, Avx512};
use rules::simd::{Isa, Level, Portable};
use rules::{Board, Discs, Geometry, Position, Start, plain};
use support::{board, random_game};

/// The usual board, the largest one in the paper, and one with long rows.
const BOARDS: [&str; 3] = ["8x8", "6x6", "4x16"];
/// Random games from which positions are taken, for each board.
const GAMES: usize = 20;
/// Plies that perft looks ahead.
const PERFT_PLIES: u32 = 7;

fn main() {
    divan::main();
}

/// A board, and the instructions to use on it.
#[derive(Clone, Copy, Debug)]
struct Case {
    board: Board,
    level: Level,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.level.name())
    }
}

/// Every board with every instruction set of this processor.
fn cases() -> Vec<Case> {
    let levels = || Level::ALL.into_iter().filter(|level| level.is_available());
    BOARDS.into_iter().flat_map(|name| levels().map(move |level| Case { board: board(name), level })).collect()
}

/// What is timed.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Flips,
    Mobility,
    Stable,
}

/// What a rule is applied to.
struct Work {
    geometry: Geometry,
    /// All positions of some random games.
    discs: Vec<Discs>,
    /// Their legal moves.
    moves: Vec<(Discs, u8)>,
}

impl Work {
    fn new(board: Board) -> Self {
        let (geometry, mut random) = (Geometry::new(board), Random::new(1, 0));
        let games = (0..GAMES).flat_map(|_| random_game(board, Start::Othello, &mut random));
        let discs: Vec<Discs> = games.map(|position| position.discs()).collect();
        let squares = |discs: Discs| plain::squares_of(plain::mobility(&geometry, discs));
        let moves = discs.iter().flat_map(|&discs| squares(discs).map(move |square| (discs, square))).collect();
        Self { geometry, discs, moves }
    }

    /// How often one run applies a rule.
    fn len(&self, rule: Rule) -> usize {
        if matches!(rule, Rule::Flips) { self.moves.len() } else { self.discs.len() }
    }

    #[inline(always)]
    fn flips(&self, one: impl Fn(&Geometry, Discs, u8) -> u64) -> u64 {
        self.moves.iter().fold(0, |all, &(discs, square)| mixed(all, one(&self.geometry, discs, square)))
    }

    #[inline(always)]
    fn mobility(&self, one: impl Fn(&Geometry, Discs) -> u64) -> u64 {
        self.discs.iter().fold(0, |all, &discs| mixed(all, one(&self.geometry, discs)))
    }

    #[inline(always)]
    fn stable(&self, one: impl Fn(&Geometry, u64, u64) -> u64) -> u64 {
        self.discs
            .iter()
            .fold(0, |all, discs| mixed(all, one(&self.geometry, discs.player().bits(), discs.occupied().bits())))
    }
}

/// Mixes a result into a number that depends on all results and their order. It costs two cycles.
#[inline(always)]
fn mixed(all: u64, result: u64) -> u64 {
    all.rotate_left(5) ^ result
}

/// Applies a rule in its plain form.
fn plain(rule: Rule, work: &Work) -> u64 {
    match rule {
        Rule::Flips => work.flips(rules::plain::flips),
        Rule::Mobility => work.mobility(rules::plain::mobility),
        Rule::Stable => work.stable(rules::plain::stable),
    }
}

/// Applies a rule with an instruction set. Inlined, so that it is compiled with the features of its caller.
#[inline(always)]
fn fast<I: Isa>(isa: I, rule: Rule, work: &Work) -> u64 {
    match rule {
        Rule::Flips => work.flips(|geometry, discs, square| isa.flips(geometry, discs, square)),
        Rule::Mobility => work.mobility(|geometry, discs| isa.mobility(geometry, discs)),
        Rule::Stable => work.stable(|geometry, own, occupied| isa.stable(geometry, own, occupied)),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fast_avx2(isa: Avx2, rule: Rule, work: &Work) -> u64 {
    fast(isa, rule, work)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn fast_avx512(isa: Avx512, rule: Rule, work: &Work) -> u64 {
    fast(isa, rule, work)
}

/// Applies a rule with the instructions of a level that this processor has.
fn with_level(level: Level, rule: Rule, work: &Work) -> u64 {
    #[cfg(target_arch = "x86_64")]
    match level {
        Level::Portable => {}
        // SAFETY: the token proves that the processor has the instructions.
        Level::Avx2 => return unsafe { fast_avx2(Avx2::detect().expect("it is available"), rule, work) },
        // SAFETY: the token proves that the processor has the instructions.
        Level::Avx512 => return unsafe { fast_avx512(Avx512::detect().expect("it is available"), rule, work) },
    }
    assert_eq!(level, Level::Portable);
    fast(Portable, rule, work)
}

fn bench(bencher: Bencher<'_, '_>, case: Case, rule: Rule) {
    let work = Work::new(case.board);
    assert_eq!(with_level(case.level, rule, &work), plain(rule, &work), "{rule:?} on {case}");
    let bencher = bencher.counter(ItemsCount::new(work.len(rule)));
    bencher.bench_local(|| with_level(case.level, rule, black_box(&work)));
}

#[divan::bench(args = cases())]
fn flips(bencher: Bencher<'_, '_>, case: Case) {
    bench(bencher, case, Rule::Flips);
}

#[divan::bench(args = cases())]
fn mobility(bencher: Bencher<'_, '_>, case: Case) {
    bench(bencher, case, Rule::Mobility);
}

#[divan::bench(args = cases())]
fn stable(bencher: Bencher<'_, '_>, case: Case) {
    bench(bencher, case, Rule::Stable);
}

/// With the best instructions of this processor.
#[divan::bench(args = BOARDS)]
fn perft_leaves(bencher: Bencher<'_, '_>, name: &str) {
    let start = Position::start(board(name), Start::Othello);
    let geometry = Geometry::new(start.board());
    let leaves = plain_perft(start, PERFT_PLIES);
    let count = || perft(black_box(&geometry), start.discs(), PERFT_PLIES, Passes::Count);
    assert_eq!(count(), leaves, "perft on {name}");
    bencher.counter(ItemsCount::new(leaves)).bench_local(count);
}

/// Leaves by the plain rules; a pass is a ply.
fn plain_perft(position: Position, plies: u32) -> u64 {
    let moves = position.legal_moves();
    if plies == 0 || moves.is_empty() {
        return 1;
    }
    moves.into_iter().map(|chosen| plain_perft(position.play(chosen).unwrap(), plies - 1)).sum()
}
