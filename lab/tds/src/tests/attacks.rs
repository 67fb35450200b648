//! Ranks that say what makes no sense: another rank notices it and the search ends with an error, not with a panic or with
//! numbers that are wrong.
#![allow(clippy::disallowed_methods, reason = "a test may end with a panic")]

use std::path::Path;
use std::thread;
use std::time::Duration;

use mcts::games::{ArtificialTree, TicTacToe};
use mcts::parallel::Task;
use mcts::playout::Uniform;
use mcts::select::{Arm, Parent, Rave, Select, Ucb1};
use mcts::step::Step;
use mcts::{Blind, Budget, Game, Random, Settings};

use crate::amaf::{Amaf, AmafReport, Made};
use crate::fields::{Data, Fields, NoFields};
use crate::homes::Homes;
use crate::lease::Lease;
use crate::options::{Checkpoint, Options};
use crate::path;
use crate::seal::{SUM, Seals};
use crate::shard::{Child, Shard};
use crate::transport::{Rank, Threads, Transport, TransportError, threads};
use crate::wire::{self, Job, LeaseBytes, Report, SumsBytes, Target};
use crate::worker::Worker;
use crate::{RankStatistics, TdsError};

/// Changes the jobs of a message to some rank; returns whether it has done so.
type Lie<S = (), R = ()> = fn(Rank, &mut Vec<Job<'_, S, R>>) -> bool;

const RANKS: usize = 3;

/// One rank's end of the network. It lies once, as soon as it can, and seals its lie as it should.
struct Liar<S, R> {
    end: Threads,
    seals: Seals,
    lie: Option<Lie<S, R>>,
}

impl<S: Data, R: Data> Transport for Liar<S, R> {
    fn rank(&self) -> Rank {
        self.end.rank()
    }

    fn ranks(&self) -> usize {
        self.end.ranks()
    }

    fn send(&mut self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        let (mut rest, mut jobs) = (&message[SUM..], Vec::new());
        while !rest.is_empty() {
            jobs.push(wire::read(&mut rest).expect("what a rank sends can be read"));
        }
        if self.lie.is_some_and(|lie| lie(to, &mut jobs)) {
            self.lie = None;
        }
        let mut told = jobs.iter().fold(vec![0; SUM], |told, job| wire::write(job, told));
        self.seals.close(to, &mut told);
        self.end.send(to, told)
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<(Rank, Vec<u8>)>, TransportError> {
        self.end.receive(wait)
    }

    fn close(&mut self) -> Result<(), TransportError> {
        self.end.close()
    }
}

/// How the ranks of a search end if one of them lies.
fn ends<G: Game, S: Select, F: Fields<G>>(
    task: &Task<'_, G, S, Blind>,
    options: &Options,
    fields: &F,
    liar: Rank,
    lie: Lie<F::Search, F::Report>,
) -> Vec<Result<(), TdsError>> {
    thread::scope(|scope| {
        let work = |end: Threads| {
            let rank = end.rank();
            let end = Liar { end, seals: Seals::new(rank, RANKS), lie: (rank == liar).then_some(lie) };
            scope.spawn(move || Worker::new(task, options, fields, Uniform, end).run().map(|_| ()))
        };
        let ranks: Vec<_> = threads(RANKS, Duration::ZERO).into_iter().map(work).collect();
        ranks.into_iter().map(|rank| rank.join().unwrap()).collect()
    })
}

/// The lie must be found out by the rank that hears it.
fn check(name: &str, liar: Rank, ends: &[Result<(), TdsError>]) {
    let is_found_out = |end: &Result<(), TdsError>| matches!(end, Err(TdsError::Garbled { from, .. }) if *from == liar);
    assert!(ends.iter().any(is_found_out), "{name}: {ends:?}");
    assert!(ends[0].is_err(), "{name}: {ends:?}");
}

fn options(directory: Option<&Path>) -> Options {
    let checkpoint = directory.map(|directory| Checkpoint {
        directory: directory.to_owned(),
        every: Duration::from_millis(2),
        label: "lies".to_owned(),
        former_labels: Vec::new(),
    });
    Options { checkpoint, patience: Duration::from_secs(20), ..Options::new(RANKS) }
}

fn tree() -> ArtificialTree {
    ArtificialTree::new(4, 5, 6)
}

/// Tells lies one after the other.
fn tell(liar: Rank, settings: Settings, lies: &[(&str, Lie)]) {
    let tree = tree();
    for &(name, lie) in lies {
        for saves in [false, true] {
            let directory = tempfile::tempdir().unwrap();
            let (select, budget) = (Ucb1 { c: 0.5 }, Budget::playouts(40_000));
            let task = Task { game: &tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed: 3 };
            let ends = ends(&task, &options(saves.then_some(directory.path())), &NoFields, liar, lie);
            check(name, liar, &ends);
        }
    }
}

/// The first REPORT of a message.
fn report<'j, S, R>(jobs: &'j mut [Job<'_, S, R>]) -> Option<&'j mut Report<R>> {
    jobs.iter_mut().find_map(|job| if let Job::Report(report) = job { Some(report) } else { None })
}

/// Changes the first REPORT of a message.
fn with_report(jobs: &mut [Job<'_>], change: impl FnOnce(&mut Report<()>)) -> bool {
    report(jobs).map(change).is_some()
}

/// The first SEARCH of a message: its target, its playouts and its lease.
type Asked<'j, 'a> = (&'j mut Target<'a>, &'j mut u32, &'j mut Option<LeaseBytes>);

/// Changes the first SEARCH of a message.
fn with_search(jobs: &mut [Job<'_>], change: impl FnOnce(Asked<'_, '_>)) -> bool {
    let asked = jobs.iter_mut().find_map(|job| match job {
        Job::Search { target, playouts, lease, .. } => Some((target, playouts, lease)),
        _ => None,
    });
    asked.map(change).is_some()
}

/// Changes what the first SEARCH of a message says about the parent and the move.
fn with_lease(jobs: &mut [Job<'_>], parent: f64, mean: f64, rival: f64) -> bool {
    let (parent, arm) = (Parent::new(9, parent), Arm { visits: 3, mean, ..Arm::default() });
    with_search(jobs, |(_, _, lease)| *lease = Some(Lease { parent, arm, rival: Some(rival) }.into()))
}

/// Directs the first SEARCH of a message to the end of a path that begins with a move to a rank other than `to`, or to it.
fn misled(to: Rank, jobs: &mut [Job<'_>], is_its: bool, rest: &[u8]) -> bool {
    let root = path::root(&tree(), &tree().root()).key;
    let is_home = |&number: &u8| Homes::new(RANKS, root).at(false, root, &[number], || None) == Some(to);
    let Some(number) = (0..5).find(|number| is_home(number) == is_its) else { return false };
    with_search(jobs, |(target, ..)| *target = Target::At([&[number], rest].concat().into()))
}

/// Changes a farewell.
fn with_farewell(jobs: &mut [Job<'_>], change: impl FnOnce(&mut RankStatistics)) -> bool {
    let told = jobs.iter_mut().find_map(|job| if let Job::Farewell(told) = job { Some(told) } else { None });
    told.map(|told| change(told)).is_some()
}

/// Says something more, in the middle of the search.
fn add(jobs: &mut Vec<Job<'_>>, job: Job<'static>) -> bool {
    let is_under_way = jobs.iter().any(|job| matches!(job, Job::Search { .. } | Job::Report(_)));
    if is_under_way {
        jobs.push(job);
    }
    is_under_way
}

#[test]
fn reports_that_no_child_can_give_are_refused() {
    let lies: [(&str, Lie); 14] = [
        ("more than it was asked for", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::new(90, 45.0, 45.0))),
        ("nothing", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::default())),
        ("no number", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::new(1, f64::NAN, 0.0))),
        ("no end", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::new(1, f64::INFINITY, 0.0))),
        ("less than nothing", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::new(1, -0.5, 0.0))),
        ("more than all", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::new(1, 1.5, 1.0))),
        ("squares without rewards", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::new(1, 0.0, 1.0))),
        ("no squares", |_, jobs| with_report(jobs, |one| one.sums = SumsBytes::new(1, 0.5, f64::NAN))),
        ("to nobody", |_, jobs| with_report(jobs, |one| one.frame += 1 << 20)),
        ("proofs", |_, jobs| with_report(jobs, |one| one.bounds = Some((0, 0)))),
        ("a graph", |_, jobs| with_report(jobs, |one| one.shared = Some(SumsBytes::new(9, 4.0, 0.0)))),
        ("a farewell", |_, jobs| add(jobs, Job::Farewell(Box::default()))),
        ("a greeting", |_, jobs| {
            add(jobs, Job::Hello { errand: String::new(), found: Vec::new(), last: 0, obstacle: None })
        }),
        ("the end", |_, jobs| add(jobs, Job::End)),
    ];
    tell(1, Settings::default(), &lies);
    let proving = Settings { proves: true, is_graph: true, ..Settings::default() };
    let lies: [(&str, Lie); 7] = [
        ("crossed bounds", |_, jobs| with_report(jobs, |one| one.bounds = Some((1, -1)))),
        ("wide bounds", |_, jobs| with_report(jobs, |one| one.bounds = Some((i32::MIN, i32::MAX)))),
        ("an impossible value", |_, jobs| with_report(jobs, |one| one.bounds = Some((7, 7)))),
        ("more here than elsewhere", |_, jobs| with_report(jobs, |one| one.shared = Some(SumsBytes::new(0, 0.0, 0.0)))),
        ("too much elsewhere", |_, jobs| with_report(jobs, |one| one.shared = Some(SumsBytes::new(500, 501.0, 0.0)))),
        ("no number elsewhere", |_, jobs| {
            with_report(jobs, |one| one.shared = Some(SumsBytes::new(500, f64::NAN, 0.0)))
        }),
        ("no end elsewhere", |_, jobs| with_report(jobs, |one| one.shared = Some(SumsBytes::new(500, 1.0, f64::MAX)))),
    ];
    tell(1, proving, &lies);
}

#[test]
fn searches_that_no_parent_can_ask_for_are_refused() {
    let lies: [(&str, Lie); 13] = [
        ("for nothing", |_, jobs| with_search(jobs, |(_, playouts, _)| *playouts = 0)),
        ("for too much", |_, jobs| with_search(jobs, |(_, playouts, _)| *playouts = Options::ALLOWANCE + 1)),
        ("of an unknown node", |_, jobs| with_search(jobs, |(target, ..)| *target = Target::Known(1 << 30))),
        ("of no place", |_, jobs| with_search(jobs, |(target, ..)| *target = Target::At(vec![200, 1].into()))),
        ("of the root", |_, jobs| with_search(jobs, |(target, ..)| *target = Target::At(Vec::new().into()))),
        ("of a place elsewhere", |to, jobs| misled(to, jobs, false, &[])),
        ("of a place within a piece", |to, jobs| misled(to, jobs, true, &[0])),
        ("again and again", |_, jobs| {
            let mut paths = jobs.iter().filter_map(|job| match job {
                Job::Search { frame, target: Target::At(path), .. } => Some((*frame, path.to_vec())),
                _ => None,
            });
            let Some((frame, path)) = paths.next() else { return false };
            let target = || Target::At(path.clone().into());
            jobs.extend((0..500).map(|_| Job::Search {
                frame,
                target: target(),
                playouts: 1,
                lease: None,
                fields: (),
            }));
            true
        }),
        ("by a parent without a mean", |_, jobs| with_lease(jobs, f64::NAN, 0.5, 0.5)),
        ("with too large a mean", |_, jobs| with_lease(jobs, 0.5, 2.0, 0.5)),
        ("with a mean without end", |_, jobs| with_lease(jobs, 0.5, f64::NEG_INFINITY, 0.5)),
        ("with a rival that is no number", |_, jobs| with_lease(jobs, 0.5, 0.5, f64::NAN)),
        ("and then the end", |_, jobs| add(jobs, Job::End)),
    ];
    tell(0, Settings::default(), &lies);
}

#[test]
fn answers_and_orders_that_are_not_due_are_refused() {
    let lies: [(&str, Lie); 6] = [
        ("saved", |_, jobs| add(jobs, Job::Saved { generation: 1, error: None })),
        ("ready", |_, jobs| add(jobs, Job::Ready(Ok((0, 0))))),
        ("begin", |_, jobs| add(jobs, Job::Begin(None))),
        ("save", |_, jobs| add(jobs, Job::Save { generation: 9, mark: 1, playouts: 1 })),
        ("too many nodes", |_, jobs| with_farewell(jobs, |told| told.nodes = u64::MAX)),
        ("a generation after which there is none", |_, jobs| match &mut jobs[..] {
            [Job::Hello { last, .. }] => {
                *last = u64::MAX;
                true
            }
            _ => false,
        }),
    ];
    tell(1, Settings::default(), &lies);
    let lies: [(&str, Lie); 2] = [
        ("the farewell of another", |_, jobs| with_farewell(jobs, |told| told.rank = 1)),
        ("two farewells", |_, jobs| {
            let told = RankStatistics { rank: 2, ..RankStatistics::default() };
            with_farewell(jobs, |_| ()) && {
                jobs.push(Job::Farewell(Box::new(told)));
                true
            }
        }),
    ];
    tell(2, Settings::default(), &lies);
    let lies: [(&str, Lie); 3] = [
        ("a checkpoint in the middle", |_, jobs| add(jobs, Job::Save { generation: 1 << 40, mark: 1, playouts: 1 })),
        ("begin again", |_, jobs| add(jobs, Job::Begin(Some((1, 3))))),
        ("ready", |_, jobs| add(jobs, Job::Ready(Ok((0, 0))))),
    ];
    tell(0, Settings::default(), &lies);
}

#[test]
fn answers_that_come_twice_count_once() {
    let tree = tree();
    let (settings, select, budget) = (Settings::default(), Ucb1 { c: 0.5 }, Budget::playouts(300_000));
    let task = Task { game: &tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed: 3 };
    // A frame that has asked again may take the second report for its answer; then the next one is too many.
    let lie: Lie = |_, jobs| report(jobs).map(|one| one.clone()).is_some_and(|one| add(jobs, Job::Report(one)));
    let ends = ends(&task, &options(None), &NoFields, 1, lie);
    assert!(ends.iter().any(|end| matches!(end, Err(TdsError::Garbled { .. }))), "{ends:?}");
    // Rank 1 confirms the checkpoint twice, and rank 2 would not be waited for.
    let lie: Lie = |_, jobs| match &jobs[..] {
        [Job::Saved { generation, error: None }] => {
            let generation = *generation;
            jobs.push(Job::Saved { generation, error: None });
            true
        }
        _ => false,
    };
    let directory = tempfile::tempdir().unwrap();
    check("saved twice", 1, &self::ends(&task, &options(Some(directory.path())), &NoFields, 1, lie));
}

#[test]
fn a_report_must_fit_what_is_known_about_the_move() {
    let (game, settings) = (TicTacToe, Settings { proves: true, is_graph: true, ..Settings::default() });
    let step = Step { game: &game, select: &Ucb1 { c: 1.0 }, evaluation: &Blind, settings };
    let mut shard = Shard::new(&settings, 9, step.unknown());
    let root = shard.find_or_add(&game, path::root(&game, &Default::default()), &[]).unwrap();
    shard.expand(&step, root, &mut Random::new(1, 1));
    shard.branch_mut(0).child = Child::There(2, None);
    let told = |node, bounds| {
        let (sums, shared) = (SumsBytes::new(1, 0.5, 0.5), None);
        Report { frame: 0, node, sums, bounds, shared, fields: () }
    };
    assert!(!shard.hear(0, 1, &told(Some(5), None)), "from another rank");
    assert!(!shard.hear(1, 2, &told(Some(5), None)), "by a move that was not followed");
    assert!(!shard.hear(99, 2, &told(Some(5), None)), "by no move");
    assert!(shard.hear(0, 2, &told(None, None)) && shard.hear(0, 2, &told(Some(5), Some((0, 1)))));
    assert!(!shard.hear(0, 2, &told(Some(6), None)), "by another node");
    assert!(!shard.hear(0, 2, &told(None, None)), "by none");
    assert!(!shard.hear(0, 2, &told(Some(5), Some((-1, -1)))), "against what is proven");
}

#[test]
fn rank_0_cannot_have_a_checkpoint_loaded_that_is_not_there() {
    let lie: Lie = |_, jobs| match &mut jobs[..] {
        [Job::Begin(chosen)] => {
            *chosen = Some((3, u32::MAX));
            true
        }
        _ => false,
    };
    let tree = tree();
    let (settings, select, budget) = (Settings::default(), Ucb1 { c: 0.5 }, Budget::playouts(100));
    let task = Task { game: &tree, state: tree.root(), select, evaluation: &Blind, settings, budget, seed: 3 };
    let directory = tempfile::tempdir().unwrap();
    check("begin", 0, &ends(&task, &options(Some(directory.path())), &NoFields, 0, lie));
}

#[test]
fn what_is_said_of_all_moves_as_first_must_fit_the_playouts() {
    type Change = Lie<bool, AmafReport>;
    let lies: [(&str, Change); 6] = [
        ("other playouts", |_, jobs| report(jobs).map(|one| one.fields.all.0 += 1).is_some()),
        ("no number", |_, jobs| report(jobs).map(|one| one.fields.all.1 = f64::NAN).is_some()),
        ("an unknown kind", |_, jobs| made(jobs, |made| made.last_mut().map(|one| one.key = 18).is_some())),
        ("a kind twice", |_, jobs| made(jobs, |made| made.last().copied().map(|one| made.push(one)).is_some())),
        ("too many", |_, jobs| made(jobs, |made| made.last_mut().map(|one| one.playouts = u32::MAX).is_some())),
        ("too much", |_, jobs| made(jobs, |made| made.last_mut().map(|one| one.sum = f64::INFINITY).is_some())),
    ];
    fn made(jobs: &mut [Job<'_, bool, AmafReport>], change: impl FnOnce(&mut Vec<Made>) -> bool) -> bool {
        report(jobs).is_some_and(|one| change(&mut one.fields.made))
    }
    let (settings, select, budget) = (Settings::default(), Rave { c: 0.2, k: 300.0 }, Budget::playouts(40_000));
    let (game, state, evaluation) = (&TicTacToe, Default::default(), &Blind);
    let task = Task { game, state, select, evaluation, settings, budget, seed: 3 };
    for (name, lie) in lies {
        check(name, 1, &ends(&task, &options(None), &Amaf, 1, lie));
    }
}
