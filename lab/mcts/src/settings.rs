//! What is common to all kinds of search.

use crate::final_move::FinalMove;
use crate::reward::Reward;

/// The settings of a search that do not depend on its formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What a playout is worth.
    pub reward: Reward,
    /// Expansion threshold: a leaf is expanded when it is reached again after this many playouts, at least 1 (Coulom 2006).
    pub threshold: u32,
    /// Whether equal positions share a node. Their mean then comes from all paths that lead there, while selection still
    /// uses the visits of the move (UCT2 of Childs et al. 2008).
    pub is_graph: bool,
    /// MCTS-Solver (Winands et al. 2008): finished games become proofs, which steer the search and end it once the root is
    /// decided.
    pub proves: bool,
    /// How the final move is chosen.
    pub final_move: FinalMove,
    /// Playouts from each leaf, all of which count; at least 1.
    pub playouts_per_leaf: u32,
    /// Virtual loss (Chaslot et al. 2008): how many losses a playout counts as while it is in flight. Matters only when
    /// several are. With 0, descents in the meantime do not notice it and play from the same leaf.
    pub virtual_loss: u32,
    /// A tree with this many nodes no longer grows: playouts from new positions count at the move that leads there.
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
    /// The settings as a search uses them: raises to 1 what must be at least 1.
    #[must_use]
    pub fn sound(self) -> Self {
        Self { playouts_per_leaf: self.playouts_per_leaf.max(1), threshold: self.threshold.max(1), ..self }
    }
}
