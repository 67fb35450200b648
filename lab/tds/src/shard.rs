//! One rank's part of the tree.
//!
//! Nodes are only ever added. A node knows a child on another rank only by its reports; a child kept here it reads
//! directly.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use ahash::AHasher;
use mcts::bounds::Proven;
use mcts::reward::Counters;
use mcts::select::{Arm, Select};
use mcts::step::Step;
use mcts::{Evaluate, Game, Random, ScoreBounds, Settings, Sums};
use serde::{Deserialize, Serialize};

use crate::amaf::{self, AmafReport};
use crate::path::Place;
use crate::wire::{NodeId, Report};

/// The root, in the shard of rank 0.
pub(crate) const ROOT: NodeId = 0;

/// A reward of 1 in the units in which "all moves as first" keeps sums, as in [`mcts::tree`].
const ONE: f64 = (1u64 << 24) as f64;

/// Index of a move among those of all nodes of the shard.
pub(crate) type BranchId = usize;

/// Where the position behind a move is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Child {
    /// The move was never followed.
    Unknown,
    /// Here.
    Here(NodeId),
    /// On another rank; the node number is known once that rank has reported.
    There(u32, Option<NodeId>),
}

/// A legal move of a node. Everything is seen from the side that makes it. It is kept small, since that speeds up the choice
/// among many.
#[derive(Debug)]
pub(crate) struct Branch<M> {
    pub(crate) counters: Counters,
    /// How many of the visits are still in flight.
    pub(crate) under_way: u32,
    pub(crate) points: f32,
    pub(crate) prior: f32,
    /// Index among the legal moves in the order of the game.
    pub(crate) number: u32,
    pub(crate) child: Child,
    pub(crate) chosen: M,
}

/// What a child on another rank has reported about itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heard {
    /// Its statistics over all its parents, for its own side to move; only in graphs.
    pub(crate) shared: Sums,
    /// What it has proven, for the side to move there.
    pub(crate) bounds: ScoreBounds,
}

/// The part of a node that every descent through it reads: one cache line.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    pub(crate) counters: Counters,
    /// How many of the visits are still in flight.
    pub(crate) under_way: u32,
    pub(crate) is_over: bool,
    pub(crate) proven: Proven,
    /// Its moves, in the list of all moves; empty before it is expanded.
    branches: Range<BranchId>,
}

const _: () = assert!(size_of::<Node>() == 64);

/// The position of a node, which is read only for something new: a child, a playout, a checkpoint.
#[derive(Debug)]
struct Site<G: Game> {
    state: G::State,
    key: u64,
    /// One of the paths that lead here, in the bytes of all paths.
    path: Range<usize>,
}

/// The nodes of one rank.
#[derive(Debug)]
pub(crate) struct Shard<G: Game> {
    nodes: Vec<Node>,
    /// Their positions.
    sites: Vec<Site<G>>,
    /// The moves of all nodes, those of each node contiguous.
    branches: Vec<Branch<G::Move>>,
    /// What was heard about the same moves; empty if children report only rewards.
    heard: Vec<Heard>,
    /// The playouts in which each of these moves was made there or later, and their rewards for the side that makes it, in
    /// units of [`ONE`]; empty if the formula does not want them.
    amaf: Vec<(u32, u64)>,
    /// The bytes of all paths.
    paths: Vec<u8>,
    /// Nodes by key; if two positions have the same key, the second gets the next free one. In a tree, only the nodes whose
    /// parents are on another rank.
    table: HashMap<u64, NodeId, BuildHasherDefault<AHasher>>,
    most_nodes: usize,
    is_graph: bool,
    /// Whether children report more than their rewards.
    hears: bool,
    wants_amaf: bool,
    unknown: ScoreBounds,
}

impl<G: Game> Shard<G> {
    /// An empty shard for a formula. `unknown` are the bounds of a position about which nothing is proven.
    pub(crate) fn new<S: Select>(settings: &Settings, most_nodes: usize, unknown: ScoreBounds) -> Self {
        Self {
            nodes: Vec::new(),
            sites: Vec::new(),
            branches: Vec::new(),
            heard: Vec::new(),
            amaf: Vec::new(),
            paths: Vec::new(),
            table: HashMap::default(),
            most_nodes: most_nodes.clamp(1, NodeId::MAX as usize),
            is_graph: settings.is_graph,
            hears: settings.is_graph || settings.proves,
            wants_amaf: S::WANTS_AMAF,
            unknown,
        }
    }

