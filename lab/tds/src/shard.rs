//! One rank's part of the tree.
//!
//! Nodes are only ever added. What a node knows of a child that is kept elsewhere is what the child's reports have said; of
//! one that is kept here it is what the child itself knows.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use mcts::bounds::Proven;
use mcts::random::mix;
use mcts::reward::{Counters, Statistics};
use mcts::select::{Arm, Select};
use mcts::step::Step;
use mcts::{Evaluate, Game, Random, ScoreBounds, Settings, Sums};

use crate::path::Place;
use crate::wire::{NodeId, Report};

/// The root, in the shard of rank 0.
pub(crate) const ROOT: NodeId = 0;

/// Place of a move among those of all nodes of the shard.
pub(crate) type BranchId = usize;

/// Where the position behind a move is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    /// The move was never followed.
    Unknown,
    /// Here.
    Here(NodeId),
    /// By another rank; the number is known once that has reported.
    There(u32, Option<NodeId>),
}

/// A legal move of a node. Everything is seen from the side that makes it. The fewer bytes it has, the faster is the choice
/// among many.
#[derive(Debug)]
pub(crate) struct Branch<M> {
    pub(crate) counters: Counters,
    /// Of the visits those that are under way.
    pub(crate) under_way: u32,
    pub(crate) points: f32,
    pub(crate) prior: f32,
    /// Place among the legal moves in the order of the game.
    pub(crate) number: u32,
    pub(crate) child: Child,
    pub(crate) chosen: M,
}

/// What a child that is kept elsewhere has said of itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heard {
    /// What it has seen from all its parents, for its own side; only in graphs.
    pub(crate) shared: Statistics,
    /// What it has proven, for the side that moves there.
    pub(crate) bounds: ScoreBounds,
}

/// A node, as far as each descent through it looks at it: one line of the processor's cache.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Node {
    pub(crate) counters: Counters,
    /// Of the visits those that are under way.
    pub(crate) under_way: u32,
    pub(crate) is_over: bool,
    pub(crate) proven: Proven,
    /// Its moves among all; none before it is expanded.
    branches: Span,
}

const _: () = assert!(size_of::<Node>() == 64);

/// The position of a node, which is looked at only when there is something new to do with it.
#[derive(Debug)]
struct Site<G: Game> {
    state: G::State,
    key: u64,
    /// One of the ways that lead here, among the bytes of all paths.
    path: Span,
}

/// A part of a list.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    start: usize,
    length: u32,
}

impl Span {
    #[inline]
    fn range(self) -> Range<usize> {
        self.start..self.start + self.length as usize
    }
}

/// Takes a key for its own hash: keys are hashes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        // A game's hash need not be a good one.
        self.0 = mix(key);
    }
}

/// The nodes of one rank.
#[derive(Debug)]
pub(crate) struct Shard<G: Game> {
    nodes: Vec<Node>,
    /// Their positions.
    sites: Vec<Site<G>>,
    /// The moves of all nodes, those of a node one after the other.
    branches: Vec<Branch<G::Move>>,
    /// What was heard of the same moves; empty where nothing is to be told but rewards.
    heard: Vec<Heard>,
    /// The bytes of all paths.
    paths: Vec<u8>,
    /// By key; where two positions have the same one, the second has the next key that is free. In a tree only the nodes
    /// whose parents are kept elsewhere.
    table: HashMap<u64, NodeId, BuildHasherDefault<KeyHasher>>,
    most_nodes: usize,
    is_graph: bool,
    /// Whether children say more than their rewards.
    hears: bool,
    unknown: ScoreBounds,
}

impl<G: Game> Shard<G> {
    /// Without any node. `unknown` are the bounds of what nothing is proven of.
    pub(crate) fn new(settings: &Settings, most_nodes: usize, unknown: ScoreBounds) -> Self {
        Self {
            nodes: Vec::new(),
            sites: Vec::new(),
            branches: Vec::new(),
            heard: Vec::new(),
            paths: Vec::new(),
            table: HashMap::default(),
            most_nodes: most_nodes.clamp(1, NodeId::MAX as usize),
            is_graph: settings.is_graph,
            hears: settings.is_graph || settings.proves,
            unknown,
        }
    }

    /// The bounds of what nothing is proven of.
    pub(crate) fn unknown(&self) -> ScoreBounds {
        self.unknown
    }

    /// Lets the shard have this many nodes, whatever its earlier limit.
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

    /// What a node is found by.
    #[inline]
    pub(crate) fn key(&self, id: NodeId) -> u64 {
        self.sites[id as usize].key
    }

