//! The nodes of one search, their numbers, and how they change.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ahash::{HashMap, HashSet};
use arrayvec::ArrayVec;
use solver::{Bounds, CanonicalGame, Discs, rules};

use super::prior::{Numbers, Prior};
use crate::job::JobId;
use crate::knowledge::{Clash, Families, Knowledge, Known, backed_up};

/// The place of a node in its search.
pub(crate) type NodeId = u32;

/// The node of the root.
const ROOT: NodeId = 0;
/// The most moves of a position.
const MOST_MOVES: usize = 64;
/// This many discs above the score in question improve the odds of reaching it by a factor of e.
const DOUBT: f64 = 6.0;
/// A leaf that is less likely to be needed waits until more is known, even if a worker has nothing else to do: it costs
/// more work than it saves time. On 6x6 from `othello` (`solve campaign simulate`), a value of 0.01 lets 1,000 workers
/// finish in 0.59 of the time, for 2.8 times the nodes; 256 workers take as long, for 1.6 times the nodes.
const LEAST_NEED: f64 = 0.1;

/// A position with a question.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The position, canonical.
    pub(crate) discs: Discs,
    /// The question about the side to move.
    pub(crate) at_least: i32,
    /// Number of empty squares.
    pub(crate) empties: u32,
    /// Whether the side to move here is the one to move at the root.
    is_root_side: bool,
    /// Whether the side to move has to pass.
    is_pass: bool,
    /// Numbers before anything is known.
    prior: Numbers,
    /// Numbers from what is known.
    pub(crate) real: Numbers,
    /// How likely it is, given that this node's answer is needed, that the answer of a leaf below is needed: the
    /// maximum over the leaves not in flight; 0 if there is none.
    pub(crate) need: f64,
    /// By how many discs the score is thought to be reached (positive) or missed: a guess, or the best of the
    /// successors'.
    pub(crate) margin: f64,
    /// How likely it is that the side to move reaches the score.
    yes: f64,
    /// Whether its value was guessed by searching, or needs no guess.
    pub(crate) is_guessed: bool,
    /// What is known about the position.
    known: Known,
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

/// What a search can see: everything known, and the positions of jobs in flight.
pub(crate) struct Sight<'a> {
    pub(crate) game: &'a CanonicalGame,
    pub(crate) prior: &'a mut Prior,
    pub(crate) knowledge: &'a mut Knowledge,
    pub(crate) in_flight: &'a HashMap<Discs, Vec<JobId>>,
}

impl Sight<'_> {
    /// Guesses, all at once, the values of those of the positions that are not decided: they are about to become nodes.
    fn foresee(&mut self, positions: &[Discs], at_least: i32) {
        let is_open = |discs: Discs| {
            let is_known = self.knowledge.get(discs).bounds.reach(at_least.into()).is_some();
            !is_known && self.game.final_score(discs).is_none()
        };
        let wanted: Vec<Discs> = positions.iter().copied().filter(|&discs| is_open(discs)).collect();
        self.prior.foresee(wanted);
    }
}

impl Search {
    /// A search whose canonical root is not split yet.
    pub(crate) fn new(root: Discs, at_least: i32, sight: &mut Sight<'_>) -> Result<Self, Clash> {
        let mut search = Self { nodes: Vec::new(), index: HashMap::default() };
        sight.foresee(&[root], at_least);
        search.node(root, at_least, true, sight)?;
        Ok(search)
    }

    /// The question about the root.
    pub(crate) fn at_least(&self) -> i32 {
        self.root().at_least
    }

    /// The root.
    pub(crate) fn root(&self) -> &Node {
        &self.nodes[ROOT as usize]
    }

