//! Your own fields in nodes and jobs.
//!
//! A search may keep more than visits and rewards: a [`Fields::Node`] in each node, a [`Fields::Search`] that a SEARCH job
//! takes down the tree, and a [`Fields::Report`] that a REPORT job brings back. All three use `serde`; they travel in the
//! jobs that are sent anyway, and nodes' fields are saved with the tree. "All moves as first" ([`crate::Amaf`]) is built on
//! them.

use std::fmt::Debug;

use mcts::playout::AmafTally;
use mcts::select::Arm;
use mcts::{Game, Sums};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Data of a node or a job.
pub trait Data: Clone + Debug + Default + PartialEq + Send + Serialize + DeserializeOwned {}

impl<T: Clone + Debug + Default + PartialEq + Send + Serialize + DeserializeOwned> Data for T {}

/// What a search keeps and sends besides visits, rewards and proofs.
///
/// A descent takes a [`Fields::Search`] from node to node, wherever these are kept, and ends at a leaf. What it learns there
/// comes back along the same path as a [`Fields::Report`]. A node that continues on its own joins several reports into one
/// before it passes them on.
///
/// The height of a tree that is spread over four ranks:
///
/// ```
/// use std::time::Duration;
///
/// use mcts::games::TicTacToe;
/// use mcts::parallel::Task;
/// use mcts::playout::{AmafTally, Uniform};
/// use mcts::select::Ucb1;
/// use mcts::{Blind, Budget, Game, Settings, Sums};
/// use tds::{Fields, Options, search_with};
///
/// /// How many plies the deepest leaf is below each node.
/// struct Height;
///
/// impl<G: Game> Fields<G> for Height {
///     type Node = u32;
///     type Search = ();
///     type Report = u32;
///
///     fn name(&self) -> String {
///         "height".to_owned()
///     }
///
///     fn search(&self, _: &G, _: &(), _: &u32, _: G::Move) {}
///
///     fn leaf(&self, _: &G, _: &(), _: Option<&mut u32>, _: Sums, _: &AmafTally) -> u32 {
///         0
///     }
///
///     fn back_up(
///         &self,
///         _: &G,
///         _: &(),
///         node: &mut u32,
///         _moves: impl ExactSizeIterator<Item = G::Move> + Clone,
///         _chosen: usize,
///         below: u32,
///     ) -> u32 {
///         *node = (*node).max(below + 1);
///         *node
///     }
///
///     fn join(&self, earlier: &mut u32, later: u32) {
///         *earlier = (*earlier).max(later);
///     }
/// }
///
/// let (game, state, budget) = (&TicTacToe, Default::default(), Budget::playouts(20_000));
/// let task =
///     Task { game, state, select: Ucb1 { c: 0.7 }, evaluation: &Blind, settings: Settings::default(), budget, seed: 1 };
/// let (found, height) = search_with(&task, 4, Duration::ZERO, &Options::new(4), Height, |_rank| Uniform)?;
/// assert_eq!(found.searched.playouts, 20_000);
/// assert!((6..=9).contains(&height));
/// # Ok::<(), tds::TdsError>(())
/// ```
pub trait Fields<G: Game>: Sync {
    /// Whether the moves of playouts are written down for [`Fields::leaf`].
    const WANTS_MOVES: bool = false;

    /// What a node keeps.
    type Node: Data;
    /// What a SEARCH job carries to the child. The root gets the default.
    type Search: Data;
    /// What a REPORT job carries to the parent.
    type Report: Data;

    /// Distinguishes checkpoints with these fields from others; empty if there are no fields.
    fn name(&self) -> String;

    /// What a node tells the chosen child, given what it was told itself.
    fn search(&self, game: &G, told: &Self::Search, node: &Self::Node, chosen: G::Move) -> Self::Search;

    /// What a leaf reports about its playouts. `node` is `None` if there was no room for it; `sums` are for the side to move
    /// there; `moves` are those of the playouts, none if the score is known.
    fn leaf(
        &self,
        game: &G,
        told: &Self::Search,
        node: Option<&mut Self::Node>,
        sums: Sums,
        moves: &AmafTally,
    ) -> Self::Report;

    /// Takes a child's report into a node; returns what the node reports to its own parent. `moves` are those of the node;
    /// the one with index `chosen` leads to the child.
    fn back_up(
        &self,
        game: &G,
        told: &Self::Search,
        node: &mut Self::Node,
        moves: impl ExactSizeIterator<Item = G::Move> + Clone,
        chosen: usize,
        report: Self::Report,
    ) -> Self::Report;

    /// Adds a later report of a node to an earlier one that has not gone to its parent yet.
    fn join(&self, earlier: &mut Self::Report, later: Self::Report);

