//! Counting the leaves of the game tree.

use crate::position::Position;
use crate::rules::Move;

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
    use super::*;
    use crate::position::Start;

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
}
