//! Which rank keeps which node.

use mcts::random::mix;

use crate::path;
use crate::transport::Rank;

/// Plies of a tree that stay together, for few ranks and for more: the longer the pieces the fewer the jobs, but many ranks need
/// many pieces to have equal shares.
const PIECES: [usize; 2] = [3, 2];
/// The most ranks that are few.
const FEW: usize = 4;

/// Shares nodes out among ranks by their hash. The root's home is rank 0.
///
/// Where positions are shared the hash of each names its home, as in Romein et al. 1999. In a tree, where a node has one way
/// that leads to it, pieces of some plies are shared out instead, by the hash of the way to their first node: then
/// most jobs are for the rank that has them. The root is a piece of its own, since it is the busiest of all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Homes {
    ranks: u64,
    /// Where the root would be otherwise.
    shift: u64,
    /// Plies of a piece.
    piece: usize,
}

impl Homes {
    /// The homes of a tree with this root.
    pub(crate) fn new(ranks: usize, root: u64) -> Self {
        let piece = PIECES[usize::from(ranks > FEW)];
        let ranks = ranks.max(1) as u64;
        Self { ranks, shift: ranks - share(root, ranks), piece }
    }

    /// Number of ranks.
    pub(crate) fn ranks(&self) -> u64 {
        self.ranks
    }

    /// Whether a node of a tree, at the end of a path, begins a piece of its own.
    pub(crate) fn begins_piece(&self, path: &[u8]) -> bool {
        path::length(path) % self.piece == 1
    }

    /// The home of a node at the end of a path; `None` if the bytes are no path. In a tree the path alone decides, and in a graph the
    /// position's `key` alone.
    pub(crate) fn at(&self, is_graph: bool, root: u64, path: &[u8], key: impl FnOnce() -> Option<u64>) -> Option<Rank> {
        if is_graph {
            return key().map(|key| self.of(key));
        }
        let (mut first, mut plies) = (root, 0);
        path::tree_keys(root, path, |key| {
            plies += 1;
            if plies % self.piece == 1 {
                first = key;
            }
        })?;
        Some(self.of(first))
    }

    /// The home of a node, or of the piece that begins with it.
    #[inline]
    pub(crate) fn of(&self, key: u64) -> Rank {
        ((share(key, self.ranks) + self.shift) % self.ranks) as Rank
    }
}

/// A number below `ranks` that depends on all bits of the key, whatever the game's hash is like.
#[inline]
fn share(key: u64, ranks: u64) -> u64 {
    ((u128::from(mix(key)) * u128::from(ranks)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_a_piece_of_its_own_and_others_have_so_many_plies() {
        let begins = |ranks| {
            let homes = Homes::new(ranks, 99);
            (1..=7).map(|plies| homes.begins_piece(&vec![0; plies])).collect::<Vec<_>>()
        };
        assert_eq!(begins(2), [true, false, false, true, false, false, true]);
        assert_eq!(begins(64), [true, false, true, false, true, false, true]);
    }

    #[test]
    fn every_rank_gets_its_share_and_rank_0_the_root() {
        for ranks in [1, 2, 3, 7, 64] {
            let homes = Homes::new(ranks, 99);
            assert_eq!(homes.of(99), 0);
            let mut counts = vec![0u32; ranks];
            for key in 0..1000 * ranks as u64 {
                counts[homes.of(key)] += 1;
            }
            assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        }
    }
}
