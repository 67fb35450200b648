//! One rank's part of the tree.
//!
//! Nodes are only ever added. What a node knows of a child that is kept elsewhere is what the child's reports have said; of
//! one that is kept here it is what the child itself knows.

use std::collections::HashMap;

use mcts::reward::{Counters, Statistics};
use mcts::select::{Arm, Select};
use mcts::solver_backup::Proven;
use mcts::step::{Step, best_of};
use mcts::{Evaluate, Game, Random, Sums};
use solver::Bounds;

use crate::path::Place;
use crate::transport::Rank;
use crate::wire::{NodeId, Report};

/// The root, in the shard of rank 0.
pub(crate) const ROOT: NodeId = 0;

/// Where the position behind a move is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    /// The move was never followed.
    Unknown,
    /// Here.
    Here(NodeId),
    /// By another rank; the number is known once that has reported.
    There(Rank, Option<NodeId>),
}

/// A legal move of a node. Everything is seen from the side that makes it, but for `shared`.
#[derive(Debug)]
pub(crate) struct Branch<M> {
    pub(crate) chosen: M,
    /// Place among the legal moves in the order of the game.
    pub(crate) number: u32,
    pub(crate) points: f32,
    pub(crate) prior: f32,
    pub(crate) counters: Counters,
    /// Of the visits those that are under way.
    pub(crate) flying: u32,
    pub(crate) child: Child,
    /// What a child that is kept elsewhere has seen from all its parents, for its own side; only in graphs.
    pub(crate) shared: Statistics,
    /// What a child that is kept elsewhere has said is proven.
    pub(crate) bounds: Bounds,
}

/// A position.
#[derive(Debug)]
pub(crate) struct Node<G: Game> {
    pub(crate) state: G::State,
    pub(crate) key: u64,
    /// One of the ways that lead here.
    pub(crate) path: Box<[u8]>,
    pub(crate) counters: Counters,
    /// Of the visits those that are under way.
    pub(crate) flying: u32,
    pub(crate) proven: Proven,
    pub(crate) is_over: bool,
    pub(crate) branches: Option<Box<[Branch<G::Move>]>>,
}

/// The nodes of one rank.
#[derive(Debug)]
pub(crate) struct Shard<G: Game> {
    nodes: Vec<Node<G>>,
    /// By key; where two positions have the same one, the second has the next key that is free.
    table: HashMap<u64, NodeId>,
    most_nodes: usize,
    is_graph: bool,
}

impl<G: Game> Shard<G> {
    /// Without any node.
    pub(crate) fn new(most_nodes: usize, is_graph: bool) -> Self {
        let most_nodes = most_nodes.clamp(1, NodeId::MAX as usize);
        Self { nodes: Vec::new(), table: HashMap::new(), most_nodes, is_graph }
    }

    /// Lets the shard have so many nodes, whatever was said before.
    pub(crate) fn make_room_for(&mut self, nodes: usize) {
        self.most_nodes = self.most_nodes.max(nodes);
    }

