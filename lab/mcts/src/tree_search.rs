//! One search assembled from parts: selection, playouts, backup and the final choice.

use crate::bounds::ScoreBounds;
use crate::budget::Meter;
use crate::evaluate::Evaluate;
use crate::final_move::RootMove;
use crate::game::{Game, Score};
use crate::playout::{AmafTally, Playout};
use crate::random::Random;
use crate::reward::Sums;
use crate::select::{Arm, Select};
use crate::settings::Settings;
use crate::step::Step;
use crate::tree::{Edge, Node, NodeId, Tree};

/// A search of one position.
///
/// Any number of threads may call [`TreeSearch::work`] at once. A single thread, with the same random numbers and a budget
/// of playouts, builds the same tree each time; with several, the tree depends on timing.
#[derive(Debug)]
pub struct TreeSearch<'g, G: Game, S, E> {
    game: &'g G,
    select: S,
    evaluation: &'g E,
    settings: Settings,
    tree: Tree<G>,
}

/// The path from the root to a leaf.
#[derive(Debug, Default)]
pub struct Path {
    /// Each node with the number of the edge that was followed there.
    steps: Vec<(NodeId, u32)>,
    /// Where it ends; `None` at a position that the tree had no room for.
    leaf: Option<NodeId>,
    /// Visits that were counted on the way.
    entered: u32,
}

impl Path {
    /// The path that ends where it begins.
    pub(crate) fn root() -> Self {
        Self { leaf: Some(0), ..Self::default() }
    }

    /// Whether both end at the same node.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.leaf.is_some() && self.leaf == other.leaf
    }
}

/// Where a descent ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf<T> {
    /// A position to play out.
    Open(T),
    /// The score is known, for the side to move: the game is over, or the value is proven.
    Known(Score),
}

impl<'g, G: Game, S: Select, E: Evaluate<G>> TreeSearch<'g, G, S, E> {
    /// A search that has not begun. `evaluation` is called only if `select` needs it.
    #[must_use]
    pub fn new(game: &'g G, root: G::State, select: S, evaluation: &'g E, settings: Settings) -> Self {
        let settings = settings.sound();
        let max_score = settings.reward.max_score(game.max_score());
        Self { game, select, evaluation, settings, tree: Tree::new(game, root, settings.is_graph, max_score) }
    }

    /// The tree as it is.
    #[must_use]
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The settings in effect.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Searches until the budget is used up or the root is decided.
    pub fn work<P: Playout<G>>(&self, playout: &mut P, random: &mut Random, meter: &Meter<'_>) {
        let (mut path, mut amaf) = (Path::default(), AmafTally::new(self.game, self.settings.reward));
        while !self.is_decided() {
            let Some(count) = meter.take(self.settings.playouts_per_leaf) else { break };
            let leaf = self.descend(random, &mut path, count);
            if S::WANTS_AMAF {
                amaf.clear();
            }
            let sums = match leaf {
                Leaf::Known(score) => self.known(score, count),
                Leaf::Open(state) => {
                    let amaf = S::WANTS_AMAF.then_some(&mut amaf);
                    playout
                        .play(self.game, &state, count, random, amaf)
                        .rewards(self.settings.reward, self.game.max_score())
                }
            };
            if S::WANTS_AMAF {
                self.back_up_amaf(&path, &amaf, sums);
            }
            self.back_up(&path, sums);
        }
    }

