//! With enough playouts every variant finds a best move of Othello; with proofs the search knows the value.

use std::collections::HashMap;

use mcts::parallel::{Merge, Scheme, Task, search};
use mcts::playout::{Cut, Greedy, Uniform};
use mcts::select::{Decay, Rave, Ucb1, UctPlus, Unvisited};
use mcts::{Blind, Budget, FinalMove, Game, Meter, Playout, Random, Reward, ScoreBounds, Settings, TreeSearch};
use othello::{LanePlayouts, Learned, Othello};
use solver::{Board, Discs, Move, Position, Scoring, Side, Start};
use support::{all_ways, finds, value};

#[path = "../../mcts/tests/support/mod.rs"]
mod support;

/// Positions of 4x4 in which some moves are better than others.
fn positions_of_4x4() -> (Othello, Vec<Discs>) {
    let board: Board = "4x4".parse().unwrap();
    let game = Othello::new(board, Scoring::Discs);
    let mut states = vec![Position::start(board, Start::Othello).discs()];
    let mut random = Random::new(8, 0);
    let mut moves = Vec::new();
    for _ in 0..6 {
        let mut now = Position::start(board, Start::Reversi).discs();
        for _ in 0..4 {
            moves.clear();
            game.moves(&now, &mut moves);
            let Some(&chosen) = moves.get(random.below(moves.len() as u32) as usize) else { break };
            now = game.apply(&now, chosen);
        }
        if !game.is_over(&now) {
            states.push(now);
        }
    }
    (game, states)
}

#[test]
fn every_variant_finds_a_best_move_on_4x4() {
    let (game, states) = positions_of_4x4();
    let evaluation = Learned::of(&game);
    for state in &states {
        all_ways(&game, state, &evaluation, 40_000);
    }
}

#[test]
fn every_playout_reward_and_final_move_finds_a_best_move_on_4x4() {
    let (game, states) = positions_of_4x4();
    let evaluation = Learned::of(&game);
    let mut playouts: Vec<(&str, Box<dyn Playout<Othello>>)> = vec![
        ("uniform", Box::new(Uniform)),
        ("greedy", Box::new(Greedy::new(evaluation.clone(), 0.3))),
        ("cut", Box::new(Cut { evaluation: evaluation.clone(), plies: 4 })),
        ("lanes", Box::new(LanePlayouts::new(&game))),
    ];
    for state in &states[..4] {
        for (name, playout) in &mut playouts {
            for final_move in FinalMove::ALL {
                let reward = if *name == "lanes" { Reward::Outcome } else { Reward::Margin };
                let playouts_per_leaf = if *name == "lanes" { 8 } else { 1 };
                let settings = Settings { final_move, reward, playouts_per_leaf, proves: true, ..Settings::default() };
                let parts = (Ucb1 { c: 0.7 }, &Blind, settings);
                finds(&game, state, parts, playout, 100_000, &format!("{name} {final_move:?}"));
            }
        }
    }
}

/// The value found by the independent checker.
fn checked_value(discs: Discs, scoring: Scoring) -> i32 {
    let position = Position::new("4x4".parse().unwrap(), discs, Side::Black).unwrap();
    let position = checker::Position::parse(4, 4, &position.without_board().to_string()).expect("a position of 4x4");
    checker::value(&position, checker::Scoring::named(scoring.name()).expect("both know it by the same name"))
}

#[test]
fn proofs_settle_4x4_and_say_what_the_checker_says() {
    for (scoring, start) in Scoring::ALL.into_iter().flat_map(|scoring| Start::ALL.map(|start| (scoring, start))) {
        let game = Othello::new("4x4".parse().unwrap(), scoring);
        let state = Position::start(game.board(), start).discs();
        let wanted = checked_value(state, scoring);
        for (reward, is_graph) in [(Reward::Outcome, true), (Reward::Margin, true), (Reward::Outcome, false)] {
            let settings = Settings { reward, is_graph, proves: true, ..Settings::default() };
            let search = TreeSearch::new(&game, state, Ucb1 { c: 0.7 }, &Blind, settings);
            search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(3_000_000)));
            assert!(search.is_decided(), "{scoring} {start} {reward:?}: {}", search.proven());
            assert_eq!(search.proven(), ScoreBounds::at(reward.visible(wanted)), "{scoring} {start} {reward:?}");
            let Move::Place(square) = search.choose().expect("there are moves").chosen else { panic!("no pass") };
            let reached = -checked_value(game.placed(state, square), scoring);
            assert_eq!(reward.visible(reached), reward.visible(wanted), "{scoring} {start} {reward:?}");
        }
    }
}

