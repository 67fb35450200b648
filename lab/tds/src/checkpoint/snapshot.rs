//! One rank's part of the tree as bytes.

use std::io::{self, Write};

use mcts::reward::{Counters, Statistics};
use mcts::{Game, Random, ScoreBounds, Sums};
use serde::{Deserialize, Serialize};

use crate::path::{Place, follow};
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

/// The most bytes of a node: those of Othello have at most 5,000.
const MOST_OF_NODE: u64 = 1 << 16;

/// The most bytes that a snapshot with this beginning has; `None` if it makes no sense.
pub(super) fn most_bytes(beginning: &[u8]) -> Option<u64> {
    let (heading, rest): (Heading, _) = postcard::take_from_bytes(beginning).ok()?;
    Some(heading.nodes.saturating_mul(MOST_OF_NODE).saturating_add((beginning.len() - rest.len()) as u64))
}

#[derive(Serialize, Deserialize)]
struct Counted(u32, f64, f64);

#[derive(Serialize, Deserialize)]
struct SavedNode {
    path: Vec<u8>,
    counted: Counted,
    proven: (i32, i32),
    branches: Option<Vec<SavedBranch>>,
}

#[derive(Serialize, Deserialize)]
struct SavedBranch {
    number: u32,
    evaluation: (f32, f32),
    counted: Counted,
    child: SavedChild,
    shared: Counted,
    bounds: (i32, i32),
}

#[derive(Serialize, Deserialize)]
enum SavedChild {
    Unknown,
    Here(NodeId),
    There(u32, Option<NodeId>),
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
pub(crate) fn write<G: Game>(shard: &Shard<G>, random: &Random, playouts: u64, file: &mut dyn Write) -> io::Result<()> {
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
        let branches = node.branch_ids().map(|at| saved(shard.branch(at), shard.heard(at)));
        put(postcard::to_stdvec(&SavedNode {
            path: shard.path(id as NodeId).to_vec(),
            counted: node.counters.read().into(),
            proven: pair(node.proven.bounds()),
            branches: node.is_expanded().then(|| branches.collect()),
        }))?;
    }
    Ok(())
}

/// Reads the nodes of a rank into an empty shard; `None` if the bytes make no sense.
pub(crate) fn read<G: Game>(
    game: &G,
    root: &Place<G>,
    is_graph: bool,
    shard: &mut Shard<G>,
    mut bytes: &[u8],
) -> Option<Heading> {
    let (heading, rest): (Heading, _) = postcard::take_from_bytes(bytes).ok()?;
    bytes = rest;
    // A node takes more than a byte, so no room is made for more than there can be.
    let nodes = usize::try_from(heading.nodes).ok().filter(|&nodes| nodes <= bytes.len())?;
    shard.make_room_for(nodes);
    for number in 0..heading.nodes {
        let (saved, rest): (SavedNode, _) = postcard::take_from_bytes(bytes).ok()?;
        bytes = rest;
        let place = follow(game, root, is_graph, &saved.path)?;
        let mut moves = Vec::new();
        game.moves(&place.state, &mut moves);
        let id = shard.find_or_add(game, place, &saved.path)?;
        if u64::from(id) != number {
            return None;
        }
        let node = shard.node_mut(id);
        node.counters = saved.counted.counters();
        node.proven.narrow(ScoreBounds { lower: saved.proven.0, upper: saved.proven.1 });
        if let Some(branches) = saved.branches {
            if branches.len() != moves.len() {
                return None;
            }
            let made: Vec<_> = branches.iter().map(|one| branch::<G>(one, &moves)).collect::<Option<_>>()?;
            shard.give(id, made.into_iter(), branches.iter().map(heard));
        }
    }
    let is_there = |branch: &Branch<G::Move>| match branch.child {
        Child::Here(id) => u64::from(id) < heading.nodes,
        _ => true,
    };
    let is_sound = shard.nodes().iter().all(|node| shard.branches(node).iter().all(is_there));
    (bytes.is_empty() && is_sound).then_some(heading)
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
