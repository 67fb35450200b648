//! Invariants inside the ranks after a search, however they worked together.

use std::time::Duration;

use mcts::games::{ArtificialTree, TicTacToe};
use mcts::parallel::Task;
use mcts::playout::Uniform;
use mcts::select::Ucb1;
use mcts::{Blind, Budget, Game, Reward, Settings};
use proptest::prelude::*;

use crate::local::all;
use crate::options::Options;
use crate::shard::{Child, ROOT};
use crate::worker::Ended;

mod resumed;

fn options(in_flight: u32, allowance: u32) -> Options {
    Options { in_flight, allowance, ..Options::new(2) }
}

/// A search of this many playouts on this many ranks.
fn ended<G: Game>(
    game: &G,
    state: G::State,
    settings: Settings,
    (ranks, playouts): (usize, u64),
    options: &Options,
) -> Vec<Ended<G>> {
    let (select, budget) = (Ucb1 { c: 1.0 }, Budget::playouts(playouts));
    let task = Task { game, state, select, evaluation: &Blind, settings, budget, seed: 5 };
    all(&task, ranks, Duration::ZERO, options, |_| Uniform).unwrap()
}

/// Nothing is lost and nothing is left: no frame, no playout, no virtual loss.
fn check_sums<G: Game>(ended: &[Ended<G>], playouts: u64) {
    let found = ended[0].found.as_ref().unwrap();
    assert_eq!(found.searched.playouts, playouts);
    assert_eq!(u64::from(found.root.playouts), playouts);
    let visits: u32 = found.searched.moves.iter().map(|one| one.statistics.playouts).sum();
    assert_eq!(u64::from(visits), playouts);
    assert!(found.ranks.iter().all(|rank| rank.left == 0), "{:?}", found.ranks);
    let (sent, all) = found
        .ranks
        .iter()
        .fold((0, 0), |(sent, all), rank| (sent + rank.sent_jobs, all + rank.searches + rank.reports));
    assert!(sent <= all);
    for end in ended {
        assert_eq!(end.shard.under_way(), 0);
    }
}

/// In a tree, a move has the same visits as the node behind it, wherever that is kept, and the same rewards, seen from the
/// other side.
fn check_tree<G: Game>(ended: &[Ended<G>]) {
    let mut seen = 1;
    for (rank, end) in ended.iter().enumerate() {
        for (number, node) in end.shard.nodes().iter().enumerate() {
            for branch in end.shard.branches(node) {
                let (home, child_id) = match branch.child {
                    Child::Unknown => continue,
                    Child::Here(id) => (rank, id),
                    Child::There(home, id) => (home as usize, id.unwrap()),
                };
                let child = ended[home].shard.node(child_id);
                let (own, other) = (branch.counters.read(), child.counters.read());
                assert_eq!(own.playouts, other.playouts);
                let turned = f64::from(other.playouts) - other.sum;
                // Rewards are rounded each time they are added, a sum only once.
                assert!((own.sum - turned).abs() <= 1e-6 * f64::from(own.playouts), "{own:?} {other:?}");
                let path = ended[home].shard.path(child_id);
                assert_eq!(&path[..path.len() - 1], end.shard.path(number as u32));
                seen += 1;
            }
        }
    }
    assert_eq!(seen, ended.iter().map(|end| end.shard.nodes().len()).sum::<usize>());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_job_is_lost_and_virtual_losses_return_to_zero(
        ranks in 1usize..6, playouts in 1u64..1500, in_flight in 1u32..40, allowance in 1u32..20,
        playouts_per_leaf in 1u32..5, threshold in 1u32..4, virtual_loss in 0u32..4, is_graph: bool, seed in 0u64..100,
    ) {
        let settings =
            Settings { playouts_per_leaf, threshold, virtual_loss, is_graph, reward: Reward::Margin, ..Settings::default() };
        let tree = ArtificialTree::new(seed, 5, 6);
        let options = options(in_flight, allowance);
        let end = ended(&tree, tree.root(), settings, (ranks, playouts), &options);
        check_sums(&end, playouts);
        check_tree(&end);
        let end = ended(&TicTacToe, Default::default(), settings, (ranks, playouts), &options);
        check_sums(&end, playouts);
        if !is_graph {
            check_tree(&end);
        }
    }

    #[test]
    fn with_little_memory_no_playout_is_lost_either(
        ranks in 1usize..5, max_nodes in 1usize..60, in_flight in 1u32..40, allowance in 1u32..20, is_graph: bool,
    ) {
        let settings = Settings { max_nodes, is_graph, ..Settings::default() };
        let end = ended(&TicTacToe, Default::default(), settings, (ranks, 800), &options(in_flight, allowance));
        check_sums(&end, 800);
        let share = max_nodes.div_ceil(ranks);
        prop_assert!(end.iter().all(|end| end.shard.nodes().len() <= share));
        prop_assert!(end[0].found.as_ref().unwrap().ranks.iter().map(|rank| rank.unkept).sum::<u64>() > 0);
    }

    #[test]
    fn proofs_are_true_on_any_number_of_ranks(ranks in 1usize..5, in_flight in 1u32..30, allowance in 1u32..9, seed in 0u64..50) {
        let tree = ArtificialTree::new(seed, 3, 4);
        let reward = Reward::Margin;
        let settings = Settings { proves: true, is_graph: true, reward, ..Settings::default() };
        let end = ended(&tree, tree.root(), settings, (ranks, 1_000_000), &options(in_flight, allowance));
        let found = end[0].found.as_ref().unwrap();
        prop_assert_eq!(found.proven.exact(), Some(tree.value(&tree.root())));
        prop_assert!(found.searched.playouts < 1_000_000);
        prop_assert!(found.ranks.iter().all(|rank| rank.left == 0));
        for shard in end.iter().map(|end| &end.shard) {
            for (id, node) in shard.nodes().iter().enumerate() {
                let value = tree.value(shard.state(id as u32));
                prop_assert!(node.proven.bounds().lower <= value && value <= node.proven.bounds().upper);
            }
        }
    }
}

#[test]
fn equal_positions_are_one_node_on_all_ranks() {
    let settings = Settings { is_graph: true, ..Settings::default() };
    let end = ended(&TicTacToe, Default::default(), settings, (4, 60_000), &options(16, 4));
    let states: Vec<_> =
        end.iter().flat_map(|end| (0..end.shard.nodes().len()).map(|id| *end.shard.state(id as u32))).collect();
    let different: std::collections::HashSet<_> = states.iter().collect();
    assert_eq!(states.len(), different.len());
    assert!(states.len() > 3000 && states.len() <= 5478, "{} of the 5,478 positions", states.len());
    assert!(end.iter().all(|end| end.shard.nodes().len() > states.len() / 6), "shared out evenly");
    assert_eq!(*end[0].shard.state(ROOT), <TicTacToe as mcts::Game>::State::default());
}
