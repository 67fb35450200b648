//! What is common to all kinds of search.

use crate::final_move::FinalMove;
use crate::reward::Reward;

/// The settings of a search that do not depend on its formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What a playout is worth.
    pub reward: Reward,
    /// Expansion threshold: a leaf is expanded when it is reached after this many playouts, at least 1 (Coulom 2006).
    pub threshold: u32,
    /// Whether equal positions are one node. Their mean is then that of all ways that lead there, while the visits
    /// that selection looks at stay those of the move (UCT2 of Childs et al. 2008).
    pub is_graph: bool,
    /// MCTS-Solver (Winands et al. 2008): ends of games become proofs, which steer the search and end it when the root is
    /// decided.
    pub proves: bool,
    /// How the move is chosen at last.
    pub final_move: FinalMove,
    /// Playouts from each leaf, all of which count; at least 1.
    pub playouts_per_leaf: u32,
    /// Virtual loss (Chaslot et al. 2008): how many losses a playout counts for while it is under way. Makes a difference only
    /// when several are. With 0 those that go down meanwhile know nothing of it and play from the same leaf.
    pub virtual_loss: u32,
    /// When the tree has this many nodes it no longer grows: playouts from new positions count at the move that leads there.
    pub max_nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            reward: Reward::Outcome,
            threshold: 1,
            is_graph: false,
            proves: false,
            final_move: FinalMove::Visits,
            playouts_per_leaf: 1,
            virtual_loss: 1,
            max_nodes: 20_000_000,
        }
    }
}

impl Settings {
    /// The settings as a search uses them: nothing below 1 that must not be.
    #[must_use]
    pub fn sound(self) -> Self {
        Self { playouts_per_leaf: self.playouts_per_leaf.max(1), threshold: self.threshold.max(1), ..self }
    }
}
