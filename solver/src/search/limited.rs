//! One null window with a node limit: a job of a search that is split among many machines.

use super::aim::Aim;
use super::kernel::Kernel;
use super::root_search::RootSearch;
use super::searcher::Effort;
use crate::question::{Limited, Phase, Target};
use crate::table::Basis;
use rules::score::{Bounds, Value};

impl<I: Kernel> RootSearch<'_, I> {
    /// Looks up or searches whether the target is reached, for at most about `nodes` nodes.
    pub(super) fn limited(&mut self, target: Target, nodes: u64) -> Limited {
        let Target { position, at_least, scoring } = target;
        let root = position.discs();
        if let Some(score) = position.final_score(scoring) {
            return Limited { bounds: Bounds::at(score), nodes: 0, basis: Basis::Proof };
        }
        let mut bounds = self.known(root);
        let wipe_out = self.shared.geometry.squares() as Value;
        let alpha = at_least.discs() - 1;
        for round in 0.. {
            let left = nodes.saturating_sub(self.nodes);
            if bounds.contradict() || bounds.decide(alpha).is_some() || left == 0 || self.is_stopped() {
                break;
            }
            // A hunt gets growing effort, as in a question for the value; any other window gets all of it at once.
            let (phase, effort) = match Aim::of_window(wipe_out, alpha) {
                Aim::Discs => (Phase::Limit, Effort::UNLIMITED),
                Aim::Hunt | Aim::Escape => (Phase::WipeOut, Effort::of_round(round)),
            };
            self.test(root, phase, alpha, Effort { nodes: effort.nodes.min(left), ..effort }, &mut bounds);
        }
        Limited { bounds, nodes: self.nodes, basis: self.basis() }
    }
}