    pub(crate) fn nodes(&self) -> &[Node<G>] {
        &self.nodes
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Node<G>> {
        self.nodes.get(id as usize)
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node<G> {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node<G> {
        &mut self.nodes[id as usize]
    }

    /// The node of a place, which is made if it is not there; `None` if there is no room for it.
    pub(crate) fn find_or_add(
        &mut self,
        game: &G,
        place: Place<G>,
        path: impl FnOnce() -> Vec<u8>,
        unknown: Bounds,
    ) -> Option<NodeId> {
        let mut key = place.key;
        while let Some(&id) = self.table.get(&key) {
            let node = self.node(id);
            // Without shared positions the way decides, and its hash has 64 bits; the position is compared all the same.
            if node.key == place.key && node.state == place.state {
                return Some(id);
            }
            key = key.wrapping_add(1);
        }
        if self.nodes.len() >= self.most_nodes {
            return None;
        }
        let id = self.nodes.len() as NodeId;
        self.table.insert(key, id);
        let is_over = game.is_over(&place.state);
        let proven = Proven::unknown(unknown.upper);
        let (path, counters) = (path().into_boxed_slice(), Counters::default());
        let Place { state, key } = place;
        self.nodes.push(Node { state, key, path, counters, flying: 0, proven, is_over, branches: None });
        Some(id)
    }

    /// Gives a node its moves.
    pub(crate) fn expand<S: Select, E: Evaluate<G>>(
        &mut self,
        step: &Step<'_, G, S, E>,
        id: NodeId,
        random: &mut Random,
    ) {
        let made = step.branches(&self.node(id).state, random).into_iter().map(|one| Branch {
            chosen: one.chosen,
            number: one.number as u32,
            points: one.points as f32,
            prior: one.prior as f32,
            counters: Counters::default(),
            flying: 0,
            child: Child::Unknown,
            shared: Statistics::default(),
            bounds: step.unknown(),
        });
        self.node_mut(id).branches = Some(made.collect());
    }

    /// What a formula is told of a move.
    #[inline]
    pub(crate) fn arm<S: Select>(&self, branch: &Branch<G::Move>) -> Arm {
        let own = branch.counters.read();
        let mut arm = Arm {
            visits: own.visits,
            mean: own.mean(),
            variance: if S::WANTS_VARIANCE { own.variance() } else { 0.0 },
            points: f64::from(branch.points),
            prior: f64::from(branch.prior),
            ..Arm::default()
        };
        if self.is_graph {
            let shared = match branch.child {
                Child::Here(id) => self.node(id).settled(),
                _ => branch.shared,
            };
            if shared.visits > 0 {
                // Those of this move that are under way count as lost, as they do without shared positions.
                let back =
                    if own.visits == 0 { 1.0 } else { f64::from(own.visits - branch.flying) / f64::from(own.visits) };
                arm.mean = (1.0 - shared.mean()) * back;
                arm.variance = if S::WANTS_VARIANCE { shared.variance() } else { 0.0 };
            }
        }
        arm
    }

    /// What is proven of a move, for the side that makes it.
    #[inline]
    pub(crate) fn bounds(&self, branch: &Branch<G::Move>) -> Bounds {
        match branch.child {
            Child::Here(id) => self.node(id).proven.bounds().negated(),
            _ => branch.bounds,
        }
    }

    /// Takes into a node what is proven of its moves.
    pub(crate) fn prove(&self, id: NodeId) {
        let node = self.node(id);
        let branches = node.branches.as_deref().unwrap_or_default().iter();
        if let Some(bounds) = best_of(branches.map(|branch| self.bounds(branch))) {
            node.proven.narrow(bounds);
        }
    }

    /// Memory of nodes and moves, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let more = |node: &Node<G>| node.path.len() + node.branches.as_deref().map_or(0, size_of_val);
        let entries = self.table.capacity() * size_of::<(u64, NodeId)>();
        self.nodes.iter().map(more).sum::<usize>() + self.nodes.len() * size_of::<Node<G>>() + entries
    }

    /// Virtual losses of all nodes and moves.
    pub(crate) fn flying(&self) -> u64 {
        let of = |node: &Node<G>| {
            let branches = node.branches.as_deref().unwrap_or_default().iter();
            u64::from(node.flying) + branches.map(|branch| u64::from(branch.flying)).sum::<u64>()
        };
        self.nodes.iter().map(of).sum()
    }
}

impl<G: Game> Node<G> {
    /// What was seen, without what is under way.
    #[inline]
    pub(crate) fn settled(&self) -> Statistics {
        let seen = self.counters.read();
        Statistics { visits: seen.visits - self.flying, ..seen }
    }

    /// Counts a descent that begins here.
    #[inline]
    pub(crate) fn enter(&mut self, visits: u32) {
        self.counters.enter(visits);
        self.flying += visits;
    }

    /// Adds the rewards of a descent that was entered as so many visits.
    #[inline]
    pub(crate) fn leave(&mut self, visits: u32, sums: Sums) {
        self.counters.leave(visits, sums);
        self.flying -= visits;
    }

    /// One of the moves.
    pub(crate) fn branch_mut(&mut self, index: usize) -> Option<&mut Branch<G::Move>> {
        self.branches.as_deref_mut()?.get_mut(index)
    }
}

impl<M> Branch<M> {
    /// Counts a descent that begins here.
    #[inline]
    pub(crate) fn enter(&mut self, visits: u32) {
        self.counters.enter(visits);
        self.flying += visits;
    }

    /// Adds the rewards of a descent that was entered as so many visits.
    #[inline]
    pub(crate) fn leave(&mut self, visits: u32, sums: Sums) {
        self.counters.leave(visits, sums);
        self.flying -= visits;
    }

    /// Takes in what a child has said that is kept elsewhere.
    pub(crate) fn hear(&mut self, report: &Report) {
        if let Child::There(rank, None) = self.child {
            self.child = Child::There(rank, report.node);
        }
        if let Some(bounds) = report.bounds() {
            self.bounds = Bounds::intersect(self.bounds, bounds.negated());
        }
        if let Some(shared) = report.shared {
            self.shared = shared.into();
        }
    }
}