    /// Whether no playout can change what is known about the root.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let root = self.tree.node(0);
        root.is_over || self.settings.proves && !root.proven.bounds().are_open()
    }

    /// Descends to a leaf, adds it to the tree if it is new, and counts `count` playouts on the way.
    ///
    /// Each descent must be followed by one [`TreeSearch::back_up`] of the same path.
    pub fn descend(&self, random: &mut Random, path: &mut Path, count: u32) -> Leaf<G::State> {
        path.steps.clear();
        path.entered = count * self.settings.virtual_loss;
        let mut id = 0;
        loop {
            let node = self.tree.node(id);
            path.leaf = Some(id);
            if let Some(score) = self.known_score(node) {
                node.enter(path.entered, self.settings.is_graph);
                return Leaf::Known(score);
            }
            let has_edges = node.edges().is_some();
            if !has_edges && id != 0 && node.counters.visits() < self.settings.threshold {
                node.enter(path.entered, self.settings.is_graph);
                return Leaf::Open(node.state.clone());
            }
            let edges = node.edges().unwrap_or_else(|| self.expand(node, random));
            let next = self.pick(node, edges);
            node.enter(path.entered, self.settings.is_graph);
            let Some(index) = next else {
                // No move can beat the proven lower bound, so the node is decided.
                self.tree.prove(node);
                return Leaf::Known(node.proven.bounds().lower);
            };
            let edge = &edges[index];
            edge.counters.enter(path.entered);
            path.steps.push((id, index as u32));
            let Some(child) = edge.child() else {
                let state = self.game.apply(&node.state, edge.chosen);
                let has_room = self.tree.len() < self.settings.max_nodes;
                match self.tree.child(self.game, edge, state, has_room) {
                    Ok(child) => id = child,
                    Err(state) => {
                        path.leaf = None;
                        return self.unkept(state);
                    }
                }
                continue;
            };
            id = child;
        }
    }

    /// A position that the tree has no room for: its result counts at the move that leads there.
    fn unkept(&self, state: G::State) -> Leaf<G::State> {
        if self.game.is_over(&state) { Leaf::Known(self.game.score(&state)) } else { Leaf::Open(state) }
    }

    /// The part of the search that concerns a single node.
    #[inline(always)]
    fn step(&self) -> Step<'_, G, S, E> {
        let Self { game, select, evaluation, settings, .. } = self;
        Step { game, select, evaluation, settings: *settings }
    }

    /// The score of a node that needs no playout.
    fn known_score(&self, node: &Node<G>) -> Option<Score> {
        self.step().known_score(&node.state, node.is_over, node.proven.bounds())
    }

    /// The rewards of playouts whose score is known.
    #[must_use]
    pub fn known(&self, score: Score, count: u32) -> Sums {
        self.step().known(score, count)
    }

    /// Makes the edges of a node, in random order.
    fn expand<'t>(&self, node: &'t Node<G>, random: &mut Random) -> &'t [Edge<G::Move>] {
        let branches = self.step().branches(&node.state, random).into_iter();
        node.expand(branches.map(|one| Edge::new(one.chosen, one.points as f32, one.prior as f32)).collect())
    }

    /// Makes the edges of the node at the end of a path, with these probabilities of its moves in the order of [`Game::moves`].
    pub(crate) fn grow(&self, path: &Path, priors: &[f64], random: &mut Random) {
        let Some(node) = path.leaf.map(|leaf| self.tree.node(leaf)) else { return };
        let branches = self.step().branches(&node.state, random).into_iter();
        node.expand(branches.map(|one| Edge::new(one.chosen, 0.0, priors[one.number] as f32)).collect());
    }

    /// The edge to follow; `None` if all are closed by proofs.
    fn pick(&self, node: &Node<G>, edges: &[Edge<G::Move>]) -> Option<usize> {
        let (seen, floor) = (node.counters.read(), node.proven.bounds().lower);
        let arm = |index: usize| self.arm(&edges[index]);
        let bounds = |index: usize| self.tree.bounds_of(&edges[index]);
        self.step().pick(seen, floor, edges.len(), arm, bounds).map(|(index, _)| index)
    }

    #[inline(always)]
    fn arm(&self, edge: &Edge<G::Move>) -> Arm {
        let own = edge.counters.read();
        let (amaf_visits, amaf_mean) = if S::WANTS_AMAF { edge.amaf.read() } else { (0, 0.0) };
        let mut arm = Arm {
            visits: own.playouts,
            mean: own.mean(),
            variance: if S::WANTS_VARIANCE { own.variance() } else { 0.0 },
            points: f64::from(edge.points),
            prior: f64::from(edge.prior),
            amaf_visits,
            amaf_mean,
        };
        if self.settings.is_graph
            && let Some(child) = edge.child()
        {
            let (mean, variance) = self.tree.node(child).for_ways_in().unwrap_or((arm.mean, arm.variance));
            (arm.mean, arm.variance) = (mean, if S::WANTS_VARIANCE { variance } else { 0.0 });
        }
        arm
    }

    /// Backs up the rewards of playouts, which are for the side to move at the leaf, to the root.
    ///
    /// # Panics
    /// If the path belongs to another search.
    pub fn back_up(&self, path: &Path, sums: Sums) {
        let step = self.step();
        let kept = |sums: Sums| step.kept(sums);
        if let Some(leaf) = path.leaf.map(|leaf| self.tree.node(leaf)) {
            if self.settings.proves && leaf.is_over {
                leaf.proven.narrow(ScoreBounds::at(self.settings.reward.visible(self.game.score(&leaf.state))));
            }
            leaf.leave(path.entered, kept(sums), self.settings.is_graph);
        }
        let (mut sums, mut has_news) = (sums, self.settings.proves);
        for &(id, index) in path.steps.iter().rev() {
            let node = self.tree.node(id);
            let edges = node.edges().expect("a path follows edges");
            sums = sums.turned();
            edges[index as usize].counters.leave(path.entered, kept(sums));
            if self.settings.proves {
                // In a graph, a child may have been proven along another path.
                has_news = (has_news || self.settings.is_graph) && self.tree.prove(node);
                let (lower, upper) = step.rewards(node.proven.bounds());
                sums = sums.within(lower, upper);
            }
            node.leave(path.entered, kept(sums), self.settings.is_graph);
        }
    }

    /// At every node of the path, updates the moves that the same side made there or later: with all the playouts if the
    /// move was on the path, else with those playouts in which it was made.
    pub(crate) fn back_up_amaf(&self, path: &Path, amaf: &AmafTally, sums: Sums) {
        let mut on_path = [vec![false; self.game.kinds().max(1)], vec![false; self.game.kinds().max(1)]];
        for (plies, &(id, index)) in (1..).zip(path.steps.iter().rev()) {
            let edges = self.tree.node(id).edges().expect("a path follows edges");
            let side = plies % 2;
            on_path[side][self.game.kind(edges[index as usize].chosen)] = true;
            for edge in edges {
                let kind = self.game.kind(edge.chosen);
                let (playouts, sum) = if on_path[side][kind] { (sums.playouts, sums.sum) } else { amaf.of(side, kind) };
                if playouts > 0 {
                    edge.amaf.add(playouts, if side == 0 { sum } else { f64::from(playouts) - sum });
                }
            }
        }
    }

    /// What is known about the moves of the root; none before the first playout or when the game is over.
    #[must_use]
    pub fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let edges = self.tree.node(0).edges().unwrap_or_default().iter();
        edges
            .map(|edge| RootMove {
                chosen: edge.chosen,
                statistics: edge.counters.read(),
                bounds: self.tree.bounds_of(edge),
            })
            .collect()
    }

    /// Proven bounds on the root's value, in scores that the reward distinguishes.
    #[must_use]
    pub fn proven(&self) -> ScoreBounds {
        self.tree.node(0).proven.bounds()
    }

    /// The move to play; `None` before the first playout or when the game is over.
    #[must_use]
    pub fn choose(&self) -> Option<RootMove<G::Move>> {
        self.settings.final_move.choose(&self.root_moves())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::evaluate::Blind;
    use crate::games::TicTacToe;
    use crate::playout::Uniform;
    use crate::select::Ucb1Tuned;

    type Tested<'g> = TreeSearch<'g, TicTacToe, Ucb1Tuned, Blind>;

    /// Visits, mean and variance of every move that has a node behind it, as selection sees them.
    fn arms(search: &Tested<'_>) -> Vec<(NodeId, [f64; 3])> {
        let nodes = (0..search.tree.len() as NodeId).filter_map(|id| search.tree.node(id).edges());
        let followed = nodes.flatten().filter_map(|edge| edge.child().map(|child| (child, search.arm(edge))));
        followed.map(|(child, arm)| (child, [f64::from(arm.visits), arm.mean, arm.variance])).collect()
    }

    #[test]
    fn what_is_under_way_in_a_graph_lowers_the_mean_of_every_way_in() {
        let settings = Settings { is_graph: true, virtual_loss: 3, threshold: 20, ..Settings::default() };
        let search = TreeSearch::new(&TicTacToe, Default::default(), Ucb1Tuned { c: 1.0 }, &Blind, settings);
        let mut random = Random::new(1, 0);
        let meter = Meter::new(Budget::playouts(50_000));
        search.work(&mut Uniform, &mut random, &meter);
        let before = arms(&search);

        let mut path = Path::default();
        search.descend(&mut random, &mut path, 2);
        let on_path: Vec<NodeId> = path.steps.iter().skip(1).map(|&(id, _)| id).chain(path.leaf).collect();
        let (mut ways_in, after) = (0, arms(&search));
        for (&(child, [_, mean, variance]), &(_, [_, mean_now, variance_now])) in before.iter().zip(&after) {
            let is_lower = mean_now < mean || mean == 0.0;
            assert!(if on_path.contains(&child) { is_lower } else { mean_now == mean }, "node {child}");
            assert!((variance_now - variance).abs() < 1e-12, "node {child}");
            ways_in += usize::from(on_path.contains(&child));
        }
        assert!(ways_in > on_path.len(), "no position on the path is reached in two ways");

        search.back_up(&path, Sums { playouts: 2, sum: 1.0, squares: 1.0 });
        let mut twin = arms(&search);
        twin.retain(|&(child, _)| Some(child) == path.leaf);
        let seen = search.tree.node(path.leaf.unwrap()).counters.read();
        assert!(!twin.is_empty() && twin.iter().all(|(_, [_, mean, _])| *mean == 1.0 - seen.mean()));
    }
}
