//! A search resumes with any number of ranks: the tree is the same node by node, wherever its nodes have their homes.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::Path;
use std::time::Duration;

use mcts::games::ArtificialTree;
use mcts::parallel::Task;
use mcts::playout::Uniform;
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Game, Random, Reward, ScoreBounds, Settings, Sums};
use othello::Othello;
use proptest::prelude::*;
use solver::{Position, Scoring, Start};
use tempfile::TempDir;

use super::{all, check_sums};
use crate::homes::Homes;
use crate::options::{Checkpoint, Options};
use crate::path::{self, Place};
use crate::shard::{Branch, Child, Heard, ROOT};
use crate::worker::Ended;
use crate::{Rank, TdsError};

/// All that is known about a node, wherever it is kept.
#[derive(Clone, Debug, PartialEq)]
struct Facts {
    seen: Sums,
    proven: ScoreBounds,
    is_over: bool,
    moves: Vec<Move>,
}

/// A move of a node.
#[derive(Clone, Debug, PartialEq)]
struct Move {
    number: u32,
    seen: Sums,
    points: f32,
    prior: f32,
    /// The name of the node behind it, if that is kept.
    child: Option<Vec<u8>>,
    /// What is known about it; if another rank keeps it, this may be out of date.
    known: (Sums, ScoreBounds),
}

/// The nodes by name: in a tree the path, in a graph the position.
type Tree = BTreeMap<Vec<u8>, Facts>;

/// A search that can resume.
struct Search<'a, G: Game> {
    game: &'a G,
    state: G::State,
    settings: Settings,
    seed: u64,
}

impl<G: Game> Search<'_, G> {
    /// Searches, or resumes, until there are this many playouts in all.
    fn run(&self, directory: &Path, ranks: usize, playouts: u64) -> Result<Vec<Ended<G>>, TdsError> {
        let (select, budget, state) = (Ucb1 { c: 1.0 }, Budget::playouts(playouts), self.state.clone());
        let task = Task {
            game: self.game,
            state,
            select,
            evaluation: &Blind,
            settings: self.settings,
            budget,
            seed: self.seed,
        };
        let (directory, every, label) = (directory.to_owned(), Duration::from_secs(3600), "a test".to_owned());
        let checkpoint = Some(Checkpoint { directory, every, label, former_labels: Vec::new() });
        let options = Options { checkpoint, ..Options::new(ranks) };
        all(&task, ranks, Duration::ZERO, &options, |_| Uniform)
    }

    /// The tree of all ranks together, as far as it is reachable from the root. Checks that each node is at its home and that
    /// no node is unreachable.
    fn tree(&self, ended: &[Ended<G>]) -> Tree {
        let (start, is_graph) = (path::root(self.game, &self.state), self.settings.is_graph);
        let homes = Homes::new(ended.len(), start.key);
        let name = |place: &Place<G>, path: &[u8]| {
            if is_graph { format!("{:?}", place.state).into_bytes() } else { path.to_vec() }
        };
        let (mut tree, mut queue) = (Tree::new(), VecDeque::from([(0, ROOT, Vec::new())]));
        while let Some((rank, id, way)) = queue.pop_front() {
            let shard = &ended[rank].shard;
            let place = path::follow(self.game, &start, is_graph, &way).unwrap();
            assert_eq!((shard.state(id), shard.key(id)), (&place.state, place.key));
            assert_eq!(homes.at(is_graph, start.key, &way, || Some(place.key)), Some(rank), "{way:?}");
            if tree.contains_key(&name(&place, &way)) {
                assert!(is_graph, "{way:?} is there twice");
                continue;
            }
            let node = shard.node(id);
            let mut moves = Vec::new();
            for at in node.branch_ids() {
                let branch: &Branch<G::Move> = shard.branch(at);
                let mut longer = Vec::new();
                path::longer(&way, branch.number as usize, &mut longer);
                let next = path::follow(self.game, &start, is_graph, &longer).unwrap();
                let kept = match branch.child {
                    Child::Unknown => None,
                    Child::Here(id) => Some((rank, id)),
                    Child::There(home, Some(id)) => Some((home as Rank, id)),
                    Child::There(home, None) => ended[home as Rank].shard.find(&next).map(|id| (home as Rank, id)),
                };
                let child = kept.map(|(home, id)| {
                    queue.push_back((home, id, longer.clone()));
                    name(&next, &longer)
                });
                let Heard { shared, bounds } = shard.known(at);
                let (points, prior, known) = (branch.points, branch.prior, (shared, bounds));
                moves.push(Move { number: branch.number, seen: branch.counters.read(), points, prior, child, known });
            }
            let (seen, proven) = (node.counters.read(), node.proven.bounds());
            let facts = Facts { seen, proven, is_over: node.is_over, moves };
            tree.insert(name(&place, &way), facts);
        }
        assert_eq!(tree.len(), ended.iter().map(|end| end.shard.nodes().len()).sum::<usize>());
        tree
    }
}

