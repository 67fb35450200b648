//! How to define your own game: Connect Four on a small board, searched by two threads that share a tree.
//!
//! `cargo run --release -p exact-othello-mcts --example connect_four`

use mcts::parallel::{Merge, Scheme, Searched, Task, search};
use mcts::playout::Uniform;
use mcts::random::mix;
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Game, Score, Settings};

/// Columns of the board. Each has a bit per row and one more that stays empty, so that no line continues in the next column.
const COLUMNS: u32 = 4;
/// Rows of the board.
const ROWS: u32 = 4;
/// Bits of a column.
const STEP: u32 = ROWS + 1;

/// Four in a line win; a full board without a line is a draw.
struct ConnectFour;

/// The discs of both sides, seen from the side to move. Bit `column × STEP + row` is a square; rows count from the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Discs {
    own: u64,
    other: u64,
}

/// Whether the discs contain four in a line: along a column, a row or a diagonal.
fn has_four(discs: u64) -> bool {
    [1, STEP, STEP - 1, STEP + 1].iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for ConnectFour {
    type State = Discs;
    /// A column.
    type Move = u32;

    fn moves(&self, discs: &Discs, moves: &mut Vec<u32>) {
        // Only the side that has just moved can have won.
        if !has_four(discs.other) {
            let all = discs.own | discs.other;
            moves.extend((0..COLUMNS).filter(|column| all >> (column * STEP + ROWS - 1) & 1 == 0));
        }
    }

    fn apply(&self, discs: &Discs, column: u32) -> Discs {
        // Adding 1 at the bottom of the column carries into its lowest free square.
        let all = discs.own | discs.other;
        let placed = (all + (1 << (column * STEP))) & !all & ((1 << ROWS) - 1) << (column * STEP);
        Discs { own: discs.other, other: discs.own | placed }
    }

    fn score(&self, discs: &Discs) -> Score {
        -Score::from(has_four(discs.other))
    }

    fn max_score(&self) -> Score {
        1
    }

    fn hash(&self, discs: &Discs) -> u64 {
        mix(discs.own ^ mix(discs.other))
    }
}

fn searched(state: Discs) -> Searched<u32> {
    let settings = Settings { is_graph: true, proves: true, ..Settings::default() };
    let (select, budget) = (Ucb1 { c: 0.7 }, Budget::playouts(2_000_000));
    let task = Task { game: &ConnectFour, state, select, evaluation: &Blind, settings, budget, seed: 1 };
    search(&task, Scheme::Forest { trees: 1, threads: 2, merge: Merge::Sum }, |_| Uniform)
}

fn main() {
    let found = searched(Discs::default());
    println!("{} playouts, {} positions", found.playouts, found.nodes);
    for one in &found.moves {
        println!("column {}: {}, tried {} times", one.chosen + 1, one.bounds, one.statistics.playouts);
    }
}

#[test]
fn four_by_four_is_a_draw_and_a_threat_is_seen() {
    // J. Tromp, https://tromp.github.io/c4/c4.html: a draw.
    let found = searched(Discs::default());
    assert_eq!(found.chosen.map(|best| best.bounds.exact()), Some(Some(0)));
    // Three in column 1: the fourth wins.
    let found = searched(Discs { own: 0b111, other: 0b11 << STEP | 1 << (2 * STEP) });
    assert_eq!(found.chosen.map(|best| (best.chosen, best.bounds.exact())), Some((0, Some(1))));
    main();
}
