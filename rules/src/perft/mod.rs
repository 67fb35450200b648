//! Counting the leaves of the game tree, the classic test of a move generator.
//!
//! ```
//! use rules::perft::{Counter, Passes, perft};
//! use rules::{Board, Geometry, Position, Start};
//!
//! let board: Board = "4x4".parse()?;
//! let start = Position::start(board, Start::Othello).discs();
//! assert_eq!(perft(&Geometry::new(board), start, 5, Passes::Count), 424);
//! let mut counter = Counter::new(board, start, Passes::Count, 1 << 20);
//! let games = (0..=20).map(|_| counter.next_ply()).last().expect("there are plies");
//! assert_eq!((games.leaves, games.positions.map(|ply| ply.open)), (60_060, Some(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod merged;

pub use merged::{Counter, Ply, Positions};

use crate::discs::Discs;
use crate::geometry::Geometry;
use crate::plain::squares_of;
use crate::simd::{Isa, Level, with_isa};

/// What a pass costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passes {
    /// A pass is a ply.
    #[default]
    Count,
    /// A pass costs no ply: the opponent moves at the same depth.
    Skip,
}

/// Number of leaves `depth` plies below a position. A game that ends earlier is one leaf.
#[must_use]
pub fn perft(geometry: &Geometry, discs: Discs, depth: u32, passes: Passes) -> u64 {
    with_isa!(Level::best(), isa => count(isa, geometry, discs, depth, passes))
}

fn count<I: Isa>(isa: I, geometry: &Geometry, discs: Discs, depth: u32, passes: Passes) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = isa.mobility(geometry, discs);
    if moves == 0 {
        if isa.mobility(geometry, discs.passed()) == 0 {
            return 1;
        }
        return match passes {
            Passes::Count => count(isa, geometry, discs.passed(), depth - 1, passes),
            Passes::Skip => count(isa, geometry, discs.passed(), depth, passes),
        };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    squares_of(moves)
        .map(|square| {
            let flips = isa.flips(geometry, discs, square);
            count(isa, geometry, discs.played(square, flips), depth - 1, passes)
        })
        .sum()
}
