//! A search on ranks agrees with one without: identical on one rank, as good on several.

use std::time::Duration;

use mcts::games::{ArtificialTree, TicTacToe};
use mcts::parallel::{Scheme, Task};
use mcts::playout::Uniform;
use mcts::select::{Decay, Puct, Rave, Select, Ucb1, Ucb1Tuned, UctPlus, Unvisited};
use mcts::{Blind, Budget, Evaluate, Game, Reward, ScoreBounds, Settings};
use othello::{LanePlayouts, Learned, Othello};
use solver::notation::{parse_moves, play_moves};
use solver::{Position, Scoring, Start};
use tds::{Checkpoint, Found, Options, search};
use tempfile::TempDir;

fn ranks<G: Game, S: Select, E: Evaluate<G>>(task: &Task<'_, G, S, E>, ranks: usize) -> Found<G::Move> {
    search(task, ranks, Duration::ZERO, &Options::new(ranks), |_| Uniform).unwrap()
}

/// One rank does what one thread does: the same moves in the same order with the same counts and rewards, and as many nodes.
fn check_equal<G: Game, S: Select, E: Evaluate<G>>(
    game: &G,
    state: &G::State,
    select: &S,
    evaluation: &E,
    playouts: u64,
) {
    let all = [false, true];
    const MANY: usize = 1_000_000;
    for (is_graph, proves, threshold, playouts_per_leaf, max_nodes) in all
        .iter()
        .flat_map(|&is_graph| all.map(|proves| (is_graph, proves, 1, 1)))
        .chain([(false, false, 3, 4), (true, true, 2, 3)])
        .flat_map(|(is_graph, proves, threshold, each)| {
            [2, 40, MANY].map(|most| (is_graph, proves, threshold, each, most))
        })
    {
        let settings = Settings {
            is_graph,
            proves,
            threshold,
            playouts_per_leaf,
            virtual_loss: 2,
            max_nodes,
            ..Settings::default()
        };
        for reward in [Reward::Outcome, Reward::Margin] {
            let (settings, budget) = (Settings { reward, ..settings }, Budget::playouts(playouts));
            let (select, state) = (select.clone(), state.clone());
            let task = Task { game, state, select, evaluation, settings, budget, seed: 7 };
            let expected = mcts::parallel::search(&task, Scheme::SINGLE, |_| Uniform);
            let found = ranks(&task, 1);
            assert_eq!(found.searched.moves, expected.moves, "{settings:?}");
            assert_eq!(found.searched.chosen, expected.chosen, "{settings:?}");
            assert_eq!(
                (found.searched.playouts, found.searched.nodes),
                (expected.playouts, expected.nodes),
                "{settings:?}"
            );
        }
    }
}

