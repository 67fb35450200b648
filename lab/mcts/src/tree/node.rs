//! The tree: nodes that any number of threads may read and add to at once, without locks on the way down.
//!
//! Nodes are only ever added. A node is a position; its edges, one a legal move, are made when it is expanded, and each
//! gets its child when it is first followed. Of two threads that do the same at once one wins and the other's work is
//! dropped, so that nothing is counted twice.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::game::{Game, Score};
use crate::random::mix;
use crate::reward::{Counters, Statistics, Sums};
use crate::solver_backup::Proven;
use transpositions::Transpositions;

mod transpositions;

/// Number of a node. The root is 0.
pub type NodeId = u32;

/// A position in the tree.
#[derive(Debug)]
pub struct Node<G: Game> {
    /// The position.
    pub state: G::State,
    /// Playouts through it, for its side to move.
    pub counters: Counters,
    /// What is proven of its value, for its side to move.
    pub proven: Proven,
    /// Of the visits, those whose playouts are under way. Counted in graphs only, see [`Node::for_ways_in`].
    under_way: AtomicU32,
    /// Whether the game is over.
    pub is_over: bool,
    edges: OnceLock<Box<[Edge<G::Move>]>>,
}

/// A legal move of a node. Everything is seen from the side that makes it.
#[derive(Debug)]
pub struct Edge<M> {
    /// The move.
    pub chosen: M,
    /// Playouts through it.
    pub counters: Counters,
    /// Playouts in which such a move was made at once or later.
    pub amaf: Amaf,
    /// What the evaluation says of the position behind it.
    pub points: f32,
    /// Probability by the evaluation that it is best.
    pub prior: f32,
    /// 0 without a child, which the root never is.
    child: AtomicU32,
}

/// Counters of "all moves as first".
#[derive(Debug, Default)]
pub struct Amaf {
    visits: AtomicU32,
    /// In units of 2⁻²⁴ rewards.
    sum: AtomicU64,
}

impl Amaf {
    /// Adds playouts and the sum of their rewards.
    pub fn add(&self, playouts: u32, sum: f64) {
        self.visits.fetch_add(playouts, Ordering::Relaxed);
        self.sum.fetch_add((sum * (1u64 << 24) as f64) as u64, Ordering::Relaxed);
    }

    /// Number of playouts and their mean reward.
    #[must_use]
    pub fn read(&self) -> (u32, f64) {
        let visits = self.visits.load(Ordering::Relaxed);
        let sum = self.sum.load(Ordering::Relaxed) as f64 / (1u64 << 24) as f64;
        (visits, sum / f64::from(visits.max(1)))
    }
}

impl<M> Edge<M> {
    /// An edge that was never followed.
    #[must_use]
    pub fn new(chosen: M, points: f32, prior: f32) -> Self {
        Self { chosen, counters: Counters::default(), amaf: Amaf::default(), points, prior, child: AtomicU32::new(0) }
    }

    /// The child, if the edge has one.
    #[inline]
    #[must_use]
    pub fn child(&self) -> Option<NodeId> {
        let child = self.child.load(Ordering::Acquire);
        (child != 0).then_some(child)
    }
}

impl<G: Game> Node<G> {
    /// The edges, once the node is expanded.
    #[inline]
    #[must_use]
    pub fn edges(&self) -> Option<&[Edge<G::Move>]> {
        self.edges.get().map(|edges| &edges[..])
    }

    /// Counts playouts that begin, as [`Counters::enter`].
    #[inline]
    pub(crate) fn enter(&self, visits: u32, is_graph: bool) {
        self.counters.enter(visits);
        if is_graph {
            self.under_way.fetch_add(visits, Ordering::Relaxed);
        }
    }

    /// Adds their rewards, as [`Counters::leave`].
    #[inline]
    pub(crate) fn leave(&self, entered: u32, sums: Sums, is_graph: bool) {
        if is_graph {
            self.under_way.fetch_sub(entered, Ordering::Relaxed);
        }
        self.counters.leave(entered, sums);
    }