#[test]
fn everything_that_is_proven_in_a_tree_is_true() {
    let game = Othello::new("4x4".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    for is_graph in [false, true] {
        let settings = Settings { reward: Reward::Margin, is_graph, proves: true, ..Settings::default() };
        let search = TreeSearch::new(&game, state, Ucb1 { c: 0.7 }, &Blind, settings);
        search.work(&mut Uniform, &mut Random::new(2, 0), &Meter::new(Budget::playouts(20_000)));
        let mut known = HashMap::new();
        let mut narrowed = 0;
        for id in 0..search.tree().len() as u32 {
            let node = search.tree().node(id);
            let (bounds, value) = (node.proven.bounds(), value(&game, &node.state, &mut known));
            assert!(bounds.lower <= value && value <= bounds.upper, "{bounds} {value} {:?}", node.state);
            narrowed += u32::from(bounds != ScoreBounds { lower: -16, upper: 16 });
        }
        assert!(narrowed > 1000, "{narrowed}");
    }
}

#[test]
fn the_same_seed_makes_the_same_tree_and_another_seed_another() {
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    let evaluation = Learned::of(&game);
    let signature = |seed: u64, is_graph: bool| {
        let settings = Settings { is_graph, proves: true, ..Settings::default() };
        let search = TreeSearch::new(
            &game,
            state,
            UctPlus { c: 1.0, scale: 30.0, unvisited: Unvisited::First, decay: Decay::Root },
            &evaluation,
            settings,
        );
        search.work(&mut Uniform, &mut Random::new(seed, 0), &Meter::new(Budget::playouts(3000)));
        (search.tree().signature(&game), search.root_moves())
    };
    for is_graph in [false, true] {
        assert_eq!(signature(1, is_graph), signature(1, is_graph));
        assert_ne!(signature(1, is_graph), signature(2, is_graph));
    }
}

#[test]
fn counts_of_a_tree_add_up() {
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    for (playouts_per_leaf, virtual_loss, threshold) in [(1, 1, 1), (4, 3, 1), (1, 1, 5), (2, 0, 1)] {
        let settings = Settings { playouts_per_leaf, virtual_loss, threshold, ..Settings::default() };
        let search = TreeSearch::new(&game, state, Ucb1 { c: 1.0 }, &Blind, settings);
        search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(2001)));
        let tree = search.tree();
        assert_eq!(tree.node(0).counters.visits(), 2001);
        for id in 0..tree.len() as u32 {
            let node = tree.node(id);
            let Some(edges) = node.edges() else { continue };
            let below: u32 = edges.iter().map(|edge| edge.counters.visits()).sum();
            let own = node.counters.visits() - below;
            // The other playouts began at the node itself, before it was expanded.
            assert!(if id == 0 { own == 0 } else { own >= threshold.min(2001) }, "{id} {own}");
            for edge in edges {
                let Some(child) = edge.child() else { continue };
                let (seen, other) = (edge.counters.read(), tree.node(child).counters.read());
                assert_eq!(seen.playouts, other.playouts);
                assert!((seen.sum + other.sum - f64::from(seen.playouts)).abs() < 1e-3, "{id}");
            }
        }
    }
}

#[test]
fn a_full_tree_is_searched_without_growing() {
    let game = Othello::new("4x4".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    let settings = Settings { max_nodes: 50, ..Settings::default() };
    let search = TreeSearch::new(&game, state, Ucb1 { c: 1.0 }, &Blind, settings);
    search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(5000)));
    assert_eq!(search.tree().len(), 50);
    assert_eq!(search.tree().node(0).counters.visits(), 5000);
}

#[test]
fn every_scheme_proves_4x4_and_is_right() {
    let game = Othello::new("4x4".parse().unwrap(), Scoring::Discs);
    let schemes = [
        Scheme::SINGLE,
        Scheme::Forest { trees: 4, threads: 1, merge: Merge::Sum },
        Scheme::Forest { trees: 1, threads: 4, merge: Merge::Sum },
        Scheme::Forest { trees: 2, threads: 3, merge: Merge::Majority },
        Scheme::Leaf { workers: 1, ahead: 0 },
        Scheme::Leaf { workers: 4, ahead: 1 },
    ];
    for scheme in schemes {
        let state = Position::start(game.board(), Start::Othello).discs();
        let settings = Settings { proves: true, is_graph: true, playouts_per_leaf: 2, ..Settings::default() };
        let budget = Budget::playouts(20_000_000);
        let select = Ucb1 { c: 0.7 };
        let task = Task { game: &game, state, select, evaluation: &Blind, settings, budget, seed: 1 };
        let found = search(&task, scheme, |_| LanePlayouts::new(&game));
        // Black loses whatever it does.
        assert!(found.moves.iter().all(|one| one.bounds == ScoreBounds::at(-1)), "{scheme:?} {:?}", found.moves);
        assert!(found.playouts < 20_000_000, "{scheme:?}");
    }
}

#[test]
fn all_moves_as_first_count_each_playout_once_at_least_where_it_went_through() {
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let start = Position::start(game.board(), Start::Othello).discs();
    let mut lanes = LanePlayouts::new(&game);
    for playouts_per_leaf in [1, 5, 16] {
        let settings = Settings { playouts_per_leaf, ..Settings::default() };
        let search = TreeSearch::new(&game, start, Rave { c: 0.2, k: 500.0 }, &Blind, settings);
        let meter = Meter::new(Budget::playouts(3000));
        match playouts_per_leaf {
            16 => search.work(&mut lanes, &mut Random::new(1, 0), &meter),
            _ => search.work(&mut Uniform, &mut Random::new(1, 0), &meter),
        }
        let (tree, mut later) = (search.tree(), 0);
        for id in 0..tree.len() as u32 {
            let node = tree.node(id);
            for edge in node.edges().unwrap_or_default() {
                let (own, all) = (edge.counters.visits(), edge.amaf.read().0);
                assert!((own..=node.counters.visits()).contains(&all), "{playouts_per_leaf}: {own} {all}");
                later += all - own;
            }
        }
        assert!(later > 10_000, "{playouts_per_leaf}: {later}");
    }
}
