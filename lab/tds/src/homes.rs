//! Which rank keeps which node.

use mcts::random::mix;

use crate::path;
use crate::transport::Rank;

/// Plies of a tree that stay together, for few ranks and for many: longer pieces mean fewer jobs, but many ranks need many
/// pieces to get equal shares.
const PIECES: [usize; 2] = [3, 2];
/// Up to this many ranks count as few.
const FEW: usize = 4;

/// Distributes nodes among ranks by their hash. The root's home is rank 0.
///
/// In a graph, the hash of a position determines its home, as in Romein et al. 1999. In a tree, where only one path leads to
/// a node, pieces of some plies are distributed instead, by the hash of the path to their first node: then most jobs stay on
/// their rank. The root is a piece of its own, since it is the busiest node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Homes {
    ranks: u64,
    /// Added to all homes, so that the root's is 0.
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

    /// Whether the node of a tree at the end of a path begins a new piece.
    pub(crate) fn begins_piece(&self, path: &[u8]) -> bool {
        path::length(path) % self.piece == 1
    }

    /// The home of the node at the end of a path; `None` if the bytes are no path. In a tree only the path matters, in a graph
    /// only the position's `key`.
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

/// A number below `ranks` that depends on all bits of the key, however poor the game's hash.
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
