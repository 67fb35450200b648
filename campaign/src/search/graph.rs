//! The nodes of one search, their numbers, and how they change.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use solver::{Bounds, Discs, rules};

use super::prior::{Numbers, Prior};
use crate::game::CanonicalGame;
use crate::knowledge::Knowledge;
use crate::known::{Clash, backed_up};
use crate::plan::Virtual;

/// The place of a node in its search.
pub(crate) type NodeId = u32;

/// The node of the root.
const ROOT: NodeId = 0;

/// A position with a question.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The position, canonical.
    pub(crate) discs: Discs,
    /// What is asked of the side to move.
    pub(crate) at_least: i32,
    /// Number of empty squares.
    pub(crate) empties: u32,
    /// Whether the side to move at the root is to move here.
    is_root_side: bool,
    /// Whether the side to move has to pass.
    is_pass: bool,
    /// Numbers before anything is known.
    prior: Numbers,
    /// Numbers by what is known.
    pub(crate) real: Numbers,
    /// The same if jobs in flight end as is assumed.
    ahead: Numbers,
    /// Whether somewhere below is a leaf that can be asked about.
    is_free: bool,
    /// Empty if it is not split.
    pub(crate) successors: Vec<NodeId>,
    predecessors: Vec<NodeId>,
}

/// The search for the answer of one question.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    nodes: Vec<Node>,
    index: HashMap<(Discs, bool), NodeId>,
}

/// What a search looks at: everything known, and the positions of jobs in flight.
pub(crate) struct Sight<'a> {
    pub(crate) game: &'a CanonicalGame,
    pub(crate) prior: &'a mut Prior,
    pub(crate) knowledge: &'a mut Knowledge,
    pub(crate) in_flight: &'a HashSet<Discs>,
    /// What is assumed of these.
    pub(crate) ahead: Virtual,
}

impl Search {
    /// A search whose root, canonical, is not split yet.
    ///
    /// # Errors
    /// What is known of the root contradicts the rules.
    pub(crate) fn new(root: Discs, at_least: i32, sight: &mut Sight<'_>) -> Result<Self, Clash> {
        let mut search = Self { nodes: Vec::new(), index: HashMap::new() };
        search.node(root, at_least, true, sight)?;
        Ok(search)
    }

    /// What is asked of the root.
    pub(crate) fn at_least(&self) -> i32 {
        self.root().at_least
    }

    /// The root.
    pub(crate) fn root(&self) -> &Node {
        &self.nodes[ROOT as usize]
    }

    /// Leaves that are neither decided nor in flight.
    pub(crate) fn free_leaves(&self) -> Vec<NodeId> {
        let is_free_leaf = |&id: &NodeId| self.get(id).is_free && self.get(id).successors.is_empty();
        (0..self.nodes.len() as NodeId).filter(is_free_leaf).collect()
    }

    /// A node.
    pub(crate) fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The leaf to ask about next: the most-proving one among those that are not in flight, with what is assumed of these.
    pub(crate) fn select(&self) -> Option<NodeId> {
        let mut id = ROOT;
        loop {
            let node = self.get(id);
            if !node.is_free {
                return None;
            }
            if node.successors.is_empty() {
                return Some(id);
            }
            let free = node.successors.iter().copied().filter(|&next| self.get(next).is_free);
            let cost = |next: NodeId| {
                let node = self.get(next);
                // What is decided by assumption waits for what is not.
                let (is_put_off, by) = if node.ahead.is_open() { (false, node.ahead) } else { (true, node.real) };
                (is_put_off, by.disproof)
            };
            id = free.min_by(|&a, &b| {
                let ((a_put_off, a), (b_put_off, b)) = (cost(a), cost(b));
                a_put_off.cmp(&b_put_off).then(a.total_cmp(&b))
            })?;
        }
    }

    /// Whether the answer of a question still counts: the position is undecided, and so is all on some way to it.
    pub(crate) fn is_wanted(&self, discs: Discs, at_least: i32) -> bool {
        let nodes = [true, false].into_iter().filter_map(|side| self.index.get(&(discs, side)).copied());
        let mut above: Vec<NodeId> = nodes.filter(|&id| self.get(id).at_least == at_least).collect();
        let mut seen: HashSet<NodeId> = above.iter().copied().collect();
        while let Some(id) = above.pop() {
            let node = self.get(id);
            if !node.real.is_open() {
                continue;
            }
            if id == ROOT {
                return true;
            }
            above.extend(node.predecessors.iter().copied().filter(|&above| seen.insert(above)));
        }
        false
    }

    /// Splits a leaf into its successors.
    ///
    /// # Errors
    /// What is known of some position contradicts what is known of others, or the rules.
    pub(crate) fn split(&mut self, id: NodeId, sight: &mut Sight<'_>) -> Result<(), Clash> {
        let Node { discs, at_least, is_root_side, .. } = *self.get(id);
        let mut successors = Vec::new();
        for next in sight.game.successors(discs) {
            let next = self.node(next, 1 - at_least, !is_root_side, sight)?;
            self.nodes[next as usize].predecessors.push(id);
            successors.push(next);
        }
        self.nodes[id as usize].successors = successors;
        self.update(discs, sight)
    }

