//! A distributed search on the threads of one process.

use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use mcts::parallel::Task;
use mcts::{Evaluate, Game, Playout, Select};

use crate::error::TdsError;
use crate::options::Options;
use crate::transport::{Rank, threads};
use crate::worker::{Ended, Found, Worker};

/// Searches with one thread per rank. `playout` makes the playout policy of each rank; every message takes `latency` to
/// arrive, which simulates a network.
///
/// # Errors
/// The error of a rank; if several fail, the cause rather than a consequence.
///
/// # Panics
/// If a playout does.
pub fn search<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>>(
    task: &Task<'_, G, S, E>,
    ranks: usize,
    latency: Duration,
    options: &Options,
    playout: impl Fn(Rank) -> P + Sync,
) -> Result<Found<G::Move>, TdsError> {
    let found = all(task, ranks, latency, options, playout)?.swap_remove(0).found;
    Ok(found.expect("rank 0 tells what was found"))
}

/// The same, but returns the final state of each rank.
pub(crate) fn all<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>>(
    task: &Task<'_, G, S, E>,
    ranks: usize,
    latency: Duration,
    options: &Options,
    playout: impl Fn(Rank) -> P + Sync,
) -> Result<Vec<Ended<G>>, TdsError> {
    let playout = &playout;
    let results: Vec<Result<Ended<G>, TdsError>> = thread::scope(|scope| {
        // A rank without a thread drops its end, which tells the others that it is gone.
        let spawn = |(rank, end)| {
            let work = move || Worker::new(task, options, playout(rank), end).run();
            let handle = thread::Builder::new().spawn_scoped(scope, work);
            handle.map_err(|error| {
                let why = format!("threads: the system does not give {ranks} ranks one each ({error})");
                TdsError::Failed(format!("{why}; choose fewer, or allow more (ulimit -u)"))
            })
        };
        let handles: Vec<_> = threads(ranks.max(1), latency).into_iter().enumerate().map(spawn).collect();
        let ends: Vec<_> = handles.into_iter().map(|handle| handle.map(thread::ScopedJoinHandle::join)).collect();
        ends.into_iter().map(|end| end?.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let (mut ended, mut failures) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(end) => ended.push(end),
            Err(failure) => failures.push(failure),
        }
    }
    failures.sort_by_key(TdsError::is_consequence);
    failures.into_iter().next().map_or(Ok(ended), Err)
}