    /// A node.
    pub(crate) fn get(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The node of a position in which the side to move is, or is not, the one to move at the root.
    pub(crate) fn find(&self, discs: Discs, is_root_side: bool) -> Option<&Node> {
        self.index.get(&(discs, is_root_side)).map(|&id| self.get(id))
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The leaf to ask about next: the one whose answer is most likely to be needed, unless even that is unlikely.
    pub(crate) fn select(&self) -> Option<NodeId> {
        let mut id = ROOT;
        if self.root().need < LEAST_NEED {
            return None;
        }
        loop {
            let node = self.get(id);
            if node.successors.is_empty() {
                return Some(id);
            }
            id = self.most_needed(node)?.1;
        }
    }

    /// The successor below which the most needed leaf is, and how likely that leaf is to be needed.
    fn most_needed(&self, node: &Node) -> Option<(f64, NodeId)> {
        // In the order in which they would be tried.
        let mut open: ArrayVec<(f64, NodeId), MOST_MOVES> = ArrayVec::new();
        for &next in &node.successors {
            let Node { real, .. } = self.get(next);
            if real.is_open() {
                open.push((real.disproof, next));
            }
        }
        open.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // The chance that none of the earlier ones has shown the score.
        let mut none_yet = 1.0;
        let mut best = None;
        for (_, next) in open {
            let need = none_yet * self.get(next).need;
            if need > best.map_or(0.0, |(most, _)| most) {
                best = Some((need, next));
            }
            none_yet *= self.get(next).yes;
        }
        best
    }

    /// Whether the answer to a question still counts: the position is undecided, and so is everything on some path to
    /// it.
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

    /// Splits a leaf into its successors, and guesses their values now if this is eager, else once they are selected.
    pub(crate) fn split(&mut self, id: NodeId, is_eager: bool, sight: &mut Sight<'_>) -> Result<(), Clash> {
        let all = sight.game.successors(self.get(id).discs);
        self.link(id, &all, is_eager, sight)?;
        self.update(self.get(id).discs, sight)
    }

    /// Splits every open leaf that was split before, and those that arise from this, then brings everything up to date. No
    /// position with at most `grow_empties` empty squares is split. For `is_eager` see [`Search::split`].
    pub(crate) fn grow(
        &mut self,
        sight: &mut Sight<'_>,
        families: &Families,
        grow_empties: u32,
        is_eager: bool,
    ) -> Result<(), Clash> {
        let mut waiting: Vec<NodeId> = (0..self.nodes.len() as NodeId).collect();
        while let Some(id) = waiting.pop() {
            let node = self.get(id);
            let is_leaf = node.successors.is_empty() && node.real.is_open();
            if is_leaf
                && node.empties > grow_empties
                && let Some(all) = families.get(&node.discs)
            {
                let all: Vec<Discs> = all.iter().map(|&(next, _)| next).collect();
                self.link(id, &all, is_eager, sight)?;
                waiting.extend_from_slice(&self.get(id).successors);
            }
        }
        let mut all: Vec<NodeId> = (0..self.nodes.len() as NodeId).collect();
        all.sort_unstable_by_key(|&id| Reverse(self.turn(id)));
        all.into_iter().try_for_each(|id| self.refresh(id, sight).map(|_| ()))
    }

    /// Gives a leaf its successors.
    fn link(&mut self, id: NodeId, all: &[Discs], is_eager: bool, sight: &mut Sight<'_>) -> Result<(), Clash> {
        let Node { at_least, is_root_side, .. } = *self.get(id);
        if is_eager {
            sight.foresee(all, 1 - at_least);
        }
        let mut successors = Vec::new();
        for &next in all {
            let next = self.node(next, 1 - at_least, !is_root_side, sight)?;
            self.nodes[next as usize].predecessors.push(id);
            successors.push(next);
        }
        self.nodes[id as usize].successors = successors;
        Ok(())
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
        let moves = rules::mobility(sight.game.geometry(), discs).count_ones();
        let empties = sight.game.geometry().squares() - discs.occupied().len();
        let mut prior = Numbers::decided(false);
        if let Some(score) = sight.game.final_score(discs) {
            sight.knowledge.tighten(discs, Bounds::at(score), (None, None))?;
        }
        let mut outlook = None;
        // A decided position needs no guess.
        if sight.knowledge.get(discs).bounds.reach(at_least.into()).is_none() {
            let seen = sight.prior.outlook(discs, at_least);
            prior = Prior::numbers(&seen);
            outlook = Some(seen);
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
            need: 1.0,
            margin: outlook.map_or(0.0, |seen| seen.margin),
            yes: 0.0,
            is_guessed: outlook.is_none() || sight.prior.knows(discs),
            known: sight.knowledge.get(discs),
            successors: Vec::new(),
            predecessors: Vec::new(),
        });
        self.index.insert((discs, is_root_side), id);
        let (real, need) = self.numbers(id, sight);
        let node = &mut self.nodes[id as usize];
        (node.real, node.need, node.yes) = (real, need, likely(real, node.margin));
        Ok(id)
    }

    /// Guesses the value of a leaf by searching.
    pub(crate) fn guess(&mut self, id: NodeId, sight: &mut Sight<'_>) -> Result<(), Clash> {
        let Node { discs, at_least, .. } = *self.get(id);
        sight.prior.foresee([discs]);
        let outlook = sight.prior.outlook(discs, at_least);
        let node = &mut self.nodes[id as usize];
        (node.prior, node.margin, node.is_guessed) = (Prior::numbers(&outlook), outlook.margin, true);
        self.update(discs, sight)
    }

    /// Brings a position about which something new is known or assumed up to date, and everything above it.
    pub(crate) fn update(&mut self, discs: Discs, sight: &mut Sight<'_>) -> Result<(), Clash> {
        let mut waiting = BinaryHeap::new();
        self.await_all(discs, &mut waiting);
        // Positions with few empties first, then those that have to pass: all successors before the position itself.
        while let Some(Reverse((_, _, id))) = waiting.pop() {
            while waiting.peek().is_some_and(|Reverse((_, _, next))| *next == id) {
                waiting.pop();
            }
            let discs = self.get(id).discs;
            let is_changed = self.refresh(id, sight)?;
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

    /// Brings a node up to date whose successors already are; returns whether anything has changed.
    fn refresh(&mut self, id: NodeId, sight: &mut Sight<'_>) -> Result<bool, Clash> {
        let node = self.get(id);
        let discs = node.discs;
        if !node.successors.is_empty() {
            let (bounds, by) = backed_up(node.successors.iter().map(|&next| self.get(next).known));
            sight.knowledge.tighten(discs, bounds, by)?;
        }
        let known = sight.knowledge.get(discs);
        let is_changed = known.bounds != self.get(id).known.bounds;
        self.nodes[id as usize].known = known;
        let (real, need) = self.numbers(id, sight);
        let margin = self.backed_up_margin(id);
        let node = &mut self.nodes[id as usize];
        let is_changed = is_changed || (node.real, node.need, node.margin) != (real, need, margin);
        (node.real, node.need, node.margin, node.yes) = (real, need, margin, likely(real, margin));
        Ok(is_changed)
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

    /// The numbers of a node, from what is known about it and its successors, and how likely a leaf below is to be
    /// needed.
    fn numbers(&self, id: NodeId, sight: &Sight<'_>) -> (Numbers, f64) {
        let node = self.get(id);
        if let Some(is_reached) = node.known.bounds.reach(node.at_least.into()) {
            return (Numbers::decided(is_reached), 0.0);
        }
        if node.successors.is_empty() {
            return (node.prior, f64::from(u8::from(!sight.in_flight.contains_key(&node.discs))));
        }
        let numbers = node.successors.iter().map(|&next| self.get(next).real);
        let all = numbers.fold(Numbers { proof: f64::INFINITY, disproof: 0.0 }, |all, next| Numbers {
            proof: all.proof.min(next.disproof),
            disproof: all.disproof + next.proof,
        });
        (all, self.most_needed(node).map_or(0.0, |(need, _)| need))
    }

    fn backed_up_margin(&self, id: NodeId) -> f64 {
        let node = self.get(id);
        let open = node.successors.iter().map(|&next| self.get(next)).filter(|next| next.real.is_open());
        open.map(|next| -next.margin).reduce(f64::max).unwrap_or(node.margin)
    }
}

/// How likely it is that the side to move reaches a score.
fn likely(real: Numbers, margin: f64) -> f64 {
    match real.is_open() {
        true => 1.0 / (1.0 + (-margin / DOUBT).exp()),
        false => f64::from(u8::from(real.proof == 0.0)),
    }
}

/// Nodes to bring up to date, ordered so that successors come first.
type Waiting = BinaryHeap<Reverse<(u32, bool, NodeId)>>;
