//! "All moves as first" on ranks.

use std::time::Duration;

use mcts::parallel::{Scheme, Task};
use mcts::playout::Uniform;
use mcts::select::Rave;
use mcts::{Blind, Budget, Game, Settings};
use othello::Othello;
use solver::notation::{parse_moves, play_moves};
use solver::{Position, Scoring, Start};
use tds::{Checkpoint, Options, search};
use tempfile::TempDir;

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
