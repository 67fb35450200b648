//! Nodes and edges, which any number of threads may read and add to at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::bounds::Proven;
use crate::game::{Game, Score};
use crate::reward::{Counters, Sums};

/// Number of a node. The root is 0.
pub type NodeId = u32;

/// A position in the tree.
#[derive(Debug)]
pub struct Node<G: Game> {
    /// The position.
    pub state: G::State,
    /// Playouts through it, for its side to move.
    pub counters: Counters,
    /// Proven bounds on its value, for its side to move.
    pub proven: Proven,
    /// How many of the visits belong to playouts still in flight. Counted only in graphs; see [`Node::for_ways_in`].
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
    /// Playouts in which the side made a move of this kind here or later.
    pub amaf: AmafCounters,
    /// The evaluation of the position behind it.
    pub points: f32,
    /// Probability that it is best, according to the evaluation.
    pub prior: f32,
    /// 0 if there is no child; the root, number 0, is nobody's child.
    child: AtomicU32,
}

/// Counters of "all moves as first" (AMAF, Brügmann 1993), for RAVE.
#[derive(Debug, Default)]
pub struct AmafCounters {
    visits: AtomicU32,
    /// Sum of the rewards, in units of 2⁻²⁴.
    sum: AtomicU64,
}

impl AmafCounters {
    /// Adds playouts and the sum of their rewards.
    pub fn add(&self, playouts: u32, sum: f64) {
        self.visits.fetch_add(playouts, Ordering::Relaxed);
        self.sum.fetch_add((sum * (1u64 << 24) as f64).round() as u64, Ordering::Relaxed);
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
        Self {
            chosen,
            counters: Counters::default(),
            amaf: AmafCounters::default(),
            points,
            prior,
            child: AtomicU32::new(0),
        }
    }

    /// The child, if the edge has one.
    #[inline]
    #[must_use]
    pub fn child(&self) -> Option<NodeId> {
        let child = self.child.load(Ordering::Acquire);
        (child != 0).then_some(child)
    }

    /// Gives the edge its child unless another thread was faster; returns the child it has now.
    pub(super) fn adopt(&self, child: NodeId) -> NodeId {
        match self.child.compare_exchange(0, child, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => child,
            Err(other) => other,
        }
    }
}

impl<G: Game> Node<G> {
    /// A node that was never visited.
    pub(super) fn new(state: G::State, is_over: bool, max_score: Score) -> Self {
        let (counters, proven) = (Counters::default(), Proven::unknown(max_score));
        Self { state, counters, proven, under_way: AtomicU32::new(0), is_over, edges: OnceLock::new() }
    }

    /// The edges, once the node is expanded.
    #[inline]
    #[must_use]
    pub fn edges(&self) -> Option<&[Edge<G::Move>]> {
        self.edges.get().map(|edges| &edges[..])
    }

    /// Counts playouts that begin, like [`Counters::enter`].
    #[inline]
    pub(crate) fn enter(&self, visits: u32, is_graph: bool) {
        self.counters.enter(visits);
        if is_graph {
            self.under_way.fetch_add(visits, Ordering::Relaxed);
        }
    }

    /// Adds their rewards, like [`Counters::leave`].
    #[inline]
    pub(crate) fn leave(&self, entered: u32, sums: Sums, is_graph: bool) {
        if is_graph {
            self.under_way.fetch_sub(entered, Ordering::Relaxed);
        }
        self.counters.leave(entered, sums);
    }

    /// The mean and the variance of the rewards in a graph, over all paths, for the side that has just moved here; `None`
    /// without visits. Playouts in flight count as lost for that side, not for the side to move.
    #[must_use]
    pub fn for_ways_in(&self) -> Option<(f64, f64)> {
        let under_way = self.under_way.load(Ordering::Relaxed);
        let seen = self.counters.read();
        let settled = Sums { playouts: seen.playouts.saturating_sub(under_way), ..seen };
        let lost = (seen.sum + f64::from(under_way)) / f64::from(seen.playouts);
        // Other threads may have changed the counters between the two reads.
        (seen.playouts > 0).then(|| ((1.0 - lost).max(0.0), settled.variance()))
    }

    /// Gives the node its edges unless another thread was faster; returns the edges it has now.
    pub(crate) fn expand(&self, edges: Vec<Edge<G::Move>>) -> &[Edge<G::Move>] {
        self.edges.get_or_init(|| edges.into_boxed_slice())
    }
}
