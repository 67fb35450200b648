//! Random games per second on one core, by board and instruction set: one game after the other, and in lanes.
//!
//! `cargo bench --package exact-othello-players --bench playouts`. Before timing, the mean scores of some hundred thousand
//! games of each kind are checked against each other.

use std::fmt;

use divan::Bencher;
use divan::counter::ItemsCount;
use mcts::playout::Uniform;
use mcts::{Playout, Random, Tally};
use othello::{LanePlayouts, Othello};
use solver::simd::Level;
use solver::{Board, Position, Scoring, Start};

/// Two square boards and the largest of Takeshita & Ikeda 2015.
const BOARDS: [&str; 3] = ["8x8", "6x6", "4x10"];
/// Games per call.
const GAMES: u32 = 4096;

fn main() {
    for board in BOARDS {
        check(board);
    }
    divan::main();
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
struct Kind {
    board: &'static str,
    level: Level,
    in_lanes: bool,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.in_lanes { "in lanes" } else { "one by one" };
        write!(f, "{} {} {how}", self.board, self.level.name())
    }
}

impl Kind {
    fn board(self) -> Board {
        self.board.parse().expect("the boards are constant")
    }

    /// Plays games from the start.
    fn play(self, count: u32, mut random: Random) -> impl FnMut() -> Tally {
        let game = Othello::with_level(self.board(), Scoring::Discs, self.level);
        let start = Position::start(self.board(), Start::Othello).discs();
        let mut lanes = LanePlayouts::new(&game);
        move || match self.in_lanes {
            true => lanes.play(&game, &start, count, &mut random, None),
            false => Uniform.play(&game, &start, count, &mut random, None),
        }
    }
}

fn kinds() -> Vec<Kind> {
    let levels = || Level::ALL.into_iter().filter(|level| level.is_available());
    let of_board =
        |board| levels().flat_map(move |level| [false, true].map(|in_lanes| Kind { board, level, in_lanes }));
    BOARDS.into_iter().flat_map(of_board).collect()
}

/// Checks the kinds against each other: no mean may deviate from the common one by more than chance allows.
fn check(board: &str) {
    let tallies: Vec<Tally> = kinds()
        .into_iter()
        .filter(|kind| kind.board == board)
        .enumerate()
        .map(|(stream, kind)| kind.play(200_000, Random::new(1, stream as u64))())
        .collect();
    let all = tallies.iter().map(Tally::mean).sum::<f64>() / tallies.len() as f64;
    for tally in &tallies {
        let games = f64::from(tally.playouts);
        let deviation = (tally.squares as f64 / games - tally.mean().powi(2)).sqrt() / games.sqrt();
        assert!((tally.mean() - all).abs() < 5.0 * deviation, "{board}: {tallies:?}");
    }
}

#[divan::bench(args = kinds(), sample_count = 20)]
fn games(bencher: Bencher<'_, '_>, kind: Kind) {
    let play = kind.play(GAMES, Random::new(1, 99));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(play);
}
