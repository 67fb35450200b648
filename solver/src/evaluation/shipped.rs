//! The weights that come with the program.

use super::weights::Weights;
use crate::board::Board;

/// Names the file of each board that has weights, with its rows and columns.
macro_rules! files {
    ($($rows:literal x $cols:literal),* $(,)?) => {
        [$((
            $rows,
            $cols,
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/", $rows, "x", $cols, ".weights")),
        )),*]
    };
}

/// Rows, columns and weights of each board that has any, made by `solve train --board RxC`.
const FILES: &[(u32, u32, &[u8])] =
    &files![4 x 8, 4 x 10, 4 x 12, 4 x 13, 5 x 6, 5 x 7, 5 x 8, 5 x 9, 6 x 6, 6 x 7, 6 x 8, 7 x 7, 7 x 8, 8 x 8];

/// Weights for the boards that have none of their own, made by `solve train`.
const COMMON: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/weights/common.weights"));

/// Whether a board or its transposed one has weights of its own.
pub(super) fn has(board: Board) -> bool {
    file(board).is_some()
}

/// The weights of a board or of its transposed one; where there are none, those of all boards.
pub(super) fn weights(board: Board) -> Weights {
    file(board).map_or_else(common, read)
}

fn file(board: Board) -> Option<&'static [u8]> {
    let (rows, cols) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    FILES.iter().find(|&&(r, c, _)| (r, c) == (rows, cols)).map(|&(_, _, bytes)| bytes)
}

/// The weights that all boards have in common.
pub(super) fn common() -> Weights {
    read(COMMON)
}

fn read(bytes: &[u8]) -> Weights {
    Weights::from_bytes(bytes).expect("what is shipped is tested")
}