/// The same without what is known about children, which depends on where they are kept.
fn without_news(mut tree: Tree) -> Tree {
    for one in tree.values_mut().flat_map(|node| &mut node.moves) {
        one.known = (Sums::default(), ScoreBounds { lower: 0, upper: 0 });
    }
    tree
}

/// A directory with the same files.
fn copy(directory: &TempDir) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(directory.path()).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

/// A checkpoint gives the same tree with every other number of ranks, there and back, and the search resumes from it.
fn check<G: Game>(search: &Search<'_, G>, playouts: u64) {
    let written = tempfile::tempdir().unwrap();
    let four = search.run(written.path(), 4, playouts).unwrap();
    check_sums(&four, playouts);
    let expected = without_news(search.tree(&four));
    assert!(expected.len() > 300, "{}", expected.len());
    for ranks in [1, 2, 3, 4, 5] {
        let directory = copy(&written);
        let same = search.run(directory.path(), ranks, playouts).unwrap();
        let (found, before) = (same[0].found.as_ref().unwrap(), four[0].found.as_ref().unwrap());
        assert_eq!((found.resumed, found.root, found.proven), (playouts, before.root, before.proven));
        assert!(without_news(search.tree(&same)) == expected, "4 to {ranks} ranks");
        assert_eq!(found.searched.chosen.map(|one| one.statistics), before.searched.chosen.map(|one| one.statistics));
        let back = search.run(copy(&directory).path(), 4, playouts).unwrap();
        assert!(without_news(search.tree(&back)) == expected, "4 to {ranks} to 4 ranks");
        let gone_on = search.run(directory.path(), ranks, 2 * playouts).unwrap();
        if found.proven.are_open() {
            check_sums(&gone_on, 2 * playouts);
        }
        check_growth(&expected, &search.tree(&gone_on));
        if ranks == 1 {
            // With one rank the result depends only on the tree that it loads.
            let again = search.run(copy(&written).path(), 1, 2 * playouts).unwrap();
            assert_eq!(
                again[0].found.as_ref().unwrap().searched.moves,
                gone_on[0].found.as_ref().unwrap().searched.moves
            );
        }
    }
}

/// Nothing that was known is lost, and in a tree a move has the visits of the node behind it.
fn check_growth(before: &Tree, after: &Tree) {
    for (name, node) in before {
        let now = &after[name];
        assert!(now.seen.playouts >= node.seen.playouts && now.moves.len() >= node.moves.len(), "{node:?} {now:?}");
        assert!(now.proven.lower >= node.proven.lower && now.proven.upper <= node.proven.upper, "{node:?} {now:?}");
    }
}

fn all_settings() -> impl Iterator<Item = Settings> {
    let pairs = [(false, false), (false, true), (true, false), (true, true)];
    pairs.into_iter().map(|(is_graph, proves)| Settings {
        is_graph,
        proves,
        reward: Reward::Margin,
        ..Settings::default()
    })
}

#[test]
fn an_artificial_tree_is_the_same_on_any_number_of_ranks() {
    let game = ArtificialTree::new(7, 5, 7);
    for settings in all_settings() {
        check(&Search { game: &game, state: game.root(), settings, seed: 5 }, 3000);
    }
}

