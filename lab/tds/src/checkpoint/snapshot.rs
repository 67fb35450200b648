//! One rank's part of the tree as bytes.

use std::io::{self, Write};

use mcts::reward::{Counters, Statistics};
use mcts::{Game, Random, ScoreBounds, Sums};
use serde::{Deserialize, Serialize};

use crate::fields::{Data, NodeFields};
use crate::shard::{Branch, Child, Heard, Shard};
use crate::wire::NodeId;

/// What stands before the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Heading {
    /// Playouts of the whole search.
    pub(crate) playouts: u64,
    /// Where the rank's random numbers are.
    pub(crate) random: [u64; 2],
    /// Number of nodes that follow.
    pub(crate) nodes: u64,
}

/// The most bytes of a node, on average: those of Othello have at most 5,000.
pub(super) const MOST_OF_NODE: u64 = 1 << 16;

#[derive(Serialize, Deserialize)]
struct Counted(u32, f64, f64);

/// A node.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedNode<N> {
    /// A way to it from the root.
    pub(super) path: Vec<u8>,
    counted: Counted,
    proven: (i32, i32),
    branches: Option<Vec<SavedBranch>>,
    /// The search's own fields; those of none take no bytes.
    pub(super) own: N,
}

#[derive(Serialize, Deserialize)]
struct SavedBranch {
    number: u32,
    evaluation: (f32, f32),
    counted: Counted,
    child: SavedChild,
    /// What is known about the child. Of one that is kept here, older programs wrote that nothing is; with other homes its parent then
    /// goes by its own counts until the child reports.
    shared: Counted,
    bounds: (i32, i32),
}

/// Where the position behind a move is kept; the numbers are those of the ranks and nodes when it was written.
#[derive(Serialize, Deserialize)]
pub(super) enum SavedChild {
    Unknown,
    Here(NodeId),
    There(u32, Option<NodeId>),
}

impl<N> SavedNode<N> {
    /// Where its moves lead.
    pub(super) fn children(&self) -> impl Iterator<Item = &SavedChild> {
        self.branches.iter().flatten().map(|branch| &branch.child)
    }
}

impl From<Statistics> for Counted {
    fn from(seen: Statistics) -> Self {
        Self(seen.visits, seen.sum, seen.squares)
    }
}

impl Counted {
    fn counters(&self) -> Counters {
        let counters = Counters::default();
        counters.leave(0, Sums { playouts: self.0, sum: self.1, squares: self.2 });
        counters
    }
}

fn pair(bounds: ScoreBounds) -> (i32, i32) {
    (bounds.lower, bounds.upper)
}

/// Writes all nodes of a rank; nothing is under way.
pub(crate) fn write<G: Game, N: Data>(
    (shard, own): (&Shard<G>, &NodeFields<N>),
    random: &Random,
    playouts: u64,
    file: &mut dyn Write,
) -> io::Result<()> {
    let nodes = shard.nodes().len() as u64;
    let mut put = |bytes: Result<Vec<u8>, postcard::Error>| file.write_all(&bytes.map_err(io::Error::other)?);
    put(postcard::to_stdvec(&Heading { playouts, random: random.state(), nodes }))?;
    for (id, node) in shard.nodes().iter().enumerate() {
        let saved = |branch: &Branch<G::Move>, heard: Heard| SavedBranch {
            number: branch.number,
            evaluation: (branch.points, branch.prior),
            counted: branch.counters.read().into(),
            child: match branch.child {
                Child::Unknown => SavedChild::Unknown,
                Child::Here(id) => SavedChild::Here(id),
                Child::There(rank, id) => SavedChild::There(rank, id),
            },
            shared: heard.shared.into(),
            bounds: pair(heard.bounds.negated()),
        };
        let branches = node.branch_ids().map(|at| saved(shard.branch(at), shard.known(at)));
        put(postcard::to_stdvec(&SavedNode {
            path: shard.path(id as NodeId).to_vec(),
            counted: node.counters.read().into(),
            proven: pair(node.proven.bounds()),
            branches: node.is_expanded().then(|| branches.collect()),
            own: own.get(id as NodeId).cloned().unwrap_or_default(),
        }))?;
    }
    Ok(())
}

/// Gives a new node what was saved of it; whether that makes sense with these legal moves.
pub(super) fn give<G: Game>(shard: &mut Shard<G>, id: NodeId, saved: &SavedNode<impl Data>, moves: &[G::Move]) -> bool {
    let node = shard.node_mut(id);
    node.counters = saved.counted.counters();
    node.proven.narrow(ScoreBounds { lower: saved.proven.0, upper: saved.proven.1 });
    let Some(branches) = &saved.branches else { return true };
    if branches.len() != moves.len() {
        return false;
    }
    let made: Option<Vec<_>> = branches.iter().map(|one| branch::<G>(one, moves)).collect();
    let Some(made) = made else { return false };
    shard.give(id, made.into_iter(), branches.iter().map(heard));
    true
}

fn branch<G: Game>(saved: &SavedBranch, moves: &[G::Move]) -> Option<Branch<G::Move>> {
    Some(Branch {
        chosen: *moves.get(saved.number as usize)?,
        number: saved.number,
        points: saved.evaluation.0,
        prior: saved.evaluation.1,
        counters: saved.counted.counters(),
        under_way: 0,
        child: match saved.child {
            SavedChild::Unknown => Child::Unknown,
            SavedChild::Here(id) => Child::Here(id),
            SavedChild::There(rank, id) => Child::There(rank, id),
        },
    })
}

fn heard(saved: &SavedBranch) -> Heard {
    Heard {
        shared: Statistics { visits: saved.shared.0, sum: saved.shared.1, squares: saved.shared.2 },
        bounds: ScoreBounds { lower: saved.bounds.0, upper: saved.bounds.1 }.negated(),
    }
}
