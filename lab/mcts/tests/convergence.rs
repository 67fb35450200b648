//! With enough playouts every variant finds a best move; with proofs the search knows the value.

use std::collections::HashMap;

use mcts::games::{ArtificialTree, Marks, TicTacToe};
use mcts::playout::{Cut, Greedy, LanePlayouts, Uniform};
use mcts::select::{Puct, Rave, Select, Ucb1, Ucb1Tuned, UctPlus, Unvisited};
use mcts::{
    Blind, Budget, Evaluate, FinalMove, Game, Learned, Meter, Othello, Playout, Random, Reward, Score, Search, Settings,
};
use solver::notation::position_text;
use solver::{Board, Bounds, Discs, Move, Position, Scoring, Side, Start};

/// The value of a position for the side to move, from the game's definition alone.
fn value<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, Score>) -> Score {
    if let Some(&found) = known.get(state) {
        return found;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let below = moves.iter().map(|&chosen| -value(game, &game.apply(state, chosen), known)).max();
    let found = below.unwrap_or_else(|| game.score(state));
    known.insert(state.clone(), found);
    found
}

/// Searches and fails unless the move that is made keeps the outcome.
#[track_caller]
fn finds<G: Game, S: Select, E: Evaluate<G>>(
    game: &G,
    state: &G::State,
    parts: (S, &E, Settings),
    playout: &mut impl Playout<G>,
    playouts: u64,
    name: &str,
) {
    let (select, evaluation, settings) = parts;
    let search = Search::new(game, state.clone(), select, evaluation, settings);
    search.work(playout, &mut Random::new(1, 0), &Meter::new(Budget::playouts(playouts)));
    let chosen = search.choose().expect("there are moves").chosen;
    let mut known = HashMap::new();
    let best = value(game, state, &mut known);
    let got = -value(game, &game.apply(state, chosen), &mut known);
    assert_eq!(got.signum(), best.signum(), "{name} plays {chosen:?} in {state:?}: {:?}", search.root_moves());
}

/// Every way to select, with and without graph and proofs.
fn all_ways<G: Game, E: Evaluate<G>>(game: &G, state: &G::State, evaluation: &E, playouts: u64) {
    for (is_graph, proves) in [(false, false), (true, false), (false, true), (true, true)] {
        let settings = Settings { is_graph, proves, ..Settings::default() };
        let name = |kind: &str| format!("{kind} graph={is_graph} proves={proves}");
        let mut uniform = Uniform;
        let ucb1 = (Ucb1 { c: 0.7 }, evaluation, settings);
        finds(game, state, ucb1, &mut uniform, playouts, &name("uct"));
        let tuned = (Ucb1Tuned { c: 1.0 }, evaluation, settings);
        finds(game, state, tuned, &mut uniform, playouts, &name("tuned"));
        let rave = (Rave { c: 0.7, k: 50.0 }, evaluation, settings);
        finds(game, state, rave, &mut uniform, playouts, &name("rave"));
        for unvisited in Unvisited::ALL {
            let plus = (UctPlus { c: 0.7, scale: 30.0, unvisited }, evaluation, settings);
            finds(game, state, plus, &mut uniform, playouts, &name("uct+"));
        }
        let puct = (Puct { c: 2.0, temperature: 8.0 }, evaluation, settings);
        finds(game, state, puct, &mut uniform, playouts, &name("puct"));
    }
}

#[test]
fn tic_tac_toe_is_played_without_a_mistake() {
    let game = TicTacToe;
    // The start; a corner is answered by the centre alone; a threat; a fork to be prevented; two wins at hand.
    for (player, opponent) in [(0, 0), (0, 0o001), (0o020, 0o003), (0o020, 0o401), (0o021, 0o012)] {
        all_ways(&game, &Marks { player, opponent }, &Blind, 20_000);
    }
}

#[test]
fn artificial_trees_are_searched_to_their_best_move() {
    for seed in 0..5 {
        let tree = ArtificialTree::new(seed, 4, 5);
        all_ways(&tree, &tree.root(), &Blind, 30_000);
    }
}

/// Positions of 4x4 in which not every move is as good.
fn positions_of_4x4() -> (Othello, Vec<Discs>) {
    let board: Board = "4x4".parse().unwrap();
    let game = Othello::new(board, Scoring::Discs);
    let mut states = vec![Position::start(board, Start::Othello).discs];
    let mut random = Random::new(8, 0);
    let mut moves = Vec::new();
    for _ in 0..6 {
        let mut now = Position::start(board, Start::Reversi).discs;
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
        ("cut", Box::new(Cut::new(evaluation.clone(), 4))),
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

/// The value by the independent solver.
fn checked_value(discs: Discs, scoring: Scoring) -> i32 {
    let position = Position { board: "4x4".parse().unwrap(), discs, side: Side::Black };
    let position = checker::Position::parse(4, 4, &position_text(&position)).expect("a position of 4x4");
    checker::value(&position, if scoring == Scoring::Wof { checker::Scoring::Wof } else { checker::Scoring::Discs })
}

#[test]
fn proofs_settle_4x4_and_say_what_the_checker_says() {
    for (scoring, start) in Scoring::ALL.into_iter().flat_map(|scoring| Start::ALL.map(|start| (scoring, start))) {
        let game = Othello::new("4x4".parse().unwrap(), scoring);
        let state = Position::start(game.board(), start).discs;
        let wanted = checked_value(state, scoring);
        for (reward, is_graph) in [(Reward::Outcome, true), (Reward::Margin, true), (Reward::Outcome, false)] {
            let settings = Settings { reward, is_graph, proves: true, ..Settings::default() };
            let search = Search::new(&game, state, Ucb1 { c: 0.7 }, &Blind, settings);
            search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(3_000_000)));
            assert!(search.is_decided(), "{scoring} {start} {reward:?}: {}", search.proven());
            assert_eq!(search.proven(), Bounds::at(reward.visible(wanted)), "{scoring} {start} {reward:?}");
            let Move::Place(square) = search.choose().expect("there are moves").chosen else { panic!("no pass") };
            let reached = -checked_value(game.placed(state, square), scoring);
            assert_eq!(reward.visible(reached), reward.visible(wanted), "{scoring} {start} {reward:?}");
        }
    }
}

#[test]
fn everything_that_is_proven_in_a_tree_is_true() {
    let game = Othello::new("4x4".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs;
    for is_graph in [false, true] {
        let settings = Settings { reward: Reward::Margin, is_graph, proves: true, ..Settings::default() };
        let search = Search::new(&game, state, Ucb1 { c: 0.7 }, &Blind, settings);
        search.work(&mut Uniform, &mut Random::new(2, 0), &Meter::new(Budget::playouts(20_000)));
        let mut known = HashMap::new();
        let mut narrowed = 0;
        for id in 0..search.tree().len() as u32 {
            let node = search.tree().node(id);
            let (bounds, value) = (node.proven.bounds(), value(&game, &node.state, &mut known));
            assert!(bounds.lower <= value && value <= bounds.upper, "{bounds} {value} {:?}", node.state);
            narrowed += u32::from(bounds != Bounds { lower: -16, upper: 16 });
        }
        assert!(narrowed > 1000, "{narrowed}");
    }
}

#[test]
fn the_same_seed_makes_the_same_tree_and_another_seed_another() {
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs;
    let evaluation = Learned::of(&game);
    let signature = |seed: u64, is_graph: bool| {
        let settings = Settings { is_graph, proves: true, ..Settings::default() };
        let search = Search::new(
            &game,
            state,
            UctPlus { c: 1.0, scale: 30.0, unvisited: Unvisited::First },
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
    let state = Position::start(game.board(), Start::Othello).discs;
    for (playouts_per_leaf, virtual_loss, threshold) in [(1, 1, 1), (4, 3, 1), (1, 1, 5)] {
        let settings = Settings { playouts_per_leaf, virtual_loss, threshold, ..Settings::default() };
        let search = Search::new(&game, state, Ucb1 { c: 1.0 }, &Blind, settings);
        search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(2001)));
        let tree = search.tree();
        assert_eq!(tree.node(0).counters.visits(), 2001);
        for id in 0..tree.len() as u32 {
            let node = tree.node(id);
            let Some(edges) = node.edges() else { continue };
            let below: u32 = edges.iter().map(|edge| edge.counters.visits()).sum();
            let own = node.counters.visits() - below;
            // What is not below was played from the node itself, before it was expanded.
            assert!(if id == 0 { own == 0 } else { own >= threshold.min(2001) }, "{id} {own}");
            for edge in edges {
                let Some(child) = edge.child() else { continue };
                let (seen, other) = (edge.counters.read(), tree.node(child).counters.read());
                assert_eq!(seen.visits, other.visits);
                assert!((seen.sum + other.sum - f64::from(seen.visits)).abs() < 1e-3, "{id}");
            }
        }
    }
}

#[test]
fn a_full_tree_is_searched_without_growing() {
    let game = Othello::new("4x4".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs;
    let settings = Settings { max_nodes: 50, ..Settings::default() };
    let search = Search::new(&game, state, Ucb1 { c: 1.0 }, &Blind, settings);
    search.work(&mut Uniform, &mut Random::new(1, 0), &Meter::new(Budget::playouts(5000)));
    assert_eq!(search.tree().len(), 50);
    assert_eq!(search.tree().node(0).counters.visits(), 5000);
}
