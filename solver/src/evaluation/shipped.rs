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
const FILES: &[(u32, u32, &[u8])] = &files![6 x 6, 8 x 8];

/// The weights of a board or of its transposed one, if there are any.
pub(super) fn weights(board: Board) -> Option<Weights> {
    let (rows, cols) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    let (_, _, bytes) = FILES.iter().find(|&&(r, c, _)| (r, c) == (rows, cols))?;
    Some(Weights::from_bytes(bytes).expect("what is shipped was tested"))
}
