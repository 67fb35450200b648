//! One rank's part of the tree as bytes.

use std::io::{self, Write};

use mcts::reward::Counters;
use mcts::{Game, Random, ScoreBounds, Sums};
use serde::{Deserialize, Serialize};

use crate::shard::{Branch, Child, Heard, Shard};
use crate::wire::NodeId;

/// What precedes the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Heading {
    /// Playouts of the whole search.
    pub(crate) playouts: u64,
    /// State of the rank's random numbers.
    pub(crate) random: [u64; 2],
    /// Number of nodes that follow.
    pub(crate) nodes: u64,
}

/// The most bytes per node, on average; those of Othello have at most 5,000.
pub(super) const MOST_OF_NODE: u64 = 1 << 16;

/// A node. If the formula wants "all moves as first", what that knows about the moves follows it.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedNode {
    /// A path to it from the root.
    pub(super) path: Vec<u8>,
    pub(super) counted: Sums,
    proven: ScoreBounds,
    branches: Option<Vec<SavedBranch>>,
}

#[derive(Serialize, Deserialize)]
struct SavedBranch {
    number: u32,
    evaluation: (f32, f32),
    counted: Sums,
    /// With the numbers of ranks and nodes at the time of writing.
    child: Child,
    /// What is known about the child. For a child on the same rank, older programs wrote that nothing is known; if homes have
    /// changed, its parent then relies on its own counts until the child reports.
    shared: Sums,
    bounds: ScoreBounds,
}

/// How far rounding may take a mean reward out of the range from 0 to 1.
const ROUNDING: f64 = 1e-6;

/// Whether this many playouts can add up to this, each with a reward from 0 to 1.
fn is_sum(Sums { playouts, sum, squares }: Sums) -> bool {
    let (most, slack) = (f64::from(playouts), f64::from(playouts) * ROUNDING);
    [sum, squares].into_iter().all(|sum| -slack <= sum && sum <= most + slack)
}

impl SavedNode {
    /// Whether a search can produce these numbers; scores are within `unknown`.
    fn is_sound(&self, unknown: ScoreBounds) -> bool {
        let can_be = |ScoreBounds { lower, upper }| unknown.lower <= lower && lower <= upper && upper <= unknown.upper;
        let branches = self.branches.as_deref().unwrap_or_default();
        let mut numbers: Vec<u32> = branches.iter().map(|one| one.number).collect();
        numbers.sort_unstable();
        let visits: u64 = branches.iter().map(|one| u64::from(one.counted.playouts)).sum();
        let is_branch = |one: &SavedBranch| {
            let is_number = one.evaluation.0.is_finite() && one.evaluation.1.is_finite();
            is_number && is_sum(one.counted) && is_sum(one.shared) && can_be(one.bounds)
        };
        is_sum(self.counted)
            && can_be(self.proven)
            && visits <= u64::from(self.counted.playouts)
            && numbers.windows(2).all(|two| two[0] != two[1])
            && branches.iter().all(is_branch)
    }
}

fn counters(sums: Sums) -> Counters {
    let counters = Counters::default();
    counters.leave(0, sums);
    counters
}

/// Writes all nodes of a rank; nothing may be in flight.
pub(crate) fn write<G: Game>(shard: &Shard<G>, random: &Random, playouts: u64, file: &mut dyn Write) -> io::Result<()> {
    let nodes = shard.nodes().len() as u64;
    let mut put = |bytes: Result<Vec<u8>, postcard::Error>| file.write_all(&bytes.map_err(io::Error::other)?);
    put(postcard::to_stdvec(&Heading { playouts, random: random.state(), nodes }))?;
    for (id, node) in shard.nodes().iter().enumerate() {
        let id = id as NodeId;
        let saved = |branch: &Branch<G::Move>, heard: Heard| SavedBranch {
            number: branch.number,
            evaluation: (branch.points, branch.prior),
            counted: branch.counters.read(),
            child: branch.child,
            shared: heard.shared,
            bounds: heard.bounds.negated(),
        };
        let branches = node.branch_ids().map(|at| saved(shard.branch(at), shard.known(at)));
        put(postcard::to_stdvec(&SavedNode {
            path: shard.path(id).to_vec(),
            counted: node.counters.read(),
            proven: node.proven.bounds(),
            branches: node.is_expanded().then(|| branches.collect()),
        }))?;
        if let Some(amaf) = shard.amaf(id) {
            put(postcard::to_stdvec(amaf))?;
        }
    }
    Ok(())
}

/// Gives a new node its saved contents; returns whether they make sense with these legal moves.
pub(super) fn give<G: Game>(shard: &mut Shard<G>, id: NodeId, saved: &SavedNode, moves: &[G::Move]) -> bool {
    if !saved.is_sound(shard.unknown()) {
        return false;
    }
    let node = shard.node_mut(id);
    node.counters = counters(saved.counted);
    node.proven.narrow(saved.proven);
    let Some(branches) = &saved.branches else { return true };
    if branches.len() != moves.len() {
        return false;
    }
    let made: Option<Vec<_>> = branches.iter().map(|one| branch::<G>(one, moves)).collect();
    let Some(made) = made else { return false };
    let heard = branches.iter().map(|one| Heard { shared: one.shared, bounds: one.bounds.negated() });
    shard.give(id, made.into_iter(), heard);
    true
}