#[test]
fn othello_is_the_same_on_any_number_of_ranks() {
    let game = Othello::new("4x5".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    for settings in all_settings() {
        check(&Search { game: &game, state, settings, seed: 5 }, 2000);
    }
}

#[test]
fn what_one_rank_knows_of_its_nodes_others_know_too() {
    let game = ArtificialTree::new(3, 4, 6);
    for settings in all_settings() {
        let (search, written) =
            (Search { game: &game, state: game.root(), settings, seed: 5 }, tempfile::tempdir().unwrap());
        let one = search.tree(&search.run(written.path(), 1, 2500).unwrap());
        let known = |tree: &Tree| {
            settings.is_graph.then(|| {
                tree.values().map(|node| node.moves.iter().map(|one| one.known.0.playouts).sum::<u32>()).sum::<u32>()
            })
        };
        assert!(known(&one).is_none_or(|visits| visits > 2500));
        for ranks in [2, 6] {
            let many = search.tree(&search.run(copy(&written).path(), ranks, 2500).unwrap());
            if settings.is_graph || settings.proves {
                assert!(one == many, "{settings:?}, {ranks} ranks");
            } else {
                assert!(without_news(one.clone()) == without_news(many), "{settings:?}, {ranks} ranks");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn with_little_memory_too(
        before in 1usize..7, after in 1usize..7, max_nodes in 20usize..400, is_graph: bool, proves: bool, threshold in 1u32..3, seed in 0u64..99,
    ) {
        let game = ArtificialTree::new(seed, 4, 6);
        let settings = Settings { max_nodes, is_graph, proves, threshold, reward: Reward::Margin, ..Settings::default() };
        let (search, directory) = (Search { game: &game, state: game.root(), settings, seed: 5 }, tempfile::tempdir().unwrap());
        let tree = without_news(search.tree(&search.run(directory.path(), before, 1500).unwrap()));
        let moved = search.run(directory.path(), after, 1500).unwrap();
        prop_assert!(without_news(search.tree(&moved)) == tree);
        let gone_on = search.run(directory.path(), after, 3000).unwrap();
        if moved[0].found.as_ref().unwrap().proven.are_open() {
            check_sums(&gone_on, gone_on[0].found.as_ref().unwrap().searched.playouts);
        }
        check_growth(&tree, &search.tree(&gone_on));
    }
}

/// The error of a search that cannot resume.
fn refusal(search: &Search<'_, ArtificialTree>, directory: &TempDir, ranks: usize) -> String {
    let error = search.run(copy(directory).path(), ranks, 900).unwrap_err().to_string();
    assert!(error.contains("; ") && error.contains("checkpoint "), "no full sentence: {error}");
    error
}

#[test]
fn files_that_are_damaged_missing_or_mixed_up_are_refused() {
    let game = ArtificialTree::new(7, 5, 7);
    for is_graph in [false, true] {
        let settings = Settings { is_graph, ..Settings::default() };
        let search = Search { game: &game, state: game.root(), settings, seed: 5 };
        let written = tempfile::tempdir().unwrap();
        let file = |directory: &TempDir, rank: Rank| directory.path().join(format!("rank-{rank}.generation-1"));
        search.run(written.path(), 4, 600).unwrap();
        for ranks in [1, 2, 4, 5] {
            // One file is truncated.
            let broken = copy(&written);
            let bytes = fs::read(file(&broken, 3)).unwrap();
            fs::write(file(&broken, 3), &bytes[..bytes.len() - 9]).unwrap();
            assert!(refusal(&search, &broken, ranks).contains("rank-3.generation-1 is damaged"));
            // One is missing.
            fs::remove_file(file(&broken, 3)).unwrap();
            let (error, many) = (refusal(&search, &broken, ranks), ranks != 4);
            assert!(
                error.contains(if many {
                    "rank-3.generation-1 is missing: 4 ranks"
                } else {
                    "no checkpoint in common"
                }),
                "{error}"
            );
            // Two are swapped.
            let swapped = copy(&written);
            fs::copy(file(&written, 1), file(&swapped, 2)).unwrap();
            fs::copy(file(&written, 2), file(&swapped, 1)).unwrap();
            assert!(refusal(&search, &swapped, ranks).contains("does not go with those of the other ranks"));
            // One is from another time.
            let (other, older) = (tempfile::tempdir().unwrap(), copy(&written));
            search.run(other.path(), 4, 500).unwrap();
            fs::copy(file(&other, 2), file(&older, 2)).unwrap();
            assert!(refusal(&search, &older, ranks).contains("does not go with those of the other ranks"));
            // One is from another search with the same number of playouts.
            let (other, mixed) = (tempfile::tempdir().unwrap(), copy(&written));
            let stranger = Search { game: &game, state: game.root(), settings: search.settings, seed: 6 };
            stranger.run(other.path(), 4, 600).unwrap();
            fs::copy(file(&other, 2), file(&mixed, 2)).unwrap();
            assert!(refusal(&search, &mixed, ranks).contains("does not go with those of the other ranks"));
            // One is from another number of ranks.
            let (other, foreign) = (tempfile::tempdir().unwrap(), copy(&written));
            search.run(other.path(), 3, 600).unwrap();
            fs::copy(file(&other, 2), file(&foreign, 2)).unwrap();
            assert!(!refusal(&search, &foreign, ranks).is_empty());
        }
    }
}

#[test]
fn a_damaged_generation_leaves_the_one_before_it() {
    let game = ArtificialTree::new(7, 5, 7);
    let search = Search { game: &game, state: game.root(), settings: Settings::default(), seed: 5 };
    let written = tempfile::tempdir().unwrap();
    search.run(written.path(), 4, 500).unwrap();
    search.run(written.path(), 3, 800).unwrap();
    let path = written.path().join("rank-1.generation-2");
    let mut bytes = fs::read(&path).unwrap();
    let place = Random::new(1, 1).below(bytes.len() as u32) as usize;
    bytes[place.max(200)] ^= 1;
    fs::write(&path, bytes).unwrap();
    for ranks in [1, 2, 3, 4, 6] {
        let directory = copy(&written);
        let found = search.run(directory.path(), ranks, 900).unwrap()[0].found.clone().unwrap();
        assert_eq!((found.resumed, found.searched.playouts), (500, 900), "{ranks}");
        // The damaged generation's number is not reused.
        assert!(directory.path().join("rank-0.generation-3").exists());
        let again = search.run(directory.path(), 2, 900).unwrap()[0].found.clone().unwrap();
        assert_eq!((again.resumed, again.root), (900, found.root));
    }
}