    /// Finds or makes a node.
    fn node(
        &mut self,
        discs: Discs,
        at_least: i32,
        is_root_side: bool,
        sight: &mut Sight<'_>,
    ) -> Result<NodeId, Clash> {
        if let Some(&id) = self.index.get(&(discs, is_root_side)) {
            return Ok(id);
        }
        let moves = rules::mobility(&sight.game.geometry, discs).count_ones();
        let empties = sight.game.geometry.squares() - discs.occupied().len();
        let mut prior = Numbers::decided(false);
        if let Some(score) = sight.game.final_score(discs) {
            sight.knowledge.tighten(discs, Bounds::at(score), (None, None))?;
        }
        // What is decided needs no guess.
        if sight.knowledge.get(discs).bounds.reach(at_least.into()).is_none() {
            let margin = sight.prior.margin(discs, at_least);
            prior = Prior::numbers(empties, moves, margin);
        }
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            discs,
            at_least,
            empties,
            is_root_side,
            is_pass: moves == 0,
            prior,
            real: prior,
            ahead: prior,
            is_free: true,
            successors: Vec::new(),
            predecessors: Vec::new(),
        });
        self.index.insert((discs, is_root_side), id);
        let (real, ahead, is_free) = self.numbers(id, sight);
        let node = &mut self.nodes[id as usize];
        (node.real, node.ahead, node.is_free) = (real, ahead, is_free);
        Ok(id)
    }

    /// Brings a position, of which something new is known or assumed, and all above it up to date.
    ///
    /// # Errors
    /// What is known of some position contradicts what is known of its successors.
    pub(crate) fn update(&mut self, discs: Discs, sight: &mut Sight<'_>) -> Result<(), Clash> {
        let mut waiting = BinaryHeap::new();
        self.await_all(discs, &mut waiting);
        // Positions with few empties first, then those that have to pass: all successors before the position itself.
        while let Some(Reverse((_, _, id))) = waiting.pop() {
            while waiting.peek().is_some_and(|Reverse((_, _, next))| *next == id) {
                waiting.pop();
            }
            let mut is_changed = false;
            let node = self.get(id);
            let discs = node.discs;
            if !node.successors.is_empty() {
                let successors = node.successors.iter().map(|&next| sight.knowledge.get(self.get(next).discs));
                let (bounds, by) = backed_up(successors);
                if sight.knowledge.tighten(discs, bounds, by)? {
                    is_changed = true;
                }
            }
            let (real, ahead, is_free) = self.numbers(id, sight);
            let node = &mut self.nodes[id as usize];
            is_changed |= (node.real, node.ahead, node.is_free) != (real, ahead, is_free);
            (node.real, node.ahead, node.is_free) = (real, ahead, is_free);
            if is_changed {
                self.await_above(id, &mut waiting);
                let twin = self.index.get(&(discs, !self.get(id).is_root_side));
                if let Some(&twin) = twin {
                    self.await_above(twin, &mut waiting);
                }
            }
        }
        Ok(())
    }

    fn await_all(&self, discs: Discs, waiting: &mut Waiting) {
        for side in [true, false] {
            if let Some(&id) = self.index.get(&(discs, side)) {
                waiting.push(self.turn(id));
                self.await_above(id, waiting);
            }
        }
    }

    fn await_above(&self, id: NodeId, waiting: &mut Waiting) {
        waiting.extend(self.get(id).predecessors.iter().map(|&above| self.turn(above)));
    }

    fn turn(&self, id: NodeId) -> Reverse<(u32, bool, NodeId)> {
        let node = self.get(id);
        Reverse((node.empties, node.is_pass, id))
    }

    /// The numbers of a node by what is known of it and of its successors, the same with what is assumed of jobs in
    /// flight, and whether a leaf below can be asked about.
    fn numbers(&self, id: NodeId, sight: &Sight<'_>) -> (Numbers, Numbers, bool) {
        let node = self.get(id);
        if let Some(is_reached) = sight.knowledge.get(node.discs).bounds.reach(node.at_least.into()) {
            let decided = Numbers::decided(is_reached);
            return (decided, decided, false);
        }
        if node.successors.is_empty() {
            if !sight.in_flight.contains(&node.discs) {
                return (node.prior, node.prior, true);
            }
            return (node.prior, self.assumed(node, sight.ahead), false);
        }
        let all = |of: fn(&Node) -> Numbers| {
            let successors = node.successors.iter().map(|&next| of(self.get(next)));
            successors.fold(Numbers { proof: f64::INFINITY, disproof: 0.0 }, |all, next| Numbers {
                proof: all.proof.min(next.disproof),
                disproof: all.disproof + next.proof,
            })
        };
        let is_free = node.successors.iter().any(|&next| self.get(next).is_free);
        (all(|node| node.real), all(|node| node.ahead), is_free)
    }

    /// What is assumed of a leaf in flight.
    fn assumed(&self, node: &Node, ahead: Virtual) -> Numbers {
        match ahead {
            Virtual::Equals => node.prior,
            Virtual::Win => Numbers::decided(node.is_root_side),
            Virtual::Loss => Numbers::decided(!node.is_root_side),
            Virtual::Likely => Numbers::decided(node.prior.proof <= node.prior.disproof),
        }
    }
}

/// Nodes to be brought up to date, in an order in which successors come first.
type Waiting = BinaryHeap<Reverse<(u32, bool, NodeId)>>;