    /// Whether a node can report this after so many playouts. Asked about every report of another rank before anything
    /// else happens with it; the search ends with an error if not. By default everything is believed.
    fn can_report(&self, _game: &G, _report: &Self::Report, _playouts: u32) -> bool {
        true
    }

    /// Changes what the selection formula knows about the node's move with this index.
    fn arm(&self, _node: &Self::Node, _number: usize, _arm: &mut Arm) {}

    /// Heap memory of a node's fields, in bytes.
    fn heap_bytes(&self, _node: &Self::Node) -> usize {
        0
    }
}

/// No fields. They take no memory and no bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFields;

impl<G: Game> Fields<G> for NoFields {
    type Node = ();
    type Search = ();
    type Report = ();

    fn name(&self) -> String {
        String::new()
    }

    fn search(&self, _game: &G, _told: &(), _node: &(), _chosen: G::Move) {}

    fn leaf(&self, _game: &G, _told: &(), _node: Option<&mut ()>, _sums: Sums, _moves: &AmafTally) {}

    fn back_up(
        &self,
        _game: &G,
        _told: &(),
        _node: &mut (),
        _moves: impl ExactSizeIterator<Item = G::Move> + Clone,
        _chosen: usize,
        _report: (),
    ) {
    }

    fn join(&self, _earlier: &mut (), _later: ()) {}
}

/// Both, side by side.
impl<G: Game, A: Fields<G>, B: Fields<G>> Fields<G> for (A, B) {
    const WANTS_MOVES: bool = A::WANTS_MOVES || B::WANTS_MOVES;

    type Node = (A::Node, B::Node);
    type Search = (A::Search, B::Search);
    type Report = (A::Report, B::Report);

    fn name(&self) -> String {
        let names = [self.0.name(), self.1.name()];
        names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" and ")
    }

    fn search(&self, game: &G, told: &Self::Search, node: &Self::Node, chosen: G::Move) -> Self::Search {
        (self.0.search(game, &told.0, &node.0, chosen), self.1.search(game, &told.1, &node.1, chosen))
    }

    fn leaf(
        &self,
        game: &G,
        told: &Self::Search,
        node: Option<&mut Self::Node>,
        sums: Sums,
        moves: &AmafTally,
    ) -> Self::Report {
        let (first, second) = node.map(|(first, second)| (first, second)).unzip();
        (self.0.leaf(game, &told.0, first, sums, moves), self.1.leaf(game, &told.1, second, sums, moves))
    }

    fn back_up(
        &self,
        game: &G,
        told: &Self::Search,
        node: &mut Self::Node,
        moves: impl ExactSizeIterator<Item = G::Move> + Clone,
        chosen: usize,
        report: Self::Report,
    ) -> Self::Report {
        let first = self.0.back_up(game, &told.0, &mut node.0, moves.clone(), chosen, report.0);
        (first, self.1.back_up(game, &told.1, &mut node.1, moves, chosen, report.1))
    }

    fn join(&self, earlier: &mut Self::Report, later: Self::Report) {
        self.0.join(&mut earlier.0, later.0);
        self.1.join(&mut earlier.1, later.1);
    }

    fn can_report(&self, game: &G, report: &Self::Report, playouts: u32) -> bool {
        self.0.can_report(game, &report.0, playouts) && self.1.can_report(game, &report.1, playouts)
    }

    fn arm(&self, node: &Self::Node, number: usize, arm: &mut Arm) {
        self.0.arm(&node.0, number, arm);
        self.1.arm(&node.1, number, arm);
    }

    fn heap_bytes(&self, node: &Self::Node) -> usize {
        self.0.heap_bytes(&node.0) + self.1.heap_bytes(&node.1)
    }
}

/// The fields of a rank's nodes, indexed like the nodes of its shard.
#[derive(Debug)]
pub(crate) struct NodeFields<N>(Vec<N>);

impl<N: Data> NodeFields<N> {
    /// No nodes yet.
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    /// The fields of a node.
    #[inline]
    pub(crate) fn of(&mut self, id: u32) -> &mut N {
        let id = id as usize;
        if id >= self.0.len() {
            self.0.resize_with(id + 1, N::default);
        }
        &mut self.0[id]
    }

    /// The fields of a node, if it has any yet.
    pub(crate) fn get(&self, id: u32) -> Option<&N> {
        self.0.get(id as usize)
    }

    /// Memory in bytes, given the heap memory of each.
    pub(crate) fn bytes(&self, outside: impl Fn(&N) -> usize) -> usize {
        size_of_val(&self.0[..]) + if size_of::<N>() == 0 { 0 } else { self.0.iter().map(outside).sum() }
    }
}