    /// The mean and the variance of the rewards in a graph, for the side that has moved here by whichever way; `None`
    /// without visits. What is under way counts as lost for that side, not for the one to move.
    #[must_use]
    pub fn for_ways_in(&self) -> Option<(f64, f64)> {
        let under_way = self.under_way.load(Ordering::Relaxed);
        let seen = self.counters.read();
        let settled = Statistics { visits: seen.visits.saturating_sub(under_way), ..seen };
        let lost = (seen.sum + f64::from(under_way)) / f64::from(seen.visits);
        // Other threads may have been here between the two readings.
        (seen.visits > 0).then(|| ((1.0 - lost).max(0.0), settled.variance()))
    }

    /// Gives the node its edges, unless another thread has been faster; the edges it has then.
    pub(crate) fn expand(&self, edges: Vec<Edge<G::Move>>) -> &[Edge<G::Move>] {
        self.edges.get_or_init(|| edges.into_boxed_slice())
    }
}

/// All nodes below a root.
#[derive(Debug)]
pub struct Tree<G: Game> {
    nodes: boxcar::Vec<Node<G>>,
    /// Positions that several moves lead to are one node, if there is this.
    transpositions: Option<Transpositions>,
    /// The largest score that is told apart.
    most: Score,
}

impl<G: Game> Tree<G> {
    /// A tree of a root alone; `most` bounds what is proven (see [`crate::Reward::most`]). In a graph equal positions
    /// are one node.
    #[must_use]
    pub fn new(game: &G, root: G::State, is_graph: bool, most: Score) -> Self {
        let tree = Self { nodes: boxcar::Vec::new(), transpositions: is_graph.then(Transpositions::new), most };
        tree.push(game, root);
        tree
    }

    /// The node of a number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node<G> {
        &self.nodes[id as usize]
    }

    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Whether there is not even a root, which never happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn push(&self, game: &G, state: G::State) -> NodeId {
        let is_over = game.is_over(&state);
        let proven = Proven::unknown(self.most);
        let (counters, under_way) = (Counters::default(), AtomicU32::new(0));
        let node = Node { state, counters, proven, under_way, is_over, edges: OnceLock::new() };
        self.nodes.push(node) as NodeId
    }

    /// The child of an edge, which is made if it is not there; `state` is the position behind the edge.
    pub(crate) fn child(&self, game: &G, edge: &Edge<G::Move>, state: G::State) -> NodeId {
        let hash = game.hash(&state);
        let known = self.transpositions.as_ref().and_then(|table| table.get(hash));
        let known = known.filter(|&id| self.node(id).state == state);
        let made = known.unwrap_or_else(|| {
            let id = self.push(game, state);
            self.transpositions.as_ref().map_or(id, |table| table.insert(hash, id, |id| self.node(id).state.clone()))
        });
        match edge.child.compare_exchange(0, made, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => made,
            Err(other) => other,
        }
    }

    /// Memory of nodes and edges, in bytes; what the allocator adds is not counted.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let edges: usize = self.nodes.iter().filter_map(|(_, node)| node.edges()).map(size_of_val).sum();
        edges + self.len() * size_of::<Node<G>>()
    }

    /// A hash of all positions, edges and counters. The same for equal trees whose nodes were made in the same order.
    #[must_use]
    pub fn signature(&self, game: &G) -> u64 {
        let numbers = |all: u64, statistics: Statistics| {
            let all = mix(all ^ u64::from(statistics.visits));
            mix(mix(all ^ statistics.sum.to_bits()) ^ statistics.squares.to_bits())
        };
        self.nodes.iter().fold(self.len() as u64, |all, (_, node)| {
            let all = numbers(mix(all ^ game.hash(&node.state)), node.counters.read());
            node.edges().unwrap_or_default().iter().fold(all, |all, edge| {
                let all = numbers(mix(all ^ game.kind(edge.chosen) as u64), edge.counters.read());
                mix(all ^ u64::from(edge.child().unwrap_or(0)))
            })
        })
    }
}
