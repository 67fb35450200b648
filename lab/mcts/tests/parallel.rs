//! What each parallel scheme guarantees.

use std::time::Duration;

use mcts::games::{ArtificialTree, TicTacToe};
use mcts::parallel::{Merge, Scheme, Searched, Task, search};
use mcts::playout::{AmafTally, Uniform};
use mcts::select::{Rave, Select, Ucb1};
use mcts::{Blind, Budget, Game, Settings};

const SCHEMES: [Scheme; 7] = [
    Scheme::SINGLE,
    Scheme::Forest { trees: 4, threads: 1, merge: Merge::Sum },
    Scheme::Forest { trees: 1, threads: 4, merge: Merge::Sum },
    Scheme::Forest { trees: 2, threads: 3, merge: Merge::Majority },
    Scheme::Leaf { workers: 1, ahead: 0 },
    Scheme::Leaf { workers: 4, ahead: 1 },
    Scheme::Leaf { workers: 3, ahead: 5 },
];

fn searched<S: Select>(select: S, settings: Settings, scheme: Scheme, playouts: u64) -> Searched<u8> {
    let (game, state, budget) = (&TicTacToe, Default::default(), Budget::playouts(playouts));
    let task = Task { game, state, select, evaluation: &Blind, settings, budget, seed: 3 };
    search(&task, scheme, |_| Uniform)
}

#[test]
fn every_scheme_spends_the_budget_and_no_playout_is_lost() {
    for scheme in SCHEMES {
        for playouts in [1001, 7, 999] {
            let virtual_loss = (playouts % 3) as u32;
            let settings = Settings { playouts_per_leaf: 4, virtual_loss, ..Settings::default() };
            let found = searched(Ucb1 { c: 1.0 }, settings, scheme, playouts);
            assert_eq!(found.playouts, playouts, "{scheme:?}");
            let visits: u32 = found.moves.iter().map(|one| one.statistics.playouts).sum();
            assert_eq!(u64::from(visits), playouts, "{scheme:?}");
            assert!(found.moves.iter().all(|one| one.statistics.sum <= f64::from(one.statistics.playouts)));
            assert!(found.chosen.is_some() && found.nodes > 1 && found.bytes > 0, "{scheme:?}");
            assert!((0.0..=1.0).contains(&found.agreement), "{scheme:?}");
        }
    }
}

#[test]
fn every_scheme_has_a_move_however_short_its_time() {
    for scheme in SCHEMES {
        let (state, settings, budget) = (Default::default(), Settings::default(), Budget::time(Duration::ZERO));
        let select = Ucb1 { c: 1.0 };
        let task = Task { game: &TicTacToe, state, select, evaluation: &Blind, settings, budget, seed: 3 };
        let found = search(&task, scheme, |_| Uniform);
        let trees = if let Scheme::Forest { trees, .. } = scheme { trees as u64 } else { 1 };
        assert!(found.chosen.is_some() && found.playouts == trees, "{scheme:?} {found:?}");
    }
}

#[test]
fn root_parallel_and_one_leaf_at_a_time_are_reproducible() {
    for scheme in [SCHEMES[0], SCHEMES[1], SCHEMES[4]] {
        let once = searched(Ucb1 { c: 1.0 }, Settings::default(), scheme, 2000);
        assert_eq!(once, searched(Ucb1 { c: 1.0 }, Settings::default(), scheme, 2000), "{scheme:?}");
    }
}

#[test]
fn all_moves_as_first_work_under_every_scheme() {
    for scheme in SCHEMES {
        let found = searched(Rave { c: 0.5, k: 100.0 }, Settings::default(), scheme, 1000);
        let visits: u32 = found.moves.iter().map(|one| one.statistics.playouts).sum();
        assert_eq!(visits, 1000, "{scheme:?}");
    }
}

#[test]
fn every_scheme_finds_the_best_move_of_an_artificial_tree() {
    let tree = ArtificialTree::new(5, 5, 4);
    let values: Vec<i32> = (0..5).map(|chosen| -tree.value(&tree.apply(&tree.root(), chosen))).collect();
    let best = *values.iter().max().unwrap();
    for scheme in SCHEMES {
        let settings = Settings { reward: mcts::Reward::Margin, ..Settings::default() };
        let (select, budget) = (Ucb1 { c: 0.3 }, Budget::playouts(40_000));
        let task = Task { game: &tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed: 1 };
        let chosen = search(&task, scheme, |_| Uniform).chosen.unwrap().chosen;
        assert_eq!(values[usize::from(chosen)], best, "{scheme:?} {values:?}");
    }
}

/// Panics after some playouts.
struct Breaking(u32);

impl mcts::Playout<ArtificialTree> for Breaking {
    fn play(
        &mut self,
        game: &ArtificialTree,
        state: &<ArtificialTree as Game>::State,
        count: u32,
        random: &mut mcts::Random,
        amaf: Option<&mut AmafTally>,
    ) -> mcts::Tally {
        self.0 = self.0.checked_sub(1).expect("this playout is meant to break");
        Uniform.play(game, state, count, random, amaf)
    }
}

#[test]
fn a_playout_that_panics_ends_the_search_under_every_scheme() {
    let tree = ArtificialTree::new(3, 4, 12);
    for scheme in SCHEMES {
        let state = tree.root();
        let (select, settings, budget) = (Ucb1 { c: 1.0 }, Settings::default(), Budget::playouts(100_000));
        let task = Task { game: &tree, state, select, evaluation: &Blind, settings, budget, seed: 1 };
        let broken = |worker: usize| Breaking(if worker == 0 { 20 } else { 20_000 });
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| search(&task, scheme, broken)));
        assert!(ended.is_err(), "{scheme:?}");
    }
}
