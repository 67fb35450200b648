//! The tree: nodes that any number of threads may read and add to at once, without locks on the way down.
//!
//! Nodes are only ever added. A node is a position; expanding it makes its edges, one per legal move, and each edge gets
//! its child when it is first followed. If two threads do the same at once, one wins and the other's work is dropped, so
//! that nothing is counted twice.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::bounds::ScoreBounds;
use crate::game::{Game, Score};
use crate::random::mix;
use crate::reward::Sums;

mod node;

pub use node::{AmafCounters, Edge, Node, NodeId};

/// From position hashes to nodes, in parts with a lock each, so that threads seldom wait for one another. Positions must be
/// compared: if several share a hash, the first stays.
type Transpositions = [Mutex<HashMap<u64, NodeId>>; 64];

/// All nodes below a root.
#[derive(Debug)]
pub struct Tree<G: Game> {
    nodes: boxcar::Vec<Node<G>>,
    /// In a graph, from positions to nodes; `None` in a tree.
    transpositions: Option<Transpositions>,
    /// The largest score that can be distinguished.
    max_score: Score,
}

impl<G: Game> Tree<G> {
    /// A tree with only a root; `max_score` bounds what can be proven (see [`crate::Reward::max_score`]). In a graph, equal
    /// positions share a node.
    #[must_use]
    pub fn new(game: &G, root: G::State, is_graph: bool, max_score: Score) -> Self {
        let transpositions = is_graph.then(|| std::array::from_fn(|_| Mutex::default()));
        let tree = Self { nodes: boxcar::Vec::new(), transpositions, max_score };
        tree.push(game, root);
        tree
    }

    /// The node with this number.
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

    /// Always false: there is at least the root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn push(&self, game: &G, state: G::State) -> NodeId {
        let is_over = game.is_over(&state);
        self.nodes.push(Node::new(state, is_over, self.max_score)) as NodeId
    }

    /// The child of an edge, made if it does not exist and there is room. `state` is the position behind the edge; returned
    /// as the error if it has no node.
    pub(crate) fn child(
        &self,
        game: &G,
        edge: &Edge<G::Move>,
        state: G::State,
        has_room: bool,
    ) -> Result<NodeId, G::State> {
        let hash = game.hash(&state);
        let part = || {
            let part = self.transpositions.as_ref().map(|parts| &parts[(hash >> 58) as usize]);
            part.map(|part| part.lock().expect("no thread panics while it holds a part"))
        };
        let known = part().and_then(|part| part.get(&hash).copied());
        let made = match known.filter(|&id| self.node(id).state == state) {
            Some(known) => known,
            None if !has_room => return Err(state),
            None => {
                let id = self.push(game, state);
                match part() {
                    // Another thread may meanwhile have entered the same position, or one with the same hash.
                    Some(mut part) => {
                        let first = *part.entry(hash).or_insert(id);
                        if self.node(first).state == self.node(id).state { first } else { id }
                    }
                    None => id,
                }
            }
        };
        Ok(edge.adopt(made))
    }

    /// What is proven about a move, for the side that makes it.
    #[inline]
    pub(crate) fn bounds_of(&self, edge: &Edge<G::Move>) -> ScoreBounds {
        match edge.child() {
            Some(child) => self.node(child).proven.bounds().negated(),
            None => ScoreBounds::unknown(self.max_score),
        }
    }

    /// Updates a node's bounds from those of its moves; returns whether that tightened them.
    pub(crate) fn prove(&self, node: &Node<G>) -> bool {
        let Some(edges) = node.edges().filter(|edges| !edges.is_empty()) else { return false };
        let bounds = ScoreBounds::best_of(edges.iter().map(|edge| self.bounds_of(edge)));
        bounds.is_some_and(|bounds| node.proven.narrow(bounds))
    }

    /// Memory of nodes and edges, in bytes, without the allocator's overhead.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let edges: usize = self.nodes.iter().filter_map(|(_, node)| node.edges()).map(size_of_val).sum();
        edges + self.len() * size_of::<Node<G>>()
    }

    /// A hash of all positions, edges and counters. The same for equal trees whose nodes were made in the same order.
    #[must_use]
    pub fn signature(&self, game: &G) -> u64 {
        let numbers = |all: u64, sums: Sums| {
            let all = mix(all ^ u64::from(sums.playouts));
            mix(mix(all ^ sums.sum.to_bits()) ^ sums.squares.to_bits())
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