fn othello(board: &str) -> (Othello, solver::Discs) {
    let game = Othello::new(board.parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    (game, state)
}

#[test]
fn one_rank_is_equal_to_the_sequential_search_in_tic_tac_toe() {
    check_equal(&TicTacToe, &Default::default(), &Ucb1 { c: 0.7 }, &Blind, 4000);
    check_equal(&TicTacToe, &Default::default(), &Ucb1Tuned { c: 1.0 }, &Blind, 4000);
    check_equal(&TicTacToe, &Default::default(), &Rave { c: 0.3, k: 300.0 }, &Blind, 4000);
}

#[test]
fn one_rank_is_equal_to_the_sequential_search_in_othello() {
    for board in ["4x4", "3x5", "6x6", "5x4"] {
        let (game, state) = othello(board);
        check_equal(&game, &state, &Ucb1 { c: 1.0 }, &Blind, 3000);
        check_equal(&game, &state, &Rave { c: 0.2, k: 500.0 }, &Blind, 3000);
    }
    let (game, state) = othello("6x6");
    check_equal(
        &game,
        &state,
        &UctPlus { c: 1.0, scale: 20.0, unvisited: Unvisited::First, decay: Decay::Prior(3.0) },
        &Learned::of(&game),
        3000,
    );
    check_equal(&game, &state, &Puct { c: 1.5, temperature: 4.0 }, &Learned::of(&game), 3000);
}

#[test]
fn one_rank_is_equal_to_the_sequential_search_in_artificial_trees() {
    for seed in 0..5 {
        let tree = ArtificialTree::new(seed, 6, 7);
        check_equal(&tree, &tree.root(), &Ucb1 { c: 0.5 }, &Blind, 2000);
    }
}

#[test]
fn several_ranks_find_the_best_move_and_the_value_of_artificial_trees() {
    let (mut differences, mut trees) = (Vec::new(), 0);
    for seed in 0..24 {
        let tree = ArtificialTree::new(seed, 4, 5);
        let values: Vec<i32> = (0..4).map(|chosen| -tree.value(&tree.apply(&tree.root(), chosen))).collect();
        let best = *values.iter().max().unwrap();
        if values.iter().filter(|&&value| value > best - 2).count() > 1 {
            // Which of two nearly equal moves is tried more often is chance.
            continue;
        }
        trees += 1;
        let settings = Settings { reward: Reward::Margin, ..Settings::default() };
        let (select, budget) = (Ucb1 { c: 0.25 }, Budget::playouts(30_000));
        let task = Task { game: &tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed };
        let expected = mcts::parallel::search(&task, Scheme::SINGLE, |_| Uniform).chosen.unwrap();
        for count in [2, 5] {
            let chosen = ranks(&task, count).searched.chosen.unwrap();
            assert_eq!(values[usize::from(chosen.chosen)], best, "seed {seed}, {count} ranks: {values:?}");
            let (mean, other) = (chosen.statistics.mean(), expected.statistics.mean());
            assert!((mean - other).abs() < 0.08, "seed {seed}, {count} ranks: {mean} and {other}");
            differences.push(mean - other);
        }
    }
    assert!(trees >= 6, "{trees} trees");
    let (mean, _) = spread(&differences);
    assert!(mean.abs() < 0.02, "{differences:?}");
}

/// Mean and standard deviation of the root's mean over some seeds.
fn spread(means: &[f64]) -> (f64, f64) {
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    (mean, (means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count).sqrt())
}

#[test]
fn one_rank_builds_the_same_graph_as_a_search_without_ranks() {
    let game = ArtificialTree::<4>::in_parts(4, 2, 9);
    assert!(game.ways(5) > 2.0);
    let (settings, budget) = (Settings { is_graph: true, ..Settings::default() }, Budget::playouts(3000));
    let (state, select) = (game.root(), Ucb1 { c: 0.7 });
    let task = Task { game: &game, state, select, evaluation: &Blind, settings, budget, seed: 2 };
    let own = mcts::parallel::search(&task, Scheme::SINGLE, |_| Uniform);
    assert_eq!(own.moves, ranks(&task, 1).searched.moves);
    // Transpositions share a node, so the counts differ from those of a tree.
    let tree = Task { settings: Settings::default(), ..task };
    let unshared = mcts::parallel::search(&tree, Scheme::SINGLE, |_| Uniform);
    assert_ne!(own.moves, unshared.moves);
}

#[test]
fn several_ranks_agree_in_distribution_with_the_sequential_search() {
    let (game, start) = othello("4x4");
    let (ttt, blind) = (TicTacToe, Blind);
    let (mut own, mut others): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (vec![Vec::new(); 2], vec![Vec::new(); 2]);
    for seed in 0..24 {
        let (settings, select) = (Settings::default(), Ucb1 { c: 0.7 });
        let budget = Budget::playouts(6000);
        let task = Task { game: &game, state: start, select, evaluation: &blind, settings, budget, seed };
        let value = |moves: &[mcts::RootMove<_>]| {
            let sum: f64 = moves.iter().map(|one: &mcts::RootMove<solver::Move>| one.statistics.sum).sum();
            sum / 6000.0
        };
        own[0].push(value(&mcts::parallel::search(&task, Scheme::SINGLE, |_| Uniform).moves));
        others[0].push(value(&ranks(&task, 4).searched.moves));
        let task = Task { game: &ttt, state: Default::default(), select, evaluation: &blind, settings, budget, seed };
        let value = |moves: &[mcts::RootMove<u8>]| moves.iter().map(|one| one.statistics.sum).sum::<f64>() / 6000.0;
        own[1].push(value(&mcts::parallel::search(&task, Scheme::SINGLE, |_| Uniform).moves));
        others[1].push(value(&ranks(&task, 4).searched.moves));
    }
    for (own, others) in own.iter().zip(&others) {
        let ((mean, deviation), (other, _)) = (spread(own), spread(others));
        assert!((mean - other).abs() < 0.03 + 2.0 * deviation, "{mean} ± {deviation}, {other}");
    }
}

#[test]
fn several_ranks_prove_4x4_and_are_right() {
    let (game, state) = othello("4x4");
    let settings = Settings { proves: true, is_graph: true, playouts_per_leaf: 2, ..Settings::default() };
    let (select, budget) = (Ucb1 { c: 0.7 }, Budget::playouts(20_000_000));
    let task = Task { game: &game, state, select, evaluation: &Blind, settings, budget, seed: 1 };
    for count in [1, 2, 5] {
        let found = search(&task, count, Duration::ZERO, &Options::new(count), |_| LanePlayouts::new(&game)).unwrap();
        // Black loses whatever it does.
        assert_eq!(found.proven, ScoreBounds::at(-1));
        assert!(found.searched.moves.iter().all(|one| one.bounds == ScoreBounds::at(-1)), "{:?}", found.searched.moves);
        assert!(found.searched.playouts < 20_000_000);
    }
}

#[test]
fn a_game_that_is_over_and_one_with_a_single_move_are_searched_too() {
    let tree = ArtificialTree::new(1, 1, 3);
    let settings = Settings::default();
    for count in [1, 3] {
        let mut state = tree.root();
        for left in (0..=3).rev() {
            let (select, budget) = (Ucb1 { c: 1.0 }, Budget::playouts(100));
            let task = Task { game: &tree, state, select, evaluation: &Blind, settings, budget, seed: 1 };
            let found = ranks(&task, count);
            assert_eq!(found.searched.playouts, if left == 0 { 0 } else { 100 });
            assert_eq!(found.searched.chosen.map(|best| best.chosen), (left > 0).then_some(0));
            if left > 0 {
                state = tree.apply(&state, 0);
            }
        }
    }
}

#[test]
fn latency_changes_nothing_but_the_time() {
    let tree = ArtificialTree::new(2, 4, 5);
    let (select, budget) = (Ucb1 { c: 0.5 }, Budget::playouts(400));
    let settings = Settings::default();
    let task = Task { game: &tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed: 1 };
    let found = search(&task, 3, Duration::from_millis(2), &Options::new(3), |_| Uniform).unwrap();
    assert_eq!((found.searched.playouts, u64::from(found.root.playouts)), (400, 400));
    // Not all of the root's children have their home on its rank.
    assert!(found.elapsed >= Duration::from_millis(4));
}

fn task<'a, G: Game, S>(game: &'a G, state: G::State, select: S, playouts: u64) -> Task<'a, G, S, Blind> {
    let (settings, budget) = (Settings::default(), Budget::playouts(playouts));
    Task { game, state, select, evaluation: &Blind, settings, budget, seed: 3 }
}

