//! Tests for every variant of the search, in any game; the crate `othello` runs the same tests on Othello.

use std::collections::HashMap;

use mcts::playout::Uniform;
use mcts::select::{Decay, Puct, Rave, Select, Ucb1, Ucb1Tuned, UctPlus, Unvisited};
use mcts::{Budget, Evaluate, Game, Meter, Playout, Random, Score, Settings, TreeSearch};

/// The value of a position for the side to move, from the rules of the game alone.
pub(crate) fn value<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, Score>) -> Score {
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

/// Searches, and fails unless the chosen move keeps the outcome.
#[track_caller]
pub(crate) fn finds<G: Game, S: Select, E: Evaluate<G>>(
    game: &G,
    state: &G::State,
    parts: (S, &E, Settings),
    playout: &mut impl Playout<G>,
    playouts: u64,
    name: &str,
) {
    let (select, evaluation, settings) = parts;
    let search = TreeSearch::new(game, state.clone(), select, evaluation, settings);
    search.work(playout, &mut Random::new(1, 0), &Meter::new(Budget::playouts(playouts)));
    let chosen = search.choose().expect("there are moves").chosen;
    let mut known = HashMap::new();
    let best = value(game, state, &mut known);
    let got = -value(game, &game.apply(state, chosen), &mut known);
    assert_eq!(got.signum(), best.signum(), "{name} plays {chosen:?} in {state:?}: {:?}", search.root_moves());
}

/// Every way to select, with and without graph and proofs.
pub(crate) fn all_ways<G: Game, E: Evaluate<G>>(game: &G, state: &G::State, evaluation: &E, playouts: u64) {
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
            let plus = (UctPlus { c: 0.7, scale: 30.0, unvisited, decay: Decay::Root }, evaluation, settings);
            finds(game, state, plus, &mut uniform, playouts, &name("uct+"));
        }
        let puct = (Puct { c: 2.0, temperature: 8.0 }, evaluation, settings);
        finds(game, state, puct, &mut uniform, playouts, &name("puct"));
    }
}
