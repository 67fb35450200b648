//! Counting the leaves of the game tree.

use kernel::{Move, Position};

/// Whether a pass takes one ply of the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// It does.
    Count,
    /// It takes none.
    Skip,
}

/// The number of positions `depth` plies below this one, counted once for each path that leads there. A game that ends
/// earlier counts as one.
#[must_use]
pub fn perft(position: &Position, depth: u32, passes: Passes) -> u64 {
    let moves = position.legal_moves();
    if depth == 0 || moves.is_empty() {
        return 1;
    }
    let below = |chosen| match (chosen, passes) {
        (Move::Pass, Passes::Skip) => depth,
        _ => depth - 1,
    };
    moves
        .into_iter()
        .filter_map(|chosen| Some((position.play(chosen)?, below(chosen))))
        .map(|(next, depth)| perft(&next, depth, passes))
        .sum()
}

#[cfg(test)]
mod tests {
    use kernel::Start;

    use super::*;
    use crate::grid::Grid;

    #[test]
    fn the_first_plies_of_8x8() {
        let start = Position::start(8, 8, Start::Othello);
        let counts: Vec<u64> = (0..=6).map(|depth| perft(&start, depth, Passes::Count)).collect();
        assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200]);
    }

    #[test]
    fn a_pass_takes_a_ply_or_none() {
        // Black never has a square. White has three; after a1 and a3 one more each, after a2 two.
        let now = Position::parse(3, 3, "-XO-XO-XO X").unwrap();
        assert_eq!(now.legal_moves(), [Move::Pass]);
        assert_eq!([1, 2, 3, 4].map(|depth| perft(&now, depth, Passes::Count)), [1, 3, 3, 4]);
        assert_eq!([1, 2].map(|depth| perft(&now, depth, Passes::Skip)), [3, 4]);
    }

    /// The same by the rules on bits.
    fn on_bits(grid: &Grid, pair: (u64, u64), depth: u32) -> u64 {
        let (moves, passed) = (grid.moves(pair), (pair.1, pair.0));
        let squares = (0..grid.squares() as u32).filter(|square| moves >> square & 1 == 1);
        let next = squares.map(|square| Grid::placed(pair, square, grid.turned(pair, square)));
        match (depth, moves, grid.moves(passed)) {
            (0, ..) | (_, 0, 0) => 1,
            (_, 0, _) => on_bits(grid, passed, depth - 1),
            _ => next.map(|next| on_bits(grid, next, depth - 1)).sum(),
        }
    }

    #[test]
    fn bits_count_the_same() {
        for (rows, cols, depth) in [(3, 3, 9), (3, 5, 11), (4, 4, 7), (5, 4, 6), (6, 6, 5), (8, 8, 5), (3, 21, 5)] {
            for start in [Start::Othello, Start::Reversi, Start::ReversiRows] {
                let (grid, position) = (Grid::new(rows, cols).unwrap(), Position::start(rows, cols, start));
                let expected = perft(&position, depth, Passes::Count);
                assert_eq!(on_bits(&grid, position.pair(), depth), expected, "{rows}x{cols} {start:?}");
            }
        }
    }
}