#[test]
fn all_moves_as_first_goes_on_from_a_checkpoint() {
    let game = Othello::new("4x5".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    let directory = TempDir::new().unwrap();
    let options = |ranks| {
        let (directory, every, label) = (directory.path().to_owned(), Duration::from_secs(3600), "rave".to_owned());
        let checkpoint = Some(Checkpoint { directory, every, label, former_labels: Vec::new() });
        Options { checkpoint, ..Options::new(ranks) }
    };
    let select = Rave { c: 0.2, k: 500.0 };
    // One rank saves and resumes exactly as if it had not been stopped.
    let whole = search(&task(&game, state, select, 4000), 1, Duration::ZERO, &Options::new(1), |_| Uniform).unwrap();
    let half = search(&task(&game, state, select, 2000), 1, Duration::ZERO, &options(1), |_| Uniform).unwrap();
    let rest = search(&task(&game, state, select, 4000), 1, Duration::ZERO, &options(1), |_| Uniform).unwrap();
    assert_eq!((half.searched.playouts, rest.resumed), (2000, 2000));
    assert_eq!(rest.searched.moves, whole.searched.moves);
    // Three ranks resume with the same tree.
    let more = search(&task(&game, state, select, 9000), 3, Duration::ZERO, &options(3), |_| Uniform).unwrap();
    assert_eq!((more.resumed, more.searched.playouts), (4000, 9000));
}

#[test]
fn all_moves_as_first_is_in_effect_on_several_ranks() {
    let (rave, plain) = (Rave { c: 0.2, k: 3000.0 }, Rave { c: 0.2, k: 0.0 });
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let start = Position::start(game.board(), Start::Othello);
    let moves = parse_moves(game.board(), "c2b4c5d2").unwrap();
    let state = play_moves(start, &moves).unwrap().discs();
    // The largest share of playouts that any move gets, averaged over seeds.
    let share = |select: &Rave, ranks: usize| {
        let of = |seed| {
            let task = Task { seed, ..task(&game, state, *select, 1000) };
            let moves = if ranks == 0 {
                mcts::parallel::search(&task, Scheme::SINGLE, |_| Uniform).moves
            } else {
                search(&task, ranks, Duration::ZERO, &Options::new(ranks), |_| Uniform).unwrap().searched.moves
            };
            f64::from(moves.iter().map(|one| one.statistics.playouts).max().unwrap()) / 1000.0
        };
        (0..20).map(of).sum::<f64>() / 20.0
    };
    let (own, others, without) = (share(&rave, 0), share(&rave, 4), share(&plain, 0));
    assert!((own - others).abs() < 0.08, "{own} and {others}");
    assert!((own - without).abs() > 0.12, "{own} and {without}: no test of anything");
}
