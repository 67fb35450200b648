//! Root parallel, tree parallel, and both at once: one or more trees, each with one or more threads.

use super::merge::{Merge, Searched};
use super::task::Task;
use crate::budget::{Budget, Ended, Meter};
use crate::evaluate::Evaluate;
use crate::game::Game;
use crate::playout::Playout;
use crate::random::Random;
use crate::select::Select;
use crate::team;
use crate::tree_search::TreeSearch;

/// Searches with `trees` trees and `threads` threads per tree. The trees share the playout budget evenly.
pub(super) fn search<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>>(
    task: &Task<'_, G, S, E>,
    [trees, threads]: [usize; 2],
    merge: Merge,
    is_ended: Ended<'_>,
    playout: impl Fn(usize) -> P + Sync,
) -> Searched<G::Move> {
    let searches: Vec<_> = (0..trees)
        .map(|_| TreeSearch::new(task.game, task.state.clone(), task.select.clone(), task.evaluation, task.settings))
        .collect();
    let shares = shares(task.budget, trees as u64);
    let meters: Vec<Meter<'_>> = shares.map(|share| Meter::until(share, is_ended)).collect();
    let work = |worker: usize| {
        let tree = worker / threads;
        let mut random = Random::new(task.seed, worker as u64);
        searches[tree].work(&mut playout(worker), &mut random, &meters[tree]);
    };
    team::work_on(trees * threads, work);
    let roots: Vec<_> = searches.iter().map(TreeSearch::root_moves).collect();
    let merged = merge.merge(&roots, task.settings.final_move);
    Searched {
        playouts: meters.iter().map(Meter::taken).sum(),
        nodes: searches.iter().map(|search| search.tree().len()).sum(),
        bytes: searches.iter().map(|search| search.tree().bytes()).sum(),
        ..merged
    }
}

/// The budget of each tree: all the time and an even share of the playouts; the first trees get the remainder.
fn shares(budget: Budget, trees: u64) -> impl Iterator<Item = Budget> {
    let extra = move |tree: u64| u64::from(tree < budget.playouts % trees);
    (0..trees).map(move |tree| Budget { playouts: budget.playouts / trees + extra(tree), ..budget })
}
