//! Search by a network of policy and value, which takes the place of evaluation and playouts (Silver et al. 2017).
//!
//! Leaves are gathered into batches; those under way count as losses, so that the next descents go elsewhere.

use super::merge::{Merge, Searched};
use super::task::Task;
use crate::budget::{Ended, Meter};
use crate::evaluate::Blind;
use crate::game::Game;
use crate::random::Random;
use crate::reward::Sums;
use crate::select::Select;
use crate::settings::Settings;
use crate::tree_search::{Leaf, Path, TreeSearch};

/// For each position the probabilities of its moves, in the order of [`Game::moves`], and its value for the side to move, from
/// −1 for a loss to 1 for a win; `None` ends the search.
pub type Network<'a, G> = dyn FnMut(&[<G as Game>::State]) -> Option<Vec<(Vec<f64>, f64)>> + 'a;

/// Searches with one thread. The network is asked about the root, then about at most `batch` leaves at a time, no leaf twice. With
/// the same seed, batch and playouts it builds the same tree each time.
pub fn search_by_network<G: Game, S: Select>(
    task: &Task<'_, G, S, Blind>,
    batch: usize,
    is_ended: Ended<'_>,
    network: &mut Network<'_, G>,
) -> Searched<G::Move> {
    // A leaf gets its moves with the network's answer, so no descent expands one.
    let virtual_loss = task.settings.virtual_loss.max(1);
    let settings = Settings { threshold: u32::MAX, virtual_loss, ..task.settings };
    let search = TreeSearch::new(task.game, task.state.clone(), task.select.clone(), task.evaluation, settings);
    let (meter, mut random) = (Meter::until(task.budget, is_ended), Random::new(task.seed, 0));
    if !search.is_decided()
        && let Some([(priors, _)]) = network(std::slice::from_ref(&task.state)).as_deref()
    {
        search.grow(&Path::root(), priors, &mut random);
        // Playouts that went to a leaf already in the batch, and are made later.
        let mut owed = 0;
        while !search.is_decided() {
            let (mut paths, mut states, mut twins) = (Vec::new(), Vec::new(), Vec::new());
            while paths.len() < batch.max(1) && twins.len() < batch && !search.is_decided() {
                if owed > 0 {
                    owed -= 1;
                } else if meter.take(1).is_none() {
                    break;
                }
                let mut path = Path::default();
                match search.descend(&mut random, &mut path, 1) {
                    Leaf::Known(score) => search.back_up(&path, search.known(score, 1)),
                    Leaf::Open(_) if paths.iter().any(|other| path.meets(other)) => twins.push(path),
                    Leaf::Open(state) => {
                        paths.push(path);
                        states.push(state);
                    }
                }
            }
            if paths.is_empty() {
                break;
            }
            let Some(found) = network(&states) else { break };
            for (path, (priors, value)) in paths.iter().zip(found) {
                search.grow(path, &priors, &mut random);
                let reward = f64::midpoint(1.0, value);
                search.back_up(path, Sums { playouts: 1, sum: reward, squares: reward * reward });
            }
            owed += twins.len();
            twins.iter().for_each(|path| search.back_up(path, Sums::default()));
        }
    }
    let merged = Merge::Sum.merge(&[search.root_moves()], settings.final_move);
    Searched { playouts: meter.taken(), nodes: search.tree().len(), bytes: search.tree().bytes(), ..merged }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::evaluate::Evaluate;
    use crate::games::TicTacToe;
    use crate::playout::{AmafTally, Playout};
    use crate::reward::Tally;
    use crate::select::Puct;

    type State = <TicTacToe as Game>::State;

    /// Pretends to know things about positions, different for each.
    struct Fancy;

    impl Evaluate<TicTacToe> for Fancy {
        fn points(&self, game: &TicTacToe, state: &State) -> f64 {
            (game.hash(state) % 10_007) as f64 / 1000.0
        }
    }

    fn outcome(game: &TicTacToe, state: &State) -> i32 {
        (game.hash(state) >> 20) as i32 % 3 - 1
    }

    impl Playout<TicTacToe> for Fancy {
        fn play(
            &mut self,
            game: &TicTacToe,
            state: &State,
            _: u32,
            _: &mut Random,
            _: Option<&mut AmafTally>,
        ) -> Tally {
            let mut tally = Tally::default();
            tally.add(outcome(game, state).signum());
            tally
        }
    }

    const PUCT: Puct = Puct { c: 1.0, temperature: 4.0 };

    fn priors(state: &State) -> Vec<f64> {
        let mut moves = Vec::new();
        TicTacToe.moves(state, &mut moves);
        let points = |chosen| -Fancy.points(&TicTacToe, &TicTacToe.apply(state, chosen));
        PUCT.priors(&moves.into_iter().map(points).collect::<Vec<_>>())
    }

    fn searched(batch: usize, playouts: u64, settings: Settings) -> (Searched<<TicTacToe as Game>::Move>, Vec<usize>) {
        let (budget, is_graph, mut sizes) = (Budget::playouts(playouts), settings.is_graph, Vec::new());
        let task = Task {
            game: &TicTacToe,
            state: State::default(),
            select: PUCT,
            evaluation: &Blind,
            settings,
            budget,
            seed: 1,
        };
        let mut network = |states: &[State]| {
            let is_new = |index: usize| !states[..index].contains(&states[index]);
            assert!(!is_graph || (1..states.len()).all(is_new));
            sizes.push(states.len());
            Some(states.iter().map(|state| (priors(state), outcome(&TicTacToe, state).signum().into())).collect())
        };
        let found = search_by_network(&task, batch, &|| false, &mut network);
        (found, sizes)
    }

    #[test]
    fn a_network_that_says_what_evaluation_and_playouts_say_makes_the_same_tree() {
        for (is_graph, proves) in [(false, false), (false, true), (true, false)] {
            let settings = Settings { is_graph, proves, ..Settings::default() };
            for playouts in [1, 2, 50, 700] {
                let plain = TreeSearch::new(&TicTacToe, State::default(), PUCT, &Fancy, settings);
                let meter = Meter::new(Budget::playouts(playouts));
                plain.work(&mut Fancy, &mut Random::new(1, 0), &meter);
                let (found, sizes) = searched(1, playouts, settings);
                let best = plain.choose().unwrap();
                let chosen = found.chosen.unwrap();
                assert_eq!((chosen.chosen, chosen.statistics.playouts), (best.chosen, best.statistics.playouts));
                assert!((chosen.statistics.sum - best.statistics.sum).abs() < 1e-6, "{playouts}");
                assert_eq!((found.playouts, found.nodes), (meter.taken(), plain.tree().len()));
                assert!(sizes.iter().all(|&size| size == 1));
            }
        }
    }

    #[test]
    fn batches_have_different_leaves_and_all_playouts_are_made() {
        for is_graph in [false, true] {
            let settings = Settings { is_graph, ..Settings::default() };
            for batch in [2, 7, 32] {
                let (found, sizes) = searched(batch, 1000, settings);
                assert_eq!(found.playouts, 1000);
                assert_eq!(sizes[0], 1);
                assert_eq!(sizes.iter().max(), Some(&batch), "{sizes:?}");
            }
        }
    }
}
