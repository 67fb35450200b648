//! How long an evaluation takes: from scratch, and move by move as a search does it, by instruction set and board.
//!
//! `cargo bench --package solver --bench evaluation`. The timed scores are first compared with scores from scratch.

#[path = "../../rules/tests/support/mod.rs"]
mod support;

use std::fmt;
use std::hint::black_box;
use std::ops::RangeInclusive;

use divan::Bencher;
use divan::counter::ItemsCount;
use solver::evaluation::{Evaluation, Features};
use solver::random::Random;
use solver::simd::Level;
#[cfg(target_arch = "x86_64")]
use solver::simd::{Avx2, Avx512};
use solver::{Board, Discs, Geometry, Square, Squares, Start, rules};
use support::{board, random_game};

/// The usual board, the largest one in the paper, and one with long rows.
const BOARDS: [&str; 3] = ["8x8", "6x6", "4x16"];
/// Random games from which positions are taken, for each board.
const GAMES: usize = 100;
/// Numbers of empty squares of the positions: about where a search's ordering searches end.
const EMPTIES: RangeInclusive<u32> = 10..=13;

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

/// A move and the evaluation's input for the position after it.
struct Step {
    features: Features,
    square: Square,
    flips: u64,
    after: Discs,
    empties: u32,
    moves: u32,
    replies: u32,
}

/// How features are computed.
#[derive(Clone, Copy, Debug)]
enum Way {
    Scratch,
    Move,
}

/// All moves of some random games.
fn steps(evaluation: &Evaluation) -> Vec<Step> {
    let (geometry, mut random) = (Geometry::new(evaluation.board()), Random::new(1, 0));
    let count = |discs: Discs| rules::mobility(&geometry, discs).count_ones();
    let games = (0..GAMES).flat_map(|_| random_game(evaluation.board(), Start::Othello, &mut random));
    let mut steps = Vec::new();
    for discs in games.map(|position| position.discs()) {
        for square in Squares::from_bits(rules::mobility(&geometry, discs)) {
            let flips = rules::flips(&geometry, discs, square.number());
            let after = discs.after(square, Squares::from_bits(flips));
            let empties = geometry.squares() - after.occupied().len();
            if !EMPTIES.contains(&empties) {
                continue;
            }
            let (moves, replies) = (count(after), count(after.passed()));
            steps.push(Step { features: evaluation.features(discs), square, flips, after, empties, moves, replies });
        }
    }
    steps
}

/// The sum of the scores after all moves. Inlined, so that it is compiled with the features of its caller.
#[inline(always)]
fn sum(evaluation: &Evaluation, way: Way, steps: &[Step]) -> i64 {
    let mut sum = 0;
    // No closure: it would be compiled for the plain processor.
    for step in steps {
        let features = match way {
            Way::Scratch => evaluation.features(step.after),
            Way::Move => evaluation.after(&step.features, step.square.number(), step.flips),
        };
        sum += i64::from(evaluation.score_of(&features, step.empties, step.moves, step.replies));
    }
    sum
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn sum_avx2(_: Avx2, evaluation: &Evaluation, way: Way, steps: &[Step]) -> i64 {
    sum(evaluation, way, steps)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512cd,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn sum_avx512(_: Avx512, evaluation: &Evaluation, way: Way, steps: &[Step]) -> i64 {
    sum(evaluation, way, steps)
}

/// The same with the instructions of a level that this processor has.
fn with_level(level: Level, evaluation: &Evaluation, way: Way, steps: &[Step]) -> i64 {
    #[cfg(target_arch = "x86_64")]
    match level {
        Level::Portable => {}
        Level::Avx2 => {
            let isa = Avx2::detect().expect("it is available");
            // SAFETY: the token proves that the processor has the instructions.
            return unsafe { sum_avx2(isa, evaluation, way, steps) };
        }
        Level::Avx512 => {
            let isa = Avx512::detect().expect("it is available");
            // SAFETY: the token proves that the processor has the instructions.
            return unsafe { sum_avx512(isa, evaluation, way, steps) };
        }
    }
    assert_eq!(level, Level::Portable);
    sum(evaluation, way, steps)
}

fn bench(bencher: Bencher<'_, '_>, case: Case, way: Way) {
    let evaluation = Evaluation::for_board(case.board);
    let steps = steps(&evaluation);
    let expected: i64 = steps.iter().map(|step| i64::from(evaluation.score(step.after))).sum();
    assert_eq!(with_level(case.level, &evaluation, way, &steps), expected, "{way:?} on {case}");
    let bencher = bencher.counter(ItemsCount::new(steps.len()));
    bencher.bench_local(|| with_level(case.level, &evaluation, way, black_box(&steps)));
}

#[divan::bench(args = cases())]
fn from_scratch(bencher: Bencher<'_, '_>, case: Case) {
    bench(bencher, case, Way::Scratch);
}

#[divan::bench(args = cases())]
fn after_a_move(bencher: Bencher<'_, '_>, case: Case) {
    bench(bencher, case, Way::Move);
}
