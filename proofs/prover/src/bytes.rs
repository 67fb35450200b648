//! The bytes of a certificate, as `proofs/FORMAT.md` describes them.

use kernel::format::{MAGIC, VERSION};
use miniz_oxide::deflate::compress_to_vec_zlib;
use solver::{Position, Scoring, Side};
use xxhash_rust::xxh3::xxh3_64;

use crate::Cut;
use crate::claim::Limit;
use crate::walk::Walk;

/// The best compression; its time is negligible beside that of the search.
const LEVEL: u8 = 10;

/// Writes a certificate of some limits.
pub(crate) fn write(position: &Position, scoring: Scoring, cut: Cut, walks: &[Walk]) -> Vec<u8> {
    let board = position.board();
    let mut bytes = MAGIC.to_vec();
    let side = match position.side() {
        Side::Black => 0,
        Side::White => 1,
    };
    // A board has at most 64 squares and a cut is at most 24: all fit into a byte.
    let (rows, cols) = (board.rows() as u8, board.cols() as u8);
    bytes.extend([VERSION, rows, cols, scoring.code(), side, cut.empties() as u8, walks.len() as u8, 0]);
    bytes.extend(position.black().bits().to_le_bytes());
    bytes.extend(position.white().bits().to_le_bytes());
    for walk in walks {
        let (kind, score) = match walk.limit {
            Limit::AtLeast(score) => (0, score),
            Limit::AtMost(score) => (1, score),
        };
        let packed = compress_to_vec_zlib(&walk.moves, LEVEL);
        bytes.extend([kind, score.discs() as i8 as u8]);
        bytes.extend((walk.moves.len() as u64).to_le_bytes());
        bytes.extend((packed.len() as u64).to_le_bytes());
        bytes.extend(packed);
    }
    let seal = xxh3_64(&bytes);
    bytes.extend(seal.to_le_bytes());
    bytes
}
