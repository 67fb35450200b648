//! The weights that come with the program, and those that this process loaded in their place.

use std::sync::{Arc, OnceLock};

use super::weights::Weights;
use rules::board::Board;

/// The loaded weights of each board in landscape.
static LOADED: [OnceLock<Arc<Weights>>; Board::SHAPES] = [const { OnceLock::new() }; Board::SHAPES];

/// Includes the weights file of each board, with its rows and columns.
macro_rules! files {
    ($($rows:literal x $cols:literal),* $(,)?) => {
        [$((
            $rows,
            $cols,
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/", $rows, "x", $cols, ".weights")),
        )),*]
    };
}

/// Rows, columns and weights of each board that has its own, made by `solve train --board RxC`.
const FILES: &[(u32, u32, &[u8])] =
    &files![4 x 8, 4 x 10, 4 x 12, 4 x 13, 5 x 6, 5 x 7, 5 x 8, 5 x 9, 6 x 6, 6 x 7, 6 x 8, 7 x 7, 7 x 8, 8 x 8];

/// Weights for the boards that have none of their own, made by `solve train`.
const COMMON: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/common.weights"));

/// Boards on which the search stretches scores by [`STRETCH`].
const STRETCHED: [(u32, u32); 6] = [(4, 10), (5, 6), (5, 7), (5, 8), (5, 9), (6, 6)];

/// The factor, in 64ths. Learned weights are biased towards small scores: with 15 empties the exact value is 1.05 to
/// 1.10 times the score, by linear regression over 400 random positions of each board. With this factor, the search
/// takes 0.90 to 0.96 times as many nodes on these boards, but 0.97 to 1.02 times on 4x8, 6x7, 6x8, 7x7 and 7x8, 0.96
/// to 1.07 on three sets of 8x8, and 1.17 on 4x12.
const STRETCH: i32 = 70;

/// The factor by which the search multiplies the scores of a board, in 64ths.
pub(super) fn stretch(board: Board) -> i32 {
    if STRETCHED.contains(&sides(board)) { STRETCH } else { 64 }
}

/// Whether a board or its transpose has weights of its own.
pub(super) fn has(board: Board) -> bool {
    loaded(board).is_some() || file(board).is_some()
}

/// The weights for a board or its transpose; if there are none, those common to all boards.
pub(super) fn weights(board: Board) -> Arc<Weights> {
    loaded(board).unwrap_or_else(|| Arc::new(file(board).map_or_else(common, read)))
}

/// Puts weights of a board in the place of those that come with the program. Returns whether none were loaded for it
/// before.
pub(super) fn load(board: Board, weights: Weights) -> bool {
    LOADED[board.landscape().shape()].set(Arc::new(weights)).is_ok()
}

fn loaded(board: Board) -> Option<Arc<Weights>> {
    LOADED[board.landscape().shape()].get().cloned()
}

fn file(board: Board) -> Option<&'static [u8]> {
    FILES.iter().find(|&&(rows, cols, _)| (rows, cols) == sides(board)).map(|&(_, _, bytes)| bytes)
}

/// The shorter side and the longer one.
fn sides(board: Board) -> (u32, u32) {
    (board.rows().min(board.cols()), board.rows().max(board.cols()))
}

/// The weights common to all boards.
pub(super) fn common() -> Weights {
    read(COMMON)
}

fn read(bytes: &[u8]) -> Weights {
    Weights::from_bytes(bytes).expect("what is shipped is tested")
}
