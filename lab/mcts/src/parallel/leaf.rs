//! Leaf parallel, client and server (Kubota, Sato & Takahashi).
//!
//! One thread owns the tree. It descends to leaves and puts them into a queue, from which idle workers take them. It backs
//! up the results in the order in which they arrive.

use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::forest;
use super::merge::{Merge, Searched};
use super::task::Task;
use crate::budget::{Ended, Meter};
use crate::evaluate::Evaluate;
use crate::game::Game;
use crate::playout::{AmafTally, Playout};
use crate::random::Random;
use crate::reward::Sums;
use crate::select::Select;
use crate::team;
use crate::tree_search::{Leaf, Path, TreeSearch};

/// How long the server waits for a report before it checks that all workers are still alive.
const PATIENCE: Duration = Duration::from_millis(100);

/// A leaf to play from.
struct Job<T> {
    /// Which path it belongs to.
    slot: usize,
    state: T,
    count: u32,
    /// Its number, which seeds its playouts, so that they do not depend on which worker makes them.
    number: u64,
}

/// The results of a leaf.
struct Report {
    slot: usize,
    sums: Sums,
    /// `None` unless the formula wants it.
    amaf: Option<AmafTally>,
}

/// Searches with one thread for the tree and `workers` for playouts, fewer if the system refuses some. If it refuses all,
/// searches with a single thread.
pub(super) fn search<G: Game, S: Select, E: Evaluate<G>, P: Playout<G>>(
    task: &Task<'_, G, S, E>,
    workers: usize,
    ahead: usize,
    is_ended: Ended<'_>,
    playout: impl Fn(usize) -> P + Sync,
) -> Searched<G::Move> {
    let search = TreeSearch::new(task.game, task.state.clone(), task.select.clone(), task.evaluation, task.settings);
    let meter = Meter::until(task.budget, is_ended);
    let (jobs, queue) = unbounded();
    let (reports, inbox) = unbounded();
    let has_worked = thread::scope(|scope| {
        let clients: Vec<_> = (0..workers)
            .map_while(|worker| {
                let (queue, reports, playout) = (queue.clone(), reports.clone(), &playout);
                let work = move || client::<G, S, E, P>(task, &mut playout(worker), &queue, &reports);
                thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        team::miss(workers - clients.len());
        if clients.is_empty() {
            return false;
        }
        let is_broken = || clients.iter().any(ScopedJoinHandle::is_finished);
        // The workers end when `server` drops `jobs`.
        server(task, &search, &meter, clients.len() * (1 + ahead), jobs, &inbox, is_broken);
        true
    });
    if !has_worked {
        return forest::search(task, [1, 1], Merge::Sum, is_ended, playout);
    }
    let merged = Merge::Sum.merge(&[search.root_moves()], task.settings.final_move);
    Searched { playouts: meter.taken(), nodes: search.tree().len(), bytes: search.tree().bytes(), ..merged }
}

/// Plays out the leaves in the queue until it is empty and closed.
fn client<G, S, E, P>(
    task: &Task<'_, G, S, E>,
    playout: &mut P,
    queue: &Receiver<Job<G::State>>,
    reports: &Sender<Report>,
) where
    G: Game,
    S: Select,
    P: Playout<G>,
{
    for job in queue {
        let mut random = Random::new(task.seed, job.number + 1);
        let mut amaf = S::WANTS_AMAF.then(|| AmafTally::new(task.game, task.settings.reward));
        let tally = playout.play(task.game, &job.state, job.count, &mut random, amaf.as_mut());
        let sums = tally.rewards(task.settings.reward, task.game.max_score());
        if reports.send(Report { slot: job.slot, sums, amaf }).is_err() {
            break;
        }
    }
}

/// Keeps up to `most` leaves in flight until the budget is used up and all reports are back, or a worker has died.
fn server<G, S, E>(
    task: &Task<'_, G, S, E>,
    search: &TreeSearch<'_, G, S, E>,
    meter: &Meter<'_>,
    most: usize,
    jobs: Sender<Job<G::State>>,
    inbox: &Receiver<Report>,
    is_broken: impl Fn() -> bool,
) where
    G: Game,
    S: Select,
    E: Evaluate<G>,
{
    let mut random = Random::new(task.seed, 0);
    let mut paths: Vec<Path> = (0..most).map(|_| Path::default()).collect();
    let mut free: Vec<usize> = (0..most).rev().collect();
    let mut number = 0;
    let none = AmafTally::new(task.game, task.settings.reward);
    loop {
        while let Some(slot) = free.pop() {
            let count = if search.is_decided() { None } else { meter.take(search.settings().playouts_per_leaf) };
            let Some(count) = count else {
                free.push(slot);
                break;
            };
            match search.descend(&mut random, &mut paths[slot], count) {
                Leaf::Known(score) => {
                    let sums = search.known(score, count);
                    if S::WANTS_AMAF {
                        search.back_up_amaf(&paths[slot], &none, sums);
                    }
                    search.back_up(&paths[slot], sums);
                    free.push(slot);
                }
                Leaf::Open(state) => {
                    number += 1;
                    if jobs.send(Job { slot, state, count, number }).is_err() {
                        return;
                    }
                }
            }
        }
        if free.len() == most {
            return;
        }
        let report = match inbox.recv_timeout(PATIENCE) {
            Ok(report) => report,
            Err(RecvTimeoutError::Timeout) if !is_broken() => continue,
            // A worker that has panicked will never report; the panic propagates when the threads are joined.
            Err(_) => return,
        };
        if let Some(amaf) = &report.amaf {
            search.back_up_amaf(&paths[report.slot], amaf, report.sums);
        }
        search.back_up(&paths[report.slot], report.sums);
        free.push(report.slot);
    }
}