fn branch<G: Game>(saved: &SavedBranch, moves: &[G::Move]) -> Option<Branch<G::Move>> {
    Some(Branch {
        chosen: *moves.get(saved.number as usize)?,
        number: saved.number,
        points: saved.evaluation.0,
        prior: saved.evaluation.1,
        counters: counters(saved.counted),
        under_way: 0,
        child: saved.child,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use mcts::games::ArtificialTree;
    use mcts::parallel::Task;
    use mcts::playout::Uniform;
    use mcts::select::Ucb1;
    use mcts::{Blind, Budget, Settings};

    use super::super::file::{self, Reader};
    use super::*;
    use crate::local::all;
    use crate::options::{Checkpoint, Options};
    use crate::shard::ROOT;
    use crate::worker::Ended;
    use crate::{Rank, TdsError};

    const PLAYOUTS: u64 = 300;

    /// Searches, or resumes; if the checkpoint has all the playouts already, makes none.
    fn run(directory: &Path, ranks: usize) -> Result<Vec<Ended<ArtificialTree>>, TdsError> {
        let tree = ArtificialTree::new(7, 5, 7);
        let settings = Settings { proves: true, ..Settings::default() };
        let (select, budget, state) = (Ucb1 { c: 1.0 }, Budget::playouts(PLAYOUTS), tree.root());
        let task = Task { game: &tree, state, select, evaluation: &Blind, settings, budget, seed: 5 };
        let (directory, every, label) = (directory.to_owned(), Duration::MAX, "a test".to_owned());
        let checkpoint = Some(Checkpoint { directory, every, label, former_labels: Vec::new() });
        all(&task, ranks, Duration::ZERO, &Options { checkpoint, ..Options::new(ranks) }, |_| Uniform)
    }

    /// Rewrites a file with changed contents and a valid checksum.
    fn forge(path: &Path, change: impl FnOnce(&mut Heading, &mut Vec<SavedNode>)) {
        let mut reader = Reader::open(path.to_owned()).unwrap();
        let (label, mut heading) = (reader.label().to_owned(), reader.heading().unwrap());
        let mut nodes: Vec<SavedNode> = (0..heading.nodes).map(|_| reader.take().unwrap()).collect();
        change(&mut heading, &mut nodes);
        let body = |file: &mut dyn Write| {
            file.write_all(&postcard::to_stdvec(&heading).unwrap())?;
            nodes.iter().try_for_each(|node| file.write_all(&postcard::to_stdvec(node).unwrap()))
        };
        file::write(path, &label, body).unwrap();
    }

    /// Changes the file of rank 0, and resumes with this many ranks.
    fn forged(
        ranks: usize,
        change: impl FnOnce(&mut Heading, &mut Vec<SavedNode>),
    ) -> Result<Vec<Ended<ArtificialTree>>, TdsError> {
        let directory = tempfile::tempdir().unwrap();
        run(directory.path(), 2).unwrap();
        forge(&directory.path().join("rank-0.generation-1"), change);
        run(directory.path(), ranks)
    }

    fn root_branches(nodes: &mut [SavedNode]) -> &mut Vec<SavedBranch> {
        nodes[0].branches.as_mut().expect("the root is expanded")
    }

    #[test]
    fn numbers_that_no_search_comes_to_are_damage() {
        type Change = fn(&mut Heading, &mut Vec<SavedNode>);
        let changes: [(&str, Change); 13] = [
            ("crossed bounds", |_, nodes| nodes[0].proven = ScoreBounds { lower: 1, upper: -1 }),
            ("wide bounds", |_, nodes| nodes[0].proven = ScoreBounds { lower: i32::MIN, upper: i32::MAX }),
            ("no sum", |_, nodes| nodes[0].counted.sum = f64::NAN),
            ("a large sum", |_, nodes| nodes[0].counted.sum = PLAYOUTS as f64 + 1.0),
            ("a negative sum", |_, nodes| nodes[0].counted.squares = -1.0),
            ("other visits", |_, nodes| nodes[0].counted.playouts += 1),
            ("other playouts", |heading, _| heading.playouts = u64::MAX),
            ("visits of a move", |_, nodes| root_branches(nodes)[0].counted.playouts = u32::MAX),
            ("rewards of a move", |_, nodes| root_branches(nodes)[0].counted.sum = f64::INFINITY),
            ("what a child has seen", |_, nodes| root_branches(nodes)[0].shared.sum = -2.0),
            ("what a child has proven", |_, nodes| root_branches(nodes)[0].bounds = ScoreBounds { lower: 1, upper: 0 }),
            ("an evaluation", |_, nodes| root_branches(nodes)[0].evaluation.0 = f32::NAN),
            ("a move twice", |_, nodes| root_branches(nodes)[0].number = root_branches(nodes)[1].number),
        ];
        for (name, change) in changes {
            for ranks in [1, 2] {
                let error = forged(ranks, change).expect_err(name).to_string();
                assert!(error.contains("rank-0.generation-1 "), "{name}: {error}");
            }
        }
        assert!(forged(2, |_, _| ()).is_ok());
    }

    #[test]
    fn a_move_that_leads_back_is_not_followed() {
        let back = |_: &mut Heading, nodes: &mut Vec<SavedNode>| {
            for branch in root_branches(nodes) {
                branch.child = Child::Here(ROOT);
            }
        };
        for ranks in [1, 2, 3] {
            // The right one is found by its place.
            let ended = forged(ranks, back).unwrap();
            let children = |(rank, end): (Rank, &Ended<ArtificialTree>)| {
                let all = end.shard.nodes().iter().flat_map(|node| end.shard.branches(node));
                all.filter(|one| rank == 0 && one.child == Child::Here(ROOT)).count()
            };
            assert_eq!(ended.iter().enumerate().map(children).sum::<usize>(), 0);
        }
    }
}
