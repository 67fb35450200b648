//! What each parallel scheme guarantees, in Othello.

use mcts::parallel::{Merge, Scheme, Searched, Task, search};
use mcts::playout::Uniform;
use mcts::select::{Rave, Select, Ucb1};
use mcts::{Blind, Budget, ScoreBounds, Settings};
use othello::{LanePlayouts, Othello};
use solver::{Move, Position, Scoring, Start};

const SCHEMES: [Scheme; 6] = [
    Scheme::SINGLE,
    Scheme::Forest { trees: 4, threads: 1, merge: Merge::Sum },
    Scheme::Forest { trees: 1, threads: 4, merge: Merge::Sum },
    Scheme::Forest { trees: 2, threads: 3, merge: Merge::Majority },
    Scheme::Leaf { workers: 1, ahead: 0 },
    Scheme::Leaf { workers: 4, ahead: 1 },
];

fn searched<S: Select>(select: S, settings: Settings, scheme: Scheme, playouts: u64) -> Searched<Move> {
    let game = Othello::new("6x6".parse().unwrap(), Scoring::Discs);
    let state = Position::start(game.board(), Start::Othello).discs();
    let budget = Budget::playouts(playouts);
    let task = Task { game: &game, state, select, evaluation: &Blind, settings, budget, seed: 3 };
    search(&task, scheme, |_| Uniform)
}

#[test]
fn every_scheme_spends_the_budget_and_no_playout_is_lost() {
    for scheme in SCHEMES {
        for playouts in [1001, 7] {
            let settings = Settings { playouts_per_leaf: 4, virtual_loss: 2, ..Settings::default() };
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
fn every_scheme_proves_4x4_and_is_right() {
    let game = Othello::new("4x4".parse().unwrap(), Scoring::Discs);
    for scheme in SCHEMES {
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
