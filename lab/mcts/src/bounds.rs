//! Proven values (MCTS-Solver, Winands et al. 2008; with bounds on scores as in Cazenave & Saffidine 2011).

use std::sync::atomic::{AtomicI32, Ordering};

use solver::Bounds;

use crate::game::{Game, Score};
use crate::step::best_of;
use crate::tree::{Edge, Node, Tree};

/// Proven limits of a value, for the side to move. They only ever get narrower, whichever thread adds what.
#[derive(Debug)]
pub struct Proven {
    lower: AtomicI32,
    upper: AtomicI32,
}

impl Proven {
    /// Nothing is known but that no score is beyond `most`.
    #[must_use]
    pub fn unknown(most: Score) -> Self {
        Self { lower: AtomicI32::new(-most), upper: AtomicI32::new(most) }
    }

    /// The limits.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds { lower: self.lower.load(Ordering::Relaxed), upper: self.upper.load(Ordering::Relaxed) }
    }

    /// Adds knowledge; whether it was news.
    pub fn narrow(&self, bounds: Bounds) -> bool {
        let lower = self.lower.fetch_max(bounds.lower, Ordering::Relaxed) < bounds.lower;
        let upper = self.upper.fetch_min(bounds.upper, Ordering::Relaxed) > bounds.upper;
        lower | upper
    }
}

/// What is proven of a move, for the side that makes it.
pub(crate) fn of_edge<G: Game>(tree: &Tree<G>, edge: &Edge<G::Move>, most: Score) -> Bounds {
    match edge.child() {
        Some(child) => tree.node(child).proven.bounds().negated(),
        None => Bounds { lower: -most, upper: most },
    }
}

/// Takes into a node what its edges say; whether that was news.
pub(crate) fn update<G: Game>(tree: &Tree<G>, node: &Node<G>, most: Score) -> bool {
    let Some(edges) = node.edges().filter(|edges| !edges.is_empty()) else { return false };
    best_of(edges.iter().map(|edge| of_edge(tree, edge, most))).is_some_and(|bounds| node.proven.narrow(bounds))
}