    /// The moves of a node; none before it is expanded.
    #[inline]
    #[cfg(test)]
    pub(crate) fn branches(&self, node: &Node) -> &[Branch<G::Move>] {
        &self.branches[node.branches.range()]
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
        &self.paths[self.sites[id as usize].path.range()]
    }

    /// The node of a place, which is made if it is not there; `None` if there is no room for it.
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
            // Without shared positions the way decides, and its hash has 64 bits; the position is compared all the same.
            if self.key(id) == place.key && *self.state(id) == place.state {
                return Ok(id);
            }
            key = key.wrapping_add(1);
        }
        Err(key)
    }

    /// The node of a place that only a node of this rank leads to, and has not yet: in a tree nobody else will ask for it.
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
        let path = Span { start: self.paths.len() - path.len(), length: path.len() as u32 };
        let Place { state, key } = place;
        self.nodes.push(Node {
            is_over: game.is_over(&state),
            counters: Counters::default(),
            under_way: 0,
            proven: Proven::unknown(self.unknown.upper),
            branches: Span::default(),
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
        self.give(id, made, std::iter::repeat(Heard { shared: Statistics::default(), bounds: self.unknown }));
    }

    /// Gives a node these moves, and what was heard of each.
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
        self.node_mut(id).branches = Span { start, length: count as u32 };
    }

    /// What the node behind a move knows of itself if it is kept here, and otherwise what was heard of it.
    pub(crate) fn known(&self, at: BranchId) -> Heard {
        match self.branches[at].child {
            Child::Here(id) => Heard { shared: self.node(id).settled(), bounds: self.node(id).proven.bounds() },
            _ => self.heard(at),
        }
    }

    /// What was heard of a move.
    fn heard(&self, at: BranchId) -> Heard {
        let nothing = Heard { shared: Statistics::default(), bounds: self.unknown };
        self.heard.get(at).copied().unwrap_or(nothing)
    }

    /// What a selection formula knows about a move.
    #[inline]
    pub(crate) fn arm<S: Select>(&self, at: BranchId) -> Arm {
        let branch = &self.branches[at];
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
                _ => self.heard[at].shared,
            };
            if shared.visits > 0 {
                // Those of this move that are under way count as lost, as they do without shared positions.
                let back = if own.visits == 0 {
                    1.0
                } else {
                    f64::from(own.visits - branch.under_way) / f64::from(own.visits)
                };
                arm.mean = (1.0 - shared.mean()) * back;
                arm.variance = if S::WANTS_VARIANCE { shared.variance() } else { 0.0 };
            }
        }
        arm
    }

    /// What is proven of a move, for the side that makes it.
    #[inline]
    pub(crate) fn bounds(&self, at: BranchId) -> ScoreBounds {
        match self.branches[at].child {
            Child::Here(id) => self.node(id).proven.bounds().negated(),
            _ => self.heard.get(at).map_or(self.unknown, |heard| heard.bounds.negated()),
        }
    }

    /// Takes into a node what is proven of its moves.
    pub(crate) fn prove(&self, id: NodeId) {
        let node = self.node(id);
        if let Some(bounds) = ScoreBounds::best_of(node.branch_ids().map(|at| self.bounds(at))) {
            node.proven.narrow(bounds);
        }
    }

    /// Takes in what a child has said that is kept elsewhere; whether the move is one that leads to that rank.
    pub(crate) fn hear<R>(&mut self, at: BranchId, from: u32, report: &Report<R>) -> bool {
        let Some(branch) = self.branches.get_mut(at) else { return false };
        let Child::There(home, known) = branch.child else { return false };
        if home != from {
            return false;
        }
        if known.is_none() {
            branch.child = Child::There(home, report.node);
        }
        if let Some(heard) = self.heard.get_mut(at) {
            if let Some(bounds) = report.bounds() {
                heard.bounds = ScoreBounds::intersect(heard.bounds, bounds);
            }
            if let Some(shared) = report.shared {
                heard.shared = shared.into();
            }
        }
        true
    }

    /// Memory of nodes and moves, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let entries = self.table.capacity() * size_of::<(u64, NodeId)>();
        size_of_val(&self.nodes[..])
            + size_of_val(&self.sites[..])
            + size_of_val(&self.branches[..])
            + size_of_val(&self.heard[..])
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
    /// What was seen, without what is under way.
    #[inline]
    pub(crate) fn settled(&self) -> Statistics {
        let seen = self.counters.read();
        Statistics { visits: seen.visits - self.under_way, ..seen }
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

    /// Its moves, among those of all nodes; none before it is expanded.
    #[inline]
    pub(crate) fn branch_ids(&self) -> Range<BranchId> {
        self.branches.range()
    }

    /// Whether it has its moves.
    #[inline]
    pub(crate) fn is_expanded(&self) -> bool {
        self.branches.length > 0
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
