//! Certificates and notes as an attacker would write them: everything fits, and nothing is true.

use std::collections::BTreeSet;

use checker::certificate::Hash;
use checker::grid::{Grid, Pair};
use miniz_oxide::deflate::compress_to_vec_zlib;
use solver::{Position, Side};
use xxhash_rust::xxh3::xxh3_64;

/// A claim about a position, scoring discs.
#[derive(Clone, Copy)]
pub(crate) struct Forged {
    pub(crate) root: Position,
    /// Positions with at most this many empty squares are left to the search.
    pub(crate) cut: u32,
}

/// A proof as its bytes announce it.
pub(crate) struct Proof {
    /// 0: at least; 1: at most.
    pub(crate) kind: u8,
    pub(crate) score: i8,
    /// The announced number of moves.
    pub(crate) announced: u64,
    /// The moves, compressed.
    pub(crate) packed: Vec<u8>,
}

impl Proof {
    pub(crate) fn new(kind: u8, score: i8, moves: &[u8]) -> Self {
        Self { kind, score, announced: moves.len() as u64, packed: compress_to_vec_zlib(moves, 6) }
    }
}

impl Forged {
    /// A certificate that claims just this value, with any legal move for every position of the proving sides.
    pub(crate) fn exactly(self, value: i8) -> Vec<u8> {
        let proofs = [(0, value), (1, value)];
        self.bytes(&proofs.map(|(kind, score)| Proof::new(kind, score, &self.moves(kind, score))))
    }

    /// The bytes of a certificate with these proofs and a matching checksum.
    pub(crate) fn bytes(self, proofs: &[Proof]) -> Vec<u8> {
        let Self { root, cut } = self;
        let (rows, cols) = (root.board().rows() as u8, root.board().cols() as u8);
        let mut bytes = b"OTHPROOF\x01".to_vec();
        bytes.extend([rows, cols, 0, u8::from(root.side() == Side::White), cut as u8, proofs.len() as u8, 0]);
        bytes.extend([root.black().bits(), root.white().bits()].into_iter().flat_map(u64::to_le_bytes));
        for Proof { kind, score, announced, packed } in proofs {
            bytes.extend([*kind, *score as u8]);
            bytes.extend([*announced, packed.len() as u64].into_iter().flat_map(u64::to_le_bytes));
            bytes.extend(packed);
        }
        let seal = xxh3_64(&bytes);
        bytes.extend(seal.to_le_bytes());
        bytes
    }

    /// A legal move of every position of the prover, in the order of the format.
    pub(crate) fn moves(self, kind: u8, score: i8) -> Vec<u8> {
        let Self { root, cut } = self;
        let grid = Grid::new(root.board().rows() as usize, root.board().cols() as usize).unwrap();
        let goal = if kind == 0 { i32::from(score) } else { -i32::from(score) };
        let (mut level, mut moves) = (BTreeSet::new(), Vec::new());
        if goal > -grid.squares() {
            let (black, white) = (root.black().bits(), root.white().bits());
            let pair = if root.side() == Side::Black { (black, white) } else { (white, black) };
            level.extend(settled(&grid, pair, kind == 0));
        }
        for _ in cut..root.empties() {
            let mut next = BTreeSet::new();
            for (is_other, pair) in level {
                let mut squares: Vec<u32> = (0..64).filter(|square| grid.moves(pair) >> square & 1 == 1).collect();
                if !is_other {
                    squares = vec![squares[squares.len() / 2]];
                    moves.push(squares[0] as u8);
                }
                let after = squares.iter().map(|&square| Grid::placed(pair, square, grid.turned(pair, square)));
                next.extend(after.filter_map(|pair| settled(&grid, pair, is_other)));
            }
            level = next;
        }
        moves
    }
}

/// Whether the side that does not prove is to move, and the position as a proof holds it; none if the game is over.
fn settled(grid: &Grid, pair: Pair, prover_moves: bool) -> Option<(bool, Pair)> {
    let passed = (pair.1, pair.0);
    match (grid.moves(pair), grid.moves(passed)) {
        (0, 0) => None,
        (0, _) => Some((prover_moves, grid.canonical(passed))),
        _ => Some((!prover_moves, grid.canonical(pair))),
    }
}

/// Notes that call every leaf of a certificate searched, as the present program would write them.
pub(crate) fn notes(certificate: &[u8], part: &str) -> String {
    let hash = Hash::of(certificate);
    let header = format!("othello-check-notes 5 part {part} of {hash}");
    let seal = files::Seal::of(&header);
    let portion = |number| seal.seal(&format!("portion {number} searched 1234 results {hash}"));
    let lines = std::iter::once(files::Seal::ALONE.seal(&header)).chain((0..5000).map(portion));
    lines.map(|line| line + "\n").collect()
}

/// Notes of version 1 that call this many portions searched.
pub(crate) fn former_notes(certificate: &[u8], portions: usize) -> Vec<u8> {
    let seal = u64::from_le_bytes(*certificate.last_chunk().unwrap());
    let mut bytes = b"OTHCHECK".to_vec();
    bytes.extend([1, seal, portions as u64, 7].into_iter().flat_map(u64::to_le_bytes));
    bytes.extend(vec![1; portions]);
    let seal = xxh3_64(&bytes);
    bytes.extend(seal.to_le_bytes());
    bytes
}