    /// The bounds of a position about which nothing is proven.
    pub(crate) fn unknown(&self) -> ScoreBounds {
        self.unknown
    }

    /// Raises the shard's limit to this many nodes, if it was lower.
    pub(crate) fn make_room_for(&mut self, nodes: usize) {
        self.most_nodes = self.most_nodes.max(nodes);
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn has(&self, id: NodeId) -> bool {
        (id as usize) < self.nodes.len()
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The position of a node.
    #[inline]
    pub(crate) fn state(&self, id: NodeId) -> &G::State {
        &self.sites[id as usize].state
    }

    /// The key of a node.
    #[inline]
    pub(crate) fn key(&self, id: NodeId) -> u64 {
        self.sites[id as usize].key
    }

    /// The moves of a node; none before it is expanded.
    #[inline]
    #[cfg(test)]
    pub(crate) fn branches(&self, node: &Node) -> &[Branch<G::Move>] {
        &self.branches[node.branch_ids()]
    }

    #[inline]
    pub(crate) fn branch(&self, at: BranchId) -> &Branch<G::Move> {
        &self.branches[at]
    }

    #[inline]
    pub(crate) fn branch_mut(&mut self, at: BranchId) -> &mut Branch<G::Move> {
        &mut self.branches[at]
    }

    /// The moves that lead to a node from the root.
    pub(crate) fn path(&self, id: NodeId) -> &[u8] {
        &self.paths[self.sites[id as usize].path.clone()]
    }

    /// The node of a place, made if it does not exist; `None` if there is no room for it.
    pub(crate) fn find_or_add(&mut self, game: &G, place: Place<G>, path: &[u8]) -> Option<NodeId> {
        match self.look_up(&place) {
            Ok(id) => Some(id),
            Err(free) => {
                let id = self.add(game, place, path)?;
                self.table.insert(free, id);
                Some(id)
            }
        }
    }

    /// The node of a place that can be found by its key.
    pub(crate) fn find(&self, place: &Place<G>) -> Option<NodeId> {
        self.look_up(place).ok()
    }

    /// The node of a place, or the key that is free for it.
    #[inline]
    fn look_up(&self, place: &Place<G>) -> Result<NodeId, u64> {
        let mut key = place.key;
        while let Some(&id) = self.table.get(&key) {
            // In a tree the path identifies the node, by a hash of 64 bits; the position is compared all the same.
            if self.key(id) == place.key && *self.state(id) == place.state {
                return Ok(id);
            }
            key = key.wrapping_add(1);
        }
        Err(key)
    }

    /// The node behind an unfollowed move of a node kept here. In a tree nobody else will ask for it, so it needs no key.
    pub(crate) fn child(&mut self, game: &G, place: Place<G>, path: &[u8]) -> Option<NodeId> {
        if self.is_graph { self.find_or_add(game, place, path) } else { self.add(game, place, path) }
    }

    /// A new node; `None` if there is no room for it.
    fn add(&mut self, game: &G, place: Place<G>, path: &[u8]) -> Option<NodeId> {
        if self.nodes.len() >= self.most_nodes {
            return None;
        }
        let id = self.nodes.len() as NodeId;
        self.paths.extend_from_slice(path);
        let path = self.paths.len() - path.len()..self.paths.len();
        let Place { state, key } = place;
        self.nodes.push(Node {
            is_over: game.is_over(&state),
            counters: Counters::default(),
            under_way: 0,
            proven: Proven::unknown(self.unknown.upper),
            branches: 0..0,
        });
        self.sites.push(Site { state, key, path });
        Some(id)
    }

    /// Gives a node its moves.
    pub(crate) fn expand<S: Select, E: Evaluate<G>>(
        &mut self,
        step: &Step<'_, G, S, E>,
        id: NodeId,
        random: &mut Random,
    ) {
        let made = step.branches(self.state(id), random).into_iter().map(|one| Branch {
            counters: Counters::default(),
            under_way: 0,
            points: one.points as f32,
            prior: one.prior as f32,
            number: one.number as u32,
            child: Child::Unknown,
            chosen: one.chosen,
        });
        self.give(id, made, std::iter::repeat(Heard { shared: Sums::default(), bounds: self.unknown }));
    }

    /// Gives a node these moves, and what was heard about each.
    pub(crate) fn give(
        &mut self,
        id: NodeId,
        branches: impl Iterator<Item = Branch<G::Move>>,
        heard: impl Iterator<Item = Heard>,
    ) {
        let start = self.branches.len();
        self.branches.extend(branches);
        let count = self.branches.len() - start;
        if self.hears {
            self.heard.extend(heard.take(count));
        }
        if self.wants_amaf {
            self.amaf.resize(self.branches.len(), (0, 0));
        }
        self.node_mut(id).branches = start..start + count;
    }

    /// What the node behind a move knows if it is kept here, otherwise what was heard about it.
    pub(crate) fn known(&self, at: BranchId) -> Heard {
        match self.branches[at].child {
            Child::Here(id) => Heard { shared: self.node(id).settled(), bounds: self.node(id).proven.bounds() },
            _ => self.heard(at),
        }
    }

    /// What was heard about a move.
    fn heard(&self, at: BranchId) -> Heard {
        let nothing = Heard { shared: Sums::default(), bounds: self.unknown };
        self.heard.get(at).copied().unwrap_or(nothing)
    }

    /// What a selection formula knows about a move.
    #[inline]
    pub(crate) fn arm<S: Select>(&self, at: BranchId) -> Arm {
        let branch = &self.branches[at];
        let own = branch.counters.read();
        let mut arm = Arm {
            visits: own.playouts,
            mean: own.mean(),
            variance: if S::WANTS_VARIANCE { own.variance() } else { 0.0 },
            points: f64::from(branch.points),
            prior: f64::from(branch.prior),
            ..Arm::default()
        };
        if S::WANTS_AMAF {
            let (visits, sum) = self.amaf[at];
            (arm.amaf_visits, arm.amaf_mean) = (visits, sum as f64 / ONE / f64::from(visits.max(1)));
        }
        if self.is_graph {
            let shared = match branch.child {
                Child::Here(id) => self.node(id).settled(),
                _ => self.heard[at].shared,
            };
            if shared.playouts > 0 {
                // This move's visits in flight count as lost, as they do without shared positions.
                let back = if own.playouts == 0 {
                    1.0
                } else {
                    f64::from(own.playouts - branch.under_way) / f64::from(own.playouts)
                };
                arm.mean = (1.0 - shared.mean()) * back;
                arm.variance = if S::WANTS_VARIANCE { shared.variance() } else { 0.0 };
            }
        }
        arm
    }

    /// What is proven about a move, for the side that makes it.
    #[inline]
    pub(crate) fn bounds(&self, at: BranchId) -> ScoreBounds {
        match self.branches[at].child {
            Child::Here(id) => self.node(id).proven.bounds().negated(),
            _ => self.heard.get(at).map_or(self.unknown, |heard| heard.bounds.negated()),
        }
    }

    /// Updates a node's bounds from those of its moves.
    pub(crate) fn prove(&self, id: NodeId) {
        let node = self.node(id);
        if let Some(bounds) = ScoreBounds::best_of(node.branch_ids().map(|at| self.bounds(at))) {
            node.proven.narrow(bounds);
        }
    }

    /// Takes in the report of a child on another rank; returns whether it fits: the move leads to that rank, and the bounds do
    /// not contradict earlier ones.
    pub(crate) fn hear(&mut self, at: BranchId, from: u32, report: &Report) -> bool {
        let Some(branch) = self.branches.get_mut(at) else { return false };
        let Child::There(home, _) = branch.child else { return false };
        if home != from {
            return false;
        }
        branch.child = Child::There(home, report.node);
        if let Some(heard) = self.heard.get_mut(at) {
            if let Some(bounds) = report.bounds {
                heard.bounds = ScoreBounds::intersect(heard.bounds, bounds);
                if heard.bounds.lower > heard.bounds.upper {
                    return false;
                }
            }
            if let Some(shared) = report.shared {
                heard.shared = shared;
            }
        }
        true
    }

    /// Takes in which moves were made in playouts that followed a move of a node, and adds that move to the report. `is_other`
    /// says whether the side to move at the node is not the one at the root.
    pub(crate) fn take_moves(&mut self, game: &G, id: NodeId, at: BranchId, is_other: bool, report: &mut AmafReport) {
        report.fill(amaf::key(game, is_other, self.branches[at].chosen));
        for one in self.node(id).branch_ids() {
            let (playouts, sum) =
                amaf::turned(is_other, report.of(amaf::key(game, is_other, self.branches[one].chosen)));
            let (visits, rewards) = &mut self.amaf[one];
            *visits = visits.saturating_add(playouts);
            *rewards = rewards.saturating_add((sum * ONE).round() as u64);
        }
    }

    /// What "all moves as first" knows about the moves of a node; `None` if the formula does not want it.
    pub(crate) fn amaf(&self, id: NodeId) -> Option<&[(u32, u64)]> {
        self.wants_amaf.then(|| &self.amaf[self.node(id).branch_ids()])
    }

    /// Sets it for a new node, which older programs left out where nothing was known; returns whether there are as many
    /// numbers as moves.
    pub(crate) fn set_amaf(&mut self, id: NodeId, amaf: &[(u32, u64)]) -> bool {
        let branches = self.node(id).branch_ids();
        let has_sense = amaf.len() == branches.len();
        if has_sense && self.wants_amaf {
            self.amaf[branches].copy_from_slice(amaf);
        }
        amaf.is_empty() || has_sense
    }

    /// Whether the formula wants "all moves as first".
    pub(crate) fn wants_amaf(&self) -> bool {
        self.wants_amaf
    }

    /// Memory of nodes and moves, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let entries = self.table.capacity() * size_of::<(u64, NodeId)>();
        size_of_val(&self.nodes[..])
            + size_of_val(&self.sites[..])
            + size_of_val(&self.branches[..])
            + size_of_val(&self.heard[..])
            + size_of_val(&self.amaf[..])
            + self.paths.len()
            + entries
    }

    /// Virtual losses of all nodes and moves.
    pub(crate) fn under_way(&self) -> u64 {
        let nodes = self.nodes.iter().map(|node| u64::from(node.under_way)).sum::<u64>();
        nodes + self.branches.iter().map(|branch| u64::from(branch.under_way)).sum::<u64>()
    }
}

impl Node {
    /// The statistics without the visits in flight.
    #[inline]
    pub(crate) fn settled(&self) -> Sums {
        let seen = self.counters.read();
        Sums { playouts: seen.playouts - self.under_way, ..seen }
    }

    /// Counts a descent that begins here.
    #[inline]
    pub(crate) fn enter(&mut self, visits: u32) {
        self.counters.enter_alone(visits);
        self.under_way += visits;
    }

    /// Adds the rewards of a descent that was entered as this many visits.
    #[inline]
    pub(crate) fn leave(&mut self, visits: u32, sums: Sums) {
        self.counters.leave_alone(visits, sums);
        self.under_way -= visits;
    }

    /// Indices of its moves among those of all nodes; empty before it is expanded.
    #[inline]
    pub(crate) fn branch_ids(&self) -> Range<BranchId> {
        self.branches.clone()
    }

    /// Whether it has been given its moves.
    #[inline]
    pub(crate) fn is_expanded(&self) -> bool {
        !self.branches.is_empty()
    }
}

impl<M> Branch<M> {
    /// Counts a descent that begins here.
    #[inline]
    pub(crate) fn enter(&mut self, visits: u32) {
        self.counters.enter_alone(visits);
        self.under_way += visits;
    }

    /// Adds the rewards of a descent that was entered as this many visits.
    #[inline]
    pub(crate) fn leave(&mut self, visits: u32, sums: Sums) {
        self.counters.leave_alone(visits, sums);
        self.under_way -= visits;
    }
}
